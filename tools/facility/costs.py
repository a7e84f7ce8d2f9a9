# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What processes have used: processor and memory, of them and all that they started."""

import contextlib
import os
import signal
import sys
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


def memory_parts(pid, *names):
    """{name: MB} of these lines of its smaps_rollup."""
    with open(f'/proc/{pid}/smaps_rollup', encoding='ascii') as file:
        return {name: int(rest.split()[0]) / 1024 for name, _, rest in (line.partition(':') for line in file) if name in names}


def memory(pids):
    """Proportional memory in MB."""
    total = 0.0
    for pid in pids:
        with contextlib.suppress(OSError):
            total += memory_parts(pid, 'Pss').get('Pss', 0.0)
    return total


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


def is_too_busy(program, busy, what='delays'):
    """Whether @p what would be measured that is of others, who use @p busy of all processors; it is told."""
    if busy > IDLE:
        print(f'{program}: this machine is {busy:.0%} busy: {what} would be its own. Try again when it is idle, or use --busy.', file=sys.stderr)
    return busy > IDLE


def loads():
    """Of the last one, five and fifteen minutes."""
    with open('/proc/loadavg', encoding='ascii') as file:
        return ' '.join(file.read().split()[:3])


def load():
    return float(loads().split()[0])


def machine_line(before):
    """What was measured on; @p before: what loads() told then."""
    return f'Machine: {os.cpu_count()} CPUs, load {before} before, {loads()} after.'
