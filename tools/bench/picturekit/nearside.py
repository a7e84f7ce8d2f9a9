# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The near side: a desk with a monitor for the console and one for whatever viewer is measured, a probe and a typist."""

import os
import threading
import time

from console import binary
from virtualdesk import VirtualDesk
from Xlib import X, XK
from Xlib.ext import xtest
from xaccess import open_display, point_at

CONSOLE = 'left'
VIEW = 'centre'


class NearSide(VirtualDesk):
    """@p sizes are the sizes of the views' monitors; VIEW is the first, 'right' the second."""

    def __init__(self, directory, sizes=((1440, 960), (1280, 960))):
        self.monitors = [(CONSOLE, (0, 0, 1000, 800))]
        left = 1000
        for name, (width, height) in zip((VIEW, 'right'), sizes, strict=False):
            self.monitors.append((name, (left, 0, width, height)))
            left += width
        super().__init__(directory, monitors=self.monitors, size=(left, max(800, *(height for _, height in sizes))))
        left, top, width, height = self.monitors[1][1]
        # Others' windows fill the view's monitor, as an observer would have them.
        self.rules = '<applications>' + ''.join(
            f'<application class="{name}" type="normal"><decor>no</decor><position force="yes"><x>{left}</x><y>{top}</y></position>'
            f'<size><width>{width}</width><height>{height}</height></size></application>' for name in ('*krdc*', '*emmina*')) + '</applications>'
        self._probes = 0
        self._display = None

    def start(self):
        super().start()
        self._display = open_display(self.environment, self.directory)
        # It is never blanked.
        self._display.set_screen_saver(0, 0, X.DontPreferBlanking, X.DontAllowExposures)
        self._display.sync()

    def rect(self, name=VIEW):
        return dict(self.monitors)[name]

    def resting_place(self):
        """Where the pointer covers nothing that is read: left of the picture that moves."""
        left, top, wide, high = self.rect()
        return left + wide // 2 - 400, top + high // 2

    def start_probe(self, strips, microseconds=1000, patch=None):
        """@p patch: the id of a source of that kind, whose region that rests is looked at as well."""
        self._probes += 1
        return Probe(self, f'probe{self._probes}', strips, microseconds, patch)

    def point_at(self, x, y, click=False):
        point_at(self._display, x, y, click)

    def type_keys(self, count, pause):
        """Types that many keys, @p pause seconds apart and some more, so that no clock of the source agrees; returns when."""
        codes = [self._display.keysym_to_keycode(XK.string_to_keysym(key)) for key in 'abcdefghijklmnop']
        sent = []
        began = time.monotonic()
        for number in range(count):
            due = began + number * pause + (number * 0.0171) % 0.04
            threading.Event().wait(max(0.0, due - time.monotonic()))
            code = codes[number % len(codes)]
            sent.append(time.monotonic())
            xtest.fake_input(self._display, X.KeyPress, code)
            self._display.flush()
            xtest.fake_input(self._display, X.KeyRelease, code)
            self._display.flush()
        self._display.sync()
        return sent

    def shot(self, path):
        self.run(['import', '-window', 'root', path], check=False)


class Probe:
    def __init__(self, desk, name, strips, microseconds, patch):
        self._desk = desk
        self._name = name
        self.log = os.path.join(desk.directory, name + '.log')
        self.pid = desk.processes.start(name, [binary('frameprobe'), desk.frame_buffer, self.log, str(strips), str(microseconds), *([] if patch is None else [str(patch)])])

    def stop(self):
        self._desk.processes.stop(self._name)
