"""`make kernel` runs this inside the guest: pass or fail, for the drivers on a real kernel.

The processor is emulated and counts its time in instructions, so that a busy machine makes the checks slower but nothing
else; its speed says nothing about that of a Pi.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from struct import unpack
from threading import Event as Flag
from threading import Thread

from gpiozero import Device
from PIL import Image, ImageDraw

from companion.app.race_track import RaceTrack
from drivers.buttons import BackButton
from drivers.gpiod_pins import MOST_EDGES
from drivers.panel import Panel
from drivers.pod import Pod
from drivers.pwm import KernelPwm
from drivers.referee import GPIO
from tests.kernel.pod import Pico
from tests.kernel.table import (
    ARKSIDE,
    PADDLES,
    WIRING,
    Eyes,
    Move,
    Table,
    let_go,
    level,
    move,
    sent,
    tap,
)

PRESENT = Path("/sys/module/arkbox/parameters/present")
NOBODY = 65534
IDLE_SECONDS, WINDOWS = 8.0, 6
RACES, APART, SLAP = 200, 0.005, 0.1
QUEUED = 200
rng = random.Random(7)
failed: list[str] = []


def check(name: str, good: bool, told: object = "") -> None:
    """Note one result."""
    print("ok  " if good else "FAIL", name, "" if told == "" else f"({told})", flush=True)
    if not good:
        failed.append(name)


def until(true: Callable[[], bool], seconds: float) -> bool:
    """Wait for something; False if it did not come in time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


# with a panel of our own


def check_parts(table: Table) -> None:
    check("every part opens", not table.panel.faults(), "; ".join(map(str, table.panel.faults())))
    check("the pins are those of libgpiod", type(Device.pin_factory).__name__ == "GpiodFactory")


def check_screens_and_lights(table: Table) -> None:
    panel, eyes = table.panel, Eyes()
    eyes.look()
    for screen in (panel.question_screen, panel.table_screen):
        picture = Image.new("1", (128, 64))
        ImageDraw.Draw(picture).text((20, 20), f"I am {screen.name}", fill=1)
        screen.show(picture)
        shown = eyes.look().screens[screen.address].image()
        check(f"the {screen.name} screen shows its picture", shown.tobytes() == picture.tobytes())
    colours = [(number, 0, 15 - number) for number in range(WIRING.lights.pixels)]
    panel.lights.show(colours)
    check("the lights show their colours", eyes.look().strip.colours == colours, eyes.strip.complaints[:2] or "")
    PRESENT.write_text("2")
    named = until(lambda: any(fault.part == "question" for fault in panel.faults()), 5)
    PRESENT.write_text("3")
    back = until(lambda: panel.question_screen.fault is None, 15)
    check("a screen that is pulled off is named and comes back", named and back)


def check_lamps(table: Table) -> None:
    for part, button in WIRING.buttons.items():
        if button.lamp is not None:
            lamp, seen = table.panel.lamp(part), []
            for switch in (lamp.on, lamp.off):
                switch()
                seen.append(level(button.lamp))
            check(f"the lamp of {part} goes on and off", seen == [True, False])


def check_buzzer(table: Table) -> None:
    pin, high, sounded = WIRING.buzzer.pin, 0, 0
    for number in range(20):
        table.panel.buzzer.play([(220 * (1 + number % 4), 0.05 + number * 0.0007)])
        sounded += {level(pin) for _ in range(200)} == {True, False}
        until(lambda: not table.panel.buzzer.playing, 5)
        high += level(pin)
    check("the buzzer's pin moves while it sounds", sounded >= 18, f"{sounded} of 20 tunes")
    check("the buzzer's pin is low after every tune", not high, f"high after {high} of 20")


def check_tone_of_the_kernel(table: Table) -> None:
    pwm = KernelPwm(Path("/sys/class/pwm/pwmchip0"), 1)
    sent()
    pwm.play(440, 0.5)
    pwm.play(3520, 0.5)
    pwm.stop()
    told = [unpack("<QQQ", each.data) for each in sent() if each.kind == "p"]
    playing = [each for each in told if each[1:] == (1136364, 1)]
    check("the kernel's PWM takes a tone and ends low", bool(playing) and told[-1][1:] == (0, 0), told[-1])


