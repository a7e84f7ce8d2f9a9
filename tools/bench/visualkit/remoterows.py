# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of X servers and color maps that a console knows through a connection of 100 ms."""

import json
import os
import random
import sys
import time

import processes as proc
import profiles
import verdicts
import visualrows as rows
from busconsole import BusConsole
from console import binary
from costs import memory
from demofacility import DemoFacility, environment_of
from deskbus import DeskBus
from gi.repository import GLib
from localrows import Answer, tells_memory
from virtualdesk import VirtualDesk
from xaccess import open_display

HERE = os.path.dirname(os.path.abspath(__file__))
ROUND_TRIP, EXTRA = 0.1, 0.2  # s
PROFILE, LIES = 'visuals', 'lies'
OLD_PORT = 6099
# As Nightdesk starts it for programs of 8 bits; one that naps looks at its color map four times a second.
X11VNC = ('-listen', '127.0.0.1', '-no6', '-noipv6', '-shared', '-forever', '-nopw', '-norc', '-nodpms', '-flashcmap', '-nonap', '-quiet')
TRUE, OLD = 'control0', 'hires'
LIAR_PORT = 6100


class ServersBus(DeskBus):
    """With what the console knows of X servers."""

    def servers(self):
        try:
            return json.loads(self._call(self._name, '/Console', 'org.nightdesk.Console', 'Servers', '(s)'))
        except (GLib.Error, TypeError):
            return {}


def colors_of(servers, title):
    """The color map of a desktop as the console shows it; empty: it has none."""
    return next((each['colors'] for each in servers.get('colormaps', []) if each['display'] == title), [])


