"""Draws everything a maker needs from the wiring: schematics, board, wiring pictures, parts list, power budget."""
