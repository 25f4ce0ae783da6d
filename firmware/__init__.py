"""Firmware of the pod, the microcontroller under the paddles: plain Python for both MicroPython and CPython."""
