# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An X server that lies: usage: xliar.py SOCKET MODE. Modes are those of verdicts.X_LIES. It serves one client after the other."""

import contextlib
import socket
import struct
import sys

BIG = struct.pack('<I', 0xffffffff)
LIST_FONTS, QUERY_EXTENSION, LIST_EXTENSIONS = 49, 98, 99


def counted(count, size):
    return b'\0' * (count * size)


def setup(visuals=1, screens=1, there=1):
    """A server's answer that lets a client in. @p screens are said to be, @p there are."""
    vendor = b'Liar'
    formats = struct.pack('<BBB5x', 24, 32, 32)
    visual = struct.pack('<IBBHIII4x', 0x21, 4, 8, 256, 0xff0000, 0xff00, 0xff)
    depth = struct.pack('<BxH4x', 24, min(visuals, 0xffff)) + visual * min(visuals, 0xffff)
    depths = max(1, visuals // 0xffff)
    screen = struct.pack('<IIIIIHHHHHHIBBBB', 1, 2, 0xffffff, 0, 0, 640, 480, 170, 130, 1, 1, 0x21, 0, 0, 24, depths) + depth * depths
    body = struct.pack('<IIIIHHBBBBBBBB4x', 12101000, 0x200000, 0x1fffff, 256, len(vendor), 0xffff, screens, 1, 0, 0, 32, 32, 8, 255) + vendor + formats + screen * there
    return struct.pack('<BxHHH', 1, 11, 0, min(len(body) // 4, 0xffff)) + body


def reply(sequence, extra=b'', head=b'\0' * 24, length=None, data=0):
    return struct.pack('<BBHI', 1, data, sequence & 0xffff, len(extra) // 4 if length is None else length) + head + extra


class Client:
    def __init__(self, peer, mode):
        self._peer = peer
        self._mode = mode
        self._sequence = 0

    def serve(self):
        head = self._read(12)
        name, data = struct.unpack('<HH', head[6:10])
        self._read((name + 3) // 4 * 4 + (data + 3) // 4 * 4)
        if self._mode == 'silent':
            while self._peer.recv(65536):
                pass
        elif self._mode == 'endless':
            self._flood()
        elif self._mode == 'visuals':
            self._peer.sendall(setup(visuals=200_000))
        else:
            self._peer.sendall(setup(screens=200) if self._mode == 'screens' else setup())
        while True:
            self._request()

    def _read(self, size):
        data = b''
        while len(data) < size:
            got = self._peer.recv(size - len(data))
            if not got:
                raise EOFError
            data += got
        return data

    def _flood(self):
        self._peer.sendall(struct.pack('<BxHHH', 1, 11, 0, 0xffff))
        while True:
            self._peer.sendall(BIG * 16384)

    def _request(self):
        head = self._read(4)
        kind, length = head[0], struct.unpack('<H', head[2:4])[0]
        self._read(max(0, length - 1) * 4)
        self._sequence += 1
        if kind != LIST_FONTS:
            self._peer.sendall(reply(self._sequence))  # no extension, no colormap: all fields are 0
        elif self._mode == 'fonts':
            self._peer.sendall(reply(self._sequence, struct.pack('<B', 250) + b'x' * 7, struct.pack('<H', 60000) + b'\0' * 22))
        else:
            self._peer.sendall(reply(self._sequence, b'', struct.pack('<H', 0xffff) + b'\0' * 22, 0xffffffff // 4))
            while True:
                self._peer.sendall((b'\x04name') * 13000)


def main():
    path, mode = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(8)
        print('ready', flush=True)
        while True:
            peer, _ = listener.accept()
            with peer, contextlib.suppress(EOFError, OSError):
                Client(peer, mode).serve()


if __name__ == '__main__':
    main()
