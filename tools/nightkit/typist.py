# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Types marks at a desk without a pause, and tells afterwards what became of each."""

import threading
import time

from Xlib import X, XK
from Xlib.ext import xtest

import stamps
from xaccess import open_display, point_at


class Typist(threading.Thread):
    """`sent` is [(number, when)], seconds."""

    def __init__(self, environment, directory, pause):
        super().__init__(daemon=True)
        self._display = open_display(environment, directory)
        self.pause = pause
        self._done = threading.Event()
        self._number = 0
        self.sent = []

    def point_at(self, x, y, click=False):
        point_at(self._display, x, y, click)

    def run(self):
        codes = {key: self._display.keysym_to_keycode(XK.string_to_keysym(key)) for key in stamps.HIGH + stamps.LOW}
        while not self._done.wait(self.pause):
            number, self._number = self._number, self._number + 1
            when = time.monotonic()
            for key in stamps.keys_of(number):
                xtest.fake_input(self._display, X.KeyPress, codes[key])
                xtest.fake_input(self._display, X.KeyRelease, codes[key])
            self._display.sync()
            self.sent.append((number, when))

    def stop(self):
        if self._done.is_set():
            return
        self._done.set()
        self.join()
        self._display.close()


def presses(path):
    """[(key, when)] of a stampboard's log."""
    found = []
    try:
        with open(path, encoding='ascii') as log:
            for line in log:
                words = line.split()
                if len(words) == 3 and words[0] == 'press':
                    found.append((words[1], float(words[2])))
    except OSError:
        pass
    return found
