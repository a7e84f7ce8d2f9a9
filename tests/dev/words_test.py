#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests tools/dev/checkwords.py: which texts and pages ./dev lint refuses, and why."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKER = pathlib.Path(__file__).resolve().parents[2] / 'tools/dev/checkwords.py'

# A context, a text, and a part of what is said of it; None: nothing.
TEXTS = {
    'plain words': ('@info', 'The VNC server closed the connection. Press Retry.', None),
    'an old word': ('@info', 'Retrying by itself.', 'automatically'),
    'an old word in capitals': ('@action:button', 'Warm Up', 'preload'),
    'an old word with an Alt key': ('@action:button', 'War&m Up', 'preload'),
    'not a valid value': ('@info', '“%1” is no port.', 'X is not Y'),
    'there is no value': ('@info', 'There is no desktop.', None),
    'something that is no longer so': ('@info', '%1 is no longer connected.', None),
    'let somebody in': ('@info', 'The host let Nightdesk in.', 'authorize'),
    'let somebody log in': ('@info', 'The host lets observers log in.', None),
    'no subject': ('@info', 'It did not answer.', 'name the subject'),
    'no subject, behind a tag': ('@info', '<qt>It did not answer.</qt>', 'name the subject'),
    'a word that begins with It': ('@info', 'Italic text', None),
    'a straight apostrophe': ('@info', "The profile's host", 'straight quotes'),
    'straight quotes': ('@info', 'The program "%1" ended.', 'straight quotes'),
    'curly quotes': ('@info', 'The program “%1” ended; the host’s clock is right.', None),
    'an assignment of TOML': ('@info', 'Put topology = "x11" into the profile.', None),
    'a list of TOML': ('@info', 'Put input = ["a", "b"] into the profile.', None),
    'syntax in an error of a profile': ('@info an error in a profile', 'expected "]" after the table’s name', None),
    'an apostrophe in an error of a profile': ('@info an error in a profile', "expected \"]\" after the table's name", 'straight quotes'),
    'a quote as a character': ('@info', 'A user name has none of : \' " in it.', None),
    'quotes of a tag': ('@info', '<a href="%1">Open the Handbook</a>', None),
    'What’s This of a control': ('@info:whatsthis', 'Shows the desktop.', None),
    'an accessible name in the context of What’s This': ('@info:whatsthis accessible name', 'Desktops', '@info accessible name'),
    'an accessible name': ('@info accessible name', 'Desktops', None),
    'a sentence of 20 words': ('@info', ' '.join(['word'] * 20) + '.', None),
    'a sentence of 21 words': ('@info', ' '.join(['word'] * 21) + '.', 'a sentence of 21 words'),
    'two sentences of 20 words': ('@info', ' '.join((['word'] * 19 + ['end.']) * 2), None),
    'a sentence that a small letter begins': ('@info', ' '.join(['word'] * 15 + ['end.', 'ssh'] + ['word'] * 14) + '.', None),
    'a file is no end of a sentence': ('@info', ' '.join(['word'] * 15 + ['facility.toml'] + ['word'] * 15) + '.', 'a sentence of 31 words'),
    'an abbreviation is no end of a sentence': ('@info', ' '.join(['word'] * 15 + ['e.g.'] + ['word'] * 15) + '.', 'a sentence of 31 words'),
    'three sentences of 15 words': ('@info', ' '.join((['word'] * 14 + ['end.']) * 3), '45 words'),
}

PAGES = {
    'plain words': ('# Desktops\nNightdesk reconnects automatically.\n', None),
    'an old word': ('# Desktops\nNightdesk connects\nanew.\n', ':3: “anew”: again'),
    'an old phrase over the end of a line': ('# Desktops\nNightdesk connects by\nitself.\n', ':2: '),
    'code': ('The key `warm-at` was renamed.\n', None),
    'code in a block': ('```\nstart = "warm"\n```\n', None),
    'the address of a link': ('[Programs](programs.md#warm-up) start early.\n', None),
    'a long sentence': (' '.join(['word'] * 60) + '.\n', None),
}

# A page of the docs for users, and what is said of it; the program of the test has the names of PROGRAM.
PROGRAM = ('&Night', 'Call Support Astronomer…', 'Resume %1')
NAMES = {
    'names that are there': ('Choose *Night ▸ Call Support Astronomer…*.\n', None),
    'a name over the end of a line': ('Choose *Night ▸ Call\nSupport Astronomer…*.\n', None),
    'an old name': ('# Calls\nChoose *Night ▸ Call the SA…*.\n', ':2: “Call the SA…”'),
    'a name without its dots': ('Choose *Call Support Astronomer*.\n', '“Call Support Astronomer”'),
    'a name that the program completes': ('Click *Resume …*.\n', None),
    'an unknown name that something completes': ('Click *Replace …*.\n', '“Replace …”'),
    'a name of the framework': ('Choose *File ▸ Call Support Astronomer…*.\n', None),
    'a stressed word': ('This happens *once*.\n', None),
    'bold text': ('**Nobody** sees it.\n', None),
    'code': ('`*Nothing*` is a pattern.\n', None),
}


def quoted(text):
    return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'


class WordsTest(unittest.TestCase):
    def run_checker(self, name, text, *arguments):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory, name)
            file.write_text(text, encoding='utf-8')
            command = [argument if argument != name else file for argument in arguments]
            return subprocess.run([sys.executable, '-B', CHECKER, *command], capture_output=True, text=True, encoding='utf-8', check=False)

    def expect(self, answer, fault):
        if fault is None:
            self.assertEqual((answer.returncode, answer.stdout), (0, ''))
        else:
            self.assertEqual(answer.returncode, 1)
            self.assertIn(fault, answer.stdout)

    def test_texts(self):
        for name, (context, text, fault) in TEXTS.items():
            with self.subTest(name):
                template = f'#: app/a.cpp\nmsgctxt {quoted(context)}\nmsgid {quoted(text)}\nmsgstr ""\n'
                self.expect(self.run_checker('nightdesk.pot', template, 'nightdesk.pot'), fault)

    def test_pages(self):
        for name, (page, fault) in PAGES.items():
            with self.subTest(name):
                self.expect(self.run_checker('page.md', page, '--docs', 'page.md'), fault)

    def test_names(self):
        template = '\n\n'.join(f'#: app/a.cpp\nmsgctxt "@action"\nmsgid {quoted(name)}\nmsgstr ""' for name in PROGRAM)
        for name, (page, fault) in NAMES.items():
            with self.subTest(name), tempfile.NamedTemporaryFile('w', suffix='.pot', encoding='utf-8') as file:
                file.write(template)
                file.flush()
                self.expect(self.run_checker('page.md', page, '--names', file.name, 'page.md'), fault)

    def test_the_plural_is_checked_too(self):
        template = '#: app/a.cpp\nmsgctxt "@info"\nmsgid "One desktop"\nmsgid_plural "%1 desktops anew"\nmsgstr[0] ""\nmsgstr[1] ""\n'
        self.expect(self.run_checker('nightdesk.pot', template, 'nightdesk.pot'), 'again')

    def test_only_the_named_folders(self):
        template = '#: app/a.cpp\nmsgctxt "@info"\nmsgid "Anew"\nmsgstr ""\n'
        self.expect(self.run_checker('nightdesk.pot', template, 'nightdesk.pot', 'widgets'), None)
        self.expect(self.run_checker('nightdesk.pot', template, 'nightdesk.pot', 'app'), 'again')


if __name__ == '__main__':
    unittest.main()
