#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What ./dev run gives a program of the build tree that the system gives an installed one."""
import os
import subprocess
import tempfile
import unittest

HOUSE = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..'))
SCRIPT = """
house=$1 build=$2
. "$house/tools/dev/build.sh"
say() { echo "$@" >&2; }
build_targets() { :; }
export LC_ALL=C.UTF-8
run_program
"""


def run(build, **variables):
    environment = {name: value for name, value in os.environ.items() if name not in ('LANGUAGE', 'LOCPATH', 'XDG_DATA_DIRS')} | variables
    done = subprocess.run(['sh', '-c', SCRIPT, 'sh', HOUSE, build], env=environment, capture_output=True, text=True, check=True)
    return dict(line.split('=', 1) for line in done.stdout.splitlines() if '=' in line), done.stderr


class RunTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        os.mkdir(os.path.join(self.directory.name, 'bin'))
        program = os.path.join(self.directory.name, 'bin', 'nightdesk')
        with open(program, 'w', encoding='utf-8') as file:
            file.write('#!/bin/sh\nenv\nlocale charmap | sed s/^/charmap=/\n')
        os.chmod(program, 0o755)

    def test_the_build_tree_comes_before_the_system(self):
        found, _ = run(self.directory.name)
        self.assertEqual(found['XDG_DATA_DIRS'], self.directory.name + '/share:/usr/local/share:/usr/share')
        found, _ = run(self.directory.name, XDG_DATA_DIRS='/opt/share')
        self.assertEqual(found['XDG_DATA_DIRS'], self.directory.name + '/share:/opt/share')

    def test_a_language_has_a_locale(self):
        for language, locale in (('es', 'es_ES.UTF-8'), ('de_AT:de', 'de_AT.UTF-8')):
            with self.subTest(language):
                found, said = run(self.directory.name, LANGUAGE=language)
                self.assertEqual(found['LC_ALL'], locale)
                self.assertEqual(found['charmap'], 'UTF-8')
                self.assertEqual(found['LANGUAGE'], language)
                self.assertEqual(said, '')

    def test_without_a_language_nothing_is_made(self):
        found, said = run(self.directory.name)
        self.assertEqual(found['LC_ALL'], 'C.UTF-8')
        self.assertNotIn('LOCPATH', found)
        self.assertEqual(said, '')

    def test_a_language_that_nobody_has_is_said(self):
        found, said = run(self.directory.name, LANGUAGE='xx')
        self.assertEqual(found['LC_ALL'], 'C.UTF-8')
        self.assertIn('xx', said)


if __name__ == '__main__':
    unittest.main()
