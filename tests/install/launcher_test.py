#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/package/launcher.c: a program that runs with a loader and libraries of its own, and stays the program of its process."""

import sys

sys.dont_write_bytecode = True

import json  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import platform  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402
import unittest  # noqa: E402

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / 'tools' / 'package'))

import bundle  # noqa: E402

# Prints what the process knows of itself, and has a thread, for which the loader needs its part of the auxiliary vector.
PROGRAM = r"""
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void text(const char *from)
{
    putchar('"');
    for (; *from; ++from) {
        printf(*from == '"' || *from == '\\' ? "\\%c" : "%c", *from);
    }
    putchar('"');
}

static void *run(void *given)
{
    return given;
}

int main(int count, char **words, char **environment)
{
    char self[4096] = {0}, line[8192];
    pthread_t thread;
    void *back = NULL;
    if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0 || pthread_create(&thread, NULL, run, words) || pthread_join(thread, &back) || back != words) {
        return 1;
    }
    printf("{\"exe\": ");
    text(self);
    printf(", \"words\": [");
    for (int i = 0; i < count; ++i) {
        printf(i ? ", " : "");
        text(words[i]);
    }
    printf("], \"environment\": [");
    for (int i = 0; environment[i]; ++i) {
        printf(i ? ", " : "");
        text(environment[i]);
    }
    printf("], \"mapped\": [");
    FILE *maps = fopen("/proc/self/maps", "r");
    for (int some = 0; maps && fgets(line, sizeof(line), maps);) {
        char *path = strchr(line, '/');
        if (path) {
            path[strcspn(path, "\n")] = 0;
            printf(some++ ? ", " : "");
            text(path);
        }
    }
    puts("]}");
    return 0;
}
"""


@unittest.skipUnless(platform.machine() == 'x86_64', 'the archive is for x86-64')
class LauncherTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = pathlib.Path(tempfile.mkdtemp(prefix='nightdesk-launcher-'))
        cls.addClassCleanup(shutil.rmtree, cls.directory)
        cls.root = cls.directory / 'a bundle'
        for name in ('bin', 'lib', 'libexec'):
            (cls.root / name).mkdir(parents=True)
        bundle.compile_launcher(SOURCE / 'tools/package/launcher.c', cls.root / 'bin/shown')
        source = cls.directory / 'shown.c'
        source.write_text(PROGRAM, encoding='utf-8')
        subprocess.run(['gcc', '-o', str(cls.root / 'libexec/shown'), str(source)], check=True)
        for name in (bundle.loader, 'libc.so.6'):
            shutil.copy(os.path.realpath(bundle.libraries / name), cls.root / 'lib' / name)

    def start(self, words=(), environment=None, program=None):
        return subprocess.run([str(program or self.root / 'bin/shown'), *words], env=environment or {}, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=30, check=False)

    def shown(self, *given, **more):
        done = self.start(*given, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return json.loads(done.stdout)

    def test_it_stays_the_program_of_its_process(self):
        self.assertEqual(self.shown()['exe'], str(self.root / 'bin/shown'))

    def test_a_symbolic_link_leads_to_it(self):
        link = self.directory / 'link'
        link.symlink_to(self.root / 'bin/shown')
        shown = self.shown(['one'], program=link)
        self.assertEqual((shown['exe'], shown['words']), (str(self.root / 'bin/shown'), [str(link), 'one']))

    def test_only_its_own_libraries_are_loaded(self):
        libraries = {path for path in self.shown()['mapped'] if '.so' in path}
        self.assertEqual(libraries, {str(self.root / 'lib' / name) for name in (bundle.loader, 'libc.so.6')})

    def test_words_arrive_as_they_are(self):
        for words in ([], [''], ['--library-path', 'x'], ['a b', '"', '\\'], [str(number) for number in range(3000)]):
            self.assertEqual(self.shown(words)['words'][1:], words)

    def test_the_environment_gets_no_variable_of_the_loader(self):
        given = {'HOME': '/home/observer', 'EMPTY': '', **{f'V{number}': 'x' * 50 for number in range(500)}}
        environment = self.shown(environment=given)['environment']
        self.assertEqual([line for line in environment if line.startswith('LD_')], [])
        for name, value in given.items():
            self.assertEqual(environment.count(f'{name}={value}'), 1)

    def test_its_data_comes_after_the_systems(self):
        share = f'{self.root}/share'
        for before, after in (({}, f'/usr/local/share:/usr/share:{share}'), ({'XDG_DATA_DIRS': '/x'}, f'/x:{share}'),
                              ({'XDG_DATA_DIRS': f'/x:{share}'}, f'/x:{share}')): # of a bundle's program that starts another
            found = [line for line in self.shown(environment=before)['environment'] if line.startswith('XDG_DATA_DIRS=')]
            self.assertEqual(found, [f'XDG_DATA_DIRS={after}'])

    def test_a_directory_that_the_loader_would_split_is_refused(self):
        other = self.directory / 'a:b'
        shutil.copytree(self.root, other)
        done = self.start(program=other / 'bin/shown')
        self.assertEqual(done.returncode, 127)
        self.assertIn('cannot hold the bundle', done.stderr)

    def test_a_missing_loader_is_named(self):
        other = self.directory / 'broken'
        shutil.copytree(self.root, other)
        (other / 'lib' / bundle.loader).unlink()
        done = self.start(program=other / 'bin/shown')
        self.assertEqual(done.returncode, 127)
        self.assertIn(f'{other}/lib/{bundle.loader}', done.stderr)


if __name__ == '__main__':
    unittest.main()
