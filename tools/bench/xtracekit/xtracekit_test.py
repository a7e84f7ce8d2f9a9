#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the benchmark of X programs' starts makes of files and figures."""

import os
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), 'picturekit')]

import theirs  # noqa: E402
import xtracereport as report  # noqa: E402


class WhatXtraceWrites(unittest.TestCase):
    LINES = ["000:<: am lsb-first want 11:0 authorising with '' of length 0",
             "000:<:0001: 20: Request(98): QueryExtension name='BIG-REQUESTS'",
             '000:>:0001:32: Reply to QueryExtension: present=true(0x01) major-opcode=133',
             '000:<:0002:  4: BIG-REQUESTS-Request(133,0): Enable ',
             '000:<:0038:  8: Generic Event Extension-Request(128,0): QueryVersion major version=1 minor version=0',
             '000:>:0096:32: unexpected Reply: data1=0x01',
             '000:>:0048: Event PropertyNotify(28) window=0x0020000a',
             '000:>:0053:Error 128=BadShmSeg: major=130, minor=2, bad=0x00000000, seq=0053',
             '000:<: Warning: buffer filled!']

    def test_each_kind_of_line(self):
        with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
            file.write('\n'.join(self.LINES) + '\n')
            file.flush()
            found = theirs.read(file.name)
        self.assertEqual(found['byRequest'], {'QueryExtension': 1, 'BIG-REQUESTS Enable': 1, 'Generic Event Extension QueryVersion': 1})
        self.assertEqual(found['replies'], {'all': 2})
        self.assertEqual(found['byEvent'], {'PropertyNotify': 1})
        self.assertEqual(found['byError'], {'BadShmSeg': 1})

    def test_a_difference_is_told(self):
        ours = {'replies': 1, 'byRequest': {'GetGeometry': {'count': 2}}, 'byEvent': {}, 'byError': {}}
        their = {'replies': {'all': 1}, 'byRequest': {'GetGeometry': 3}, 'byEvent': {}, 'byError': {}}
        self.assertEqual(theirs.difference(their, ours), 'GetGeometry: 2, xtrace 3')


def cell(seconds, round_trips, local=50000, agrees=''):
    figures = {'requests': 50, 'withReply': 20, 'roundTrips': round_trips, 'replies': 20, 'events': 9, 'errors': 0, 'bytesUp': 2132, 'bytesDown': 14960,
               'byRequest': {'ListFonts': {'roundTrips': round_trips}, 'MapWindow': {'roundTrips': 0}}}
    return {'startMicroseconds': round(seconds * 1e6), 'start': figures, 'whole': figures, 'startCost': {'roundTrips': round_trips + 1, 'localMicroseconds': local}, 'load': 0.5,
            'agrees': agrees}


class ThePage(unittest.TestCase):
    CELLS = {'xclock/0': cell(0.05, 18), 'xclock/100': cell(1.99, 18), 'ds9/0': cell(3, 4942, 3000000), 'ds9/100': cell(800, 4942, agrees='GetGeometry: 1, xtrace 2'),
             'cost': [{'witness': witness, 'core': core, 'mbits': 30, 'roundTrip50': trip, 'roundTrip95': 90, 'load': 1}
                      for witness, core, trip in ((False, 0.02, 50), (True, 0.03, 52), (False, 0.021, 51), (True, 0.031, 53))]}

    def test_predictions(self):
        self.assertEqual(report.predicted({'roundTrips': 19, 'localMicroseconds': 50000}, 100), 1950000)
        self.assertAlmostEqual(report.error({'roundTrips': 19, 'localMicroseconds': 50000}, 100, 1950000), 0)

    def test_tells_what_holds_and_what_does_not(self):
        text = report.page(self.CELLS, ['xclock', 'ds9', 'xterm'], (0, 100), 'Today.')
        self.assertIn('|xclock|100|19|19|1.95|1.99|-2 %|yes|', text)
        self.assertIn('**no**', text)
        self.assertIn('3 of 4 runs agree', text)
        self.assertIn('GetGeometry: 1, xtrace 2', text)
        self.assertIn('1.00 % of a core', text)
        self.assertIn('0.002 ms of a round trip', text)
        self.assertNotIn('xterm', text)

    def test_nothing_measured_is_no_mistake(self):
        self.assertIn('0 of 0 runs agree', report.page({}, ['xclock'], (0, 100), 'Today.'))


if __name__ == '__main__':
    unittest.main()
