"""Everything that Arkside knows about testing games comes with one line."""

pytest_plugins = ["companion.testing"]
