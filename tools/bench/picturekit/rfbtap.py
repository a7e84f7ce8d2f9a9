#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands between viewers and a VNC server, passes everything on, and counts what viewers ask for.

usage: rfbtap.py PORT SERVER-PORT LOG    LOG gets "NANOSECONDS REQUESTS BYTES" about ten times a second, of all
connections together; BYTES is what the server sent.
"""

import selectors
import socket
import sys
import time

REQUEST = 3
# Sizes of what a viewer may send; where a length is inside: (head, place of the length, its bytes, size of an item).
PLAIN = {0: 20, REQUEST: 10, 4: 8, 5: 6, 150: 10}
COUNTED = {2: (4, 2, 2, 4), 6: (8, 4, 4, 1), 248: (9, 8, 1, 1), 251: (8, 6, 1, 16)}
SET_UP = 12 + 1 + 1  # version, security None, ClientInit


class Count:
    """Reads what a viewer sends. A message that nobody knows ends the counting, not the connection."""

    def __init__(self):
        self.requests = 0
        self._data = b''
        self._skip = SET_UP
        self._lost = False

    def feed(self, data):
        if self._lost:
            return
        if self._skip:
            taken = min(self._skip, len(data))
            self._skip -= taken
            data = data[taken:]
        self._data += data
        while self._data and not self._skip:
            size = self._size()
            if size is None or size > len(self._data):
                return
            if self._data[0] == REQUEST:
                self.requests += 1
            self._data = self._data[size:]

    def _size(self):
        kind = self._data[0]
        if kind in PLAIN:
            return PLAIN[kind]
        if kind not in COUNTED:
            self._lost = True
            return None
        head, place, size, item = COUNTED[kind]
        if len(self._data) < head:
            return None
        count = int.from_bytes(self._data[place:place + size], 'big', signed=kind == 6)
        return head + abs(count) * item  # a clipboard with a negative length is the extended one


def main():
    port, server, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    log = open(path, 'a', encoding='ascii', buffering=1)  # noqa: SIM115
    listener = socket.create_server(('127.0.0.1', port))
    watched = selectors.DefaultSelector()
    watched.register(listener, selectors.EVENT_READ)
    ended = 0  # requests of connections that are gone
    counts = {}
    sent = 0
    told = 0.0
    print('ready', flush=True)
    while True:
        for key, _ in watched.select(0.05):
            if key.fileobj is listener:
                viewer, _ = listener.accept()
                there = socket.create_connection(('127.0.0.1', server))
                count = counts[viewer] = Count()
                for one, other, counter in ((viewer, there, count), (there, viewer, None)):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    watched.register(one, selectors.EVENT_READ, (other, counter))
                continue
            other, counter = key.data
            try:
                data = key.fileobj.recv(262144)
                if counter:
                    counter.feed(data)
                else:
                    sent += len(data)
                if data:
                    other.sendall(data)
            except OSError:
                data = b''
            if not data:
                for each in (key.fileobj, other):
                    if each in watched.get_map():
                        watched.unregister(each)
                    if each in counts:
                        ended += counts.pop(each).requests
                    each.close()
                break  # what else was ready may be what has just been closed
        now = time.monotonic()
        if now - told > 0.1:
            told = now
            log.write(f'{int(now * 1e9)} {ended + sum(count.requests for count in counts.values())} {sent}\n')


if __name__ == '__main__':
    main()
