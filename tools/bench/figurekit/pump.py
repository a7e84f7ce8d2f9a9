#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Passes a byte stream on between two networks of the link emulator, which meet in Unix sockets alone.

usage: pump.py LISTEN TARGET    each of them tcp:ADDRESS:PORT or unix:PATH; prints "ready"
"""

import socket
import sys
import threading


def place(text):
    """(family, address) of a word of the command line."""
    kind, _, rest = text.partition(':')
    if kind == 'unix':
        return socket.AF_UNIX, rest
    address, _, port = rest.rpartition(':')
    return socket.AF_INET, (address, int(port))


def pass_on(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def main():
    (family, address), (there, target) = place(sys.argv[1]), place(sys.argv[2])
    with socket.socket(family) as listener:
        listener.bind(address)
        listener.listen(8)
        print('ready', flush=True)
        while True:
            one, _ = listener.accept()
            other = socket.socket(there)
            try:
                other.connect(target)
            except OSError as error:
                print(error, flush=True)
                one.close()
                continue
            for end, kind in ((one, family), (other, there)):
                if kind == socket.AF_INET:
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for pair in ((one, other), (other, one)):
                threading.Thread(target=pass_on, args=pair, daemon=True).start()


if __name__ == '__main__':
    main()
