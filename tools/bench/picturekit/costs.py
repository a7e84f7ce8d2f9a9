# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What processes have used: processor and memory, of them and all that they started."""

import os
import signal
import time

import processes as proc

TICK = 1 / os.sysconf('SC_CLK_TCK')
IDLE = 0.2  # of all processors: above it the machine is busy, and delays are the scheduler's


def family(roots):
    """These processes and all below them, but not what only waits to be reaped."""
    return list(dict.fromkeys(pid for root in roots for pid in proc.family(root)))


def kill(processes, *names):
    """Those of @p processes that run, with all that they started."""
    for name in names:
        pid = processes.pids().get(name)
        if not pid:
            continue
        proc.send(signal.SIGKILL, proc.family(pid))
        processes.stop(name)


def processor(pids):
    """Seconds of processor, user and system, of all threads."""
    total = 0
    for pid in pids:
        try:
            with open(f'/proc/{pid}/stat', 'rb') as file:
                fields = file.read().rpartition(b')')[2].split()
            total += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return total * TICK


def memory(pids):
    """Proportional memory in MB."""
    total = 0
    for pid in pids:
        try:
            with open(f'/proc/{pid}/smaps_rollup', encoding='ascii') as file:
                total += next((int(line.split()[1]) for line in file if line.startswith('Pss:')), 0)
        except OSError:
            continue
    return total / 1024


def machine():
    """(seconds in which processors worked, seconds in all) since the machine started."""
    with open('/proc/stat', encoding='ascii') as file:
        values = [int(word) * TICK for word in file.readline().split()[1:9]]
    return sum(values) - values[3] - values[4], sum(values)


def busy_share(seconds):
    """How much of all processors others use."""
    before = machine()
    time.sleep(seconds)
    worked, passed = (after - first for after, first in zip(machine(), before, strict=True))
    return worked / passed if passed else 0.0


def load():
    with open('/proc/loadavg', encoding='ascii') as file:
        return float(file.read().split()[0])
