# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A summit behind a gateway: two emulated links, one after the other."""

import os
import sys
import time

import figurerows as rows
import processes as proc
import profiles
from console import binary
from demofacility import DemoFacility
from nearside import VIEW
from watched import LINK_RATE, Part, Watched

HERE = os.path.dirname(os.path.abspath(__file__))
GATE, BEHIND, MADE_QUEUE = 2, 98, 40  # ms
SAMPLES = 6  # s: of which the least of both ends of a leg are taken
PORT = 4022  # at the gateway: the summit's sshd


class Gateway(Part):
    def __init__(self, bench, desk, far, directory):
        super().__init__(bench, desk, far)
        self._directory = directory
        self._processes = proc.Processes(directory, dict(os.environ))
        self._inner = None

    def _pump(self, name, words, listen, target):
        self._processes.start(name, [*words, sys.executable, '-B', os.path.join(HERE, 'pump.py'), listen, target])
        self._processes.wait_until(lambda: 'ready' in self._processes.said(name), f'The relay {name}', name)

    def prepare(self, stack):
        """Starts the summit, before the console reads its profiles; it ends with the stack."""
        summit = stack.enter_context(DemoFacility(f'{BEHIND}ms', LINK_RATE, ['--desktops=1', '--bare', '--size=640x480']))
        self._inner = summit.facts
        middle = os.path.join(self._directory, 'middle')
        self._pump('inner', self._inner['link']['near'], f'unix:{middle}', f'tcp:{self._inner["ssh"]["address"]}:{self._inner["ssh"]["port"]}')
        self._pump('outer', self._far.far, f'tcp:127.0.0.1:{PORT}', f'unix:{middle}')
        self._write_profile()

    def _write_profile(self):
        outer, ssh = self._far.ssh, self._inner['ssh']
        hosts = os.path.join(self._directory, 'known_hosts')
        with open(hosts, 'w', encoding='ascii') as file, open(outer['knownHosts'], encoding='ascii') as first, open(ssh['knownHosts'], encoding='ascii') as second:
            file.write(first.read())
            file.write(f'[127.0.0.1]:{PORT} {second.read().split(None, 1)[1]}')
        link = {'host': '127.0.0.1', 'port': PORT, 'user': ssh['user'], 'jump': [f'{outer["user"]}@{outer["address"]}:{outer["port"]}'],
                'identities': [outer['identity'], ssh['identity']], 'known-hosts': hosts}
        text = profiles.profile('gateway', 'gateway', 'A summit behind a gateway', link, [(self._inner['desktops'][0], 'behind', VIEW)], [])
        profiles.write(self._far.facts['facility'], 'gateway', text)
        self._desk.run([binary('nightdesk'), 'trust', '--yes', '--facility', self._far.facts['facility'], 'gateway'])

    def run(self):
        self._far.set_link(f'{GATE}ms', LINK_RATE)
        watched = Watched(self._desk, self._viewer, self._inner['desktops'][0]['id'])
        self._viewer.start('gateway', None)
        try:
            watched.settle('ssh', 40, 'nowMs')
            time.sleep(SAMPLES)
            where = f'gateway at {GATE} ms, summit {BEHIND} ms behind it'
            found = [self._layers(watched) for _ in range(6)]
            legs = [[each.get('nowMs') for each in layers if each['layer'] == 'network'] for layers in found]
            for index, (what, wanted) in enumerate((('RTT to the gateway, status', GATE), ('RTT from gateway to summit, status', BEHIND))):
                shown = rows.middle([each[index] if len(each) > index else None for each in legs])
                self._bench.add(rows.time_row(what, where, shown, float(wanted), 2))
            self._bench.add(rows.time_row('RTT through ssh, status', where, rows.middle([rows.layer(each, 'ssh') for each in found]), float(GATE + BEHIND), 2))
            self._bench.add(rows.time_row('queue, status', where, rows.middle([rows.layer(each, 'queue') for each in found]), 0.0, 5, 0))
            # What every packet waits in front of a narrow place, made by the emulator for all of them alike.
            self._far.set_link(f'{GATE + MADE_QUEUE}ms', LINK_RATE)
            self._until_queue(watched, MADE_QUEUE / 2)
            queue = rows.middle([rows.layer(self._layers(watched), 'queue') for _ in range(6)])
            self._bench.add(rows.time_row(f'queue of {MADE_QUEUE} ms, status', where, queue, float(MADE_QUEUE), 5, 0))
        finally:
            self._viewer.stop()

    @staticmethod
    def _until_queue(watched, least):
        """Until one of about that size is shown, and for as long as the samples from before it count as now."""
        end = time.monotonic() + 10
        while time.monotonic() < end and (rows.layer(watched.link().get('layers', []), 'queue') or 0) < least:
            time.sleep(0.2)
        time.sleep(2)

    @staticmethod
    def _layers(watched):
        time.sleep(0.5)
        return watched.link().get('layers', [])
