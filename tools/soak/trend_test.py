# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The soak's judgement: what grows is caught, what only wavers is not accused, what cannot be told is not called good."""

import random
import unittest

import trend


class StudentTest(unittest.TestCase):
    def test_quantiles_are_those_of_the_tables(self):
        for part, degrees, expected in ((0.975, 1, 12.7062), (0.975, 10, 2.2281), (0.975, 30, 2.0423), (0.95, 5, 2.0150), (0.995, 58, 2.6633),
                                        (0.99995, 20, 4.8377), (0.5, 7, 0.0)):
            self.assertAlmostEqual(trend.student_quantile(part, degrees), expected, delta=0.002 * max(1, expected))

    def test_it_is_symmetric(self):
        for degrees in (2, 9, 50):
            self.assertAlmostEqual(trend.student_below(1.3, degrees) + trend.student_below(-1.3, degrees), 1.0, places=10)


class FitTest(unittest.TestCase):
    def test_a_line_is_found_exactly(self):
        line = trend.fit([0, 1, 2, 3, 4], [7, 9, 11, 13, 15])
        self.assertAlmostEqual(line.slope, 2)
        self.assertEqual(line.interval(), (line.slope, line.slope))

    def test_known_figures(self):
        # By hand: 0.8 and 3.1824 times the root of 3.6 / 3 / 10.
        low, high = trend.fit([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]).interval()
        self.assertAlmostEqual(low, -0.3024, places=3)
        self.assertAlmostEqual(high, 1.9024, places=3)

    def test_too_little_is_no_line(self):
        self.assertIsNone(trend.fit([], []))
        self.assertIsNone(trend.fit([1, 2, 3], [1, 2, 3]))
        self.assertIsNone(trend.fit([1, 1, 1, 1], [1, 2, 3, 4]))

    def test_nine_of_ten_and_more_intervals_hold_the_truth(self):
        chance = random.Random(1)
        held = 0
        for _ in range(400):
            xs = [number / 10 for number in range(40)]
            low, high = trend.fit(xs, [100 + 0.5 * x + chance.gauss(0, 1) for x in xs]).interval()
            held += low <= 0.5 <= high
        self.assertGreater(held, 365)
        self.assertLess(held, 395)


class JudgeTest(unittest.TestCase):
    def setUp(self):
        self.nights = [number / 12 for number in range(60)]  # five nights
        self.chance = random.Random(7)

    def wavering(self, level, noise, growth=0.0):
        return [level + self.chance.gauss(0, noise) + growth * level * night for night in self.nights]

    def test_what_stays_is_steady(self):
        self.assertEqual(trend.judge('descriptors', self.nights, [83] * 60, counted=True).word, 'steady')

    def test_what_wavers_is_steady(self):
        self.assertEqual(trend.judge('memory', self.nights, self.wavering(160, 1.5)).word, 'steady')

    def test_two_per_cent_a_night_grow(self):
        self.assertEqual(trend.judge('memory', self.nights, self.wavering(160, 1.5, 0.02)).word, 'grows')

    def test_what_cannot_be_told_is_not_called_good(self):
        verdict = trend.judge('memory', self.nights, self.wavering(160, 30))
        self.assertEqual(verdict.word, 'not shown')
        self.assertFalse(verdict.passes)

    def test_a_growth_just_at_the_limit_is_not_called_good(self):
        self.assertFalse(trend.judge('memory', self.nights, self.wavering(160, 1.5, 0.0099)).passes)

    def test_three_samples_prove_nothing(self):
        self.assertEqual(trend.judge('memory', [0, 1, 2], [1, 1, 1]).word, 'not shown')

    def test_one_descriptor_of_a_thousand_is_caught(self):
        self.assertEqual(trend.judge('descriptors', self.nights, [1000] * 36 + [1001] * 24, counted=True).word, 'grows')

    def test_a_descriptor_that_comes_and_goes_is_none(self):
        self.assertEqual(trend.judge('descriptors', self.nights, [83 + (number % 7 == 0) for number in range(60)], counted=True).word, 'steady')

    def test_what_shrinks_is_no_leak(self):
        self.assertEqual(trend.judge('memory', self.nights, self.wavering(160, 1.5, -0.03)).word, 'steady')


class KindsTest(unittest.TestCase):
    def test_one_descriptor_is_seen_among_those_that_come_and_go(self):
        nights = [number / 12 for number in range(30)]
        counts = [{'/dev/null': 1 + (number > 17), 'socket': 17, 'eventfd': 14 + number % 2} for number in range(30)]
        self.assertEqual(trend.growing_kinds(nights, counts), ['/dev/null'])

    def test_a_kind_that_was_not_there_before(self):
        counts = [{'socket': 17} | ({'pipe': 1} if number > 12 else {}) for number in range(30)]
        self.assertEqual(trend.growing_kinds(list(range(30)), counts), ['pipe'])


class SizesTest(unittest.TestCase):
    def setUp(self):
        chance = random.Random(3)
        self.events = [number // 6 for number in range(60)]
        self.counts = [{size: 40 + round(chance.gauss(0, 1.2)) for size in range(16, 800, 4)} | {8: 20000 + round(chance.gauss(0, 300))} for _ in self.events]

    def test_nobody_is_accused_by_chance(self):
        self.assertEqual(trend.growing_sizes(self.events, self.counts), [])

    def test_one_block_each_time_is_caught(self):
        for event, count in zip(self.events, self.counts, strict=True):
            count[100] += event
        found = trend.growing_sizes(self.events, self.counts)
        self.assertEqual([size for size, _ in found], [100])
        self.assertAlmostEqual(found[0][1], 1.0, delta=0.3)

    def test_a_size_that_was_never_used_before(self):
        for event, count in zip(self.events, self.counts, strict=True):
            if event:
                count[101] = event
        self.assertEqual([size for size, _ in trend.growing_sizes(self.events, self.counts)], [101])

    def test_what_is_known_of_others_hides_no_more_than_that(self):
        for event, count in zip(self.events, self.counts, strict=True):
            count[88] = 300 + 4 * event
            count[100] += 2 * event
        self.assertEqual([size for size, _ in trend.growing_sizes(self.events, trend.less(self.counts, {88: 4}, self.events))], [100])
        self.assertEqual([size for size, _ in trend.growing_sizes(self.events, trend.less(self.counts, {88: 3, 100: 2}, self.events))], [88])

    def test_a_cache_that_filled_once_is_no_leak(self):
        for event, count in zip(self.events, self.counts, strict=True):
            count[100] += 2 if event > 5 else 0
        self.assertEqual(trend.growing_sizes(self.events, self.counts), [])


if __name__ == '__main__':
    unittest.main()
