# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An 8-bit VNC server that lies about its color map: usage: vncliar.py PORT MODE. Modes are those of verdicts.VNC_LIES."""

import contextlib
import socket
import struct
import sys
import threading

SIZE = (640, 480)


def colors(first, count, room):
    return struct.pack('>BxHH', 1, first, count) + b'\x80\0' * 3 * room


class Viewer:
    def __init__(self, peer, mode):
        self._peer = peer
        self._mode = mode

    def serve(self):
        self._peer.sendall(b'RFB 003.008\n')
        self._read(12)
        self._peer.sendall(b'\x01\x01')
        self._read(1)
        self._peer.sendall(struct.pack('>I', 0))
        self._read(1)
        name = b'liar'
        self._peer.sendall(struct.pack('>HHBBBBHHHBBB3xI', *SIZE, 8, 8, 0, 0, 0, 0, 0, 0, 0, 0, len(name)) + name)
        # What the viewer asks for is of no interest, but has to be read.
        threading.Thread(target=self._drain, daemon=True).start()
        if self._mode == 'beyond':
            self._peer.sendall(colors(200, 100, 100))
        elif self._mode == 'huge':
            self._peer.sendall(colors(0, 0xffff, 0xffff))
        else:
            one = [colors(0, 256, 256), colors(0, 256, 256).replace(b'\x80', b'\x40')]
            while True:
                self._peer.sendall(b''.join(one * 16))
        self._peer.recv(0)
        threading.Event().wait(60)

    def _read(self, size):
        data = b''
        while len(data) < size:
            got = self._peer.recv(size - len(data))
            if not got:
                raise EOFError
            data += got

    def _drain(self):
        with contextlib.suppress(OSError):
            while self._peer.recv(65536):
                pass


def serve(peer, mode):
    with peer, contextlib.suppress(EOFError, OSError):
        Viewer(peer, mode).serve()


def main():
    port, mode = int(sys.argv[1]), sys.argv[2]
    with socket.create_server(('127.0.0.1', port)) as listener:
        print('ready', flush=True)
        while True:
            peer, _ = listener.accept()
            threading.Thread(target=serve, args=(peer, mode), daemon=True).start()


if __name__ == '__main__':
    main()
