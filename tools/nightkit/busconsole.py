# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A console that runs all the time, as a console does, and is told over its bus to connect and to disconnect."""

import time

import processes as proc
from console import Console, agree
from deskbus import DeskBus


class BusConsole:
    """On @p desk, behind the emulated link if @p near are its words; `bus`, a @p kind, is there once it has started.

    With @p revives connect() starts a console again that has ended; else it fails.
    """

    def __init__(self, desk, near, facility, kind=DeskBus, revives=False):
        self._desk = desk
        self._facility = facility
        self._kind = kind
        self._revives = revives
        self.console = Console(desk, near)
        self.bus = None

    def agree(self, *names):
        """Before it starts: nobody is to be asked about these profiles."""
        agree(self._desk, self._facility, *names)

    def start(self):
        self._desk.processes.forget(self.console.name)
        self.console.start(['--facility', self._facility])
        self.bus = self._kind(self._desk.environment['DBUS_SESSION_BUS_ADDRESS'])
        self.until(lambda: self.bus.state() is not None, 'The console did not come up.', 60)

    def until(self, condition, complaint, seconds, pause=0.02):
        """Waits for @p condition while it runs."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline or not self.console.running():
                raise proc.FacilityError('\n'.join([complaint, *self.console.last_lines(12)]))
            time.sleep(pause)

    def connect(self, profile):
        """Returns when the click was made that it took."""
        deadline = time.monotonic() + 15
        while True:
            clicked = time.monotonic()
            outcome = self.bus.connect(profile)
            if outcome == 'connected':
                return clicked
            # It may still be reading the facility, or have just begun to answer.
            if time.monotonic() > deadline:
                raise proc.FacilityError(f'The console does not connect: {outcome}.')
            if self._revives and not self.console.running():
                self.start()
            time.sleep(0.1)

    def disconnect(self, profile):
        self.bus.disconnect(profile)
        if self.console.running():
            self.until(lambda: not self.displays(), 'The console did not disconnect.', 20)

    def state(self):
        return self.bus.state() or {}

    def displays(self):
        return self.state().get('displays') or []