class RemoteRows:
    def __init__(self, directory, add, samples):
        self._directory = directory
        self._add = add
        self._samples = samples
        self._ours = self._bus = self._facility = self._desk = None
        self._workers = 0.0  # MB

    def run(self):
        self._desk = VirtualDesk(self._directory)
        self._desk.start()
        with DemoFacility('100ms', '30mbit', ['--bare', '--size=1024x768']) as self._facility:
            self._facility.give_cookies()
            self._start_viewer()
            self._write_profiles()
            self._start()
            self._connection()
            self._remote_verdicts()
            self._color_map()
            self._lies()

    @property
    def _instruments(self):
        return self._facility.facts['facility']

    def _start_viewer(self):
        """Of the 8-bit X server."""
        desktop, name = self._facility.desktop(OLD), 'visuals.x11vnc'
        self._desk.processes.start(name, [*self._facility.facts['link']['far'], proc.program('x11vnc'), '-display', f':{desktop["display"]}', '-auth',
                                          desktop['xauthority'], '-rfbport', str(OLD_PORT), *X11VNC])
        self._desk.processes.wait_until(lambda: 'PORT=' in self._desk.processes.said(name), 'x11vnc', name)

    def _write_profiles(self):
        shown = [(self._facility.desktop(TRUE), TRUE, 'left'), (self._facility.desktop(OLD) | {'port': OLD_PORT}, OLD, 'centre')]
        lies = [({'id': lie.mode, 'port': LIAR_PORT + number, 'socket': None, 'standardPort': False}, lie.mode, 'right') for number, lie in enumerate(verdicts.VNC_LIES)]
        for name, desktops in ((PROFILE, shown), (LIES, lies)):
            profiles.write(self._instruments, name, profiles.profile(name, name, name, profiles.link_to(self._facility.facts['ssh']), desktops, []))

    def _start(self):
        self._ours = BusConsole(self._desk, self._facility.near, self._instruments, ServersBus)
        self._ours.agree(PROFILE, LIES)
        self._ours.start()
        self._bus = self._ours.bus

    def _until(self, condition, what, seconds):
        self._ours.until(condition, f'{what}.', seconds, 0.005)

    def _display(self, name):
        return next((each for each in self._ours.displays() if each['id'] == name), {})

    def _connect(self, profile):
        self._until(lambda: self._bus.connect(profile) == 'connected', f'The console does not connect "{profile}"', 30)

    def _connection(self):
        """How soon the remote X server is known."""
        self._connect(PROFILE)
        self._until(lambda: any(link['state'] == 'live' for link in self._ours.state().get('links', [])), 'The connection was not live', 60)
        live = time.monotonic()
        found = proc.wait_for(lambda: any(each['facts'].get('screens') for each in self._bus.servers().get('remotes', [])), 10, 0)
        if not found:
            print(self._bus.servers(), file=sys.stderr)
        self._add(rows.time_row('remote Xvnc known, after the connection is up', time.monotonic() - live if found else None, verdicts.MOST_SECONDS))

    def _remote_verdicts(self):
        """Of the Xvnc desktop, by what the console knows through the connection."""
        self._until(lambda: self._display(TRUE).get('state') == 'live' and self._display(OLD).get('state') == 'live', 'Not every desktop became live', 60)
        number, host = self._facility.desktop(TRUE)['display'], self._facility.facts['ssh']['address']
        for name, lines, expected in (('through the connection: desktop as expected', 'expect = { visual = "TrueColor 24", size = "1024x768" }', 'fits'),
                                      ('through the connection: desktop of another visual', 'expect = { visual = "PseudoColor 8" }', 'does-not-fit: visual')):
            profile = os.path.join(self._directory, 'remote.toml')
            text = verdicts.Case(name, '-', '-', (lines,), '', '', ()).profile()
            with open(profile, 'w', encoding='utf-8') as file:
                file.write(text.replace('":1"', f'":{number}"').replace('summit.example', host))
            answer = Answer([binary('nightdesk'), 'visuals', '--json', '--profile', profile, '--link', host], self._desk.processes.environment | self._desk.environment)
            fit = answer.fit or {'verdict': answer.complaint or 'no answer', 'findings': []}
            seen = verdicts.describe(fit['verdict'], fit.get('visual', ''), [each['cause'] for each in fit['findings']])
            self._add(rows.check_row(name, expected, seen, seen == expected))

    def _color_map(self):
        """The console's copy of the live color map, after cells were stored."""
        desktop = self._facility.desktop(OLD)
        server = open_display(environment_of(desktop), self._directory)
        colormap = server.screen().default_colormap
        cells = colormap.alloc_color_cells(False, 40, 0).pixels
        late, chance = [], random.Random(8)
        for _ in range(self._samples):
            colormap.store_colors([(pixel, *(chance.randrange(65536) for _ in range(3)), 7) for pixel in cells])
            wanted = [f'{one.red:04x}{one.green:04x}{one.blue:04x}' for one in colormap.query_colors(list(range(256)))]
            stored = time.monotonic()
            took = None
            while took is None and time.monotonic() < stored + 10:
                if colors_of(self._bus.servers(), OLD) == wanted:
                    took = time.monotonic() - stored
            late.append(took)
            time.sleep(0.3 + chance.random())
        exact = [each for each in late if each is not None]
        self._add(rows.check_row('color map equal to XQueryColors', f'{self._samples} of {self._samples}', f'{len(exact)} of {self._samples}', len(exact) == self._samples))
        self._add(rows.time_row('color map, stored until the console has it, worst', max(exact) if len(exact) == len(late) else None, ROUND_TRIP + EXTRA))
        server.close()

    def _lies(self):
        """VNC servers that are not to be believed, while the others stay live."""
        for number, lie in enumerate(verdicts.VNC_LIES):
            self._desk.processes.start(f'liar.{lie.mode}', [*self._facility.facts['link']['far'], sys.executable, '-B', os.path.join(HERE, 'vncliar.py'),
                                                            str(LIAR_PORT + number), lie.mode])
        console = self._bus.pid()
        time.sleep(3)
        memory_before = memory([console])
        self._workers = memory(proc.descendants(console))
        self._connect(LIES)
        began = time.monotonic()
        for lie in verdicts.VNC_LIES[:2]:
            sentence = None
            while not sentence and time.monotonic() < began + lie.ends:
                sentence = self._display(lie.mode).get('failure', {}).get('what')
                time.sleep(0.05)
            self._add(rows.lie_row('VNC server', lie, sentence, time.monotonic() - began, max(0.0, memory([console]) - memory_before) if tells_memory() else None, None, None))
        lie = verdicts.VNC_LIES[2]
        while time.monotonic() < began + lie.ends / 2:
            time.sleep(0.2)
        asked = time.monotonic()
        displays = self._ours.displays()
        answered = time.monotonic() - asked
        lives = [each['id'] for each in displays if each['state'] == 'live' and each['id'] in (TRUE, OLD)]
        seen = f'it is {self._display(lie.mode).get("state", "gone")}; others live: {len(lives)} of 2; console answers in {answered * 1000:.0f} ms'
        reached = len(lives) == 2 and answered < 1 and self._display(lie.mode).get('state') != 'live'
        if tells_memory():
            grown = max(0.0, memory([console, *proc.descendants(console)]) - memory_before - self._workers)
            seen, reached = f'{seen}, {grown:.0f} MB more with its worker', reached and grown <= 2 * verdicts.MOST_MEMORY
        self._add(rows.check_row(f'VNC server: {lie.name}', f'2 of 2 live; 1000 ms, {2 * verdicts.MOST_MEMORY} MB', seen, reached))
