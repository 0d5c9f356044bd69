"""A real window under a virtual display, used as a person uses it: by pointer and keys.

Controls are found by the names that screen readers are told, never by their place. Every click and
every key is counted, and made at the pace of a person: the Keystroke-Level Model (Card, Moran and
Newell, 1980). Never calls into the program.
"""

import os
import re
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import dbus

# Seconds of the Keystroke-Level Model.
KEY = 0.28
POINT = 1.10
PRESS = 0.20
DECIDE = 1.35
SIZE = (1280, 800)
# Height of the row of buttons at the foot of the window.
FOOT = 80

ACCESSIBLE = "org.a11y.atspi.Accessible"
# Roles by their numbers in AT-SPI.
TEXT = 79
COMBO = 11


@dataclass
class Control:
    """Something on the screen, in pixels of the display."""

    role: int
    name: str
    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self):
        """Where a person would click it."""
        return self.left + self.width // 2, self.top + self.height // 2

    @property
    def shown(self):
        """Whether its middle is inside the window."""
        x, y = self.middle
        return self.width > 1 and self.height > 1 and 0 < x < SIZE[0] and 0 < y < SIZE[1]


class Display:
    """An X server without a screen, and the bus on which programs name their controls."""

    def __init__(self):
        read, write = os.pipe()
        screen = f"{SIZE[0]}x{SIZE[1]}x24"
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"]
        self.server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        os.environ["DISPLAY"] = ":" + os.read(read, 16).decode().strip()
        os.environ.pop("WAYLAND_DISPLAY", None)
        session = dbus.SessionBus()
        bus = session.get_object("org.a11y.Bus", "/org/a11y/bus")
        for switch in ("IsEnabled", "ScreenReaderEnabled"):
            value = dbus.Boolean(True, variant_level=1)
            bus.Set("org.a11y.Status", switch, value, dbus_interface=dbus.PROPERTIES_IFACE)
        address = bus.GetAddress(dbus_interface="org.a11y.Bus")
        self.bus = dbus.bus.BusConnection(address)

    def close(self):
        """Ends the X server."""
        self.server.terminate()
        self.server.wait()


