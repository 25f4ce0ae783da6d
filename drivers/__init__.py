"""The parts of the device, over real libraries; knows no game."""
