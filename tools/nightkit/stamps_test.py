# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Marks of the summit are read back as they were made, and what is damaged is not believed."""

import unittest

import stamps


def pressed(sent, delay=0.1, without=(), twice=()):
    """The keys of these marks as they arrive; @p without and @p twice are places in the stream."""
    keys = [(key, when + delay) for number, when in sent for key in stamps.keys_of(number)]
    return [press for place, press in enumerate(keys) for _ in range(2 if place in twice else 1) if place not in without]


class StripTest(unittest.TestCase):
    def test_every_strip_is_read_back(self):
        for value in (0, 1, 1000, 0x7FFFFFFF, 0xFFFFFFFF, 123456789):
            self.assertEqual(stamps.value_of(stamps.cells_of(value)), value)

    def test_a_strip_half_old_and_half_new_is_none(self):
        wrong = 0
        for value in range(100000, 100400):
            old, new = stamps.cells_of(value), stamps.cells_of(value + 40)
            mixed = old[:38] + new[38:]
            if mixed not in (old, new) and stamps.value_of(mixed) is not None:
                wrong += 1
        self.assertLessEqual(wrong, 4)

    def test_a_black_and_a_white_place_are_none(self):
        for cell in (False, True):
            self.assertIsNone(stamps.value_of([cell] * (stamps.BITS + stamps.CHECK)))


class LedgerTest(unittest.TestCase):
    def setUp(self):
        self.sent = [(number, 10 + number * 0.25) for number in range(700)]

    def test_all_that_came_came_once(self):
        ledger = stamps.Ledger(self.sent, pressed(self.sent))
        self.assertEqual((len(ledger.doubled()), ledger.lost()), (0, []))
        self.assertEqual(len(ledger.delays()), 1400)
        self.assertAlmostEqual(max(delay for _, delay in ledger.delays()), 0.1)

    def test_a_lost_key_is_told_by_its_mark(self):
        ledger = stamps.Ledger(self.sent, pressed(self.sent, without=(20, 41)))
        self.assertEqual([number for number, _ in ledger.lost()], [10, 20])
        self.assertEqual(ledger.doubled(), [])

    def test_lost_keys_that_were_not_accepted_are_none(self):
        ledger = stamps.Ledger(self.sent, pressed(self.sent, without=(20, 21)))
        self.assertEqual(ledger.lost(lambda when: not 12.4 < when < 12.6), [])

    def test_a_doubled_key_is_seen(self):
        for place in (20, 21):
            ledger = stamps.Ledger(self.sent, pressed(self.sent, twice=(place,)))
            self.assertEqual((len(ledger.doubled()), ledger.lost()), (1, []), place)

    def test_a_doubled_mark_is_seen(self):
        keys = pressed(self.sent)
        ledger = stamps.Ledger(self.sent, keys[:22] + keys[20:])
        self.assertEqual((len(ledger.doubled()), ledger.lost()), (2, []))

    def test_a_key_that_nobody_typed_is_seen(self):
        keys = pressed(self.sent)
        self.assertEqual(stamps.Ledger(self.sent, keys[:20] + [('Return', 13.0)] + keys[20:]).doubled(), [('Return', 13.0)])

    def test_a_gap_is_lost_and_nothing_after_it(self):
        ledger = stamps.Ledger(self.sent, pressed(self.sent, without=range(100, 300)))
        self.assertEqual([number for number, _ in ledger.lost()], [number for number in range(50, 150) for _ in (0, 1)])
        self.assertEqual(ledger.doubled(), [])

    def test_late_keys_are_late_by_their_own_time(self):
        keys = pressed(self.sent)
        held = [(key, max(when, 60.0) if when > 30 else when) for key, when in keys]
        delays = stamps.Ledger(self.sent, held).delays()
        self.assertAlmostEqual(max(delay for _, delay in delays), 30.0, delta=0.3)
        self.assertEqual(len(delays), 1400)

    def test_keys_that_newer_ones_overtook_are_late_and_not_doubled(self):
        keys = pressed(self.sent)
        late = [(key, keys[60][1]) for key, _ in keys[20:24]]
        ledger = stamps.Ledger(self.sent, keys[:20] + keys[24:60] + late + keys[60:])
        self.assertEqual([number for number, _, _ in ledger.overtaken()], [10, 11])
        self.assertEqual((len(ledger.doubled()), ledger.lost()), (0, []))

    def test_a_mark_that_had_come_is_doubled_and_not_late(self):
        keys = pressed(self.sent)
        again = [(key, keys[60][1]) for key, _ in keys[20:22]]
        ledger = stamps.Ledger(self.sent, keys[:60] + again + keys[60:])
        self.assertEqual((len(ledger.doubled()), ledger.overtaken()), (2, []))

    def test_nothing_came(self):
        ledger = stamps.Ledger(self.sent, [])
        self.assertEqual((len(ledger.lost()), ledger.doubled(), ledger.delays()), (1400, [], []))


if __name__ == '__main__':
    unittest.main()
