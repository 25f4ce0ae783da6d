"""The views: small screens with one idea each."""
