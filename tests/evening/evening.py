#!/usr/bin/env python3
"""An evening in the real window: what each task costs in clicks, keys and seconds.

`make evening` builds the program and runs this. Every task begins with folders of its own, so
nothing of the person's is read or written. Tasks that need films or photographs look for them in
NEBELWACHT_DATA and are left out if they are not there. Pictures of how each task ended are kept
in `--pictures`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from window import COMBO, TEXT, Display, Window

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "ui" / "screenshots" / "game.jsonl"


class Evening:
    """One run: where things lie, and what was measured."""

    def __init__(self, options):
        self.program = options.program
        self.data = options.data
        self.pictures = options.pictures
        self.wanted = options.tasks
        self.rows = []
        self.display = None

    def run(self):
        self.display = Display()
        try:
            for name, task in TASKS.items():
                if not self.wanted or name in self.wanted:
                    self.measure(name, task)
        finally:
            self.display.close()
        print("| task | clicks | keys | seconds |\n|---|---|---|---|")
        for name, cost in self.rows:
            shown = "| {} | {:.1f} |".format(f"{cost[0]} | {cost[1]}", cost[2]) if cost else "| skipped | | |"
            print(f"| {TASKS[name].__doc__} {shown}")

    def measure(self, name, task):
        with tempfile.TemporaryDirectory() as home:
            place = Place(self, Path(home), name)
            try:
                self.rows.append((name, task(place)))
            except Missing as missing:
                print(f"skipped: {name}: {missing}", file=sys.stderr)
                self.rows.append((name, None))
            except Exception:
                if place.window:
                    place.picture("failed")
                raise
            finally:
                if place.window:
                    place.window.close()


class Missing(Exception):
    """Something that a task needs is not on this machine."""


class Place:
    """A person's folders for one task, and the window opened on them."""

    def __init__(self, evening, home, name):
        self.evening, self.home, self.name = evening, home, name
        self.window = None
        for folder in ("config", "data", "cache"):
            (home / folder).mkdir()

    @property
    def own(self):
        """The program's folder of games and packs."""
        return self.home / "data" / "nebelwacht"

    def open(self):
        """Opens the window on the start screen."""
        log = self.evening.pictures / f"{self.name}.log"
        self.window = Window(self.evening.display, self.evening.program, self.home, log=log)
        return self.window

    def there(self, *parts):
        """A film or photograph."""
        path = self.evening.data.joinpath(*parts)
        if not path.exists():
            raise Missing(f"{path} is not there")
        return path

    def pack(self, name, faces):
        """Has a pack made of pictures of tiles, as its owner did long ago."""
        words = ["pack", "build", "--from", str(self.there(*faces)), "--out",
                 str(self.own / "packs" / name)]
        subprocess.run([self.evening.program, *words], check=True, capture_output=True)

    def saved_game(self):
        """Puts the game of the demo among the saved ones."""
        games = self.own / "games"
        games.mkdir(parents=True)
        shutil.copy(GOLDEN, games / "2026-11-20_20-15.jsonl")

    def picture(self, what):
        """Keeps a picture of the window."""
        self.window.picture(self.evening.pictures / f"{self.name}-{what}.png")

    def done(self):
        """What it cost, with a picture of how it ended."""
        cost = self.window.cost()
        time.sleep(0.5)
        self.picture("end")
        return cost


def names(place):
    """Three named players to the first board"""
    window = place.open()
    window.click("Keep score by hand")
    window.wait_for("Name of player 1")
    window.type("Anna", "Return")
    window.type("Ben", "Tab", "Return")
    window.type("Clara", "Return")
    window.key("Return")
    window.wait_for("Drawn board, 1 tiles?")
    return place.done()


def by_hand(place):
    """A game by hand, begun with two players before the clock runs."""
    window = place.open()
    window.click("Keep score by hand")
    window.click("Start the game")
    window.wait_for("Drawn board, 1 tiles?")
    time.sleep(1)
    window.start()
    return window


def turn_by_mouse(place):
    """A turn by mouse: tile, place, meeple, end"""
    window = by_hand(place)
    window.click("Tile V, .* left")
    window.click("Lay tile V at .*")
    window.click("Meeple .*")
    window.click("End turn")
    window.wait_for("Next: Blue")
    return place.done()


def turn_by_keys(place):
    """A turn by keyboard: tile, place, meeple, end"""
    window = by_hand(place)
    window.key("f", "v", "Return")
    window.key("n", "Return")
    window.wait_for("Tile V has been laid.*")
    window.key("1", "Return")
    window.wait_for("Next: Blue")
    return place.done()


def film(place):
    """A film, two packs of other copies kept: from the start screen to the first tile read"""
    place.pack("winter", ["photos", "faces", "Winter_art"])
    place.pack("mine", ["photos", "faces", "C1_photo"])
    watched = place.there("videos", "a_oak.mp4")
    window = place.open()
    window.click("Use my camera")
    window.click("A film or a folder of pictures")
    window.click("Film or folder", role=TEXT)
    window.paste(str(watched))
    window.click("Start the game")
    window.wait_for("Drawn board, [1-9].*", most=300)
    return place.done()


