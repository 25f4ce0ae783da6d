"""The page that phones and the emulator open: served locally, no build step, nothing from elsewhere."""
