"""Everything that Arkside knows about games comes with it."""

pytest_plugins = ["companion.testing"]
