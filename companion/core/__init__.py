"""The foundation of every game; it knows no particular game, screen or network."""