def check_presses(table: Table) -> None:
    table.clear()
    done = move(each for number in range(100) for each in tap(PADDLES[number % 5], number * 0.05))
    pressed, released = len(table.list_events("pressed")), len(table.list_events("released"))
    check("100 presses on five paddles are 100", (pressed, released) == (100, 100), f"{pressed}, {released} let go")
    edges = sorted(table.edges, key=lambda edge: edge.at)
    late = [edge.at - hand.at for edge, hand in zip(edges, done, strict=False)]
    check(
        "their stamps are those of the kernel", len(late) == 200 and 0 <= median(late) < 0.001, f"{median(late):.6f} s"
    )
    waited = [edge.heard - edge.at for edge in edges]
    print(f"     an edge reached Python after {median(waited) * 1e3:.1f} ms, at most {max(waited) * 1e3:.1f} ms")
    table.clear()
    move(each for number in range(30) for each in bouncing(PADDLES[number % 5], number * 0.25))
    pressed = len(table.list_events("pressed"))
    check("30 presses that bounce for 5 ms are 30", pressed == 30, pressed)


def bouncing(pin: int, at: float) -> list[Move]:
    """A tap of 60 ms whose contact chatters both times."""
    moves = []
    for start, closed in ((at, True), (at + 0.06, False)):
        times = [0.0, *sorted(rng.uniform(0.0003, 0.005) for _ in range(8))]
        moves += [Move(start + after, pin, closed is (number % 2 == 0)) for number, after in enumerate(times)]
    return moves


def check_dial(table: Table) -> None:
    dial = WIRING.dial
    step = ((dial.a, True), (dial.b, True), (dial.a, False), (dial.b, False))
    table.clear()
    done = move(Move((4 * turn + edge) / 40, *step[edge]) for turn in range(20) for edge in range(4))
    turned = table.list_events("turned")
    check("20 steps of the dial are 20", sum(event.steps for event in turned) == 20)
    late = turned[0].at - done[3].at
    check("the stamp of a step is that of its edge", 0 <= late < 0.001, f"{late:.6f} s")
    table.clear()
    pins = (dial.push, WIRING.buttons["back"].pin, WIRING.buttons["dome"].pin)
    move(each for number, pin in enumerate(pins) for each in tap(pin, number * 0.3))
    table.list_events("released")
    heard = [event.part for event in table.events if event.what != "released"]
    check("push, back and dome are heard", heard == ["dial", "back", "dome"], heard)


def check_queue(table: Table) -> None:
    """How long after its stamp an edge can be missing from what the kernel hands out at once: the referee waits as long.

    On the one processor of this guest an interrupt is always served before the program goes on, so anything but nothing
    would be a mistake of ours. With several, its thread may still be at work on another one: hence the reserve.
    """
    table.clear()
    hands = Thread(
        target=move, args=([one for number in range(QUEUED) for one in tap(PADDLES[number % 5], number * 0.02, 0.01)],)
    )
    hands.start()
    asked, seen, worst = time.monotonic(), 0, 0.0
    while hands.is_alive() or seen < len(table.edges):
        now = time.monotonic()
        Device.pin_factory.collect()
        for edge in table.edges[seen:]:
            seen += 1
            worst = max(worst, asked - edge.at)
        asked = now
    check(
        f"an edge can be fetched {GPIO.reach * 1e3:.0f} ms after its stamp",
        seen >= 2 * QUEUED and worst < GPIO.reach,
        f"{seen} edges, {worst * 1e3:.2f} ms at worst",
    )


def check_races(table: Table) -> None:
    """Pairs of clean presses, judged live on the way that a game takes; a race that is declared void is run again."""
    heard = {paddle: paddle.on_raw_edge for paddle in table.panel.paddles}
    track = RaceTrack(table.panel)
    count = Counter(run_race(track, *rng.sample(range(5), 2)) for _ in range(RACES))
    for paddle, raw in heard.items():
        paddle.on_raw_edge = raw
    good = not count["wrong"] and count["right"] > RACES / 2
    check(f"{RACES} races {APART * 1e3:.0f} ms apart, none judged wrongly", good, dict(count))


