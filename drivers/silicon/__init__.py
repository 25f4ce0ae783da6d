"""Simulated chips that sit where the wire would be: the real libraries run unmodified above them."""
