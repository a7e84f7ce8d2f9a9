#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Six real programs, each counted twice in the same run: by `nightdesk xtrace` and by Debian's xtrace behind it."""

import concurrent.futures
import os
import shutil
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(os.path.dirname(HERE)), 'facility')]

import processes as proc  # noqa: E402
from chain import Chain  # noqa: E402
from starts import PROGRAMS  # noqa: E402

BUILD = os.environ.get('NIGHTDESK_BUILD_DIR', '.')
PATIENCE = 120  # seconds for a start; sanitizers on a busy machine take their time


class CountsAgree(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix='nightdesk-counts-')
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def figures(self, program):
        with Chain(self.directory, program, BUILD) as chain:
            return chain.start(PROGRAMS[program], 0, os.path.join(self.directory, program + '.jsonl'), PATIENCE)

    def test_each_request_reply_event_and_error_of_six_programs(self):
        with concurrent.futures.ThreadPoolExecutor(max_workers=len(PROGRAMS)) as pool:
            runs = {program: pool.submit(self.figures, program) for program in PROGRAMS}
        for program, run in runs.items():
            with self.subTest(program):
                figures = run.result()
                self.assertEqual(figures['agrees'], '')
                self.assertGreater(figures['whole']['requests'], 20)
                self.assertEqual([each['problem'] for each in figures['connections'] if each['problem']], [])


if __name__ == '__main__':
    proc.become_subreaper()
    unittest.main()
