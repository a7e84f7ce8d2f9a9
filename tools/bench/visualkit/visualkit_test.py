# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the bench of visuals reads and computes without any server."""

import os
import tomllib
import unittest

import contrast
import verdicts
import visualrows as rows

HOUSE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


class VerdictsTest(unittest.TestCase):
    def test_the_table_has_all_its_cases(self):
        with open(os.path.join(HOUSE, verdicts.TABLE), encoding='utf-8') as file:
            cases = verdicts.parse(file.read())
        self.assertGreaterEqual(len(cases), verdicts.CASES)
        self.assertEqual(len({case.name for case in cases}), len(cases))
        for case in cases:
            tomllib.loads(case.profile())
            self.assertEqual(bool(case.visual), case.verdict == 'fits-as-vnc-app', case.name)

    def test_a_line_is_a_case(self):
        case, = verdicts.parse('# no case\n\nold | Xvfb -screen 0 640x480x24 | - | topology = "x11" ; trusted = true | vnc-app PseudoColor 8 | visual font\n')
        self.assertEqual(case.lines, ('topology = "x11"', 'trusted = true'))
        self.assertEqual((case.verdict, case.visual, case.causes), ('fits-as-vnc-app', 'PseudoColor 8', ('visual', 'font')))
        self.assertEqual(case.expected, 'fits-as-vnc-app (PseudoColor 8): visual, font')
        self.assertFalse(case.is_desktop or case.is_healthy)
        self.assertTrue(tomllib.loads(case.profile())['window'][0]['trusted'])

    def test_expect_is_of_a_desktop(self):
        case, = verdicts.parse('d | - | Xvnc | expect = { visual = "TrueColor 24" } | fits |')
        self.assertTrue(case.is_desktop and case.is_healthy)
        self.assertIn('desktop', tomllib.loads(case.profile()))


class RowsTest(unittest.TestCase):
    def setUp(self):
        self.case, = verdicts.parse('old | Xvfb | - | trusted = true | vnc-app PseudoColor 8 | visual')
        self.answer = {'verdict': 'fits-as-vnc-app', 'visual': 'PseudoColor 8', 'findings': [{'cause': 'visual', 'what': 'It is missing.', 'remedy': 'Ask.'}]}

    def test_the_expected_verdict_in_time_is_reached(self):
        self.assertTrue(rows.case_row(self.case, self.answer, 0.5).reached)
        self.assertFalse(rows.case_row(self.case, self.answer, 2.5).reached)
        self.assertFalse(rows.case_row(self.case, None, 0.1).reached)

    def test_another_verdict_cause_or_no_remedy_is_not(self):
        for change in ({'verdict': 'fits'}, {'visual': 'TrueColor 24'}, {'findings': []}, {'findings': [{'cause': 'visual', 'what': 'It is missing.', 'remedy': ''}]}):
            self.assertFalse(rows.case_row(self.case, self.answer | change, 0.5).reached, change)

    def test_a_lie_costs_a_sentence_and_little_else(self):
        lie = verdicts.X_LIES[0]
        self.assertTrue(rows.lie_row('X server', lie, 'It lies.', 0.5, 3, 0.1, 'unknown').reached)
        self.assertTrue(rows.lie_row('VNC server', lie, 'It lies.', 0.5, None, None, None).reached)
        for sentence, seconds, memory, processor, verdict in (('', 0.5, 3, 0.1, 'unknown'), ('It lies.', 9, 3, 0.1, 'unknown'), ('It lies.', 0.5, 300, 0.1, 'unknown'),
                                                              ('It lies.', 0.5, 3, 9, 'unknown'), ('It lies.', 0.5, 3, 0.1, 'fits')):
            self.assertFalse(rows.lie_row('X server', lie, sentence, seconds, memory, processor, verdict).reached)

    def test_what_never_came_is_not_reached(self):
        self.assertFalse(rows.time_row('map', None, 0.3).reached)
        self.assertTrue(rows.time_row('map', 0.3, 0.3).reached)

    def test_a_server_that_is_missing_here_is_not_measured(self):
        self.assertEqual(rows.check_row('Xwayland', 'fits', 'weston is not installed', None).verdict, 'not measured')


class ContrastTest(unittest.TestCase):
    BLACK, WHITE = (0, 0, 0), (0xffff, 0xffff, 0xffff)

    def test_of_two_colors(self):
        self.assertAlmostEqual(contrast.ratio(self.BLACK, self.WHITE), 21)
        self.assertAlmostEqual(contrast.ratio(self.WHITE, self.WHITE), 1)

    def test_of_text_and_paper(self):
        colors = {0: self.BLACK, 1: self.WHITE}
        data = bytes([1] * 1000 + [0] * 100)
        self.assertAlmostEqual(contrast.contrast_of(data, lambda pixels: [colors[pixel] for pixel in pixels]), 21)

    def test_nothing_is_written_on_one_color(self):
        self.assertEqual(contrast.contrast_of(bytes([1] * 1000 + [0]), lambda pixels: [self.WHITE for _ in pixels]), 1)


if __name__ == '__main__':
    unittest.main()
