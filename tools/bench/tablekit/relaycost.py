# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the relay of x11 costs, beside ssh's own forwarding: a probe at the summit measures, here processor time is counted."""

import os
import statistics
import sys
import time

import processes as proc

import costs

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_TRIP = 0.001
MOST_CORES = 0.03


def command(log):
    return [sys.executable, '-B', os.path.join(HERE, 'relayprobe.py'), log]


def follow(log, pids, alive, seconds=60):
    """Reads the probe's log until its end; {'trip', 'idle', 'cores', 'rate'}. @p pids: whose processor time counts."""
    figures, marks = {}, {}
    deadline = time.monotonic() + seconds
    read = 0
    while 'rate' not in figures:
        lines = []
        if os.path.exists(log):
            with open(log, encoding='ascii') as file:
                lines = file.read().split('\n')[:-1]
        for line in lines[read:]:
            words = line.split()
            marks[words[0]] = (time.monotonic(), costs.processor(pids()))
            if words[0] == 'trips':
                figures['trip'] = float(words[1])
            elif words[0] == 'end':
                figures['rate'] = float(words[1]) / float(words[2])
        read = len(lines)
        if time.monotonic() > deadline or not alive():
            raise proc.FacilityError(f'The probe at the summit did not come to its end: {lines[-1:] or "it said nothing"}.')
        time.sleep(0.01)
    for name, begin, end in (('idle', 'idle', 'begin'), ('cores', 'begin', 'end')):
        (then, before), (now, after) = marks[begin], marks[end]
        figures[name] = (after - before) / (now - then)
    return figures


def targets(figures):
    """[(what, target, seen, reached)]"""
    ours, ssh = figures['nightdesk'], figures['ssh']
    trip = ours['trip'] - ssh['trip']
    cores = ours['cores'] - ours.get('idle', 0.0) - ssh['cores']
    return [
        ('relay of x11: a round trip, above that of `ssh -Y`', '<= 1 ms', f'{trip * 1000:.2f} ms ({ours["trip"] * 1000:.2f} against {ssh["trip"] * 1000:.2f})',
         trip <= MOST_TRIP),
        ('relay of x11: processor at 30 Mbit/s of pictures, above that of `ssh -Y`', '<= 3 % of a core',
         f'{cores * 100:.1f} % ({ours["cores"] * 100:.1f}, of which {ours.get("idle", 0.0) * 100:.1f} without the program, against {ssh["cores"] * 100:.1f})',
         cores <= MOST_CORES),
    ]


def middle(runs):
    return {who: {name: statistics.median(run[who][name] for run in runs) for name in runs[0][who]} for who in runs[0]}


def measure(desk, far, console, ssh, runs):
    """[{'nightdesk': figures, 'ssh': figures}], in turns. @p ssh starts a command through `ssh -Y` and returns its process' name."""
    found = []
    for run in range(runs):
        both = {}
        log = os.path.join(far.home, f'relay-ssh-{run}.log')
        name = ssh(command(log))
        both['ssh'] = follow(log, lambda name=name: costs.family([desk.processes.pids()[name]]), lambda name=name: desk.processes.running(name) or os.path.exists(log))
        desk.processes.stop(name)
        log = os.path.join(far.home, 'relay-nightdesk.log')
        if os.path.exists(log):
            os.unlink(log)
        console.connect('relay')
        try:
            both['nightdesk'] = follow(log, lambda: [console.bus.pid()], lambda: True)
        finally:
            console.disconnect('relay')
        found.append(both)
    return found
