#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the benchmark of the board makes of lines and figures."""

import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), 'picturekit'), os.path.join(os.path.dirname(os.path.dirname(HERE)), 'facility')]

import pieces  # noqa: E402
import boardreport as report  # noqa: E402


class WhatThePeerWrites(unittest.TestCase):
    def test_the_delay_of_a_message(self):
        line = '1795346557.250000000 nightdesk/1/keck/desk/a/b/numbers {"at":1795346557050,"v":1}\n'
        self.assertAlmostEqual(pieces.delay_of(line), 200, places=1)

    def test_what_tells_no_time(self):
        for line in ('', '\n', '17953', '1795346557.25 topic', '1795346557.25 topic {"v":1', '1795346557.25 topic {"v":1}', '1795346557.25 topic []', 'x y {"at":1795346557050}',
                     '1795346557.25 topic {"at":[7]}', '1795346557.25 topic {"at":"now"}'):
            with self.subTest(line):
                self.assertIsNone(pieces.delay_of(line))


class Percentiles(unittest.TestCase):
    def test_of_a_hundred(self):
        self.assertEqual(report.percentiles(range(1, 101)), {'p50': 51, 'p95': 96, 'p99': 100, 'most': 100})

    def test_of_one_and_of_none(self):
        self.assertEqual(report.percentiles([7]), {'p50': 7, 'p95': 7, 'p99': 7, 'most': 7})
        self.assertEqual(report.percentiles([]), {})


def used(core, pss=10):
    return {'core': core, 'pss': pss}


def cell(core, p95, count=400, fps=None):
    figures = {'board': used(core, 90), 'broker': used(1.5, 12), 'desks': used(40), 'peer': used(0.3), 'machine': 60, 'load': 2.5,
               'eachDesk': {'core': 0.08, 'sentBytes': 250, 'receivedBytes': 5, 'published': 0.22},
               'painted': {'count': count, 'p50': 80, 'p95': p95, 'p99': 300} if count else {'count': 0}, 'heard': {'count': 9, 'p50': 1, 'p95': 2, 'p99': 3}}
    return figures | ({'scroll': {'fps': fps, 'p95': 20}} if fps else {})


class ThePage(unittest.TestCase):
    CELLS = {'5': cell(1.2, 90), '500': cell(8.1, 240, fps=48), 'idle': {'broker': used(0.05, 7)}, 'join': {'desksCount': 200, 'half': 1.1, 'all': 2.3, 'load': 3},
             'restart': {'desksCount': 500, 'listens': 0.1, 'boardBack': 1.2, 'half': 1.4, 'all': 3.3, 'load': 4}, 'limit-1000': cell(0, 0) | {'messages': 210},
             'flood': {'rate': 97637, 'core': 57, 'microseconds': 5.9, 'size': 350, 'publishers': 3}}

    def text(self, **others):
        return report.page(self.CELLS | others, (5, 50, 500), (1000, 2000), 'Today.')

    def test_tells_what_is_reached(self):
        text = self.text()
        self.assertIn('|board, CPU|8.1 % of a core|< 10 %|reached|', text)
        self.assertIn('|change to screen, p95|240 ms|< 1000 ms|reached|', text)
        self.assertIn('48 frames a second', text)
        self.assertIn('2.04 kbit/s', text)
        self.assertIn('|1,000|210|', text)
        self.assertIn('97,637 messages a second', text)
        self.assertNotIn('missed', text)

    def test_tells_what_is_missed(self):
        self.assertEqual(self.text(**{'500': cell(12, 1300, fps=20)}).count('**missed**'), 3)

    def test_no_painted_row_is_a_miss(self):
        self.assertIn('|change to screen, p95|none seen|< 1000 ms|**missed**|', self.text(**{'500': cell(3, 0, count=0)}))

    def test_nothing_measured_is_no_mistake(self):
        self.assertIn('# The board', report.page({}, (5,), (1000,), 'Today.'))


if __name__ == '__main__':
    unittest.main()
