"""What the figures of docs/trust.md come from; `make trust` writes them anew."""
