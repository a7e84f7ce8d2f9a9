#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON Schemas that editors use and the reader agree: what the reader takes the schemas take, and what an editor
could know to be wrong they both refuse."""

import functools
import json
import os
import pathlib
import re
import subprocess
import tempfile
import tomllib
import unittest

import jsonschema

SOURCE = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get('NIGHTDESK_BUILD_DIR', SOURCE / 'build/dev'))
EXAMPLE = SOURCE / 'resources/example-facility'

FACILITY = '''format = 1
name = "Example"
[site.hilo]
screens = ["left", "right"]
'''
PROFILE = '''format = 1
id = "lris"
name = "LRIS"
[link.summit]
host = "summit.example"
'''
DESKTOP = PROFILE + '''[[desktop]]
id = "control"
link = "summit"
'''
DISCOVER = PROFILE + '''discover = { command = ["vncserver", "-list"], pattern = '^:(?<display>[0-9]+)' }
'''
WINDOW = PROFILE + '''[[window]]
id = "ds9"
link = "summit"
'''

# name of the row, text; both the schema and the reader take it
GOOD_PROFILES = [
    ('a port', PROFILE + 'port = 65535'),
    ('variables in a user and in jump hosts', PROFILE + 'user = "{account}"\njump = ["{account}@gate.example:22"]'),
    ('an IPv6 address', PROFILE.replace('summit.example', '2001:db8::1')),
    ('an IPv6 jump host with a port', PROFILE + 'jump = ["obs@[2001:db8::1]:2222"]'),
    ('no jump hosts', PROFILE + 'jump = []'),
    ('key files', PROFILE + 'identities = ["~/.ssh/id", "keys/a b", "/etc/k"]'),
    ('a link quoted', PROFILE + '[link."gate"]\nhost = "h"'),
    ('the highest display number', DESKTOP + 'display = ":59635"'),
    ('a socket', DESKTOP + 'socket = "/run/vnc"'),
    ('a port and its host', DESKTOP + 'port = 5901\nhost = "10.0.0.1"'),
    ('what is expected of a server', DESKTOP + 'display = ":1"\nexpect = { visual = "TrueColor 24", size = "2560x1600" }'),
    ('a link that finds desktops', DISCOVER + DESKTOP.removeprefix(PROFILE) + 'discover = { title = "Control" }'),
    ('the pattern of a link at a site', DISCOVER + '[site.hilo]\nlink.summit.discover.pattern = "(?P<port>[0-9]+)"'),
    ('an empty argument', WINDOW + 'command = ["ds9", ""]'),
    ('a size alone', WINDOW + 'command = ["ds9"]\ngeometry = "1200x900"'),
    ('a place alone, outside the screen', WINDOW + 'command = ["ds9"]\ngeometry = "+-20-5"'),
    ('needs', WINDOW + 'command = ["ds9"]\nneeds = { visual = ["PseudoColor 8"], backing-store = true, fonts = [] }'),
    ('a port at a site in place of a display', DESKTOP + 'display = ":1"\n[site.hilo]\ndesktop.control.port = 5901'),
    ('accounts and variables', 'accounts = ["lris1", "lris2"]\n' + PROFILE + 'user = "{who}"\n[variables]\nwho = "{account}"'),
    ('variables that differ at a site', PROFILE + 'jump = ["{gate}"]\n[variables]\ngate = "g"\n[site.hilo]\nvariables.gate = "h"'),
    ('variables in a socket and in files', DESKTOP + 'socket = "{dir}/vnc"\n[variables]\ndir = "/run"\n[link.files]\nhost = "h"\nidentities = ["{dir}/key"]'),
    ('a host at a site beside a port', DESKTOP + 'port = 5901\n[site.hilo]\ndesktop.control.host = "h"'),
]

# name of the row, text; the schema refuses it and so does the reader
BAD_PROFILES = [
    ('no id', PROFILE.replace('id = "lris"\n', '')),
    ('an id with capitals', PROFILE.replace('"lris"', '"LRIS"')),
    ('a newer format', PROFILE.replace('format = 1', 'format = 2')),
    ('a name that is a number', PROFILE.replace('"LRIS"', '5')),
    ('an empty name', PROFILE.replace('"LRIS"', '" "')),
    ('an unknown key', PROFILE + 'hots = "h"'),
    ('an unknown key at the top', 'titel = "x"\n' + PROFILE),
    ('a port of 70000', PROFILE + 'port = 70000'),
    ('a port of 0', PROFILE + 'port = 0'),
    ('a port in quotes', PROFILE + 'port = "22"'),
    ('a port that is a fraction', PROFILE + 'port = 22.5'),
    ('a port that is a date', PROFILE + 'port = 2026-01-01'),
    ('a resource that takes the next line along', WINDOW + 'command = ["ds9"]\nxrm = ["*a: b\\\\"]'),
    ('a host with a port', PROFILE.replace('summit.example', 'summit.example:22')),
    ('a host that is an option', PROFILE.replace('summit.example', '-oProxyCommand=x')),
    ('a jump host that is no list', PROFILE + 'jump = "gate"'),
    ('a jump host with two ports', PROFILE + 'jump = ["gate:22:23"]'),
    ('a key file that is a directory', PROFILE + 'identities = ["keys/"]'),
    ('another person\'s home', PROFILE + 'known-hosts = "~kim/known_hosts"'),
    ('a compression level', PROFILE + 'compression = 9'),
    ('an unknown word', PROFILE + 'compression = "fast"'),
    ('a link that is a list', 'format = 1\nid = "a"\nname = "A"\n[[link]]\nhost = "h"'),
    ('a link with capitals', PROFILE.replace('[link.summit]', '[link.Summit]')),
    ('a desktop that is no list', PROFILE + '[desktop.a]\nid = "a"\nlink = "summit"\ndisplay = ":1"'),
    ('a desktop without an id', PROFILE + '[[desktop]]\nlink = "summit"\ndisplay = ":1"'),
    ('two addresses', DESKTOP + 'display = ":1"\nport = 5901'),
    ('a display number too high', DESKTOP + 'display = ":59636"'),
    ('a display without a colon', DESKTOP + 'display = "1"'),
    ('a relative socket', DESKTOP + 'socket = "run/vnc"'),
    ('an unknown key in a table', DESKTOP + 'display = ":1"\nexpect = { visul = "TrueColor 24" }'),
    ('a visual without its depth', DESKTOP + 'display = ":1"\nexpect = { visual = "TrueColor" }'),
    ('a pattern that tells of no desktop', PROFILE + 'discover = { command = ["list"], pattern = "x" }'),
    ('a title and an expression', DISCOVER + DESKTOP.removeprefix(PROFILE) + 'discover = { title = "a", match = "a" }'),
    ('an unknown key of discover', PROFILE + 'discover = { comand = ["list"], pattern = "(?<port>.)" }'),
    ('an empty command', WINDOW + 'command = []'),
    ('a program without a name', WINDOW + 'command = [""]'),
    ('a command that is a text', WINDOW + 'command = "ds9"'),
    ('a geometry with half a place', WINDOW + 'command = ["ds9"]\ngeometry = "100x100+5"'),
    ('a truth in quotes', WINDOW + 'command = ["ds9"]\ntrusted = "true"'),
    ('an unknown key at a site', DESKTOP + 'display = ":1"\n[site.hilo]\ndesktop.control.scren = "left"'),
    ('another id at a site', DESKTOP + 'display = ":1"\n[site.hilo]\ndesktop.control.id = "b"'),
    ('a variable that is a list', PROFILE + '[variables]\ngate = ["g"]'),
    ('an account with a blank', 'accounts = ["lris 1"]\n' + PROFILE),
    ('a group with capitals', 'include = ["Telescope"]\n' + PROFILE),
    ('defaults in a profile', PROFILE + '[default.link]\nport = 22'),
    ('people in a profile', PROFILE + '[[person]]\nname = "Kim"\nrole = "OA"'),
    ('70000 at a site', PROFILE + '[site.hilo]\nlink.summit.port = 70000'),
]

GOOD_FACILITIES = [
    ('nothing but what is required', 'format = 1\nname = "A"'),
    ('a link', FACILITY + '[link.status]\nhost = "h"\nuser = "{account}"'),
    ('a link that differs at a site', FACILITY + 'link.status.jump = []\n[link.status]\nhost = "h"'),
    ('variables, defaults and what every instrument shows', FACILITY + 'variables.gate = "{site-gate}"\n[variables]\nsite-gate = "g"\ngate = "{site-gate}"\n'
     '[default.link]\njump = ["{gate}"]\n[default.desktop]\nlink = "status"\nquality = "high"\n[default.window]\ntrusted = true\n'
     '[link.status]\nhost = "status.{gate}"\n[[desktop]]\nid = "weather"\ndisplay = ":9"\n[[window]]\nid = "clock"\nlink = "status"\ncommand = ["xclock"]'),
    ('groups', FACILITY + '[group.weather]\nvariables.dome = "1"\n[group.telescope1]\ninclude = ["weather"]\nlink.tcs.host = "tcs"\n'
     '[[group.telescope1.desktop]]\nid = "tcs"\nlink = "tcs"\ndisplay = ":1"\n[[group.telescope1.window]]\nid = "w"\nlink = "tcs"\ncommand = ["x"]'),
    ('a default that differs at a site', FACILITY + 'default.link.jump = []\n[default.link]\njump = ["g"]'),
    ('people and rooms', FACILITY + '[[person]]\nname = "Kim"\nrole = "OA"\nphone = "+1 808 555 0100"\nemail = "kim@observatory.example"\nhours = "18:00-06:00"\n'
     '[[room]]\nname = "Room"\nlink = "https://meet.example/observing"'),
    ('a broker behind a link', FACILITY + '[link.l]\nhost = "h"\n[broker]\nid = "f"\nlink = "l"\nport = 1883\nhost = "mqtt"\npager = ["page", ""]'),
    ('a broker at a socket', FACILITY + '[link.l]\nhost = "h"\n[broker]\nid = "f"\nlink = "l"\nsocket = "/run/nightdesk/broker"'),
    ('hours to midnight', FACILITY + '[[person]]\nname = "Kim"\nrole = "SA"\nhours = "08:00-24:00"'),
    ('accounts', 'accounts = ["obs1", "obs2"]\n' + FACILITY),
    ('sizes of screens', FACILITY + 'screen-sizes = { left = "2560x1600" }'),
    ('a longitude of whole degrees', 'longitude = 204\n' + FACILITY),
    ('a longitude with a point', 'longitude = -155.4747\n' + FACILITY),
    ('a time zone of three parts', 'timezone = "America/Argentina/Buenos_Aires"\n' + FACILITY),
]

BAD_FACILITIES = [
    ('no name', FACILITY.replace('name = "Example"\n', '')),
    ('an unknown key', FACILITY + 'screns = []'),
    ('a site without screens', FACILITY + '[site.waimea]\nname = "Waimea"'),
    ('no screens at all', FACILITY.replace('["left", "right"]', '[]')),
    ('a screen twice', FACILITY.replace('"right"', '"left"')),
    ('a longitude over 360', 'longitude = 360.5\n' + FACILITY),
    ('a longitude in quotes', 'longitude = "204"\n' + FACILITY),
    ('a time zone with blanks', 'timezone = "Hawaii Time"\n' + FACILITY),
    ('a site that is a text', FACILITY + '[site]\nwaimea = "Waimea"'),
    ('70000 as a default', FACILITY + '[default.link]\nport = 70000'),
    ('70000 in a group', FACILITY + '[group.a]\nlink.l.host = "h"\nlink.l.port = 70000'),
    ('an id as a default', FACILITY + '[default.desktop]\nid = "a"'),
    ('a default of nothing known', FACILITY + '[default.links]\nport = 22'),
    ('a variable that is a number', FACILITY + '[variables]\nn = 5'),
    ('a variable with capitals', FACILITY + '[variables]\nGate = "g"'),
    ('a group that is a list', FACILITY + '[[group]]\ninclude = []'),
    ('an include that is a text', FACILITY + '[group.a]\ninclude = "b"'),
    ('an include twice', FACILITY + '[group.b]\n[group.a]\ninclude = ["b", "b"]'),
    ('a group with a site', FACILITY + '[group.a]\nsite.hilo.screens = ["left"]'),
    ('a person without a role', FACILITY + '[[person]]\nname = "Kim"'),
    ('another role', FACILITY + '[[person]]\nname = "Kim"\nrole = "oa"'),
    ('hours of one time', FACILITY + '[[person]]\nname = "Kim"\nrole = "OA"\nhours = "18:00"'),
    ('hours past the end of the day', FACILITY + '[[person]]\nname = "Kim"\nrole = "OA"\nhours = "18:00-24:01"'),
    ('an e-mail address without a host', FACILITY + '[[person]]\nname = "Kim"\nrole = "OA"\nemail = "kim"'),
    ('a room without a link', FACILITY + '[[room]]\nname = "Room"'),
    ('a room in a file', FACILITY + '[[room]]\nname = "Room"\nlink = "file:///etc/passwd"'),
    ('a broker without a name', FACILITY + '[link.l]\nhost = "h"\n[broker]\nlink = "l"\nport = 1883'),
    ('a broker at two places', FACILITY + '[link.l]\nhost = "h"\n[broker]\nid = "f"\nlink = "l"\nport = 1883\nsocket = "/s"'),
    ('a broker by TLS', FACILITY + '[link.l]\nhost = "h"\n[broker]\nid = "f"\nlink = "l"\nport = 1883\ntls = "h:1"'),
    ('a broker without a link', FACILITY + '[broker]\nid = "f"\nport = 1883'),
    ('a pager in one text', FACILITY + '[link.l]\nhost = "h"\n[broker]\nid = "f"\nlink = "l"\nport = 1883\npager = "page-sa"'),
    ('no accounts at all', 'accounts = []\n' + FACILITY),
    ('an account twice', 'accounts = ["a", "a"]\n' + FACILITY),
    ('a size of a screen that is a number', FACILITY + 'screen-sizes = { left = 2560 }'),
    ('70000 at a site', FACILITY + 'link.status.port = 70000\n[link.status]\nhost = "h"'),
]


# What only the reader can know: what other lines, other files and the desk say.
CONTEXT = re.compile(
    r'^“(host|link)” is missing|^one of .* is missing|is already defined in |another display already has the id '
    r'|^there is no (connection|screen|site|variable|group|\[\[\w+\]\]) |^no site has a screen|^the site “.*” has no screen|^the (facility|site) has no '
    r'|is not a valid regular expression|does not look for desktops|“title”, “match” is missing|in a circle|a single “\{”|can be used only in a profile'
    r'|is predefined|has no effect without|already adds a display|to change at this site|a NUL character|cannot reach the Unix socket'
    r'|\((here|at the site “.*”:) “.*”\)')
# Keys below which people give the names.
NAMED = {'link', 'desktop', 'window', 'site', 'group', 'variables', 'screen-sizes'}
# What an expression would have to count for, what JSON takes for a whole number or has no word for,
# and what [default.link] may give.
COUNTED = {
    'a jump host with port 0', 'a broker by TLS with a port that is none', 'a geometry of no width', 'a time zone that is not there',
    'a port with a point and a zero', 'discover without a pattern', 'discover without a command', 'a longitude that is no number',
}

PROFILE_HEAD = 'format = 1\nid = "lris"\nname = "LRIS"\n[link.summit]\nhost = "h.example"\n'
FACILITY_HEAD = '\n' * 10  # mistakestest.cpp begins with as many lines; what stands in them has no mistake


class Case:
    """One of mistakes.txt, which says how to read it."""

    def __init__(self, name):
        self.name = name
        self.files = {'profile': '', 'facility': ''}
        self.told = {'profile': [], 'facility': []}

    def add(self, line):
        text = line[2:] + '\n'
        if line[0] == '|':
            self.files['profile'] = (self.files['profile'] or PROFILE_HEAD) + text
        elif line[0] == '!':
            self.files['profile'] += text
        elif line[0] == '+':
            self.files['facility'] = (self.files['facility'] or FACILITY_HEAD) + text
        elif line[0] == '*':
            self.files['facility'] += text
        elif line[0] != '@':
            kind = 'facility' if line.startswith('facility.toml:') else 'profile'
            if ': error: ' in line:
                self.told[kind].append(line.split(': error: ', 1)[1])


def mistakes():
    cases = []
    for line in (SOURCE / 'tests/sessions/profiles/mistakes.txt').read_text(encoding='utf-8', newline='\n').split('\n'):
        if line.startswith('= '):
            cases.append(Case(line[2:]))
        elif line and not line.startswith('#'):
            cases[-1].add(line)
    return cases


@functools.cache
def validator(name):
    schema = json.loads(subprocess.run([BUILD / 'bin/nightdesk', 'reference', '--schema', name], stdout=subprocess.PIPE, check=True, timeout=60).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def reader_finds(path):
    """The errors that `nightdesk check` tells of."""
    done = subprocess.run([BUILD / 'bin/nightdesk', 'check', '--json', path], stdout=subprocess.PIPE, check=False, timeout=60)
    return [problem for problem in json.loads(done.stdout) if problem['severity'] == 'error']


class SchemaTest(unittest.TestCase):
    def agree(self, kind, file, rows, good):
        schema = validator(kind)
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory, file)
            for name, text in rows:
                with self.subTest(name):
                    path.write_text(text + '\n')
                    reader = reader_finds(path)
                    try:
                        mistakes = [error.message for error in schema.iter_errors(tomllib.loads(text))]
                    except tomllib.TOMLDecodeError as error:
                        self.fail(f'the row itself is no TOML: {error}')
                    if good:
                        self.assertEqual(reader, [], 'the reader')
                        self.assertEqual(mistakes, [], 'the schema')
                    else:
                        self.assertNotEqual(reader, [], 'the reader')
                        self.assertNotEqual(mistakes, [], 'the schema')

    def test_good_profiles(self):
        self.agree('profile', 'lris.toml', GOOD_PROFILES, True)

    def test_bad_profiles(self):
        self.agree('profile', 'lris.toml', BAD_PROFILES, False)

    def test_good_facilities(self):
        self.agree('facility', 'facility.toml', GOOD_FACILITIES, True)

    def test_bad_facilities(self):
        self.agree('facility', 'facility.toml', BAD_FACILITIES, False)

    def test_example(self):
        files = [EXAMPLE / 'facility.toml', *sorted((EXAMPLE / 'profiles').glob('*.toml'))]
        self.assertGreater(len(files), 2)
        for path in files:
            schema = validator('facility' if path.name == 'facility.toml' else 'profile')
            with self.subTest(path.name):
                self.assertEqual([error.message for error in schema.iter_errors(tomllib.loads(path.read_text()))], [])

    def test_every_mistake(self):
        cases = mistakes()
        self.assertGreater(len(cases), 200)
        for case in cases:
            for kind, text in case.files.items():
                with self.subTest(f'{case.name}, {kind}'):
                    try:
                        document = tomllib.loads(text)
                    except tomllib.TOMLDecodeError:
                        self.assertNotEqual(case.told[kind], [])  # no editor would get as far as the schema
                        continue
                    if text.startswith(FACILITY_HEAD):
                        document.setdefault('format', 1)
                        document.setdefault('name', 'Summit Observatory')
                    found = [] if not text else [error.message for error in validator(kind).iter_errors(document)]
                    if not case.told[kind]:
                        self.assertEqual(found, [], 'the reader takes it')
                    elif case.name not in COUNTED and not all(CONTEXT.search(message) for message in case.told[kind]):
                        self.assertNotEqual(found, [], case.told[kind])

    def misspell(self, schema, document, table, key_is_name=False):
        """Every key of @p table in @p document with a letter more, unless people give such keys their names."""
        for key in list(table):
            value = table[key]
            if not key_is_name:
                table[key + 'x'] = table.pop(key)
                with self.subTest(f'{key} of {list(table)}'):
                    self.assertFalse(schema.is_valid(document))
                del table[key + 'x']
                table[key] = value
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, dict):
                    self.misspell(schema, document, part, not isinstance(value, list) and not key_is_name and key in NAMED)

    def test_guide_quotes_the_example(self):
        def lines(text):
            return [line.split(' # ')[0].strip() for line in text.split('\n') if line.strip() and not line.startswith('#')]

        there = {line for path in EXAMPLE.rglob('*.toml') for line in lines(path.read_text())}
        blocks = re.findall(r'```toml\n(.*?)```', (SOURCE / 'docs/facility/profiles.md').read_text(), re.S)
        self.assertGreater(len(blocks), 5)
        for line in lines('\n'.join(blocks)):
            with self.subTest(line):
                self.assertIn(line, there)

    def test_example_with_a_letter_more(self):
        for path in [EXAMPLE / 'facility.toml', *sorted((EXAMPLE / 'profiles').glob('*.toml'))]:
            schema = validator('facility' if path.name == 'facility.toml' else 'profile')
            document = tomllib.loads(path.read_text())
            self.misspell(schema, document, document)


if __name__ == '__main__':
    unittest.main()
