# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The far side of ./dev bench figures: between VNC server and sshd, and on the network, somebody else counts too."""

import bisect
import json
import os
import sys

import processes as proc
import profiles
from console import binary
from farside import FarSide
from nearside import VIEW

HERE = os.path.dirname(os.path.abspath(__file__))
PLAIN = 200  # a desktop's port and this: without compression, and 100 the counter of the desktop as it is


class FigureFar(FarSide):
    def __init__(self, directory):
        super().__init__(directory)
        self._wires = 0
        self._buffers = {}  # what they were

    def _program(self, side, name, words):
        self._processes.start(name, [*side, sys.executable, '-B', os.path.join(HERE, words[0]), *words[1:]])
        self._processes.wait_until(lambda: 'ready' in self._processes.said(name), f'The program {name}', name)

    def tap(self, name, plain=False):
        """The port of the desktop at which what its server sends is counted."""
        what = f'{name}.{"plain" if plain else "tap"}'
        port = self.desktops[name].port + (PLAIN if plain else 100)
        if what not in self._processes.pids():
            self._program(self.far, what, ['rfbwatch.py', str(port), str(self.desktops[name].port), os.path.join(self._directory, what), *(['plain'] if plain else [])])
        return port

    def flood(self, port):
        """A VNC server that sends as much as its connection takes, whatever it is asked for."""
        self._program(self.far, 'flood', ['floodserver.py', str(port)])

    def counts(self, name, plain=False):
        """What the counter of a desktop wrote: [{at, sent, bytes, pixels, ...}] in order."""
        with open(os.path.join(self._directory, f'{name}.{"plain" if plain else "tap"}'), encoding='ascii') as log:
            return [json.loads(line) for line in log.read().split('\n')[:-1]]

    def rfb_bytes(self, name):
        counted = self.counts(name)
        return counted[-1]['sent'] if counted else 0

    def write_profile(self, desk, name, desktop, port, **link):
        """An instrument of one desktop at that port, trusted already. @p link: more keys of its connection."""
        facts = {'id': desktop, 'socket': None, 'standardPort': False, 'port': port}
        profiles.write(self.facts['facility'], name, profiles.profile(name, name, name, profiles.link_to(self.ssh) | link, [(facts, desktop, VIEW)], []))
        desk.run([binary('nightdesk'), 'trust', '--yes', '--facility', self.facts['facility'], name])

    def set_window(self, size):
        """New connections have about so much of TCP on its way at most, in both directions; None: as Linux does it."""
        for side in (self.near, self.far):
            path = '/proc/sys/net/ipv4/tcp_rmem'
            if size is None:
                self._shell(side, f'echo {self._buffers[side[-1]]} >{path}')
            else:
                self._buffers.setdefault(side[-1], self._shell(side, f'cat {path}').strip())
                # Of a buffer Linux offers about a half as window, and keeps the rest for itself.
                self._shell(side, f'echo 4096 {2 * size} {2 * size} >{path}')

    @staticmethod
    def _shell(side, script):
        done = proc.run([*side, '/bin/sh', '-c', script])
        if done.returncode != 0:
            raise proc.FacilityError(f'"{script}" failed (it takes root): {done.stderr.strip()}')
        return done.stdout

    def start_wire(self):
        """Counts the connections that begin from now on, at the near end of the network."""
        self._wires += 1
        wire = Wire(os.path.join(self._directory, f'wire{self._wires}'), self._processes, f'wire{self._wires}')
        self._program(self.near, wire.name, ['wiretap.py', wire.log, str(self.ssh['port'])])
        return wire


class Wire:
    """What the counter on the network wrote: totals of the busiest connection, in and out, over time."""

    def __init__(self, log, processes, name):
        self.log = log
        self.name = name
        self._processes = processes

    def read(self):
        """([when], [bytes in], [bytes out]) of the connection that brought most."""
        lines = {}
        with open(self.log, encoding='ascii') as log:
            for line in log.read().split('\n')[:-1]:
                when, port, received, sent = line.split()
                lines.setdefault(port, []).append((float(when), int(received), int(sent)))
        busiest = max(lines.values(), key=lambda each: each[-1][1], default=[])
        return tuple(map(list, zip(*busiest, strict=True))) if busiest else ([], [], [])

    def stop(self):
        self._processes.stop(self.name)


def at(times, totals, moment):
    """A total as it was at that moment; 0 before the first."""
    index = bisect.bisect_right(times, moment)
    return totals[index - 1] if index else 0
