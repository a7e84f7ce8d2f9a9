#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arithmetic of ./dev bench figures."""

import unittest

import figurerows as rows


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


if __name__ == '__main__':
    unittest.main()
