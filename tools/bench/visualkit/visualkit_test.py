# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the bench of visuals reads and computes without any server."""

import os
import tomllib
import unittest

import verdicts

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


if __name__ == '__main__':
    unittest.main()
