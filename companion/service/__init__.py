"""Arkside as a service of its computer: runs for years in a family and is repaired without a keyboard."""
