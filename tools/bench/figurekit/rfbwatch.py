#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands between viewers and a VNC server, passes everything on, and counts bytes, and pixels by the kind of their rectangles.

usage: rfbwatch.py PORT SERVER-PORT LOG [plain]    LOG gets a line of JSON ten times a second, and one after each small piece:
of all connections `sent`; of the newest one `bytes`, `pixels` and `kindBytes`, as rectangles.KINDS. plain: viewers get no
encoding that compresses.
"""

import json
import selectors
import socket
import sys
import time

from rectangles import FromServer, FromViewer

SMALL = 4096  # bytes: behind such a piece there is likely to be a pause, and a count that others may have too


class Pair:
    """One viewer and its connection to the server."""

    def __init__(self, viewer, port, plain):
        self.viewer = viewer
        self.server = socket.create_connection(('127.0.0.1', port))
        self.sent = FromServer()
        self.asked = FromViewer(self.sent, plain)
        for end in (self.viewer, self.server):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def move(self, source):
        """Passes on what there is; returns how many bytes of the server's that were, None at the end."""
        try:
            data = source.recv(262144)
            if source is self.viewer:
                self.asked.feed(data)
                self.server.sendall(self.asked.take())
            else:
                self.sent.feed(data)
                self.viewer.sendall(data)
        except OSError:
            return None
        return None if not data else 0 if source is self.viewer else len(data)


def main():
    port, server, path, plain = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], 'plain' in sys.argv[4:]
    log = open(path, 'a', encoding='ascii', buffering=1)  # noqa: SIM115
    listener = socket.create_server(('127.0.0.1', port))
    watched = selectors.DefaultSelector()
    watched.register(listener, selectors.EVENT_READ)
    newest, connections, sent, told = None, 0, 0, 0.0
    print('ready', flush=True)
    while True:
        small = False
        for key, _ in watched.select(0.05):
            if key.fileobj is listener:
                newest = Pair(listener.accept()[0], server, plain)
                connections += 1
                for end in (newest.viewer, newest.server):
                    watched.register(end, selectors.EVENT_READ, newest)
                continue
            moved = key.data.move(key.fileobj)
            if moved is None:
                for end in (key.data.viewer, key.data.server):
                    watched.unregister(end)
                    end.close()
                break  # what else was ready may be what has just been closed
            sent += moved
            small = small or 0 < moved < SMALL
        now = time.monotonic()
        if small or now - told > 0.1:
            told = now
            line = {'at': now, 'sent': sent, 'connections': connections}
            if newest:
                line |= {'bytes': newest.sent.total, 'pixels': newest.sent.pixels, 'kindBytes': newest.sent.bytes, 'requests': newest.asked.requests,
                         'lost': newest.sent.lost or newest.asked.lost}
            log.write(json.dumps(line) + '\n')


if __name__ == '__main__':
    main()
