#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An installation into an empty prefix: which files it has, that they name no build tree, and that it starts, worker included."""

import sys

sys.dont_write_bytecode = True

import errno  # noqa: E402
import gettext  # noqa: E402
import glob  # noqa: E402
import os  # noqa: E402
import re  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402
import unittest  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(SOURCE, 'tools', 'demo'), os.path.join(SOURCE, 'tools', 'facility')]

import processes as proc  # noqa: E402
import profiles  # noqa: E402
from console import Console  # noqa: E402
from demofacility import DemoFacility  # noqa: E402
from virtualdesk import VirtualDesk, base_environment  # noqa: E402

# Below the prefix; {libexec} depends on the distribution.
FILES = (
    'bin/nightdesk',
    'bin/nightdesk-broker',
    '{libexec}/nightdesk-broker-limits.so',
    '{libexec}/nightdesk-rfb',
    'share/applications/org.nightdesk.nightdesk.desktop',
    'share/bash-completion/completions/nightdesk',
    'share/color-schemes/NightdeskRed.colors',
    'share/config.kcfg/nightdesk.kcfg',
    'share/dbus-1/interfaces/org.nightdesk.Console.xml',
    'share/fish/vendor_completions.d/nightdesk.fish',
    'share/icons/hicolor/scalable/apps/org.nightdesk.nightdesk.svg',
    'share/knotifications6/nightdesk.notifyrc',
    'share/kxmlgui5/nightdesk/nightdeskboardui.rc',
    'share/kxmlgui5/nightdesk/nightdeskui.rc',
    'share/locale/es/LC_MESSAGES/nightdesk.mo',
    'share/metainfo/org.nightdesk.nightdesk.metainfo.xml',
    'share/nightdesk/schema/facility.schema.json',
    'share/nightdesk/schema/profile.schema.json',
    'share/zsh/site-functions/_nightdesk',
    'share/zsh/vendor-completions/_nightdesk',
)
EXAMPLE = 'share/nightdesk/example-facility'
SIZE = (1280, 800)
COLOR = 0x2E8B57  # that nothing else on the desk has


def cached(build, name):
    """A value of the build tree's CMakeCache.txt."""
    with open(os.path.join(build, 'CMakeCache.txt'), encoding='utf-8') as cache:
        return next(line.split('=', 1)[1].strip() for line in cache if line.startswith(f'{name}:'))


def files_below(directory):
    return sorted(os.path.relpath(os.path.join(folder, name), directory) for folder, _, names in os.walk(directory) for name in names)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def is_executed(path):
    """Whether a process runs this program. Unlike /proc/PID/exe, users other than root can see this of a sandboxed worker."""
    try:
        with open(path, 'r+b'):
            return False
    except OSError as error:
        if error.errno != errno.ETXTBSY:
            raise
        return True