def run_race(track: RaceTrack, first: int, second: int) -> str:
    """One race between two hands, and what became of it."""
    time.sleep(0.15)
    track.arm((first, second), patience=20.0, now=time.monotonic())
    track.referee.go(time.monotonic())
    hands = Thread(target=move, args=(tap(PADDLES[first], 0, SLAP) + tap(PADDLES[second], APART, SLAP),))
    hands.start()
    while (verdict := track.referee.verdict(time.monotonic())) is None and hands.is_alive():
        time.sleep(0.002)
    hands.join()
    verdict = verdict or track.referee.verdict(time.monotonic())
    if verdict is None or not verdict.first:
        return "void"
    if verdict.dead_heat:
        return "dead heat"
    return "right" if verdict.winner == first else "wrong"


def check_lost_edges(table: Table) -> None:
    """While our only reader is held up in a race, a contact flickers more often than the kernel can keep."""
    table.clear()
    held, flickering, pin = table.panel.paddles[0], table.panel.paddles[1], table.panel.paddles[1]._contact.pin
    noted, lost = [held.on_raw_edge, flickering.on_raw_edge], pin.lost
    track, holding, go_on = RaceTrack(table.panel), Flag(), Flag()
    judge = flickering.on_raw_edge
    held.on_raw_edge = lambda closed, at: (holding.set(), go_on.wait(60))
    flickering.on_raw_edge = lambda closed, at: (noted[1](closed, at), judge(closed, at))
    track.arm((1, 2), patience=60.0, now=time.monotonic())
    track.referee.go(time.monotonic())
    move([Move(0, PADDLES[0], True)])
    holding.wait(10)
    move(Move(number * 0.004, PADDLES[1], number % 2 == 0) for number in range(2000))
    go_on.set()
    until(lambda: sum(edge.seat == 1 for edge in table.edges) >= MOST_EDGES, 20)
    heard, lost = sum(edge.seat == 1 for edge in table.edges), pin.lost - lost
    check(
        "edges that the kernel had to drop are counted", lost > 0 and heard == MOST_EDGES, f"{heard} heard, {lost} lost"
    )
    move(tap(PADDLES[2], 0, SLAP))
    verdict = track.referee.verdict(time.monotonic())
    check("and their race names no winner", verdict is not None and verdict.winner is None, verdict)
    held.on_raw_edge, flickering.on_raw_edge = noted
    let_go()


def check_hurried_hands(table: Table) -> None:
    table.clear()
    move(each for number in range(30) for each in tap(PADDLES[0], number * 0.1, 0.05))
    pressed = len(table.list_events("pressed"))
    check("the host lives through a hand that mashes", table.alive, table.alive)
    check("and every press of it counts", pressed == 30, f"{pressed} of 30 presses at 10 a second counted")


def check_other_user() -> None:
    """Somebody who is in no group: what is wrong is the permission, not a wire."""
    if (child := os.fork()) == 0:
        os.setuid(NOBODY)
        with BackButton("back", WIRING.buttons["back"].pin) as button:
            print("    ", button.fault)
            os._exit(0 if button.fault is not None and button.fault.what == "not-allowed" else 1)
    check("a forbidden chip is called not allowed", os.waitpid(child, 0)[1] == 0)


# with the whole program


def service(*words: str, **settings: str) -> subprocess.Popen[str]:
    """`arkside run` as systemd would start it."""
    command = [ARKSIDE, "run", "--pi", *words, "--data", tempfile.mkdtemp()]
    environment = {**os.environ, **settings}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)


def wait_for_end(running: subprocess.Popen[str]) -> tuple[int, str]:
    """Tell it to end; how it did, and what it said."""
    running.send_signal(signal.SIGTERM)
    try:
        said, _ = running.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        running.kill()
        said, _ = running.communicate()
    return running.returncode, said.strip()[-300:]


def check_service() -> None:
    for words in (["--headless"], ["--port", "8080"]):
        sent()
        eyes, name = Eyes(), f"arkside run {words[0]}"
        running = service(*words)
        shows = until(lambda eyes=eyes: eyes.look().screens[0x3C].on and eyes.strip.pictures > 0, 90)
        check(f"{name}: screens and lights come on", shows)
        if "--headless" in words:
            check_selftest_beside_it()
            move(each for number in range(40) for each in tap(PADDLES[0], number * 0.14, 0.05))
            check(f"{name}: lives through a hand that mashes", running.poll() is None)
        else:
            print("    ", running.stdout and running.stdout.readline().strip())
        code, said = wait_for_end(running)
        check(f"{name}: SIGTERM ends it with 0", code == 0, f"{code} {said}")
        lit = [
            pin
            for pin in (*(button.lamp for button in WIRING.buttons.values()), WIRING.buzzer.pin)
            if pin and level(pin)
        ]
        check(f"{name}: and everything is dark", eyes.look().dark and not lit, lit or "")


