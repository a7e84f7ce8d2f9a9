#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A viewer without a window that asks for updates as Tan-atichat and Pasquale describe it.

usage: hlviewer.py SOCKET PERIOD LOG    PERIOD in milliseconds between two requests while it waits; 0: only after each update

Pixels of 8 bits, uncompressed: nothing has to be decoded, and the strip of a frame (framestrip.h) is read where it lies. LOG
gets what frameprobe writes.
"""

import select
import socket
import struct
import sys
import time

CELL, CELLS = 16, 40
OPENING, CLOSING = 0b101100, 0b001101
FORMAT = struct.pack('>BxxxBBBBHHHBBBxxx', 0, 8, 8, 0, 1, 7, 7, 3, 0, 3, 6)


def check_of(value):
    value = (value ^ 0x5A5A5) * 0x9E3779B1 & 0xFFFFFFFF
    value ^= value >> 15
    return (value * 0x85EBCA77 & 0xFFFFFFFF) >> 24


def strip_of(cells):
    """(id, number) of a row of cells, each true for white; None: no strip."""
    word = 0
    for cell in cells:
        word = word << 1 | bool(cell)
    value = word >> 14 & 0xFFFFF
    if word >> 34 != OPENING or word & 0x3F != CLOSING or word >> 6 & 0xFF != check_of(value):
        return None
    return value >> 16, value & 0xFFFF


class Pacer:
    """When to ask: after each update, and again whenever @p period passes while waiting. Pure; seconds."""

    def __init__(self, period):
        self._period = period
        self._asked = 0.0

    def asked(self, now):
        self._asked = now

    def wait(self, now):
        """How long until it asks again; None: not before an update."""
        return max(0.0, self._asked + self._period - now) if self._period else None


class Viewer:
    def __init__(self, path, period, log):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._log = log
        self._pacer = Pacer(period)
        self._data = bytearray()
        self._places = []
        self._picture = bytearray()
        self._number = None
        self.size = (0, 0)

    def _read(self, count):
        """Waits for that many bytes, and asks meanwhile, as a thread of its own would."""
        while len(self._data) < count:
            wait = self._pacer.wait(time.monotonic())
            if select.select([self._socket], [], [], wait)[0]:
                data = self._socket.recv(262144)
                if not data:
                    raise EOFError
                self._data += data
            else:
                self._ask()
        taken = bytes(self._data[:count])
        del self._data[:count]
        return taken

    def _ask(self, whole=False):
        self._socket.sendall(struct.pack('>BBHHHH', 3, 0 if whole else 1, 0, 0, *self.size))
        self._pacer.asked(time.monotonic())

    def _set_up(self):
        pacer, self._pacer = self._pacer, Pacer(0)
        self._read(12)
        self._socket.sendall(b'RFB 003.008\n')
        self._read(self._read(1)[0])
        self._socket.sendall(b'\x01')
        self._read(4)
        self._socket.sendall(b'\x01')
        head = self._read(24)
        self.size = struct.unpack('>HH', head[:4])
        self._picture = bytearray(self.size[0] * self.size[1])
        self._read(struct.unpack('>I', head[20:])[0])
        self._socket.sendall(FORMAT + struct.pack('>BxHi', 2, 1, 0))
        self._pacer = pacer
        self._ask(whole=True)

    def run(self):
        self._set_up()
        while True:
            kind = self._read(1)[0]
            if kind == 0:
                for _ in range(struct.unpack('>xH', self._read(3))[0]):
                    self._rectangle(*struct.unpack('>HHHHi', self._read(12)))
                self._ask()
                self._look()
            elif kind == 1:
                self._read(struct.unpack('>xHH', self._read(5))[1] * 6)
            elif kind == 3:
                self._read(struct.unpack('>xxxI', self._read(7))[0])
            elif kind != 2:
                raise EOFError

    def _rectangle(self, left, top, wide, high, encoding):
        if encoding != 0:
            raise EOFError
        pixels = self._read(wide * high)
        stride = self.size[0]
        for y in range(high):
            at = (top + y) * stride + left
            self._picture[at:at + wide] = pixels[y * wide:(y + 1) * wide]

    def _look(self):
        """Reads the frame's strip where it was last time, or anywhere: servers send a picture in pieces that cut it."""
        stride = self.size[0]
        places = self._places or [(x, y) for y in range(8, self.size[1], CELL) for x in range(8, stride - CELL * CELLS + 9, 8)]
        for x, y in places:
            row = self._picture[y * stride + x:y * stride + x + CELL * CELLS:CELL]
            strip = strip_of([value > 128 for value in row]) if row[0] > 128 >= row[1] else None
            if strip and strip[0] == 0:
                self._places = [(x, y)]
                if strip[1] != self._number:
                    self._number = strip[1]
                    self._log.write(f'{time.monotonic_ns()} {strip[0]} {strip[1]} {x - 8} {y - 8}\n')
                return


def main():
    with open(sys.argv[3], 'a', encoding='ascii', buffering=1) as log:
        try:
            Viewer(sys.argv[1], float(sys.argv[2]) / 1000, log).run()
        except (EOFError, OSError):
            pass


if __name__ == '__main__':
    main()