class InstallTest(unittest.TestCase):
    """One installation for all. From then on NIGHTDESK_BUILD_DIR is its prefix: the kits take bin/nightdesk of that."""

    @classmethod
    def setUpClass(cls):
        proc.become_subreaper()
        cls.directory = tempfile.mkdtemp(prefix='nightdesk-install-')
        cls.addClassCleanup(cls._clean)
        cls.build = os.environ['NIGHTDESK_BUILD_DIR']
        root = os.path.join(cls.directory, 'root')
        os.mkdir(root)
        # Stripped as a package is: debugging information names the sources.
        done = subprocess.run([cached(cls.build, 'CMAKE_COMMAND'), '--install', cls.build, '--strip'], env=os.environ | {'DESTDIR': root}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
        if done.returncode != 0:
            raise proc.FacilityError(f'The installation failed: {done.stdout}')
        cls.prefix = root + cached(cls.build, 'CMAKE_INSTALL_PREFIX')
        cls.program = os.path.join(cls.prefix, 'bin', 'nightdesk')
        for name in [name for name in os.environ if name.startswith('NIGHTDESK_')]:
            del os.environ[name]
        os.environ['NIGHTDESK_BUILD_DIR'] = cls.prefix
        os.environ['XDG_DATA_DIRS'] = os.path.join(cls.prefix, 'share') + ':/usr/local/share:/usr/share'

    @classmethod
    def _clean(cls):
        proc.remove_stale_displays(proc.sweep())
        shutil.rmtree(cls.directory, ignore_errors=True)

    def run_program(self, *arguments, **environment):
        """The installed nightdesk, which needs no display for this."""
        own = tempfile.mkdtemp(dir=self.directory)
        return subprocess.run([self.program, *arguments], env=base_environment(own) | environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=30, check=False)

    def worker(self):
        found = glob.glob(os.path.join(self.prefix, '**', 'nightdesk-rfb'), recursive=True)
        self.assertEqual(len(found), 1, f'The worker is not installed once: {found}')
        return found[0]

    # What is there.

    def test_every_file_is_installed(self):
        installed = files_below(self.prefix)
        libexec = os.path.dirname(os.path.relpath(self.worker(), self.prefix))
        self.assertRegex(libexec, r'^lib.*exec$')
        expected = [name.format(libexec=libexec) for name in FILES]
        expected += [os.path.join(EXAMPLE, name) for name in files_below(os.path.join(SOURCE, 'resources', 'example-facility'))]
        self.assertEqual([name for name in expected if name not in installed], [], 'Missing; installed is: ' + ', '.join(installed))
        self.assertEqual([name for name in expected if not os.path.getsize(os.path.join(self.prefix, name))], [], 'Empty')

    def test_nothing_but_three_programs_and_a_plugin_is_compiled(self):
        programs = [name for name in files_below(self.prefix) if read(os.path.join(self.prefix, name)).startswith((b'\x7fELF', b'!<arch>'))]
        self.assertEqual([os.path.basename(name) for name in programs], ['nightdesk', 'nightdesk-broker', 'nightdesk-broker-limits.so', 'nightdesk-rfb'])

    def test_no_file_names_the_trees_it_came_from(self):
        named = {}
        for name in files_below(self.prefix):
            content = read(os.path.join(self.prefix, name))
            for tree in {SOURCE, self.build, os.path.realpath(SOURCE), os.path.realpath(self.build)}:
                # The path itself, and not the end of a longer one or of an address.
                found = re.search(rb'(?<![\w./-])' + re.escape(os.fsencode(tree)) + rb'(?![\w.-])[\x20-\x7e]*', content)
                if found:
                    named.setdefault(name, set()).add(found.group().decode('ascii'))
        self.assertEqual(named, {})

    # That it starts.

    def test_it_shows_its_version(self):
        done = self.run_program('--version')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn(cached(self.build, 'CMAKE_PROJECT_VERSION'), done.stdout)

    def test_it_starts_the_broker_which_has_no_widgets(self):
        broker = os.path.join(self.prefix, 'bin', 'nightdesk-broker')
        libraries = subprocess.run(['ldd', broker], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=True).stdout
        self.assertIn('libQt6Core', libraries)
        self.assertNotIn('libQt6Widgets', libraries)
        listed = self.run_program('broker', 'list', '--json', '--directory', os.path.join(self.directory, 'broker'))
        self.assertEqual((listed.returncode, listed.stderr), (0, ''))
        wrong = self.run_program('broker', 'add')
        self.assertEqual(wrong.returncode, 2)
        self.assertIn('nightdesk broker --help', wrong.stderr)
        os.rename(broker, broker + '.away')
        self.addCleanup(os.rename, broker + '.away', broker)
        missing = self.run_program('broker', 'list')
        self.assertEqual(missing.returncode, 1)
        self.assertIn(broker, missing.stderr)

    def test_its_broker_loads_the_installed_plugin(self):
        directory = os.path.join(self.directory, 'broker-with-plugin')
        added = self.run_program('broker', 'add-sa', 'ann', '--facility', 'example', '--directory', directory, '--output', os.path.join(self.directory, 'ann'))
        self.assertEqual(added.returncode, 0, added.stderr)
        own = tempfile.mkdtemp(dir=self.directory)
        words = [self.program, 'broker', 'run', '--directory', directory, '--socket', os.path.join(own, 'broker')]
        said = []
        with subprocess.Popen(words, env=base_environment(own), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as broker:
            for line in broker.stdout:
                said.append(line)
                if 'listens at' in line:
                    broker.terminate()
        self.assertIn('listens at', ''.join(said))
        self.assertNotIn('is missing', ''.join(said))
        plugin = os.path.join(os.path.dirname(self.worker()), 'nightdesk-broker-limits.so')
        with open(os.path.join(directory, 'mosquitto.conf'), encoding='utf-8') as configuration:
            loaded = [line.split(maxsplit=1)[1].rstrip() for line in configuration if line.startswith('plugin ')]
        self.assertEqual([os.path.realpath(path) for path in loaded], [os.path.realpath(plugin)])

    def test_it_accepts_the_installed_example(self):
        done = self.run_program('check', os.path.join(self.prefix, EXAMPLE))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_it_tells_line_and_column_of_a_typing_error(self):
        facility = os.path.join(tempfile.mkdtemp(dir=self.directory), 'facility')
        shutil.copytree(os.path.join(self.prefix, EXAMPLE), facility)
        path = os.path.join(facility, 'profiles', 'imager.toml')
        with open(path, encoding='utf-8') as file:
            lines = file.read().split('\n')
        at = lines.index('title = "Control"')
        lines[at] = 'titel = "Control"'
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines))
        done = self.run_program('check', facility)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, rf'(?m)imager\.toml:{at + 1}:1: error: .*titel')

    def test_it_speaks_spanish_from_its_installed_catalog(self):
        catalog = os.path.join(self.prefix, 'share', 'locale', 'es', 'LC_MESSAGES', 'nightdesk.mo')
        english = 'show the version'
        with open(catalog, 'rb') as file:
            spanish = gettext.GNUTranslations(file).pgettext('@info:shell', english)
        self.assertNotEqual(spanish, english)
        # The C library translates nothing in the locale C, and this machine may have no other.
        locales = os.path.join(self.directory, 'locales')
        os.mkdir(locales)
        subprocess.run(['localedef', '--no-archive', '-i', 'es_ES', '-f', 'UTF-8', os.path.join(locales, 'es_ES.UTF-8')], stdin=subprocess.DEVNULL,
                       capture_output=True, timeout=60, check=True)
        environment = {'LOCPATH': locales, 'LC_ALL': 'es_ES.UTF-8', 'LANGUAGE': 'es'}
        self.assertIn(spanish, self.run_program('--help', **environment).stdout)
        # It was that file, and no other catalog of this machine.
        os.rename(catalog, catalog + '.away')
        self.addCleanup(os.rename, catalog + '.away', catalog)
        self.assertIn(english, self.run_program('--help', **environment).stdout)

    # A desktop.

    def test_it_shows_a_desktop_through_its_installed_worker(self):
        directory = os.path.join(self.directory, 'desk')
        os.mkdir(directory)
        with DemoFacility(more=['--bare', '--desktops=1', '--size={}x{}'.format(*SIZE)]) as facility:
            self.paint(facility.desktop('control0'))
            self.write_profile(facility)
            desk = VirtualDesk(directory)
            desk.start()
            desk.write_setting('Desk', 'Site', 'desk')
            where = ['--facility', facility.facts['facility']]
            desk.run([self.program, 'trust', '--yes', *where, 'install'])
            console = Console(desk)
            console.start(['connect', *where, '--site', 'desk', 'install'])
            pid = desk.processes.pids()['nightdesk']
            self.assertTrue(os.path.samefile(f'/proc/{pid}/exe', self.program))
            worker = self.wait(desk, lambda: self.live_worker(console), 'A desktop that is live')
            self.assertIn(worker, proc.descendants(pid))
            try:
                self.assertEqual(os.readlink(f'/proc/{worker}/exe'), os.path.realpath(self.worker()))
            except PermissionError:
                # Its sandbox keeps users other than root from looking at it.
                self.assertTrue(is_executed(self.worker()), 'Another worker than the installed one runs')
            self.wait(desk, lambda: self.painted(desk) > SIZE[0] * SIZE[1] // 2, "The desktop's color")
            os.kill(pid, signal.SIGTERM)
            desk.processes.wait_until(lambda: not desk.processes.running('nightdesk'), 'The end of the console')
            self.assertEqual(desk.processes.exits['nightdesk'], 0)
            desk.processes.wait_until(lambda: worker not in proc.descendants(os.getpid()), 'The end of its worker')

    def wait(self, desk, condition, what):
        """Waits for it while the console runs; what the console said is in the error."""
        return desk.processes.wait_until(condition, what, 'nightdesk', 60)

    def paint(self, desktop):
        subprocess.run([proc.program('xsetroot'), '-solid', f'#{COLOR:06x}'], env=os.environ | {'DISPLAY': f':{desktop["display"]}',
                       'XAUTHORITY': desktop['xauthority']}, stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=True)

    def write_profile(self, facility):
        ssh = facility.facts['ssh']
        link = {'host': ssh['address'], 'port': ssh['port'], 'user': ssh['user'], 'identities': [ssh['identity']], 'known-hosts': ssh['knownHosts']}
        text = profiles.profile('install', 'Installation', 'One desktop', link, [(facility.desktop('control0'), 'Control 0', 'left')], ())
        with open(os.path.join(facility.facts['facility'], 'profiles', 'install.toml'), 'w', encoding='utf-8') as file:
            file.write(text)

    def live_worker(self, console):
        """The process id of the live desktop's worker; None while there is none."""
        shown = (console.status() or {}).get('displays', [])
        return next((display.get('workerPid') for display in shown if display['state'] == 'live'), None)

    def painted(self, desk):
        """How many pixels of the desk have the desktop's color."""
        return read(desk.frame_buffer).count(COLOR.to_bytes(3, 'little'))


def stop_requested(*_):
    raise SystemExit(1)


if __name__ == '__main__':
    signal.signal(signal.SIGTERM, stop_requested)
    try:
        unittest.main()
    finally:
        # Told to end in the middle of it, unittest does not get to this.
        if getattr(InstallTest, 'directory', None):
            InstallTest._clean()
