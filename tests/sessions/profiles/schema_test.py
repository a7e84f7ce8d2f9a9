#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The JSON Schemas that editors use and the reader agree: what the reader takes the schemas take, and what an editor
could know to be wrong they both refuse."""

import copy
import json
import os
import pathlib
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
    ('a table that is not looked into', DESKTOP + 'display = ":1"\ndiscover = { any = "thing" }'),
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
    ('hours to midnight', FACILITY + '[[person]]\nname = "Kim"\nrole = "SA"\nhours = "08:00-24:00"'),
    ('accounts', 'accounts = ["obs1", "obs2"]\n' + FACILITY),
    ('sizes of screens', FACILITY + 'screen-sizes = { left = "2560x1600" }'),
    ('a time zone of three parts', 'timezone = "America/Argentina/Buenos_Aires"\n' + FACILITY),
]

BAD_FACILITIES = [
    ('no name', FACILITY.replace('name = "Example"\n', '')),
    ('an unknown key', FACILITY + 'screns = []'),
    ('a site without screens', FACILITY + '[site.waimea]\nname = "Waimea"'),
    ('no screens at all', FACILITY.replace('["left", "right"]', '[]')),
    ('a screen twice', FACILITY.replace('"right"', '"left"')),
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
    ('no accounts at all', 'accounts = []\n' + FACILITY),
    ('an account twice', 'accounts = ["a", "a"]\n' + FACILITY),
    ('a size of a screen that is a number', FACILITY + 'screen-sizes = { left = 2560 }'),
    ('70000 at a site', FACILITY + 'link.status.port = 70000\n[link.status]\nhost = "h"'),
]


def validator(name):
    schema = json.loads((SOURCE / f'resources/schema/{name}.schema.json').read_text())
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

    def test_example_with_a_letter_wrong(self):
        # Every key of the example, misspelt, is refused; names that people give may be anything.
        for path in [EXAMPLE / 'facility.toml', *sorted((EXAMPLE / 'profiles').glob('*.toml'))]:
            schema = validator('facility' if path.name == 'facility.toml' else 'profile')
            document = tomllib.loads(path.read_text())
            for key in document:
                wrong = copy.deepcopy(document)
                wrong[key + 'x'] = wrong.pop(key)
                with self.subTest(f'{path.name}: {key}'):
                    self.assertFalse(schema.is_valid(wrong))


if __name__ == '__main__':
    unittest.main()
