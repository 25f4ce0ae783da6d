"""Proof that the package works: real Debian roots with a real systemd in them. `make deploy-test` runs it, as root."""
