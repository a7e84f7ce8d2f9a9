# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What observers use today, beside Nightdesk and in the same trouble: vncviewer over `ssh -L`."""

import os
import signal

import processes as proc

SERVER_ALIVE = ['-o', 'ServerAliveInterval=5', '-o', 'ServerAliveCountMax=3']


def tunnel(near, ssh, here, port, options=('-N',)):
    """The words of `ssh -L` to @p port of a host, the ssh server's facts; @p here is a Unix socket or address:port of the near end."""
    return [*near, proc.program('ssh'), '-F', ssh['clientConfig'], *options, '-L', f'{here}:127.0.0.1:{port}', ssh['address']]


def vncviewer(*words):
    """The words of a viewer that asks nothing and changes nothing."""
    return [proc.program('vncviewer'), '-Shared=1', '-RemoteResize=0', '-AlertOnFatalError=0', '-ReconnectOnError=0', '-SecurityTypes=None', *words]


class Peer:
    """One tunnel and one viewer on @p desk, at @p left pixels from its edge."""

    def __init__(self, desk, summit, name, desktop, left, options=()):
        self._desk = desk
        self._summit = summit
        self._options = list(options)
        self._socket = os.path.join(desk.directory, name)
        self._ssh, self._viewer = f'ssh.{name}', f'vncviewer.{name}'
        self.desktop = desktop
        self.left = left
        self.rect = (left, 0, 1280, 800)

    def start(self):
        self.stop()
        summit, processes = self._summit, self._desk.processes
        processes.start(self._ssh, tunnel(summit.near, summit.facts['ssh'], self._socket, summit.desktop(self.desktop)['port'], [*self._options, '-N']))
        processes.wait_until(lambda: os.path.exists(self._socket), 'The tunnel', self._ssh)
        processes.start(self._viewer, vncviewer('-geometry', f'1280x800+{self.left}+0', self._socket), self._desk.environment)

    def stop(self):
        for name in (self._viewer, self._ssh):
            pid = self._desk.processes.pids().get(name)
            below = proc.descendants(pid) if pid else []
            self._desk.processes.stop(name)
            proc.send(signal.SIGKILL, below)
        if os.path.exists(self._socket):
            os.unlink(self._socket)

    def gone(self):
        return not self._desk.processes.running(self._viewer)
