# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The near side of table 1: three monitors, the console on the first; everything that is measured stands on the second."""

import os
import time

import processes as proc
from nearside import VIEW, NearSide
from xaccess import open_display

from hand import Hand
from settling import Glass, Settling

SIZE = (1240, 980)  # of a desktop; the monitors are larger, for bars and frames around it
MONITOR = (1400, 1100)
BAR = 40
# Windows without a frame, so that a place is the same in all ways; the keyboard goes where the pointer is, and to a new window.
RULES = '<applications><application class="*"><decor>no</decor></application></applications>'


class TableDesk(NearSide):
    def __init__(self, directory):
        super().__init__(directory, (MONITOR, MONITOR))
        self.rules = RULES
        self.hand = None

    def start(self):
        super().start()
        settings = os.path.join(self.processes.environment['HOME'], 'desk.xml')
        with open(settings, encoding='utf-8') as file:
            text = file.read()
        with open(settings, 'w', encoding='utf-8') as file:
            file.write(text.replace('<followMouse>no<', '<followMouse>yes<'))
        self.run(['openbox', '--reconfigure'])
        self.hand = Hand(open_display(self.environment, self.directory))

    def place(self, x, y):
        """A point of the view's monitor, on the desk."""
        left, top, _, _ = self.rect(VIEW)
        return left + x, top + y

    def watch(self, area=None, step=8):
        """What stands in @p area (of the view's monitor; None: all of it but the top, where a stage has its bar with a clock)."""
        left, top, width, height = self.rect(VIEW)
        x, y, wide, high = area or (0, BAR, width, height - BAR)
        return Glass(self.frame_buffer, (left + x, top + y, wide, high), step)


def await_done(glass, act, limit, on_turn=None, **settling):
    """Acts, and watches until the picture is done; returns (seconds from the act to the last change, to the first one, changes)."""
    settled = Settling(glass.take(), **settling)
    when = act()
    while True:
        now = time.monotonic()
        settled.feed(now, glass.take())
        if settled.is_done(now):
            return settled.last - when, settled.began - when, settled.changes
        if now > when + limit:
            raise proc.FacilityError(f'The picture was not done within {limit:.0f} s: '
                                     + ('nothing changed' if settled.last is None else f'{settled.changes} changes, the last after {settled.last - when:.1f} s') + '.')
        if on_turn:
            on_turn()
        time.sleep(0.003)
