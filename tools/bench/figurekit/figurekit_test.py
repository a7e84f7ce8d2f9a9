#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arithmetic of ./dev bench figures."""

import unittest

import figurerows as rows
from rectangles import COPY, FILL, JPEG, KINDS, PALETTE, RAW, ZLIB, FromServer, FromViewer
from wiretap import SYN, TCP, Wire


class Rows(unittest.TestCase):
    def test_a_time_at_the_edge_of_its_bar(self):
        self.assertTrue(rows.time_row('RTT', '100 ms', 104.0, 100.0, 2).reached)
        self.assertFalse(rows.time_row('RTT', '100 ms', 104.1, 100.0, 2).reached)
        self.assertFalse(rows.time_row('RTT', '100 ms', 95.9, 100.0, 2).reached)

    def test_what_nobody_showed_is_not_reached(self):
        row = rows.time_row('RTT', '100 ms', None, 100.0, 2)
        self.assertIsNone(row.reached)
        self.assertIn('not measured', row.verdict)

    def test_rates_and_counts(self):
        self.assertTrue(rows.rate_row('in', '', 104_900, 100_000).reached)
        self.assertFalse(rows.rate_row('in', '', 105_100, 100_000).reached)
        self.assertIsNone(rows.rate_row('in', '', 0, 0).reached)
        self.assertTrue(rows.number_row('frames', '', 24.6, 25.0, 0.5).reached)

    def test_numbers_of_the_screen(self):
        for text, number in (('98 ms', 98), ('≈ 1.2 s', 1200), ('430 µs', 0.43), ('24.9', 24.9), ('24,9', 24.9), ('–', None), ('', None), (None, None)):
            self.assertEqual(rows.number_of(text), number, text)

    def test_the_order_of_a_try(self):
        measured = {'a': 100, 'b': 130, 'c': 400, 'd': 900}
        self.assertTrue(rows.same_order(('a', {'a': 110, 'b': 105, 'c': 380, 'd': 800}), measured))  # a and b are alike
        self.assertTrue(rows.same_order(('b', {'a': 110, 'b': 105, 'c': 380, 'd': 800}), measured))
        self.assertFalse(rows.same_order(('c', {'a': 110, 'b': 105, 'c': 380, 'd': 800}), measured))  # the marked one is slow
        self.assertFalse(rows.same_order(('a', {'a': 110, 'b': 105, 'c': 900, 'd': 800}), measured))
        self.assertFalse(rows.same_order(('a', {'a': 110, 'b': 105, 'c': 380}), measured))  # one is missing
        self.assertFalse(rows.same_order((None, {'a': 110, 'b': 105, 'c': 380, 'd': None}), measured))
        self.assertTrue(rows.order_row('', 9, 10).reached)
        self.assertFalse(rows.order_row('', 8, 10).reached)
        self.assertIsNone(rows.order_row('', 0, 0).reached)

    def test_layers_by_name_and_end(self):
        layers = [{'layer': 'network', 'to': 'gate', 'nowMs': 2.1}, {'layer': 'network', 'to': 'summit', 'nowMs': 98.0}, {'layer': 'queue'}]
        self.assertEqual(rows.layer(layers, 'network', to='summit'), 98.0)
        self.assertIsNone(rows.layer(layers, 'queue'))
        self.assertIsNone(rows.layer(layers, 'tcp'))

    def test_the_busiest_connection_of_ss(self):
        text = ('ESTAB 0 0 100.64.0.1:5 100.64.0.2:22\n\t cubic rto:304 rtt:101.5/2.3 ato:40 bytes_received:900 minrtt:100.1\n'
                'ESTAB 0 0 100.64.0.1:6 100.64.0.2:22\n\t cubic rtt:7/1 bytes_received:20\n')
        self.assertEqual(rows.kernel_round_trips(text), (101.5, 100.1))
        self.assertEqual(rows.kernel_round_trips(''), (None, None))

    def test_counts_are_exact_or_not(self):
        self.assertTrue(rows.count_row('bytes', '', 900, [880, 900, 920]).reached)
        self.assertFalse(rows.count_row('bytes', '', 901, [880, 900, 920]).reached)
        self.assertIsNone(rows.count_row('bytes', '', 900, []).reached)

    def test_a_rate_between_two_looks(self):
        counts = [(0.0, 0), (1.0, 100), (3.0, 500)]
        self.assertEqual(rows.rate_between(counts, 0.5, 2.0), (300 - 50) / 1.5)
        self.assertIsNone(rows.rate_between(counts, 1.0, 4.0))
        self.assertIsNone(rows.rate_between([], 1.0, 4.0))

    def test_a_pixel_more_is_seen_in_the_shares(self):
        counted = {'jpeg': (786_432_000, 5_000_000), 'fill': (1_000, 40)}
        total = 786_433_000
        shown = {'jpeg': (786_432_000 / total, 5_000_000 / 5_000_040), 'fill': (1_000 / total, 40 / 5_000_040)}
        self.assertEqual([row.reached for row in rows.shares_rows('', shown, [{'jpeg': (0, 0)}, counted])], [True, True, True])
        self.assertFalse(rows.shares_rows('', shown, [counted | {'fill': (1_001, 40)}])[0].reached)
        self.assertIsNone(rows.shares_rows('', {}, [counted])[0].reached)


