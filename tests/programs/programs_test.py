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
TOOLS = os.path.join(os.path.dirname(os.path.dirname(HERE)), 'tools')
sys.path[:0] = [HERE, os.path.join(TOOLS, 'demo'), os.path.join(TOOLS, 'facility'), os.path.join(TOOLS, 'nightkit')]

import processes as proc  # noqa: E402
from programdesk import ProgramDesk, changed  # noqa: E402
from programrows import PROGRAMS  # noqa: E402

TOPOLOGIES = {
    'x11': {'topology': 'x11', 'trusted': True, 'restart': 'auto'},
    'x11-untrusted': {'topology': 'x11', 'trusted': False, 'restart': 'auto'},
    'vnc-app': {'topology': 'vnc-app', 'restart': 'never'},
}
DEAD = ('ended', 'failed', 'closed')
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

    def shows(self, program, press, is_shown, what):
        """What comes of @p press, which is done again after a silence of the display: no press goes into one."""
        is_pressed, was_silent = False, True

        def is_reached():
            nonlocal is_pressed, was_silent
            if is_pressed and is_shown():
                return True
            is_silent = self.desk.is_silent(program)
            if was_silent and not is_silent:
                press()
                is_pressed = True
            was_silent = is_silent
            return False

        self.desk.until(is_reached, f'{program.name} {what}')

    def takes_input(self, program):
        if program.menu:
            self.opens_a_menu(program)
            return
        before = self.desk.look(program)
        self.shows(program, lambda: None if program.moves else self.desk.tell(program), lambda: changed(self.desk.look(program), before) > 8, 'did not show what it was told')

    def opens_a_menu(self, program):
        """And closes it, by the key that is the menu's. Until the program gives the pointer back, a click elsewhere is its own."""
        before = self.desk.look_for_menu(program)
        much = 900  # points: more in a menu's highlighted line, less in its name in the bar, which may stay highlighted
        self.shows(program, lambda: self.desk.tell(program), lambda: changed(self.desk.look_for_menu(program), before) > much, 'did not open its menu')
        self.stands_still(program)
        self.shows(program, lambda: self.desk.console.press('Escape'), lambda: changed(self.desk.look_for_menu(program), before) < much, 'did not close its menu')
        self.desk.until(self.desk.pointer_is_free, f'{program.name} keeps the pointer')

    def works(self, topology):
        self.connect(topology)
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                self.takes_input(program)
        self.closes(PROGRAMS)

    def closes(self, programs):
        """The first by its card, the others by their windows' frames."""
        first, *others = programs
        self.desk.press(self.desk.console.find(f'Close {first.name}')['place'])
        self.desk.answer('Close Program')
        for program in others:
            self.desk.close_by_frame(program)
        for program in programs:
            with self.subTest(program=program.name):
                self.desk.until(lambda name=program.name: self.desk.states().get(name) in ('ended', 'closed', None), f'{program.name} was not closed')
                self.desk.until(lambda program=program: not self.desk.processes_of(program), f'{program.name} runs on')

    # Death.

    def dies(self, name, pids):
        """It, and only it, is told to have ended when these are killed."""
        self.assertTrue(pids, name)
        others = [other for other, state in self.desk.until(self.desk.states, 'The console does not answer').items() if state == 'live' and other != name]
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.desk.until(lambda: self.desk.states().get(name) in DEAD, f'{name} was not seen to end')
        self.desk.until(lambda: not self.desk.processes_of(BY_NAME[name]), f'{name} runs on')
        told = self.desk.until(self.desk.states, 'The console does not answer')
        self.assertEqual([other for other in others if told.get(other) != 'live'], [])

    def pids(self):
        return {program.name: self.desk.processes_of(program) for program in PROGRAMS}

    def goes_on(self, before, looks):
        """What ran runs, and shows what it showed."""
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                self.desk.until(lambda program=program: self.desk.states().get(program.name) == 'live', f'{program.name} did not come back')
                if not program.moves:
                    # But for a cursor, which shows where the keyboard is.
                    self.desk.until(lambda program=program: changed(self.desk.look(program), looks[program.name]) < len(looks[program.name]) // 10,
                                    f'{program.name} does not show what it showed')
        self.assertEqual(self.pids(), before)

    def looks(self):
        """What each shows once it has come to rest."""
        for program in PROGRAMS:
            self.stands_still(program)
        return {program.name: self.desk.look(program) for program in PROGRAMS}

    # Topologies.

    def test_trusted_x11_shows_every_program(self):
        self.connect('x11')
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                self.takes_input(program)
        with self.subTest('the link is cut for a moment'):
            before, looks = self.pids(), self.looks()
            self.desk.cut(1.5)
            self.goes_on(before, looks)
        with self.subTest('a program is killed'):
            self.dies('xcalc', self.desk.processes_of(BY_NAME['xcalc']))
        self.closes([program for program in PROGRAMS if program.name != 'xcalc'])

    def test_untrusted_x11_shows_every_program(self):
        self.works('x11-untrusted')

    def test_displays_of_their_own_outlive_link_and_console(self):
        self.connect('vnc-app')
        for program in PROGRAMS:
            with self.subTest(program=program.name):
                self.takes_input(program)
        before, looks = self.pids(), self.looks()
        with self.subTest('the link is cut for a moment'):
            self.desk.cut(1.5)
            self.goes_on(before, looks)
        with self.subTest('the link dies'):
            for pid in self.desk.link_ends():
                os.kill(pid, signal.SIGKILL)
            self.desk.until(lambda: set(self.desk.states().values()) != {'live'}, 'Nobody saw the link die')
            self.goes_on(before, looks)
        with self.subTest('the console is killed'):
            self.desk.kill_console()
            self.assertEqual(self.pids(), before)
            self.desk.start_console()
            self.desk.connect('vnc-app')
            self.goes_on(before, looks)
        with self.subTest('a program is killed'):
            self.dies('xcalc', self.desk.processes_of(BY_NAME['xcalc']))
        with self.subTest('a server is killed'):
            self.dies('xterm', self.desk.servers_of('xterm'))
        self.desk.disconnect('vnc-app')
        self.desk.until(lambda: not any(self.pids().values()), 'Programs ran on after Disconnect')


def stop_requested(*_):
    raise SystemExit(1)


if __name__ == '__main__':
    signal.signal(signal.SIGTERM, stop_requested)
    try:
        unittest.main()
    finally:
        # Told to end in the middle of it, unittest does not get to this.
        if getattr(ProgramsTest, 'directory', None):
            ProgramsTest._clean()
