# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of ./dev bench board: the broker, its desks, the board on a screen of its own, and mosquitto_sub as its peer."""

import json
import os
import queue
import socket
import subprocess
import threading
import time

import costs
import processes as proc
from sshserver import free_port


class BoardError(Exception):
    """A run that did not come to its end."""


class Program:
    """One that prints JSON objects, a line each, and may be told things by lines."""

    def __init__(self, name, command, log, environment=None):
        self.name = name
        self.log = log
        self.lines = queue.Queue()
        with open(log, 'ab') as errors:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment, text=True, start_new_session=True)
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self):
        return self.process.pid

    def _read(self):
        for line in self.process.stdout:
            if line.startswith('{'):
                self.lines.put(json.loads(line))
        self.lines.put(None)

    def say(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()

    def wait_for(self, condition, what, seconds):
        """The first line that @p condition holds of."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise BoardError(f'{self.name}: {what} did not come within {seconds} s') from None
            if line is None:
                with open(self.log, encoding='utf-8', errors='replace') as file:
                    raise BoardError(f'{self.name} ended: {file.read().strip()[-400:]}')
            if condition(line):
                return line

    def latest(self, seconds=5):
        """The next line that comes, and not one that waited."""
        while not self.lines.empty():
            self.lines.get()
        return self.wait_for(lambda _: True, 'a word', seconds)

    def end(self, seconds=15):
        proc.end(self.process, seconds)


class Broker(Program):
    def __init__(self, build, directory, desks, sas=2):
        self.credentials = os.path.join(directory, 'credentials')
        os.makedirs(self.credentials, mode=0o700)
        super().__init__('broker', [os.path.join(build, 'bin', 'boardbroker'), '--desks', str(desks), '--sas', str(sas), '--credentials', self.credentials],
                         os.path.join(directory, 'broker.log'))
        self._told()

    def _told(self):
        told = self.wait_for(lambda line: 'broker' in line, 'its start', 60)
        self.address, self.mosquitto, self.facility = told['broker'], told['pid'], told['facility']

    def restart(self):
        """Killed without a word; it knows nothing of what was retained."""
        self.say('restart')
        self._told()

    def credential(self, sa):
        return os.path.join(self.credentials, f'sa.sa-{sa}.json')

    def end(self, seconds=15):
        self.process.stdin.close()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            super().end()


class Desks(Program):
    def __init__(self, build, directory, broker, count, join_over, seed=1, trouble=600):
        super().__init__('desks', [os.path.join(build, 'bin', 'boarddesks'), '--desks', str(count), '--seconds', '3600', '--broker', broker.address, '--credentials',
                                   broker.credentials, '--join-over', str(join_over), '--seed', str(seed), '--trouble', str(trouble)],
                         os.path.join(directory, 'desks.log'))
        self.count = count

    def all_there(self, seconds):
        return self.wait_for(lambda line: line['connected'] == self.count, f'all {self.count} connected', seconds)


class View(Program):
    """The board's window on an X server of its own, which tells when rows were painted."""

    def __init__(self, build, directory, broker, server, sa=0):
        environment = server.environment() | {'LC_ALL': 'C.UTF-8', 'QT_QPA_PLATFORM': 'xcb', 'QT_XCB_GL_INTEGRATION': 'none'}
        super().__init__('board', [os.path.join(build, 'bin', 'boardscreen'), '--broker', broker.address, '--credential', broker.credential(sa)],
                         os.path.join(directory, 'board.log'), environment)

    def ask(self, command, answer, seconds=30):
        """A command's own line."""
        self.say(command)
        return self.wait_for(lambda line: line.get('of') == answer, answer, seconds)


class Peer:
    """mosquitto_sub on the board's topics, which writes when what came."""

    FORMAT = '%U %t %p'

    def __init__(self, directory, broker, sa=1):
        with open(broker.credential(sa), encoding='utf-8') as file:
            credential = json.load(file)
        home = os.path.join(directory, 'peer')
        os.makedirs(home, mode=0o700, exist_ok=True)
        # Its password is on no command line.
        with open(os.open(os.path.join(home, 'mosquitto_sub'), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 'w', encoding='utf-8') as file:
            file.write(f'-u sa.{credential["name"]}\n-P {credential["password"]}\n')
        host, port = broker.address.split(':')
        self.path = os.path.join(home, 'heard.txt')
        with open(self.path, 'wb') as heard:
            self.process = subprocess.Popen([proc.program('mosquitto_sub'), '-V', 'mqttv5', '-h', host, '-p', port, '-t', f'nightdesk/1/{broker.facility}/#', '-F', self.FORMAT],
                                            stdin=subprocess.DEVNULL, stdout=heard, stderr=subprocess.DEVNULL, env=os.environ | {'XDG_CONFIG_HOME': home}, start_new_session=True)

    @property
    def pid(self):
        return self.process.pid

    def mark(self):
        return os.path.getsize(self.path)

    def delays(self, since):
        """Milliseconds from a message's stamp until mosquitto_sub had it, of what came after the mark."""
        with open(self.path, encoding='utf-8', errors='replace') as file:
            file.seek(since)
            if since:
                file.readline()  # what was written until then ends within a line
            return [delay for delay in map(delay_of, file) if delay is not None]

    def end(self):
        proc.end(self.process, 10)


class OpenBroker:
    """A mosquitto that lets anybody in, to see what it bears."""

    def __init__(self, directory):
        self.directory = directory
        self.port = str(free_port())
        configuration = os.path.join(directory, 'open.conf')
        with open(configuration, 'w', encoding='utf-8') as file:
            file.write(f'listener {self.port} 127.0.0.1\nallow_anonymous true\nlog_type none\nmax_queued_messages 0\nset_tcp_nodelay true\n'
                       + ('user root\n' if os.geteuid() == 0 else ''))
        self.process = subprocess.Popen([proc.program('mosquitto'), '-c', configuration], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not proc.wait_for(self._listens, 20, 0.02):
            raise BoardError('mosquitto does not start')

    def _listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(('127.0.0.1', int(self.port))) == 0

    def flood(self, publishers, messages, size):
        lines = os.path.join(self.directory, 'lines')
        with open(lines, 'w', encoding='ascii') as file:
            file.write(('x' * size + '\n') * messages)
        heard = os.path.join(self.directory, 'heard')
        common = ['-V', 'mqttv5', '-h', '127.0.0.1', '-p', self.port]
        with open(heard, 'wb') as out:
            listener = subprocess.Popen([proc.program('mosquitto_sub'), *common, '-t', 'a/#', '-t', 'ready', '-F', '%U', '-C', str(publishers * messages + 1)],
                                        stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL)
        while os.path.getsize(heard) == 0:  # it has subscribed
            subprocess.run([proc.program('mosquitto_pub'), *common, '-t', 'ready', '-m', 'x', '-r'], stdin=subprocess.DEVNULL, check=True, timeout=20)
            time.sleep(0.05)
        before = costs.processor([self.process.pid])
        for number in range(publishers):
            with open(lines, 'rb') as file:
                subprocess.Popen([proc.program('mosquitto_pub'), *common, '-t', f'a/{number}', '-l'], stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        listener.wait(120)
        used = costs.processor([self.process.pid]) - before
        with open(heard, encoding='ascii') as file:
            times = [float(line) for line in file][2:]
        took = times[-1] - times[0]
        return {'rate': len(times) / took, 'core': 100 * used / took, 'microseconds': 1e6 * used / len(times), 'size': size, 'publishers': publishers}

    def end(self):
        proc.end(self.process, 10)


def delay_of(line):
    """Of a line of mosquitto_sub; None: cut off, or nothing of a desk."""
    words = line.split(' ', 2)
    try:
        sent = json.loads(words[2])['at']
        return float(words[0]) * 1000 - float(sent)
    except (IndexError, KeyError, TypeError, ValueError):
        return None
