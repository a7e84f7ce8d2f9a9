# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A running Nightdesk, seen and handled from outside: what it shows, what it says of itself, mouse and keyboard."""

import json
import os
import subprocess
import sys
import time

import processes as proc
from deskbus import DeskBus
from virtualdesk import MONITORS

HERE = os.path.dirname(os.path.abspath(__file__))


def binary(name):
    """A program of the build tree that NIGHTDESK_BUILD_DIR names."""
    build = os.environ.get('NIGHTDESK_BUILD_DIR')
    if not build:
        raise proc.FacilityError('NIGHTDESK_BUILD_DIR is not set: start this with ./dev demo.')
    path = os.path.join(build, 'bin', name)
    if not os.access(path, os.X_OK):
        raise proc.FacilityError(f'"{path}" is missing: build it first.')
    return path


def agree(desk, directory, *names):
    """At this desk, whose site is "desk", nobody is asked about these profiles of the facility in @p directory."""
    desk.write_setting('Desk', 'Site', 'desk')
    desk.run([binary('nightdesk'), 'trust', '--yes', '--facility', directory, *names], timeout=30)


def below(widgets, top):
    """Those inside of the widget at that place: each stands before what is in it."""
    end = next((index for index in range(top + 1, len(widgets)) if widgets[index]['depth'] <= widgets[top]['depth']), len(widgets))
    return widgets[top + 1:end]


class Console:
    """The console on a VirtualDesk. @p near are the words that run it behind the emulated link, @p scale is its QT_SCALE_FACTOR."""

    def __init__(self, desk, near=(), scale=None):
        self._desk = desk
        self._near = list(near)
        self._scale = scale
        self._bus = None
        self.name = 'nightdesk'

    def start(self, arguments):
        scale = {'QT_SCALE_FACTOR': str(self._scale)} if self._scale else {}
        self._desk.processes.start(self.name, [*self._near, binary('nightdesk'), *arguments], self._desk.environment | {'QT_FORCE_STDERR_LOGGING': '1', 'NIGHTDESK_TRACEABLE': '1'} | scale)

    def running(self):
        return self._desk.processes.running(self.name)

    def last_lines(self, count=25):
        return self._desk.processes.said(self.name).splitlines()[-count:]

    def status(self):
        """What this desk's only console says of itself; None while it does not answer."""
        self._bus = self._bus or DeskBus(self._desk.environment['DBUS_SESSION_BUS_ADDRESS'])
        return self._bus.state()

    def widgets(self):
        """Everything that can be seen, from AT-SPI; empty while the program is not there yet."""
        try:
            done = self._desk.run_tool([sys.executable, '-B', os.path.join(HERE, 'widgets.py'), 'nightdesk'])
        except subprocess.TimeoutExpired:
            return []
        found = [json.loads(line) for line in done.stdout.splitlines()]
        if self._scale:
            for widget in found:
                widget['place'] = self._in_pixels(widget['place'])
        return found

    def press_button(self, window, name):
        """Presses the button of that name in that window as a screen reader does; whether there is one that can be pressed."""
        return self._desk.run_tool([sys.executable, '-B', os.path.join(HERE, 'widgets.py'), 'nightdesk', window, name]).returncode == 0

    def _in_pixels(self, place):
        """A place as Qt tells it, in pixels of the screen: a monitor keeps its origin, what is on it is scaled."""
        if not place:
            return place
        x, y, width, height = place
        for _, (left, top, wide, high) in MONITORS:
            if left <= x < left + wide / self._scale and top <= y < top + high / self._scale:
                return [round(value) for value in (left + (x - left) * self._scale, top + (y - top) * self._scale, width * self._scale, height * self._scale)]
        return place

    def _can_be_clicked(self, place):
        """A page that scrolls has widgets beyond the edges of the screen, too."""
        width, height = self._desk.size
        return place and place[2] > 0 and 0 <= place[0] + place[2] // 2 < width and 0 <= place[1] + place[3] // 2 < height

    def find(self, name, role=None, state=None, seconds=30):
        """Waits until a widget of that name, role and state can be seen, and stays in one place; returns it."""
        deadline = time.monotonic() + seconds
        before = None
        while True:
            shown = self.widgets()
            found = next((widget for widget in shown if widget['name'] == name and (role is None or widget['role'] == role)
                          and (state is None or state in widget['states']) and self._can_be_clicked(widget['place'])), None)
            if found and before == found['place']:
                return found
            before = found['place'] if found else None
            if not self.running():
                raise proc.FacilityError(f'Nightdesk ended with status {self._desk.processes.exits.get(self.name)}.')
            if time.monotonic() > deadline:
                there = sorted({f'{widget["role"]} "{widget["name"]}"' for widget in shown if widget['name']})
                raise proc.FacilityError(f'No {role or "widget"} "{name}"{f" that is {state}" if state else ""} was shown within {seconds} s.'
                                         f' What was: {", ".join(there) or "nothing"}.')

    # Mouse and keyboard: real events, through the XTEST extension.

    def click(self, place):
        """Clicks into the middle of @p place (x, y, width, height)."""
        x, y = place[0] + place[2] // 2, place[1] + place[3] // 2
        # Two steps: a program that is told of the pointer by its motion should have seen it come.
        self._desk.run(['xdotool', 'mousemove', '--sync', str(x - 1), str(y), 'mousemove', str(x), str(y), 'click', '1'])

    def type(self, text):
        self._desk.run(['xdotool', 'type', '--delay', '25', '--', text], timeout=30)

    def press(self, *keys):
        self._desk.run(['xdotool', 'key', '--delay', '25', '--', *keys])

    def drag(self, place, to):
        """Drags from the middle of @p place to the point @p to, in steps as a hand does."""
        x, y = place[0] + place[2] // 2, place[1] + place[3] // 2
        moves = [word for part in range(1, 21) for word in ('mousemove', '--sync', str(x + (to[0] - x) * part // 20), str(y + (to[1] - y) * part // 20))]
        self._desk.run(['xdotool', 'mousemove', '--sync', str(x), str(y), 'mousedown', '1', *moves, 'mouseup', '1'], timeout=60)

    @staticmethod
    def rest(seconds):
        """For the eye alone: what is awaited is awaited by find() and status()."""
        time.sleep(seconds)
