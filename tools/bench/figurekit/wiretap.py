#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the bytes of TCP connections to one port by the sequence numbers of their packets, as they pass the network interface.

usage: wiretap.py LOG PORT    LOG gets "SECONDS LOCAL-PORT BYTES-IN BYTES-OUT" (monotonic clock; totals of that connection) after
each small packet, and every 20 ms. Runs in the network namespace whose packets it counts.
"""

import socket
import sys
import time

IP, TCP = 0x0800, 6
SYN = 2
SMALL = 1200


class Direction:
    """Bytes by the highest sequence number: what is sent again counts once."""

    def __init__(self, begin):
        self._next = begin & 0xFFFFFFFF
        self.bytes = 0

    def see(self, sequence, size):
        ahead = (sequence + size - self._next) & 0xFFFFFFFF
        if 0 < ahead < 0x80000000:
            self._next = (self._next + ahead) & 0xFFFFFFFF
            self.bytes += ahead


class Wire:
    """Totals of each connection by the port of this end. Those that began before are not counted."""

    def __init__(self, port):
        self._port = port
        self._directions = {}

    def see(self, packet):
        """(local port, size) of a packet that brings bytes; None of any other."""
        if len(packet) < 40 or packet[9] != TCP:
            return None
        head = (packet[0] & 15) * 4
        source, target = (int.from_bytes(packet[head + at:head + at + 2], 'big') for at in (0, 2))
        if self._port not in (source, target):
            return None
        incoming = source == self._port
        key = (target if incoming else source, incoming)
        sequence = int.from_bytes(packet[head + 4:head + 8], 'big')
        if packet[head + 13] & SYN:
            self._directions[key] = Direction(sequence + 1)
            return None
        size = int.from_bytes(packet[2:4], 'big') - head - (packet[head + 12] >> 4) * 4
        direction = self._directions.get(key)
        if direction is None or size <= 0:
            return None
        direction.see(sequence, size)
        return key[0], size

    def totals(self, local):
        return tuple(self._directions[local, incoming].bytes if (local, incoming) in self._directions else 0 for incoming in (True, False))


def main():
    wire = Wire(int(sys.argv[2]))
    tap = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))  # ETH_P_ALL: what is sent too
    tap.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 * 1024 * 1024)
    told = {}
    with open(sys.argv[1], 'a', encoding='ascii', buffering=1) as log:
        print('ready', flush=True)
        while True:
            packet, place = tap.recvfrom(96)
            seen = wire.see(packet) if place[1] == IP else None
            if seen is None:
                continue
            now = time.monotonic()
            if seen[1] < SMALL or now - told.get(seen[0], 0) > 0.02:
                told[seen[0]] = now
                log.write(f'{now:.6f} {seen[0]} {" ".join(map(str, wire.totals(seen[0])))}\n')


if __name__ == '__main__':
    main()
