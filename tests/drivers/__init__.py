"""The parts of the device, tested down to the simulated silicon."""
