# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a running console holds: descriptors, threads, memory, X resources, children, log."""

import collections
import contextlib
import mmap
import os
import struct

import costs
import processes as proc
from xaccess import open_display

SIZES = 4097  # census.cpp; then all bytes in them
LOCAL_CLIENT_PID = 2  # of the X-Resource extension
# Qt's threads for work in passing: no more than the machine has cores, each ends when it was idle for half a minute. Whether one
# is still there when it is counted is chance; each has one descriptor, to be woken by.
IN_PASSING = 'Thread (pooled)'


class Sampler:
    """@p pid is the console's; @p census the file that census.cpp counts in, or None; @p logs a directory."""

    def __init__(self, desk, pid, census, logs):
        self._pid = pid
        self._logs = logs
        self._display = open_display(desk.environment, desk.directory)
        if not self._display.has_extension('X-Resource'):
            raise RuntimeError('The X server does not tell its resources.')
        self._census = None
        if census:
            with open(census, 'rb') as file:
                self._census = mmap.mmap(file.fileno(), (SIZES + 1) * 8, access=mmap.ACCESS_READ)

    def take(self):
        """One sample: {name: number}."""
        memory = self._memory()
        children, zombies = self._children()
        threads = self.threads()
        passing = threads.get(IN_PASSING, 0)
        return {
            'descriptors': len(os.listdir(f'/proc/{self._pid}/fd')) - passing,
            'threads': sum(threads.values()) - passing,
            'threads in passing': passing,
            'in blocks, kB': self._in_blocks() // 1024,
            'memory, kB': memory['Anonymous'],
            'resident, kB': memory['Rss'],
            'X resources': self._x_resources(),
            'children': children,
            'zombies': zombies,
            'log, bytes': sum(os.path.getsize(os.path.join(where, name)) for where, _, names in os.walk(self._logs) for name in names),
        }

    def blocks(self):
        """{size: memory blocks in use}, of exactly that many bytes; without a census nothing."""
        if self._census is None:
            return {}
        counts = struct.unpack_from(f'{SIZES}q', self._census)
        return {size: count for size, count in enumerate(counts[:-1]) if count > 0}

    def _in_blocks(self):
        return struct.unpack_from('q', self._census, SIZES * 8)[0] if self._census else 0

    def descriptors(self):
        """What each open descriptor is, for whoever has to find one too many."""
        found = collections.Counter()
        for name in os.listdir(f'/proc/{self._pid}/fd'):
            with contextlib.suppress(OSError):
                found[os.readlink(f'/proc/{self._pid}/fd/{name}').split(':')[0]] += 1
        return found

    def threads(self):
        """{name: how many}."""
        found = collections.Counter()
        for task in os.listdir(f'/proc/{self._pid}/task'):
            with contextlib.suppress(OSError), open(f'/proc/{self._pid}/task/{task}/comm', encoding='utf-8', errors='replace') as file:
                found[file.read().strip()] += 1
        return found

    def _memory(self):
        return {name: round(megabytes * 1024) for name, megabytes in costs.memory_parts(self._pid, 'Rss', 'Anonymous').items()}

    def _x_resources(self):
        """Of the console's own connections, and of those of programs that it relays."""
        total = 0
        for client in self._display.res_query_clients().clients:
            if self._owner(client.resource_base) == self._pid:
                total += sum(entry.count for entry in self._display.res_query_client_resources(client.resource_base).types)
        return total

    def _owner(self, client):
        """The process at the other end of an X client's connection."""
        ids = self._display.res_query_client_ids([{'client': client, 'mask': LOCAL_CLIENT_PID}]).ids
        return ids[0].value[0] if ids and ids[0].value else None

    def _children(self):
        states = [state for parent, state in proc.parents().values() if parent == self._pid]
        zombies = states.count('Z')
        return len(states) - zombies, zombies

    def close(self):
        self._display.close()
        if self._census:
            self._census.close()
