# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real X servers, as a line of verdicts.txt names them."""

import os
import re

import processes as proc
from xservers import XServer


class BareServer(XServer):
    """An X server with just these options and without a cookie. @p words: its command line, without a display number."""

    def __init__(self, name, words, directory, processes):
        super().__init__(name, 0, 0, directory, processes)
        words = [word if word != 'RFB' else os.path.join(directory, name + '.rfb') for word in words]
        program = proc.program('Xtigervnc' if words[0] == 'Xvnc' else words[0])
        self.start([program, '-nolisten', 'tcp', '-noreset', '-ac', *words[1:]])


class NamedServer:
    """`display` is empty where there is none; `missing` says why a server that is named cannot be had here."""

    def __init__(self, name, line, directory, processes):
        self._name = name
        self._directory = directory
        self._processes = processes
        self._started = []
        self.display = self.missing = self.authority = ''
        words = line.split()
        how = words[0]
        if how == '-':
            return
        if how == 'xwayland':
            self._start_xwayland()
            return
        if how in ('x11vnc', 'untrusted'):
            words = words[1:]
        self._start_server(words)
        if how == 'x11vnc':
            self._show_by_x11vnc()
        elif how == 'untrusted':
            self._distrust()

    def environment(self):
        """Of a program that has this X server as its own."""
        return ({'DISPLAY': self.display} if self.display else {}) | {'XAUTHORITY': self.authority or '/nonexistent'}

    def stop(self):
        for process in reversed(self._started):
            self._processes.stop(process)

    def _start_server(self, words):
        server = BareServer(self._name, words, self._directory, self._processes)
        self._started.append(self._name)
        self.display = f':{server.display}'

    def _start_xwayland(self):
        if not proc.find('weston') or not proc.find('Xwayland'):
            self.missing = 'weston or Xwayland is not installed'
            return
        run, log, name = self._directory, os.path.join(self._directory, self._name + '.weston'), self._name + '.weston'
        self._processes.start(name, [proc.program('weston'), '--backend=headless', '--renderer=pixman', '--xwayland', '--no-config',
                                     f'--socket=nightdesk-{self._name}', '--idle-time=0', f'--log={log}'], {'XDG_RUNTIME_DIR': run})
        self._started.append(name)

        def listens():
            if not os.path.exists(log):
                return None
            with open(log, encoding='utf-8', errors='replace') as file:
                return re.search(r'xserver listening on display (:\d+)', file.read())

        self.display = self._processes.wait_until(listens, 'Xwayland', name).group(1)

    def _show_by_x11vnc(self):
        socket, name = os.path.join(self._directory, self._name + '.x11vnc'), self._name + '.x11vnc'
        self._processes.start(name, [proc.program('x11vnc'), '-display', self.display, '-unixsock', socket, '-rfbport', '0', '-no6', '-norc', '-nopw', '-forever',
                                     '-flashcmap', '-quiet'])
        self._started.append(name)
        self._processes.wait_until(lambda: os.path.exists(socket), 'x11vnc', name)

    def _distrust(self):
        self.authority = os.path.join(self._directory, self._name + '.untrusted')
        done = proc.run([proc.program('xauth'), '-f', self.authority, 'generate', self.display, '.', 'untrusted', 'timeout', '0'], timeout=30)
        if done.returncode != 0:
            raise proc.FacilityError(f'xauth made no untrusted cookie: {done.stderr.strip()}')
