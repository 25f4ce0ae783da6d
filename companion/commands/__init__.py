"""The commands of `arkside`: each module has EXAMPLE, `add_arguments(parser)` and `run(args)`."""