def saved(place):
    """The demo's game, opened before the clock runs."""
    place.saved_game()
    window = place.open()
    window.click("Continue the unfinished game")
    window.wait_for("Drawn board, 10 tiles")
    time.sleep(1)
    window.start()
    return window


def correction(place):
    """Correcting a tile of seven turns ago"""
    window = saved(place)
    # The second tile, between the start tile and the gap two to its left, clear of its meeple.
    gap = window.wait_for("Gap at 2 left from the start tile.*")
    x, y = gap.middle
    window.click_at(x + gap.width * 5 // 4, y + gap.height // 3)
    window.click("Tile [A-Z](, turned by .*°)?(; .*)?")
    window.wait_gone(".*What really happened.*")
    return place.done()


def ending(place):
    """The end of a game to a picture on the clipboard"""
    window = saved(place)
    window.scroll_to("End the game…", at=(140, 600))
    window.click("End the game…")
    window.scroll_to("End the game now", at=(140, 600))
    window.click("End the game now")
    window.click("Copy picture.*")
    window.wait_for("The picture .*")
    return place.done()


def mists(place):
    """Mists over Carcassonne, level 3, with spell circles, to the first tile"""
    window = place.open()
    left = (320, 500)
    window.click("Keep score by hand")
    for name in ("Mists over Carcassonne", "Level 3", "The numbers agree with our level card",
                 "Spell Circles"):
        window.scroll_to(name, at=left)
        window.click(name)
    window.click("Start the game")
    window.wait_for("Drawn board, .*")
    window.click("Tile [A-Z].*, .* left")
    window.click("Lay tile .*")
    window.wait_for("Tile .* has been laid.*")
    return place.done()


def benelux(place):
    """Benelux map by hand: chips laid, start tiles on their squares"""
    window = place.open()
    left = (320, 500)
    window.click("Keep score by hand")
    window.scroll_to("Benelux map", at=left)
    window.click("Benelux map")
    window.click("Start the game")
    window.wait_for("Drawn board, .*")
    window.click("Lay them evenly")
    window.wait_gone("Lay them evenly")
    for _ in range(2):
        window.click("Tile [A-Z], .* left")
        window.click("Lay tile .*")
    window.wait_for("Drawn board, [2-9].*")
    return place.done()


def pieces(place):
    """A pack of Mists tiles from a photograph: outlines put right, to the first tile to name"""
    photo = place.there("photos", "spreads", "1to12.jpg")
    window = place.open()
    window.click("More")
    window.click("Teach tiles")
    window.click("Box the tiles are from", role=COMBO)
    window.click("Mists over Carcassonne")
    window.click("From a photograph", role=TEXT)
    window.paste(str(photo))
    window.click("Cut out the tiles")
    window.wait_for(".* tiles found.*", most=120)
    place.picture("outlines")
    window.click("Name these .* tiles")
    window.wait_for(".* to go, 0 taught")
    return place.done()


def spread(place):
    """A pack from six photographs of a whole box, each doubt answered with the likeliest"""
    names = [f"{n * 12 + 1}to{n * 12 + 12}.jpg" for n in range(6)]
    photos = [place.there("photos", "spreads", name) for name in names]
    window = place.open()
    window.click("More")
    window.click("Teach tiles")
    window.click("Photograph the whole box", role=TEXT)
    window.paste(str(photos[0]))
    window.click("Learn the box")
    for photo in photos[1:]:
        learnt(window)
        window.click("From a photograph", role=TEXT)
        window.paste(str(photo))
        window.click("Add this photograph")
    window.wait_for(f"Photograph {len(photos)}", most=120)
    while not re.search(r"Complete|, 0 to ask", learnt(window)):
        window.key("1")
    place.picture("learnt")
    window.click("Put the sure tiles into .*")
    window.wait_for("The tiles are in the pack .*")
    return place.done()


def learnt(window):
    """How far the lesson is, once the work beside the window is done."""
    time.sleep(0.5)
    window.wait_gone("Looking at the tiles…")
    return window.wait_for(".* named.*").name


TASKS = {
    "names": names,
    "turn-by-mouse": turn_by_mouse,
    "turn-by-keys": turn_by_keys,
    "film": film,
    "correction": correction,
    "ending": ending,
    "mists": mists,
    "benelux": benelux,
    "outlines": pieces,
    "spread": spread,
}


def options():
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    data = Path(os.environ.get("NEBELWACHT_DATA", ROOT.parent / "shared"))
    parser.add_argument("tasks", nargs="*", choices=[[], *TASKS], help="which tasks [all]")
    parser.add_argument("--program", default=str(target / "release" / "nebelwacht"))
    parser.add_argument("--data", type=Path, default=data)
    parser.add_argument("--pictures", type=Path, default=target / "tmp" / "evening")
    return parser.parse_args()


def main():
    """Runs on a bus of its own, so that no program of the person's is found there."""
    asked = options()
    if "NEBELWACHT_EVENING" not in os.environ:
        os.environ["NEBELWACHT_EVENING"] = "1"
        os.execvp("dbus-run-session", ["dbus-run-session", "--", sys.executable, *sys.argv])
    asked.pictures.mkdir(parents=True, exist_ok=True)
    Evening(asked).run()


if __name__ == "__main__":
    main()
