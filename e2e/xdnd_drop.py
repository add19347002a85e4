#!/usr/bin/python3
"""Drags files onto a window of the X display in $DISPLAY, as a hand with a mouse does.

    xdnd_drop.py X Y FILE...

A small GTK window is the source of the drag. xdotool presses the mouse on it, moves to the point X Y of the
screen and lets go, and GTK speaks XDND with whatever window lies there. Exits 0 when the target took the files,
1 when it refused or nothing happened in 15 s. Needs python3-gi, gir1.2-gtk-3.0 and xdotool.
"""
import pathlib
import subprocess
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

PATIENCE_S = 15
PACE_MS = 40
STEPS = 12


class Source:
    """The window that the files are dragged from, and the hand that drags them."""

    def __init__(self, target, files):
        self.target = target
        self.uris = [pathlib.Path(f).absolute().as_uri() for f in files]
        self.handed_over = False
        self.taken = False
        screen = Gdk.Display.get_default().get_monitor(0).get_geometry()
        self.at = (screen.width - 40, screen.height - 30)

        self.window = Gtk.Window(type=Gtk.WindowType.POPUP)
        self.window.set_default_size(50, 30)
        self.window.move(self.at[0] - 25, self.at[1] - 15)
        handle = Gtk.EventBox()
        handle.add(Gtk.Label(label="files"))
        handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
        handle.drag_source_add_uri_targets()
        handle.connect("drag-data-get", self.hand_over)
        handle.connect("drag-failed", self.failed)
        handle.connect("drag-end", self.ended)
        self.window.add(handle)
        self.window.connect("map-event", self.mapped)
        self.window.show_all()

    def hand_over(self, _widget, _context, selection, _info, _time):
        selection.set_uris(self.uris)
        self.handed_over = True

    def failed(self, _widget, _context, _result):
        self.handed_over = False
        return True  # no animation of the files flying back

    def ended(self, _widget, _context):
        self.taken = self.handed_over
        GLib.timeout_add(PACE_MS, Gtk.main_quit)

    def mapped(self, _widget, _event):
        """Begins the movement once the source can be grabbed."""
        x, y = self.target
        path = [("mousemove", self.at[0], self.at[1]), ("mousedown", 1)]
        for i in range(1, STEPS + 1):
            path.append(("mousemove", self.at[0] + (x - self.at[0]) * i // STEPS,
                         self.at[1] + (y - self.at[1]) * i // STEPS))
        # A target answers the positions it is told, one by one: rest over it for a while, moving a little.
        for i in range(6):
            path.append(("mousemove", x + i % 2, y))
        path.append(("mouseup", 1))
        self.moves = iter(path)
        GLib.timeout_add(10 * PACE_MS, self.start)
        return False

    def start(self):
        GLib.timeout_add(PACE_MS, self.move)
        return False

    def move(self):
        step = next(self.moves, None)
        if step is None:
            return False
        subprocess.run(["xdotool", *map(str, step)], check=True)
        return True


def main(arguments):
    if len(arguments) < 3:
        sys.exit(__doc__)
    source = Source((int(arguments[0]), int(arguments[1])), arguments[2:])
    GLib.timeout_add_seconds(PATIENCE_S, Gtk.main_quit)
    Gtk.main()
    return 0 if source.taken else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
