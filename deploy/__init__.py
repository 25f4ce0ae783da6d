"""How Arkside gets onto a Raspberry Pi: the package, the image, and the proof that they work."""
