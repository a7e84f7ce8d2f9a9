#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real programs in each topology: they appear, take input, are closed; and what is left when program, link or console die."""

import sys

sys.dont_write_bytecode = True

import os  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import tempfile  # noqa: E402
import unittest  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(TESTS, 'demo'), os.path.join(TESTS, 'facility'), os.path.join(TESTS, 'nightkit')]

import processes as proc  # noqa: E402
from programdesk import ProgramDesk, changed  # noqa: E402
from programrows import PROGRAMS  # noqa: E402

TOPOLOGIES = {
    'x11': {'topology': 'x11', 'trusted': True, 'restart': 'auto'},
    'x11-untrusted': {'topology': 'x11', 'trusted': False, 'restart': 'auto'},
}
SHOTS = os.environ.get('NIGHTDESK_SHOTS')
BY_NAME = {program.name: program for program in PROGRAMS}


class ProgramsTest(unittest.TestCase):
    """One desk for all: programs of a topology run side by side."""

    @classmethod
    def setUpClass(cls):
        proc.become_subreaper()
        cls.directory = tempfile.mkdtemp(prefix='nightdesk-programs-')
        cls.addClassCleanup(cls._clean)
        cls.desk = cls.enterClassContext(ProgramDesk(os.path.join(cls.directory, 'd'), TOPOLOGIES))

    @classmethod
    def _clean(cls):
        proc.remove_stale_displays(proc.sweep())
        shutil.rmtree(cls.directory, ignore_errors=True)

    def tearDown(self):
        if SHOTS:
            self.desk.shot(os.path.join(SHOTS, self.id().rpartition('.')[2] + '.png'))
        self.desk.until(lambda: self.desk.bus.state() is not None, 'The console does not answer')
        for profile in TOPOLOGIES:
            self.desk.bus.disconnect(profile)
        self.desk.until(lambda: not self.desk.states(), 'Not everything was disconnected')

    # What is asked of every program.

    def connect(self, topology):
        """All programs of it, until each stands in its place."""
        empty = {program.name: self.desk.look(program) for program in PROGRAMS}
        self.desk.connect(topology)
        for program in PROGRAMS:
            self.appears(program, empty[program.name])

    def appears(self, program, empty):
        self.desk.until(lambda: self.desk.states().get(program.name) == 'live' and changed(self.desk.look(program), empty) > len(empty) // 3,
                        f'{program.name} did not appear')
        self.stands_still(program)

    def stands_still(self, program):
        """What it shows at first is there."""
        if program.moves:
            return
        seen = [self.desk.look(program)]

        def is_still():
            seen.append(self.desk.look(program))
            return len(seen) > 15 and len(set(seen[-15:])) == 1

        self.desk.until(is_still, f'{program.name} did not come to rest')

    def takes_input(self, program):
        before = self.desk.look(program)
        if not program.moves:
            self.desk.tell(program)
        self.desk.until(lambda: changed(self.desk.look(program), before) > 8, f'{program.name} did not show what it was told')
        if program.keys[:1] == ('alt+f',):
            self.desk.console.press('Escape')

    def works(self, topology):
        self.connect(topology)
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                self.takes_input(program)
        buttons = self.desk.buttons()
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                self.assertIn(f'Close {program.name}', buttons)
                self.desk.press(buttons[f'Close {program.name}'])
                self.desk.until(lambda name=program.name: self.desk.states().get(name) in ('ended', 'closed', None), f'{program.name} was not closed')
                self.assertFalse(self.desk.processes_of(program), program.name)

    def test_trusted_x11_shows_every_program(self):
        self.works('x11')

    def test_untrusted_x11_shows_every_program(self):
        self.works('x11-untrusted')


def stop_requested(*_):
    raise SystemExit(1)


if __name__ == '__main__':
    signal.signal(signal.SIGTERM, stop_requested)
    unittest.main()
