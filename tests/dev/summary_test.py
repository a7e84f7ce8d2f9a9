#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests .ci/summary: which failures may have a second run, and what the summary says."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SUMMARY = pathlib.Path(__file__).resolve().parents[2] / '.ci/summary'


def junit(*cases):
    return '<testsuite>' + ''.join(cases) + '</testsuite>'


def passed(name, seconds=1, output=''):
    return f'<testcase name="{name}" time="{seconds}" status="run"><system-out>{output}</system-out></testcase>'


def failed(name, message='Failed'):
    return f'<testcase name="{name}" time="2" status="fail"><failure message="{message}"/></testcase>'


class SummaryTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.directory = pathlib.Path(holder.name)

    def write(self, name, text):
        path = self.directory / name
        path.write_text(text, encoding='utf-8')
        return str(path)

    def run_summary(self, *arguments):
        return subprocess.run([sys.executable, '-B', SUMMARY, *arguments], capture_output=True, text=True, check=False)

    def again(self, *cases):
        return self.run_summary('again', self.write('asan.xml', junit(*cases)), self.write('list', '# why\nshaky  its reason\nrare  another\n'))

    def test_a_listed_failure_has_a_second_run(self):
        answer = self.again(passed('good'), failed('shaky'))
        self.assertEqual((answer.returncode, answer.stdout), (0, 'shaky\n'))

    def test_an_unlisted_failure_has_none_and_takes_it_from_the_others(self):
        answer = self.again(failed('shaky'), failed('solid'))
        self.assertEqual((answer.returncode, answer.stdout), (1, ''))

    def test_a_test_that_hung_has_none(self):
        self.assertEqual(self.again(failed('shaky', 'Timeout')).returncode, 1)

    def test_where_nothing_failed_there_is_nothing_to_run(self):
        self.assertEqual(self.again(passed('good')).returncode, 1)

    def test_the_summary_names_the_slowest_first(self):
        self.write('release.xml', junit(*(passed(f'test{seconds}', seconds) for seconds in range(40))))
        lines = self.printed().splitlines()
        slowest = [line.split()[-1] for line in lines[lines.index('The 25 slowest of 40 tests, in seconds:') + 1:][:25]]
        self.assertEqual(slowest, [f'test{seconds}' for seconds in range(39, 14, -1)])

    def test_each_skip_is_named_with_its_reason(self):
        self.write('asan.xml', junit(passed('one', output='SKIP   : OneTest::row() no tablet here'),
                                     passed('two', output='test_it (x.Y) ... skipped &#x27;no mouse&#x27;')))
        answer = self.printed()
        self.assertIn('asan one: SKIP   : OneTest::row() no tablet here', answer)
        self.assertIn("asan two: test_it (x.Y) ... skipped 'no mouse'", answer)

    def test_a_second_run_is_named(self):
        self.write('asan.log', 'much\npassed in a second run only: shaky\n')
        self.assertIn('passed in a second run only: shaky', self.printed())

    def test_a_cold_run_is_called_cold(self):
        self.write('ccache-before', 'direct_cache_hit\t5\ncache_miss\t10\n')
        self.write('ccache-after', 'direct_cache_hit\t6\ncache_miss\t110\n')
        self.assertIn('1 hits, 100 misses (1 % hits): cold', self.printed())

    def printed(self):
        self.write('parts', 'setup    1:30\n')
        answer = self.run_summary('print', str(self.directory), '125')
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn('all: 2:05', answer.stdout)
        return answer.stdout


if __name__ == '__main__':
    unittest.main()
