"""Tests of Ark."""
