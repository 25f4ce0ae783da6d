class ArkAndNoahVoice: pass
