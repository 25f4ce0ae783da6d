"""Simulation, tournaments, odds and benchmarks: games played without a table."""
