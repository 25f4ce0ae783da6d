"""The `arkside` command, called as a person would call it."""

from companion.cli import main


def arkside(capfd, *words):
    """Exit code, standard output and standard error of a call."""
    try:
        code = main(words)
    except SystemExit as left:
        code = left.code
    out, err = capfd.readouterr()
    return code, out, err
