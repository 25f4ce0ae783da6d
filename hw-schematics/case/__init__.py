"""The printed case: how it is made (`make`), checked (`check`) and shown (`scene`)."""
