"""What runs on the pod, the microcontroller under the paddles: plain Python that MicroPython and CPython both run."""
