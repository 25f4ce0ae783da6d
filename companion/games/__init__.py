"""One folder a boxed game; nothing here but the games."""
