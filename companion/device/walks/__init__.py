"""The walks: paths through views, from the first menu to the end of a match."""
