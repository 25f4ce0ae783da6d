"""The brain of Arkside: games that ask, and everything around them that is not hardware."""

VERSION = "0.1.0"
