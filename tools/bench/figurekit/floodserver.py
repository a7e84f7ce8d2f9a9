#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A VNC server whose whole image changes all the time, and which sends it without being asked again.

usage: floodserver.py PORT    after the first request whatever its connection takes; pixels of 32 bits that nothing compresses
"""

import os
import socket
import sys
import threading

from rectangles import FromServer, FromViewer

WIDE, HIGH = 640, 480
FORMAT = bytes((32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0))


def read(end, size):
    data = b''
    while len(data) < size:
        piece = end.recv(size - len(data))
        if not piece:
            raise OSError('the viewer has gone')
        data += piece
    return data


def serve(viewer):
    try:
        viewer.sendall(b'RFB 003.008\n')
        asked = FromViewer(FromServer())
        asked.feed(read(viewer, 12))
        viewer.sendall(bytes((1, 1)))
        asked.feed(read(viewer, 1))
        viewer.sendall(bytes(4))
        asked.feed(read(viewer, 1))
        viewer.sendall(WIDE.to_bytes(2, 'big') + HIGH.to_bytes(2, 'big') + FORMAT + (5).to_bytes(4, 'big') + b'flood')
        while not asked.requests:
            asked.feed(read(viewer, 1))
        threading.Thread(target=flood, args=(viewer,), daemon=True).start()
        while viewer.recv(65536):
            pass
    except OSError:
        pass
    viewer.close()


def flood(viewer):
    # One update of one raw rectangle.
    update = bytes((0, 0, 0, 1, 0, 0, 0, 0)) + WIDE.to_bytes(2, 'big') + HIGH.to_bytes(2, 'big') + bytes(4) + os.urandom(WIDE * HIGH * 4)
    try:
        while True:
            viewer.sendall(update)
    except OSError:
        pass


def main():
    listener = socket.create_server(('127.0.0.1', int(sys.argv[1])))
    print('ready', flush=True)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()


if __name__ == '__main__':
    main()
