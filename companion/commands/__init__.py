"""The commands of `arkside`: each module has EXAMPLE, `arguments(parser)` and `run(args)`."""
