"""Runs these tests without pytest, as MicroPython must: `micropython tests/firmware/portable/run.py`."""

import sys


def main():
    """Call every test and say how many there were."""
    passed = 0
    for name in ("test_line", "test_loop", "test_outbox"):
        module = __import__(name)
        for test in dir(module):
            if test.startswith("test_"):
                getattr(module, test)()
                passed += 1
    print("passed", passed, "on", sys.implementation.name)


if __name__ == "__main__":
    main()
