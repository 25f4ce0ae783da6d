"""The brain of Arkside: games that ask, and everything around them that is not hardware."""

from companion import native as native  # before anything that may be compiled

VERSION = "1.0.0"
