"""The two ways to end the service on purpose. As exceptions, both let everything be closed on the way out."""


class StopRequested(SystemExit):
    """systemd asked the service to stop."""


class RestartRequested(SystemExit):
    """The service wants to be restarted."""
