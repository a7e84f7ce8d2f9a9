#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tape of ./dev bench stream: what it takes for an update, and what its player says to a viewer."""

import socket
import struct
import sys
import time
import unittest

sys.dont_write_bytecode = True

from tape import COPY, LAST, RAW, TIGHT, Player, Tape, Wire, read_update  # noqa: E402

PATIENCE = 60  # seconds; a loaded machine is slow, and this is no measurement


def update(*rects):
    return struct.pack('>BxH', 0, len(rects)) + b''.join(rects)


def rect(width, height, encoding, data=b''):
    return struct.pack('>HHHHi', 0, 0, width, height, encoding) + data


class Reading(unittest.TestCase):
    """Updates are taken whole, whatever is in them."""

    def reading(self, said):
        near, far = socket.socketpair()
        with near, far:
            far.sendall(said)
            far.close()
            return read_update(Wire(near))

    def test_every_kind_of_rectangle(self):
        kinds = {
            'raw': rect(2, 2, RAW, bytes(16)),
            'copied': rect(2, 2, COPY, bytes(4)),
            'filled': rect(9, 9, TIGHT, b'\x80abc'),
            'JPEG': rect(9, 9, TIGHT, b'\x90\x82\x01' + bytes(130)),
            'of few bytes': rect(1, 3, TIGHT, b'\0' + bytes(9)),
            'compressed': rect(9, 9, TIGHT, b'\0\x05' + bytes(5)),
            'of two colours, small': rect(8, 8, TIGHT, b'\x50\1\1' + bytes(6) + bytes(8)),
            'of two colours': rect(9, 9, TIGHT, b'\x50\1\1' + bytes(6) + b'\x04' + bytes(4)),
            'of many colours': rect(9, 9, TIGHT, b'\x50\1\3' + bytes(12) + b'\x04' + bytes(4)),
        }
        for name, data in kinds.items():
            with self.subTest(name):
                whole = update(data, rect(1, 1, TIGHT, b'\x80xyz'))
                self.assertEqual(self.reading(whole + b'\0next')[0], whole)

    def test_bell_and_texts_are_left_out(self):
        whole = update(rect(2, 3, TIGHT, b'\x80abc'), rect(0, 0, LAST))
        self.assertEqual(self.reading(b'\2' + b'\3\0\0\0\0\0\0\5hello' + whole), (whole, 6))

    def test_what_was_not_offered_is_no_update(self):
        for said in (b'\x07', update(rect(1, 1, 16, bytes(8)))):
            with self.assertRaises(OSError):
                self.reading(said)

    def test_a_cut_one_is_none(self):
        with self.assertRaises(EOFError):
            self.reading(update(rect(9, 9, TIGHT, b'\x90\x82\x01' + bytes(129))))


class Playing(unittest.TestCase):
    """Each update once, in order, and none unasked."""

    def setUp(self):
        tape = Tape(16, 8)
        tape.updates = [update(rect(1, 1, TIGHT, b'\x80' + bytes([number] * 3))) for number in range(4)]
        self.updates = tape.updates
        self.player = Player(tape, 200)
        self.player.start()
        self.connection = socket.create_connection(('127.0.0.1', self.player.port))
        self.connection.settimeout(PATIENCE)
        self.viewer = Wire(self.connection)
        self.assertEqual(self.viewer.read(12), b'RFB 003.008\n')
        self.viewer.send(b'RFB 003.008\n')
        self.assertEqual(self.viewer.read(2), b'\1\1')
        self.viewer.send(b'\1')
        self.viewer.read(4)
        self.viewer.send(b'\1')
        self.assertEqual(self.viewer.unpack('>HH'), (16, 8))
        self.viewer.read(16)
        self.viewer.read(self.viewer.unpack('>I')[0])
        self.viewer.take()

    def tearDown(self):
        self.connection.close()
        self.player.join(PATIENCE)
        self.assertFalse(self.player.is_alive())

    def ask(self, incremental=1, width=16, height=8):
        self.viewer.send(struct.pack('>BBHHHH', 3, incremental, 0, 0, width, height))

    def hears(self, data):
        self.assertEqual(self.viewer.read(len(data)), data)

    def is_silent(self):
        self.connection.settimeout(0.1)
        with self.assertRaises(TimeoutError):
            self.connection.recv(1, socket.MSG_PEEK)
        self.connection.settimeout(PATIENCE)

    def test_a_viewer_that_asks_gets_all(self):
        self.viewer.send(b'\2\0\0\1' + struct.pack('>i', TIGHT))
        self.ask(0)
        self.hears(self.updates[0])
        self.ask()
        self.assertTrue(self.player.ready.wait(PATIENCE))
        self.player.go.set()
        for one in self.updates[1:]:
            self.hears(one)
            self.ask()
        self.assertTrue(self.player.done.wait(PATIENCE))
        self.assertIsNone(self.player.trouble)

    def test_a_viewer_that_does_not_ask_gets_none_and_is_late(self):
        self.ask(0)
        self.hears(self.updates[0])
        self.ask()
        self.assertTrue(self.player.ready.wait(PATIENCE))
        self.player.go.set()
        self.hears(self.updates[1])
        self.is_silent()
        deadline = time.monotonic() + PATIENCE
        while self.player.late < 1 and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(self.player.late, 1)
        self.ask()
        self.hears(self.updates[2])

    def test_a_sign_of_life_is_answered_between_updates(self):
        self.ask(0)
        self.hears(self.updates[0])
        self.ask(0, 1, 1)
        self.hears(update(rect(1, 1, COPY, bytes(4))))
        self.is_silent()

    def test_a_viewer_that_leaves_is_told_of(self):
        self.ask(0)
        self.hears(self.updates[0])
        self.connection.close()
        self.assertTrue(self.player.done.wait(PATIENCE))
        self.assertEqual(self.player.trouble, 'the viewer left')


if __name__ == '__main__':
    unittest.main()