def rectangle(wide, high, encoding, body=b''):
    return bytes(4) + wide.to_bytes(2, 'big') + high.to_bytes(2, 'big') + encoding.to_bytes(4, 'big', signed=True) + body


class Rectangles(unittest.TestCase):
    GREETING = b'RFB 003.008\n' + bytes((1, 1)) + bytes(4)
    FORMAT = bytes((32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0))

    def server(self, messages, piece):
        stream = FromServer()
        data = self.GREETING + bytes(4) + self.FORMAT + (4).to_bytes(4, 'big') + b'name' + messages
        for at in range(0, len(data), piece):
            stream.feed(data[at:at + piece])
        self.assertEqual(stream.total, len(data))
        return stream

    def test_pixels_and_bytes_by_kind(self):
        rects = [rectangle(10, 2, 0, bytes(80)), rectangle(4, 4, 1, bytes(4)), rectangle(8, 8, 7, bytes((0x80, 1, 2, 3))),
                 rectangle(64, 64, 7, bytes((0x90, 0x84, 0x01)) + bytes(132)),
                 # Two colors of three bytes, and a row of two bytes in each of three lines: too short to be compressed.
                 rectangle(9, 3, 7, bytes((0x40, 1, 1)) + bytes(6) + bytes(6)), rectangle(20, 20, 7, bytes((0x00, 5)) + bytes(5)),
                 rectangle(0, 0, -224)]
        update = bytes(2) + (0xFFFF).to_bytes(2, 'big') + b''.join(rects)
        others = bytes((2,)) + bytes((3, 0, 0, 0, 0, 0, 0, 3)) + b'abc' + bytes((248, 0, 0, 0, 0, 0, 0, 0, 2, 7, 7)) + bytes((150,))
        for piece in (1, 7, 4096):
            stream = self.server(update + others + update, piece)
            self.assertEqual(stream.lost, '')
            pixels = {RAW: 20, COPY: 16, FILL: 64, JPEG: 4096, PALETTE: 27, ZLIB: 400}
            self.assertEqual(stream.pixels, [2 * pixels.get(kind, 0) for kind in range(len(KINDS))])
            self.assertEqual(sum(stream.bytes), 2 * (len(b''.join(rects)) - 12))

    def test_what_is_not_known_ends_the_count(self):
        stream = self.server(bytes((0, 0, 0, 1)) + rectangle(4, 4, 5) + bytes(99), 50)
        self.assertIn('encoding 5', stream.lost)

    def test_a_viewer_without_compression(self):
        wanted = (7, 16, 1, 0, -223, -308)
        words = bytes((2, 0)) + len(wanted).to_bytes(2, 'big') + b''.join(each.to_bytes(4, 'big', signed=True) for each in wanted)
        kept = bytes((2, 0, 0, 4)) + b''.join(each.to_bytes(4, 'big', signed=True) for each in (1, 0, -223, -308))
        request = bytes((3,)) + bytes(9)
        for piece in (1, 11, 999):
            stream, passed = FromViewer(FromServer(), plain=True), b''
            data = b'RFB 003.008\n' + bytes((1, 1)) + request + words + bytes((0, 0, 0, 0)) + self.FORMAT + request + bytes((77, 1, 2, 3)) + request
            for at in range(0, len(data), piece):
                stream.feed(data[at:at + piece])
                passed += stream.take()
            self.assertEqual(passed, data.replace(words, kept))
            self.assertEqual(stream.requests, 2)


class Wires(unittest.TestCase):
    def packet(self, source, target, sequence, size=0, flags=0):
        head = source.to_bytes(2, 'big') + target.to_bytes(2, 'big') + (sequence & 0xFFFFFFFF).to_bytes(4, 'big') + bytes((0, 0, 0, 0, 0x50, flags)) + bytes(6)
        return bytes((0x45, 0)) + (40 + size).to_bytes(2, 'big') + bytes(5) + bytes((TCP,)) + bytes(10) + head

    def test_bytes_by_sequence_numbers(self):
        wire = Wire(22)
        wire.see(self.packet(4000, 22, 100, flags=SYN))
        wire.see(self.packet(22, 4000, 0xFFFFFFF0, flags=SYN))
        for sequence, size in ((0xFFFFFFF1, 20), (0xFFFFFFF1, 20), (0x19, 10), (0x05, 20)):  # one came twice, two came late
            wire.see(self.packet(22, 4000, sequence, size))
        wire.see(self.packet(4000, 22, 101, 7))
        self.assertEqual(wire.totals(4000), (50, 7))
        self.assertEqual(wire.totals(4001), (0, 0))
        self.assertIsNone(wire.see(self.packet(80, 4000, 5, 20)))


if __name__ == '__main__':
    unittest.main()
