"""Counts odds as the device's own process does, but in its turn: on a busy machine the last place may never come."""

import sys
from multiprocessing.connection import Connection

from companion.lab.odds_worker import OddsService

if __name__ == "__main__":
    OddsService(Connection(int(sys.argv[1]))).run()
