# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of first-light's own arithmetic: when a picture is all there, and what is said of a target."""

import sys

sys.dont_write_bytecode = True

import importlib.machinery  # noqa: E402
import importlib.util  # noqa: E402
import os  # noqa: E402
import struct  # noqa: E402
import tempfile  # noqa: E402
import unittest  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))


def load():
    loader = importlib.machinery.SourceFileLoader('firstlight', os.path.join(HERE, 'first-light'))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader('firstlight', loader))
    loader.exec_module(module)
    return module


BENCH = load()
MONITORS = (('left', (0, 0, 64, 64)), ('right', (64, 0, 64, 64)))


class RecordingTest(unittest.TestCase):
    def setUp(self):
        self.file = tempfile.NamedTemporaryFile()  # noqa: SIM115
        header = [0] * 25
        header[0], header[4], header[11], header[12], header[19] = 100, 128, 32, 512, 2
        self.file.write(struct.pack('>25I', *header) + bytes(24) + bytes(512 * 64))
        self.file.flush()
        self.recording = BENCH.Recording(self.file.name, MONITORS)

    def tearDown(self):
        self.recording.close()
        self.file.close()

    def look(self, when):
        """As the thread does, but at a moment of ours."""
        for name, place in MONITORS:
            self.recording._frames[name].append((when, self.recording._look(*place)))

    def paint(self, left, width, height, value):
        for y in range(height):
            self.file.seek(124 + y * 512 + left * 4)
            self.file.write(bytes([value]) * width * 4)
        self.file.flush()

    def since(self, monitor, tolerance=BENCH.ROUGH):
        return self.recording.complete_since(monitor, tolerance)

    def test_nothing_came(self):
        self.look(1)
        self.assertIsNone(self.since('left'))

    def test_each_monitor_by_itself(self):
        self.look(1)
        self.paint(0, 64, 64, 200)
        self.look(2)
        self.paint(64, 64, 64, 200)
        self.look(3)
        self.assertEqual((self.since('left'), self.since('right')), (2, 3))

    def test_half_a_picture_is_none(self):
        self.look(1)
        self.paint(0, 64, 32, 200)
        self.look(2)
        self.paint(0, 64, 64, 200)
        self.look(3)
        self.assertEqual(self.since('left'), 3)

    def test_what_went_away_again_does_not_count(self):
        self.look(1)
        for when, value in ((2, 200), (3, 0), (4, 200)):
            self.paint(0, 64, 64, value)
            self.look(when)
        self.assertEqual(self.since('left'), 4)

    def test_rough_comes_before_sharp(self):
        self.look(1)
        for when, value in ((2, 180), (3, 200)):
            self.paint(0, 64, 64, value)
            self.look(when)
        self.assertEqual((self.since('left'), self.since('left', BENCH.SHARP)), (2, 3))


class TableTest(unittest.TestCase):
    def lines(self, far, which='one', who='next'):
        rows = [{'rtt': rtt, 'desktops': which, 'who': who, 'full': full, 'sharp': full} for rtt, full in ((0, 0.1), (100, far))]
        return [line for line in BENCH.seconds_table(rows, 1) if line.startswith(f'| {BENCH.WHAT[which]} ')]

    def test_a_target_that_is_reached(self):
        self.assertTrue(self.lines(0.95)[0].endswith('| 8 RTT + 150 ms = 0.95 s | reached |'))

    def test_a_target_that_is_missed_says_by_how_much(self):
        self.assertTrue(self.lines(1.0)[0].endswith('| not reached: 0.05 s over |'))

    def test_a_server_that_nobody_knows_has_ten(self):
        self.assertIn('| 10 RTT + 150 ms = 1.15 s | reached |', self.lines(1.1, who='first')[0])

    def test_four_have_ten(self):
        self.assertIn('| 10 RTT + 150 ms = 1.15 s | reached |', self.lines(1.1, 'four')[0])

    def test_the_peer_and_the_large_one_have_none(self):
        self.assertTrue(self.lines(9, who='peer')[0].endswith('|  |  |'))
        self.assertTrue(self.lines(9, 'large')[0].endswith('|  |  |'))

    def test_what_was_not_measured_has_no_row(self):
        self.assertEqual([line for line in BENCH.seconds_table([], 1) if line.startswith('| one')], [])


if __name__ == '__main__':
    unittest.main()
