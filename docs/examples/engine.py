"""Drive a match through `arkside engine`: one JSON object per line, from any language."""

import json
import subprocess
import sys

engine = subprocess.Popen(
    [sys.executable, "-m", "companion", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
)


def ask(**message: object) -> dict:
    """Send one line and return the engine's answer."""
    engine.stdin.write(json.dumps(message) + "\n")
    engine.stdin.flush()
    return json.loads(engine.stdout.readline())


print("games:", json.loads(engine.stdout.readline())["games"])
state = ask(do="new", game="noah", seats=["Anna", "Ben"], seed=7)
while "question" in state:
    question = state["question"]
    state = ask(do="answer", choice=question["choices"][0], n=question["n"])
print("scores:", state["over"]["scores"])
engine.stdin.close()  # the end of its input ends the engine
engine.wait()
