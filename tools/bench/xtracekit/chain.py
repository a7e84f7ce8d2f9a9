# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""program -> nightdesk xtrace -> Debian's xtrace -> Xvfb: one run, counted twice."""

import contextlib
import json
import os
import select
import signal
import subprocess
import time

import processes as proc

import theirs

FIRST_DISPLAY = 3200  # above those of tests


class TraceError(Exception):
    """A run that did not come to its end."""


def listens(path):
    """Whether somebody does: its file is there a moment before."""
    with open('/proc/net/unix', encoding='ascii', errors='replace') as file:
        return any(words[-1] == path and words[3] == '00010000' for words in map(str.split, file) if len(words) == 8)


def give_back(number):
    for path in (f'/tmp/.X11-unix/X{number}', f'/tmp/.X{number}-lock'):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


class Server:
    """An Xvfb that lets everybody of this machine in."""

    def __init__(self, directory, name, screen='1600x1200x24'):
        self.directory = os.path.join(directory, name)
        os.makedirs(self.directory, exist_ok=True)
        self.screen = screen
        self.number = proc.claim_display(FIRST_DISPLAY)
        self.process = None

    def __enter__(self):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            [proc.program('Xvfb'), f':{self.number}', '-displayfd', str(write), '-screen', '0', self.screen, '-noreset', '-ac', '-nolisten', 'tcp'],
            pass_fds=[write], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        told = b''
        while not told.endswith(b'\n') and select.select([read], [], [], 30)[0]:  # two writes; who closes after the first ends the server
            if not (more := os.read(read, 16)):
                break
            told += more
        os.close(read)
        if not told.endswith(b'\n'):
            self.__exit__()
            raise proc.FacilityError('Xvfb does not start.')
        return self

    def __exit__(self, *_):
        proc.end(self.process, 10)
        give_back(self.number)

    def environment(self, number=None):
        """Without anything of this session but the path, so that programs start as they do for a new user."""
        home = os.path.join(self.directory, 'home')
        os.makedirs(home, mode=0o700, exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if name in ('PATH', 'ASAN_OPTIONS', 'LSAN_OPTIONS')}
        return kept | {'HOME': home, 'XDG_RUNTIME_DIR': home, 'LC_ALL': 'C', 'DISPLAY': f':{number or self.number}', 'XAUTHORITY': '/dev/null',
                       'DBUS_SESSION_BUS_ADDRESS': 'unix:path=/nonexistent', 'NO_AT_BRIDGE': '1', 'GSETTINGS_BACKEND': 'memory'}


class Chain:
    def __init__(self, directory, name, build):
        self.server = Server(directory, name)
        self.build = build
        self.number = proc.claim_display(FIRST_DISPLAY)
        self.their_file = os.path.join(self.server.directory, 'xtrace.txt')
        self.theirs = None
        self.ours = None

    def __enter__(self):
        self.server.__enter__()
        os.unlink(f'/tmp/.X{self.number}-lock')  # xtrace makes no lock, and heeds one
        self.theirs = subprocess.Popen([proc.program('xtrace'), '-n', '-k', '-m', '0', '-o', self.their_file, '-d', f':{self.server.number}', '-D', f':{self.number}'],
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        proc.wait_for(lambda: listens(f'/tmp/.X11-unix/X{self.number}') or self.theirs.poll() is not None, 20, 0.02)
        if not listens(f'/tmp/.X11-unix/X{self.number}'):
            self.__exit__()
            raise proc.FacilityError('xtrace does not start.')
        return self

    def __exit__(self, *_):
        proc.end(self.ours, 10)
        proc.end(self.theirs, 10)
        give_back(self.number)
        self.server.__exit__()

    def nightdesk(self, *words):
        return [os.path.join(self.build, 'bin', 'nightdesk'), 'xtrace', *words]

    def start(self, command, delay, trace, seconds):
        """Runs it until it has come up; what `nightdesk xtrace` tells of it, and where Debian's xtrace counts otherwise."""
        environment = self.server.environment(self.number)
        words = ['--json', trace, *(['--delay', f'{delay}ms'] if delay else []), '--', *command]
        log = os.path.join(self.server.directory, 'nightdesk.txt')
        with open(log, 'wb') as file:
            self.ours = subprocess.Popen(self.nightdesk(*words), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file)
        self._wait_for_start(log, seconds)
        # Stopped, it says nothing more, and all that was said arrives everywhere: in the end their file grows no more.
        program = proc.descendants(self.ours.pid)
        for pid in program:
            os.kill(pid, signal.SIGSTOP)
        written = -1
        while written != (written := os.path.getsize(self.their_file)):
            time.sleep(1 + 3 * delay / 1000)
        for pid in program:
            os.kill(pid, signal.SIGKILL)
        self.ours.wait(60)
        proc.end(self.theirs, 10)
        told = subprocess.run(self.nightdesk('--replay', trace, '--json', '-'), env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=300)
        if told.returncode != 0:
            raise TraceError(told.stderr.decode(errors='replace').strip())
        figures = json.loads(told.stdout)
        if 'startMicroseconds' not in figures:
            raise TraceError('its start was not seen to its end')
        figures['agrees'] = theirs.difference(theirs.read(self.their_file), figures['whole'])
        return figures

    def _wait_for_start(self, log, seconds):
        deadline = time.monotonic() + seconds
        while True:
            with open(log, 'rb') as file:
                text = file.read().decode(errors='replace')
            if 'The window appeared after' in text:
                return
            if self.ours.poll() is not None or time.monotonic() > deadline:
                raise TraceError('it does not come up: ' + text.strip()[-300:])
            time.sleep(0.1)
