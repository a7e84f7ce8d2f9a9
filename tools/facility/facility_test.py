# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The demo facility is up quickly, everything in it answers, and it ends completely however it ends."""

import sys

sys.dont_write_bytecode = True

import contextlib  # noqa: E402
import glob  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import select  # noqa: E402
import shutil  # noqa: E402
import signal  # noqa: E402
import socket  # noqa: E402
import struct  # noqa: E402
import subprocess  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
import tomllib  # noqa: E402
import unittest  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, 'facility')
PATIENCE = 60.0  # seconds; a loaded machine is slow, and this is no measurement

sys.path.insert(0, HERE)
import profiles  # noqa: E402
import starfield  # noqa: E402


def eventually(condition, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def connects(connection, path):
    """The file of a Unix socket is there a moment before somebody listens."""
    with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
        connection.connect(path)
        return True
    return False


def processes_of(directory):
    """Every process that was started in, by or for this facility: its directory is in command line, environment or cwd."""
    needle = directory.encode()
    found = []
    for entry in os.listdir('/proc'):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        text = b''
        for name in ('cmdline', 'environ'):
            with contextlib.suppress(OSError):
                with open(f'/proc/{entry}/{name}', 'rb') as file:
                    text += file.read()
        with contextlib.suppress(OSError):
            text += os.readlink(f'/proc/{entry}/cwd').encode()
        if needle in text:
            found.append(int(entry))
    return found


class Running:
    """A facility under test, with what it said when it was ready."""

    def __init__(self, *arguments, **options):
        self.process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        **({'stdin': subprocess.DEVNULL} | options))
        try:
            self.facts = self.read_facts(self.process.stdout.fileno())
        except Exception:
            self.process.terminate()
            print(self.process.communicate(timeout=PATIENCE)[1].decode(), file=sys.stderr)
            raise

    @staticmethod
    def read_facts(descriptor):
        data = b''
        deadline = time.monotonic() + PATIENCE
        while not data.endswith(b'\n'):
            if not select.select([descriptor], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError('the facility was not ready in time')
            chunk = os.read(descriptor, 65536)
            if not chunk:
                raise AssertionError('the facility ended before it was ready')
            data += chunk
        return json.loads(data)

    def end(self, number=signal.SIGTERM):
        if self.process.returncode is None:
            self.process.send_signal(number)
        try:
            self.errors = self.process.communicate(timeout=PATIENCE)[1].decode()
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode

    def ssh(self, *arguments, environment=None, **options):
        return subprocess.run(['ssh', '-F', self.facts['ssh']['clientConfig'], *arguments], capture_output=True, timeout=PATIENCE, check=False,
                              env=os.environ | (environment or {}), **({'stdin': subprocess.DEVNULL} | options))

    def desktop(self, name):
        return next(desktop for desktop in self.facts['desktops'] if desktop['id'] == name)


def read_exactly(connection, count):
    data = b''
    while len(data) < count:
        chunk = connection.recv(count - len(data))
        if not chunk:
            raise AssertionError('the server hung up')
        data += chunk
    return data


def security_types(connection):
    """The start of an RFB 3.8 handshake (RFC 6143, 7.1.1 and 7.1.2)."""
    connection.settimeout(PATIENCE)
    version = read_exactly(connection, 12)
    connection.sendall(b'RFB 003.008\n')
    count = read_exactly(connection, 1)[0]
    return version, list(read_exactly(connection, count))


def server_init(connection):
    """Chooses security None and returns (width, height, bits per pixel, true colour)."""
    connection.sendall(b'\x01')
    if read_exactly(connection, 4) != b'\0\0\0\0':
        raise AssertionError('security None was refused')
    connection.sendall(b'\x01')
    width, height, bits, _, _, true_colour = struct.unpack('>HHBBBB', read_exactly(connection, 8))
    return width, height, bits, true_colour


class Pure(unittest.TestCase):
    def test_fits_follows_the_standard(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, 'field.fits')
            starfield.write(path, 256, 128)
            with open(path, 'rb') as file:
                data = file.read()
        self.assertEqual(len(data) % starfield.BLOCK, 0)
        cards = [data[place:place + 80].decode('ascii') for place in range(0, starfield.BLOCK, 80)]
        self.assertEqual(cards[0], 'SIMPLE  =                    T / conforms to the FITS standard'.ljust(80))
        header = {card[:8].strip(): card[10:].split(' /')[0].strip() for card in cards if card[8:10] == '= '}
        self.assertEqual((header['BITPIX'], header['NAXIS1'], header['NAXIS2']), ('16', '256', '128'))
        self.assertEqual(float(header['BZERO']), 32768.0)
        self.assertIn('END', [card.strip() for card in cards])
        values = [value + 32768 for value in struct.unpack(f'>{256 * 128}h', data[starfield.BLOCK:starfield.BLOCK + 2 * 256 * 128])]
        sky = sorted(values)[len(values) // 2]
        self.assertTrue(1100 < sky < 1300, sky)
        self.assertGreater(max(values), 2500)

    def test_star_fields_repeat(self):
        self.assertEqual(starfield.pixels(64, 64, seed=1, count=5), starfield.pixels(64, 64, seed=1, count=5))
        self.assertNotEqual(starfield.pixels(64, 64, seed=1, count=5), starfield.pixels(64, 64, seed=2, count=5))

    def test_long_cards_are_cut(self):
        self.assertEqual(len(starfield.card('OBJECT', 'x' * 200)), 80)

    def test_toml_values_come_back(self):
        for value in ('plain', 'quote " and \\ backslash', 'line\nbreak\ttab', 'Gerät', True, 7, ['a', '"b"'], [1, 2]):
            with self.subTest(value=value):
                self.assertEqual(tomllib.loads('key = ' + profiles.toml(value))['key'], value)


class WholeFacility(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # ssh -X through the facility must leave the authority file of whoever runs this alone.
        cls.authority = os.path.expanduser('~/.Xauthority')
        cls.authority_before = cls.stamp()
        cls.facility = Running()

    @classmethod
    def tearDownClass(cls):
        cls.facility.end()

    @classmethod
    def stamp(cls):
        return os.stat(cls.authority).st_mtime_ns if os.path.exists(cls.authority) else None

    def test_says_where_everything_is(self):
        facts = self.facility.facts
        self.assertEqual([desktop['id'] for desktop in facts['desktops']], ['control0', 'control1', 'control2', 'guider', 'hires'])
        self.assertEqual(len({desktop['display'] for desktop in facts['desktops']}), 5)
        self.assertEqual(os.stat(facts['directory']).st_mode & 0o777, 0o700)
        for name in ('sshd', 'control0', 'control0.ds9', 'control1.weather', 'hires', 'hires.Xvfb'):
            self.assertTrue(os.path.exists(f'/proc/{facts["pids"][name]}'), name)

    def test_every_program_has_a_window(self):
        for desktop in self.facility.facts['desktops']:
            for program in desktop['programs']:
                with self.subTest(desktop=desktop['id'], program=program['name']):
                    self.assertIsNotNone(program['rect'])
                    x, y, width, height = program['rect']
                    self.assertTrue(0 <= x and x + width <= desktop['width'] and 0 <= y and y + height <= desktop['height'], program)

    def test_ssh_runs_a_command(self):
        done = self.facility.ssh('summit', 'id -un; echo "$HOME"')
        self.assertEqual(done.stdout.decode().split(), [self.facility.facts['user'], self.facility.facts['home']], done.stderr)

    def test_ssh_refuses_another_key(self):
        with tempfile.TemporaryDirectory() as directory:
            key = os.path.join(directory, 'key')
            subprocess.run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key], check=True, stdin=subprocess.DEVNULL)
            with open(self.facility.facts['ssh']['clientConfig'], encoding='utf-8') as file:
                text = file.read().replace(self.facility.facts['ssh']['identity'], key)
            config = os.path.join(directory, 'config')
            with open(config, 'w', encoding='utf-8') as file:
                file.write(text)
            done = subprocess.run(['ssh', '-F', config, 'summit', 'true'], capture_output=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 255)
        self.assertIn(b'Permission denied', done.stderr)

    def test_every_desktop_answers_through_ssh(self):
        for desktop in self.facility.facts['desktops']:
            with self.subTest(desktop=desktop['id']):
                process = subprocess.Popen(['ssh', '-F', self.facility.facts['ssh']['clientConfig'], '-W', f'127.0.0.1:{desktop["port"]}', 'summit'],
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                try:
                    self.assertTrue(select.select([process.stdout], [], [], PATIENCE)[0])
                    self.assertTrue(os.read(process.stdout.fileno(), 12).startswith(b'RFB 003.0'))
                finally:
                    process.kill()
                    process.communicate()

    def test_desktops_offer_what_they_should(self):
        for name, size, expected in (('control0', (2560, 1600), [1]), ('control1', (1920, 1080), [1]), ('control2', (1280, 1024), [1])):
            with self.subTest(desktop=name), socket.create_connection(('127.0.0.1', self.facility.desktop(name)['port'])) as connection:
                self.assertEqual(security_types(connection)[1], expected)
                width, height, bits, true_colour = server_init(connection)
                self.assertEqual(((width, height), bits, true_colour), (size, 32, 1))
        with socket.create_connection(('127.0.0.1', self.facility.desktop('guider')['port'])) as connection:
            self.assertEqual(security_types(connection)[1], [2])
        with socket.create_connection(('127.0.0.1', self.facility.desktop('hires')['port'])) as connection:
            self.assertIn(1, security_types(connection)[1])
            self.assertEqual(server_init(connection), (1024, 768, 8, 0))

    def test_the_display_number_leads_to_control0(self):
        desktop = self.facility.desktop('control0')
        self.assertEqual(desktop['standardPort'], desktop['port'] == 5900 + desktop['display'])

    def test_the_unix_socket_answers_through_ssh(self):
        with tempfile.TemporaryDirectory() as directory:
            local = os.path.join(directory, 'rfb')
            remote = self.facility.desktop('control2')['socket']
            process = subprocess.Popen(['ssh', '-F', self.facility.facts['ssh']['clientConfig'], '-N', '-L', f'{local}:{remote}', 'summit'],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                with socket.socket(socket.AF_UNIX) as connection:
                    self.assertTrue(eventually(lambda: connects(connection, local)))
                    self.assertEqual(security_types(connection), (b'RFB 003.008\n', [1]))
            finally:
                process.kill()
                process.wait()

    def test_x11_is_forwarded(self):
        local = self.facility.desktop('control1')
        done = self.facility.ssh('-X', 'summit', 'xprop -root _NET_CLIENT_LIST', environment={'DISPLAY': f':{local["display"]}', 'XAUTHORITY': local['xauthority']})
        self.assertIn(b'window id # 0x', done.stdout, done.stderr)
        self.assertEqual(self.stamp(), self.authority_before)

    def test_the_facility_directory_names_what_runs(self):
        facts = self.facility.facts
        with open(os.path.join(facts['facility'], 'facility.toml'), 'rb') as file:
            self.assertEqual(tomllib.load(file)['site']['desk']['screens'], ['left', 'centre', 'right'])
        shown = {}
        for path in glob.glob(os.path.join(facts['facility'], 'profiles', '*.toml')):
            with open(path, 'rb') as file:
                profile = tomllib.load(file)
            self.assertEqual(os.path.basename(path), profile['id'] + '.toml')
            self.assertEqual(profile['link']['summit']['port'], facts['ssh']['port'])
            self.assertEqual(profile['link']['summit']['identities'], [facts['ssh']['identity']])
            shown[profile['id']] = [(desktop['id'], desktop['screen']) for desktop in profile['desktop']]
            for desktop in profile['desktop']:
                running = self.facility.desktop(desktop['id'])
                port = 5900 + int(desktop['display'][1:]) if 'display' in desktop else desktop.get('port', running['port'])
                self.assertEqual((port, desktop.get('socket', running['socket'])), (running['port'], running['socket']))
        self.assertEqual(sorted(shown), ['deimos', 'guider', 'hires', 'lris'])
        self.assertEqual(shown['lris'], [('control0', 'left'), ('control1', 'centre'), ('control2', 'right')])

    def test_two_at_once_do_not_meet(self):
        second = Running('--bare')
        try:
            here, there = self.facility.facts, second.facts
            self.assertNotEqual(here['directory'], there['directory'])
            self.assertNotEqual(here['ssh']['port'], there['ssh']['port'])
            self.assertFalse({desktop['display'] for desktop in here['desktops']} & {desktop['display'] for desktop in there['desktops']})
            self.assertFalse({desktop['port'] for desktop in here['desktops']} & {desktop['port'] for desktop in there['desktops']})
            self.assertEqual(second.ssh('summit', 'echo', 'second').stdout, b'second\n')
        finally:
            self.assertEqual(second.end(), 0)
        self.assertEqual(self.facility.ssh('summit', 'echo', 'first').stdout, b'first\n')


class Endings(unittest.TestCase):
    def assert_gone(self, facts):
        directory = facts['directory']
        self.assertTrue(eventually(lambda: not processes_of(directory)), [open(f'/proc/{pid}/cmdline', 'rb').read() for pid in processes_of(directory)])
        self.assertTrue(eventually(lambda: not os.path.exists(directory)))
        for desktop in facts['desktops']:
            # Another server may have taken the number since: then its process is in the lock file.
            lock = f'/tmp/.X{desktop["display"]}-lock'
            with contextlib.suppress(FileNotFoundError), open(lock, encoding='ascii') as file:
                self.assertTrue(os.path.exists(f'/proc/{int(file.read())}'), lock)

    def leave_a_daemon(self, facility):
        """A process of an ssh session that outlives it, as daemons and careless programs do."""
        done = facility.ssh('summit', 'setsid sleep 100000 < /dev/null > /dev/null 2>&1 & echo $!')
        pid = int(done.stdout)
        self.assertTrue(os.path.exists(f'/proc/{pid}'))
        return pid

    def test_sigterm_ends_everything(self):
        facility = Running()
        daemon = self.leave_a_daemon(facility)
        self.assertGreater(len(processes_of(facility.facts['directory'])), 20)
        self.assertEqual(facility.end(), 0)
        self.assert_gone(facility.facts)
        self.assertFalse(os.path.exists(f'/proc/{daemon}'))

    def test_sigint_ends_everything(self):
        facility = Running('--desktops', '1', '--no-wait')
        self.assertEqual(facility.end(signal.SIGINT), 0)
        self.assert_gone(facility.facts)

    def test_it_can_be_stopped_before_it_is_ready(self):
        with tempfile.TemporaryDirectory() as parent:
            directory = os.path.join(parent, 'facility')
            process = subprocess.Popen([PROGRAM, '--directory', directory], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            self.assertTrue(eventually(lambda: os.path.exists(os.path.join(directory, 'logs', 'control0.log'))))
            process.terminate()
            self.assertEqual(process.wait(PATIENCE), 0)
            self.assert_gone({'directory': directory, 'desktops': []})

    def test_it_ends_with_its_standard_input(self):
        facility = Running('--sshd-only', '--until-eof', stdin=subprocess.PIPE)
        facility.process.stdin.close()
        self.assertEqual(facility.process.wait(PATIENCE), 0)
        self.assert_gone(facility.facts)
        facility.process.stdout.close()
        facility.process.stderr.close()

    def test_it_ends_with_a_parent_that_was_killed(self):
        script = 'import subprocess, sys, time; subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL); time.sleep(1000)'
        parent = subprocess.Popen([sys.executable, '-c', script, PROGRAM, '--desktops', '2'], stdout=subprocess.PIPE)
        try:
            facts = Running.read_facts(parent.stdout.fileno())
        finally:
            parent.kill()
            parent.wait()
            parent.stdout.close()
        self.assert_gone(facts)

    def test_it_ends_when_its_guardian_is_killed(self):
        facility = Running('--desktops', '1')
        daemon = self.leave_a_daemon(facility)
        facility.end(signal.SIGKILL)
        self.assert_gone(facility.facts)
        self.assertTrue(eventually(lambda: not os.path.exists(f'/proc/{daemon}')))

    def test_it_ends_when_its_worker_is_killed(self):
        facility = Running('--desktops', '1')
        daemon = self.leave_a_daemon(facility)
        with open(f'/proc/{facility.process.pid}/task/{facility.process.pid}/children', encoding='ascii') as file:
            worker = int(file.read().split()[0])
        os.kill(worker, signal.SIGKILL)
        facility.errors = facility.process.communicate(timeout=PATIENCE)[1].decode()
        self.assertEqual(facility.process.returncode, 1)
        self.assertIn('ended by signal 9', facility.errors)
        self.assert_gone(facility.facts)
        self.assertTrue(eventually(lambda: not os.path.exists(f'/proc/{daemon}')))

    def test_a_server_that_dies_is_named(self):
        facility = Running('--desktops', '1', '--bare')
        os.kill(facility.facts['pids']['control0'], signal.SIGKILL)
        self.assertTrue(select.select([facility.process.stderr], [], [], PATIENCE)[0])
        self.assertEqual(facility.end(), 0)
        self.assertEqual(facility.process.stderr.closed, True)
        self.assertIn('control0 ended with status -9', facility.errors)
        self.assert_gone(facility.facts)


class Choices(unittest.TestCase):
    def refused(self, *arguments, environment=None):
        return subprocess.run([sys.executable, PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False,
                              env=environment)

    def test_only_sshd(self):
        facility = Running('--sshd-only')
        try:
            self.assertEqual(facility.facts['desktops'], [])
            self.assertEqual(facility.ssh('summit', 'echo', 'here').stdout, b'here\n')
        finally:
            self.assertEqual(facility.end(), 0)

    def test_a_broker(self):
        nightdesk = os.path.join(os.environ.get('NIGHTDESK_BUILD_DIR', ''), 'bin', 'nightdesk')
        if not os.access(nightdesk, os.X_OK):
            self.skipTest('nightdesk is not built')
        facility = Running('--sshd-only', '--broker')
        try:
            broker = facility.facts['broker']
            with open(os.path.join(facility.facts['facility'], 'facility.toml'), 'rb') as file:
                written = tomllib.load(file)
            self.assertEqual((written['broker']['id'], written['broker']['socket']), (broker['id'], broker['socket']))
            self.assertEqual(written['link']['broker']['port'], facility.facts['ssh']['port'])
            for kind in ('desk', 'sa'):
                self.assertEqual(os.stat(broker[kind]).st_mode & 0o777, 0o600)
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(5)
                connection.connect(broker['socket'])
        finally:
            self.assertEqual(facility.end(), 0)

    def test_ten_desktops_of_one_size(self):
        facility = Running('--desktops', '10', '--size', '800x600', '--bare')
        try:
            self.assertEqual({(desktop['width'], desktop['height']) for desktop in facility.facts['desktops']}, {(800, 600)})
            self.assertEqual(len({desktop['port'] for desktop in facility.facts['desktops']}), 10)
            self.assertIn('all', facility.facts['profiles'])
        finally:
            self.assertEqual(facility.end(), 0)

    def test_a_directory_of_ones_own(self):
        with tempfile.TemporaryDirectory() as parent:
            wanted = os.path.join(parent, 'summit with space')
            facility = Running('--sshd-only', '--directory', wanted)
            try:
                self.assertEqual(facility.facts['directory'], wanted)
                self.assertEqual(facility.ssh('summit', 'echo', 'here').stdout, b'here\n')
            finally:
                self.assertEqual(facility.end(), 0)
            self.assertFalse(os.path.exists(wanted))

    def test_a_directory_in_use_is_refused_and_kept(self):
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, 'precious'), 'w', encoding='ascii'):
                pass
            done = self.refused('--directory', directory)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, f'facility: The directory "{directory}" is not empty.\n')
            self.assertEqual(os.listdir(directory), ['precious'])

    def test_too_long_a_path_is_refused(self):
        with tempfile.TemporaryDirectory() as parent:
            done = self.refused('--directory', os.path.join(parent, 'x' * 100))
            self.assertEqual(done.returncode, 1)
            self.assertIn('too long a name', done.stderr)
            self.assertEqual(os.listdir(parent), [])

    def test_missing_programs_are_named(self):
        with tempfile.TemporaryDirectory() as parent:
            os.mkdir(os.path.join(parent, 'bin'))
            for name in ('ssh-keygen', 'xauth', 'xterm', 'xclock', 'xprop', 'xwininfo', 'xsetroot', 'openbox', 'Xvfb', 'tigervncpasswd', 'Xtigervnc'):
                os.symlink(shutil.which(name), os.path.join(parent, 'bin', name))
            done = self.refused('--directory', os.path.join(parent, 'f'), environment=os.environ | {'PATH': os.path.join(parent, 'bin')})
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, 'facility: The demo facility needs these programs, which were not found: ds9, x11vnc.\n')
            self.assertEqual(os.listdir(parent), ['bin'])

    def test_a_taken_port_is_named(self):
        with socket.socket() as taken:
            taken.bind(('127.0.0.1', 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = self.refused('--sshd-only', '--ssh-port', str(port))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f'facility: The port {port} of 127.0.0.1 is taken by another program.\n')

    def test_nonsense_is_refused(self):
        for arguments in (('--size', 'large'), ('--desktops', '0'), ('--desktops', '65'), ('--unknown',)):
            with self.subTest(arguments=arguments):
                done = self.refused(*arguments)
                self.assertEqual(done.returncode, 2)
                self.assertIn('error:', done.stderr)


class BehindLink(unittest.TestCase):
    """Needs linkemu: NIGHTDESK_BUILD_DIR names the build tree."""

    def near_ssh(self, facility, *arguments):
        return subprocess.run([*facility.facts['link']['near'], 'ssh', '-F', facility.facts['ssh']['clientConfig'], *arguments], stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=PATIENCE, check=False)

    def assert_gone(self, facts):
        self.assertTrue(eventually(lambda: not os.path.exists(facts['directory'])))
        self.assertTrue(eventually(lambda: not os.path.exists(os.path.dirname(facts['link']['control']))))
        self.assertTrue(eventually(lambda: not processes_of(facts['directory'])))
        self.assertTrue(eventually(lambda: not os.path.exists(f'/proc/{facts["pids"]["linkemu"]}')))

    def test_it_is_as_far_away_as_was_asked(self):
        facility = Running('--rtt', '100ms', '--rate', '30mbit', '--desktops', '2', '--bare')
        try:
            done = self.near_ssh(facility, 'summit', 'echo', 'far')
            self.assertEqual((done.returncode, done.stdout), (0, b'far\n'), done.stderr)
            script = ('import socket, sys, time; begin = time.monotonic(); socket.create_connection((sys.argv[1], int(sys.argv[2])), 30); '
                      'print(time.monotonic() - begin)')
            times = []
            while len(times) < 3 or (min(times) >= 0.5 and len(times) < 20):  # a busy machine adds to some
                done = subprocess.run([*facility.facts['link']['near'], sys.executable, '-c', script, facility.facts['ssh']['address'],
                                       str(facility.facts['ssh']['port'])], capture_output=True, timeout=PATIENCE, check=True)
                times.append(float(done.stdout))
            self.assertGreater(min(times), 0.099)
            self.assertLess(min(times), 0.5)
            # Seen from here, outside of both namespaces, it is not there at all.
            self.assertNotEqual(facility.ssh('-o', 'ConnectTimeout=1', 'summit', 'true').returncode, 0)
            with open(os.path.join(facility.facts['facility'], 'profiles', 'lris.toml'), 'rb') as file:
                self.assertEqual(tomllib.load(file)['link']['summit']['host'], facility.facts['link']['farAddress'])
        finally:
            self.assertEqual(facility.end(), 0)
        self.assert_gone(facility.facts)

    def test_two_links_at_once(self):
        first = Running('--rtt', '20ms', '--sshd-only')
        second = Running('--rtt', '20ms', '--sshd-only')
        try:
            for facility, word in ((first, 'one'), (second, 'two')):
                self.assertEqual(self.near_ssh(facility, 'summit', 'echo', word).stdout, word.encode() + b'\n')
        finally:
            self.assertEqual((first.end(), second.end()), (0, 0))
        self.assert_gone(first.facts)
        self.assert_gone(second.facts)

    def test_it_ends_when_it_is_killed(self):
        facility = Running('--rtt', '20ms', '--desktops', '1')
        facility.end(signal.SIGKILL)
        self.assert_gone(facility.facts)

    def test_it_ends_when_the_link_is_killed(self):
        facility = Running('--rtt', '20ms', '--sshd-only')
        os.kill(facility.facts['pids']['linkemu'], signal.SIGKILL)
        facility.errors = facility.process.communicate(timeout=PATIENCE)[1].decode()
        self.assertEqual(facility.process.returncode, 1)
        self.assertIn('linkemu ended with status -9', facility.errors)
        self.assert_gone(facility.facts)

    def test_a_missing_emulator_is_named(self):
        environment = {name: value for name, value in os.environ.items() if name != 'NIGHTDESK_BUILD_DIR'} | {'PATH': '/usr/bin:/bin'}
        done = subprocess.run([PROGRAM, '--rtt', '10ms'], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False,
                              env=environment)
        self.assertEqual(done.returncode, 1)
        self.assertIn('"linkemu" was not found', done.stderr)

    def test_nonsense_is_refused(self):
        done = subprocess.run([PROGRAM, '--rtt', 'slow'], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn('rtt', done.stderr)


if __name__ == '__main__':
    unittest.main()
