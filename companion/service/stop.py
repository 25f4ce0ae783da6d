"""The two ways in which a service ends on purpose; both let everything on the way out be closed."""


class StopRequested(SystemExit):
    """systemd asked us to end."""


class Again(SystemExit):
    """We want to be started anew."""
