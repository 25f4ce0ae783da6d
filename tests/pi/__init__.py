"""Our package on an emulated Pi; `make pi` runs it."""
