# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The far side of an experiment: a demo facility behind a link, with a board on each desktop, and all that can befall it."""

import os
import signal
import sys

import linktcp
import processes as proc
import profiles
import typist
from demofacility import DemoFacility, environment_of
from xaccess import with_local_authority

HERE = os.path.dirname(os.path.abspath(__file__))
DESKTOPS = (('control0', 'left'), ('control1', 'centre'), ('control2', 'right'))


class Summit:
    """With `with`. The boards end with the caller's proc.sweep()."""

    def __init__(self, directory, windows=()):
        self._processes = proc.Processes(os.path.join(directory, 'logs'), dict(os.environ))
        self._directory = directory
        self._facility = DemoFacility('100ms', '30mbit', ['--bare', f'--desktops={len(DESKTOPS)}', '--size=1280x800'])
        self._windows = windows
        self._servers = {}  # how those were started that we restart
        self.profile = 'night'

    def __enter__(self):
        self._facility.__enter__()
        try:
            self.facts = self._facility.facts
            self.near, self.far = self.facts['link']['near'], self.facts['link']['far']
            self._write_profile()
            for name, _ in DESKTOPS:
                self._start_board(name)
        except BaseException:
            self._facility.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *_):
        self._facility.__exit__()

    @property
    def directory(self):
        return self.facts['facility']

    def desktop(self, name):
        return self._facility.desktop(name)

    def _write_profile(self):
        link = profiles.link_to(self.facts['ssh'])
        shown = [(self.desktop(name), name.capitalize(), screen) for name, screen in DESKTOPS]
        text = profiles.profile(self.profile, 'A night', 'Desktops that tell the time and what was typed', link, shown, self._windows)
        profiles.write(self.directory, self.profile, text)

    # Boards: what is painted, what is typed.

    def log(self, name):
        return os.path.join(self._directory, f'{name}.keys')

    def presses(self, name):
        return typist.presses(self.log(name))

    def _environment(self, name):
        return environment_of(self.desktop(name))

    def _start_board(self, name):
        board = f'board.{name}'
        self._processes.forget(board)
        self._processes.start(board, [sys.executable, '-B', os.path.join(HERE, 'stampboard.py'), self.log(name)],
                              with_local_authority(self._environment(name), self._directory))

    def resize(self, name, width, height):
        """As somebody at the desktop would."""
        return proc.run([proc.program('xrandr'), '--size', f'{width}x{height}'], self._environment(name)).returncode == 0

    # What befalls it.

    def cut(self):
        linktcp.order(self.facts['link'], 'set', 'cut=both')

    def restore(self):
        linktcp.order(self.facts['link'], 'set', 'restore')

    def kill_ssh_sessions(self):
        """Ends every connection at the summit without a word; the listener stays. Returns how many processes that were."""
        sessions = [pid for pid in proc.descendants(self.facts['pids']['sshd']) if proc.name_of(pid).startswith('sshd')]
        proc.send(signal.SIGKILL, sessions)
        return len(sessions)

    def restart_xvnc(self, name):
        """Kills a desktop's server and starts it again as it was; its programs die with it, the board comes back."""
        again = f'again.{name}'
        if name not in self._servers:
            pid = self.facts['pids'][name]
            with open(f'/proc/{pid}/cmdline', 'rb') as file:
                words = [word.decode() for word in file.read().split(b'\0')[:-1]]
            at = words.index('-displayfd')
            del words[at:at + 2]
            self._servers[name] = words
        else:
            pid = self._processes.pids()[again]
        for each in [*proc.descendants(pid), pid]:
            os.kill(each, signal.SIGKILL)
        self._processes.stop(f'board.{name}')
        self._processes.stop(again)
        self._processes.start(again, [*self.far, *self._servers[name]])
        socket = f'/tmp/.X11-unix/X{self.desktop(name)["display"]}'
        self._processes.wait_until(lambda: os.path.exists(socket) and self._serves(name), f'The desktop {name}', again)
        self._start_board(name)

    def _serves(self, name):
        return proc.run([proc.program('xprop'), '-root', '-notype', '_NO_SUCH'], self._environment(name)).returncode == 0
