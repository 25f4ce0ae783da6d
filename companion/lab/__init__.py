"""Headless play: many games, many bots, no table."""
