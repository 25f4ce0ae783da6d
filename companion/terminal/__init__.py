"""A match in a terminal window."""
