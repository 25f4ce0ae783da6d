"""Arkside as a service of its computer: alive for years beside children, and mended without a keyboard."""