def check_selftest_beside_it() -> None:
    test = subprocess.run([ARKSIDE, "selftest", "--pi", "--seconds", "1"], capture_output=True, text=True, check=False)
    busy = [line for line in test.stdout.splitlines() if "in use by arkside" in line]
    check(
        "selftest beside it says who has the pins", len(busy) == 16 and "GPIO" not in test.stdout, f"{len(busy)} busy"
    )


def check_idle() -> None:
    """How much of a processor the program takes while nobody does anything, with either library below gpiozero."""
    os.mkfifo("/run/.lgd-nfy0")  # of another user, in the shared folder: no longer a reason to be deaf
    os.chown("/run/.lgd-nfy0", NOBODY, NOBODY)
    os.chmod("/run/.lgd-nfy0", 0)
    used = {}
    for name in ("gpiod", "lgpio"):
        extra = f"{Path(__file__).parents[2]}/build/lgpio:{os.environ['PYTHONPATH']}"
        running = service("--headless", GPIOZERO_PIN_FACTORY=name, PYTHONPATH=extra)
        eyes = Eyes()
        until(lambda eyes=eyes: eyes.look().screens[0x3C].on and eyes.strip.pictures > 0, 90)
        used[name] = min(share(running.pid) for _ in range(WINDOWS))  # in the first ones it may still be starting
        code, said = wait_for_end(running)
        check(f"with {name} it runs, without a fault, and ends with 0", (code, said) == (0, ""), f"{code} {said}")
    told = ", ".join(f"{name} {percent:.1f} %" for name, percent in used.items())
    check("libgpiod takes less of an idle processor than lgpio", used["gpiod"] < used["lgpio"], told)


def share(process: int) -> float:
    """How much of a processor it takes at this time, in percent."""
    before, began = processor_seconds(process), time.monotonic()
    time.sleep(IDLE_SECONDS)
    return 100 * (processor_seconds(process) - before) / (time.monotonic() - began)


def processor_seconds(process: int) -> float:
    """Return the processor time a process has used so far, in user and kernel mode."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def check_pod() -> None:
    edges: list[tuple[int, bool, float]] = []
    with Pico() as pico, Pod(lambda *edge: edges.append(edge)) as pod:
        check("the pod is found", until(lambda: pod.seats == 5, 40), pod.problem or "")
        for again in ("", " after it was pulled off and plugged in again"):
            edges.clear()
            for seat in range(5):
                pico.tap(seat)
            check(f"its five paddles are heard{again}", until(lambda: len(edges) == 10, 10), f"{len(edges)} edges")
            if not again:
                pico.unplug()
                check("a pod that is pulled off is missed", until(lambda: pod.seats == 0, 10))
                pico.plug()
                check("and it comes back", until(lambda: pod.seats == 5, 40), pod.problem or "")


WITH_A_PANEL = (
    check_parts, check_screens_and_lights, check_lamps, check_buzzer, check_tone_of_the_kernel, check_presses, check_dial,
    check_queue, check_races, check_lost_edges, check_hurried_hands,
)  # fmt: skip
ALONE = (check_service, check_idle, check_pod)


def main(words: list[str]) -> int:
    """All checks, or those whose names hold one of these words."""

    def is_wanted(each: Callable[..., None]) -> bool:
        return not words or any(word in each.__name__ for word in words)

    began = time.monotonic()
    let_go()
    if is_wanted(check_other_user):
        check_other_user()
    if any(map(is_wanted, WITH_A_PANEL)):
        with Panel() as panel, Table(panel).running() as table:
            for each in filter(is_wanted, WITH_A_PANEL):
                each(table)
        check(
            "with the panel closed every line is given back", not any(level(pin) for pin in (5, 6, 12, 13, 16, 20, 21))
        )
    for alone in filter(is_wanted, ALONE):
        alone()
    print(f"{len(failed)} failed" if failed else "all is well", f"after {time.monotonic() - began:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
