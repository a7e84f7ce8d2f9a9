# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The near side of an experiment: a console on three virtual monitors, watched and typed at."""

import time

import processes as proc
from console import Console, agree
from deskbus import DeskBus, StateWatch
from glass import Glass, Watch
from summit import DESKTOPS
from typist import Typist
from virtualdesk import MONITORS, VirtualDesk

NAMES = [name for name, _ in DESKTOPS]


def all_live(told):
    """Every link and every display is live and answers."""
    return len(told) > len(NAMES) and all(state == 'live' for state in told.values())


def desktops_live(told):
    """The same without the windows, which a dead link may have taken with it."""
    return all(told.get(name) == 'live' for name in NAMES)


def find_strips(glass, rects, running=lambda: True, seconds=40):
    """The strips of these places, as soon as all of them stand there."""
    found = {}
    deadline = time.monotonic() + seconds
    while len(found) < len(rects):
        for name, rect in rects.items():
            strip = found.get(name) or glass.find_strip(rect)
            if strip:
                found[name] = strip
        if time.monotonic() > deadline or not running():
            raise proc.FacilityError(f'No picture of {", ".join(name for name in rects if name not in found)} was seen.')
        time.sleep(0.1)
    return found


class OurDesk:
    """@p before are words to start the console with, such as env and what it sets."""

    def __init__(self, directory, summit, before=()):
        self.desk = VirtualDesk(directory)
        self._summit = summit
        self.console = Console(self.desk, [*summit.near, *before])
        self.bus = self.states = self.watch = self.typist = None

    def start(self, pause):
        """Starts and connects it and types a mark into control0 every @p pause seconds."""
        desk = self.desk
        desk.start()
        agree(desk, self._summit.directory, self._summit.profile)
        self.console.start(['connect', '--facility', self._summit.directory, '--site', 'desk', self._summit.profile])
        self.bus = DeskBus(desk.environment['DBUS_SESSION_BUS_ADDRESS'])
        self.states = StateWatch(self.bus)
        self.states.start()
        if self.states.wait(time.monotonic(), all_live, 60) is None:
            raise proc.FacilityError(self.trouble(f'Not every display became live: {self.states.latest}'))
        self._glass = Glass(desk)
        self.look()
        self.typist = Typist(desk.environment, desk.directory, pause)
        self.focus()
        self.typist.start()
        if not proc.wait_for(lambda: self._summit.presses(NAMES[0]), 30):
            raise proc.FacilityError('No key that was typed at the desk came to the summit.')

    def look(self):
        """Finds the displays on the glass and watches them from now on."""
        strips = find_strips(self._glass, {name: dict(MONITORS)[screen] for name, screen in DESKTOPS}, self.console.running)
        if self.watch:
            self.watch.stop()
        self.watch = Watch(strips)
        self.watch.start()

    def focus(self):
        """Clicks into the picture of control0, where the console's own window does not stand before it."""
        left, top, _, height = dict(MONITORS)[DESKTOPS[0][1]]
        self.typist.point_at(left + 200, top + height * 5 // 6, click=True)

    def worker(self, name):
        """The process that fetches this desktop's picture."""
        state = proc.wait_for(self.bus.state, 30, 0)  # a busy console may be too late with an answer
        if not state:
            raise proc.FacilityError(self.trouble('The console does not answer.'))
        display = next(display for display in state['displays'] if display['id'] == name)
        if 'workerPid' not in display:
            raise proc.FacilityError(f'{name} has no worker: it is {display["state"]}.')
        return display['workerPid']

    def settle(self, seconds=60, told=desktops_live):
        """Waits until all desktops are live and show something new."""
        if not proc.wait_for(lambda: self.states.changes and told(self.states.changes[-1][1]), seconds, 0.02):
            raise proc.FacilityError(self.trouble(f'Not every display came back: {self.states.latest}'))

    def trouble(self, text):
        return '\n'.join([text, *self.console.last_lines()])

    def stop(self):
        for thread in (self.typist, self.watch, self.states):
            if thread:
                thread.stop()
