"""Any game: turns, points and templates for games that Arkside does not know."""