class Window:
    """The program in its window, and what using it has cost since `start`."""

    def __init__(self, display, program, home, words=(), log=None):
        self.bus = display.bus
        folders = {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache"}
        env = {**os.environ, "HOME": str(home), "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"}
        env |= {name: str(Path(home) / folder) for name, folder in folders.items()}
        out = open(log, "ab") if log else subprocess.DEVNULL
        self.process = subprocess.Popen([program, *words], env=env, stdout=out, stderr=out)
        self.root = None
        self.wait_for("More", most=60)
        # Without a window manager nobody gives the window the keyboard.
        tool("search", "--sync", "--onlyvisible", "--name", "Nebelwacht", "windowmove", "0", "0",
             "windowsize", *map(str, SIZE), "windowfocus")
        time.sleep(1)
        self.start()

    def start(self):
        """From now on clicks, keys and seconds count."""
        self.clicks = self.keys = 0
        self.began = time.monotonic()

    def cost(self):
        """Clicks, keys and seconds since `start`."""
        return self.clicks, self.keys, time.monotonic() - self.began

    # What is on the screen.

    def controls(self):
        """Everything with a name, in the order in which it is drawn."""
        found = []
        try:
            self.root = self.root or self._application()
            if self.root:
                self._walk(self.root, found)
        except dbus.DBusException:
            # What was just asked about is gone: the screen changes.
            self.root = None
        return found

    def _application(self):
        registry = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        for name, path in self._children(*registry):
            pid = self.bus.call_blocking(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", "s", (name,))
            if pid == self.process.pid:
                return name, path
        return None

    def _children(self, name, path):
        return self.bus.call_blocking(name, path, ACCESSIBLE, "GetChildren", "", ())

    def _walk(self, node, found):
        name, path = node
        for child in self._children(name, path):
            get = dbus.PROPERTIES_IFACE
            label = str(self.bus.call_blocking(*child, get, "Get", "ss", (ACCESSIBLE, "Name")))
            if label:
                role = int(self.bus.call_blocking(*child, ACCESSIBLE, "GetRole", "", ()))
                extents = self.bus.call_blocking(
                    *child, "org.a11y.atspi.Component", "GetExtents", "u", (0,))
                found.append(Control(role, label, *map(int, extents)))
            self._walk(child, found)

    def find(self, name, role=None, last=False):
        """The first (or last) control in sight whose whole name is that, as a pattern."""
        named = [c for c in self.controls() if c.shown and re.fullmatch(name, c.name, re.S)
                 and role in (None, c.role)]
        return named[-1 if last else 0] if named else None

    def wait_for(self, name, role=None, last=False, most=20):
        """The same, as soon as it is there."""
        until = time.monotonic() + most
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the program ended with {self.process.returncode}")
            control = self.find(name, role, last)
            if control:
                return control
            time.sleep(0.05)
        names = "\n  ".join(f"{c.role}: {c.name}" for c in self.controls())
        raise RuntimeError(f"nothing is called “{name}”; there are\n  {names}")

    def wait_gone(self, name, most=120):
        """Waits until nothing is called that any more."""
        until = time.monotonic() + most
        while self.find(name):
            if time.monotonic() > until:
                raise RuntimeError(f"“{name}” stays")
            time.sleep(0.1)

    # What a person does.

    def click(self, name, role=None, last=False, most=20):
        """Decides, points at a control, presses."""
        before = time.monotonic()
        control = self.wait_for(name, role, last, most)
        self._rest(DECIDE + POINT - (time.monotonic() - before))
        self._press(control.middle)
        return control

    def click_at(self, x, y):
        """The same for a place."""
        time.sleep(DECIDE + POINT)
        self._press((x, y))

    def drag(self, start, end):
        """Points, presses, moves, lets go: counted as one click."""
        time.sleep(DECIDE + POINT)
        tool("mousemove", *map(str, start))
        tool("mousedown", "1")
        for part in range(1, 9):
            point = [a + (b - a) * part // 8 for a, b in zip(start, end)]
            tool("mousemove", *map(str, point))
            time.sleep(POINT / 8)
        tool("mouseup", "1")
        self.clicks += 1

    def _press(self, point):
        tool("mousemove", *map(str, point))
        time.sleep(PRESS / 2)
        tool("click", "1")
        time.sleep(PRESS / 2)
        self.clicks += 1

    def wheel(self, point, down):
        """Turns the wheel over a place; costs time, no click."""
        time.sleep(POINT)
        tool("mousemove", *map(str, point))
        for _ in range(abs(down)):
            tool("click", "5" if down > 0 else "4")
            time.sleep(0.1)

    def scroll_to(self, name, at, most=12):
        """Turns the wheel over a place until a control is in sight, or comes no nearer."""
        before = None
        for _ in range(most):
            control = self.find(name)
            if control and (control.middle[1] < SIZE[1] - FOOT or control == before):
                return
            before = control
            self.wheel(at, 4)
            time.sleep(0.3)
        raise RuntimeError(f"“{name}” was not scrolled into sight")

    def type(self, text, *then):
        """Types a word, key by key, and what goes with it without another thought."""
        self.key(*text, *then)

    def key(self, *names):
        """Decides, and presses keys one after the other."""
        time.sleep(DECIDE)
        for name in names:
            self._key(name)

    def _key(self, name):
        special = {" ": "space", "/": "slash", ".": "period", "-": "minus", "_": "underscore"}
        tool("key", special.get(name, name))
        time.sleep(KEY)
        self.keys += 1

    def paste(self, text):
        """Puts a path that a file manager would hand over into the text that has the keyboard:
        one paste, two keys."""
        time.sleep(DECIDE)
        tool("type", "--delay", "1", text)
        time.sleep(2 * KEY)
        self.keys += 2

    @staticmethod
    def _rest(seconds):
        time.sleep(max(seconds, 0))

    def picture(self, to):
        """Writes what the display shows."""
        subprocess.run(["import", "-window", "root", str(to)], check=True)

    def close(self):
        """Ends the program."""
        self.process.terminate()
        self.process.wait()


def tool(*words):
    """One call of xdotool."""
    subprocess.run(["xdotool", *words], check=True, stdout=subprocess.DEVNULL)
