# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The far side: an sshd behind an emulated link, the VNC servers that are asked for, and a frame source on each."""

import json
import os
import signal
import sys

import linktcp
import processes as proc
from console import binary
from demofacility import DemoFacility
from virtualdesk import listens
from xservers import write_xauthority

HERE = os.path.dirname(os.path.abspath(__file__))
TAP = 100  # a desktop's port and this: where requests are counted


class Desktop:
    """One X server with a VNC server. `port` counts in the far namespace alone."""

    def __init__(self, kind, port, size, base=0):
        self.kind = kind  # xvnc, x11vnc, pseudo
        self.port = port
        self.size = size
        self.base = base  # of its strips' ids
        self.environment = {}


class FarSide:
    """With `with`. Servers and sources lie in the new @p directory and end with the caller's proc.sweep()."""

    def __init__(self, directory):
        self._processes = proc.Processes(os.path.join(directory, 'logs'), dict(os.environ))
        self._directory = directory
        self._facility = DemoFacility('10ms', '1000mbit', ['--sshd-only'])
        self.desktops = {}
        self._source = 0

    def __enter__(self):
        self._facility.__enter__()
        self.facts = self._facility.facts
        self.near, self.far = self.facts['link']['near'], self.facts['link']['far']
        return self

    def __exit__(self, *_):
        self._facility.__exit__()

    @property
    def ssh(self):
        return self.facts['ssh']

    # The link.

    def set_link(self, rtt, rate, loss='0%'):
        linktcp.order(self.facts['link'], 'set', f'rtt={rtt}', f'rate={rate}', f'loss={loss}')
        linktcp.forget_connections((self.near, self.far))

    def set_congestion(self, wanted):
        """TCP's congestion control of both ends, for connections that begin from now on; returns what the kernel gave."""
        return linktcp.set_congestion((self.near, self.far), wanted)

    def counters(self):
        """The emulator's, of both directions."""
        return json.loads(linktcp.order(self.facts['link'], 'stats'))

    def down(self):
        """Its counters of what goes to the site."""
        return self.counters()['down']

    def bytes_down(self):
        return self.down()['bytesOut']

    def sockets(self):
        """What the kernel of the near end says of its connections to the far one, in the words of ss."""
        return proc.run([*self.near, proc.program('ss'), '-Htin', 'dst', self.ssh['address']]).stdout

    # Servers.

    def desktop(self, name, kind='xvnc', size='1024x768', base=0):
        """The desktop of this name, started if it does not run."""
        if name in self.desktops:
            return self.desktops[name]
        desktop = Desktop(kind, 5901 + len(self.desktops), size, base)
        authority = os.path.join(self._directory, name + '.xauth')
        write_xauthority(authority)
        common = ['-auth', authority, '-noreset', '-nolisten', 'tcp']
        if kind == 'xvnc':
            command = [proc.program('Xtigervnc'), '-geometry', size, '-depth', '24', '-localhost', '-AlwaysShared', '-UseIPv6=0', '-UseBlacklist=0',
                       '-SecurityTypes', 'None', '-rfbport', str(desktop.port), '-desktop', name, *common]
        else:
            depth = 'x8' if kind == 'pseudo' else 'x24'
            command = [proc.program('Xvfb'), '-screen', '0', size + depth, *(('-cc', '3') if kind == 'pseudo' else ()), *common]
        number = self._start_x(f'{name}.X', command)
        desktop.environment = {'DISPLAY': f':{number}', 'XAUTHORITY': authority}
        if kind != 'xvnc':
            self._start_x11vnc(name, desktop)
        self.desktops[name] = desktop
        return desktop

    def _start_x(self, process, command):
        """Starts an X server; returns the number of its display."""
        for attempt in range(5):
            number = proc.claim_display()
            # The server becomes another process than the one that is started here, and heeds a lock that names that one.
            os.unlink(f'/tmp/.X{number}-lock')
            self._processes.start(process, [*self.far, command[0], f':{number}', *command[1:]])
            path = f'/tmp/.X11-unix/X{number}'
            try:
                self._processes.wait_until(lambda path=path: listens(path), f'The X server {process}', process)
                return number
            except proc.FacilityError:
                if attempt == 4:
                    raise
                self._processes.forget(process)
        return None

    def _start_x11vnc(self, name, desktop):
        flash = ['-flashcmap'] if desktop.kind == 'pseudo' else []
        self._processes.start(f'{name}.x11vnc', [*self.far, proc.program('x11vnc'), '-display', desktop.environment['DISPLAY'], '-auth',
                                                 desktop.environment['XAUTHORITY'], '-listen', '127.0.0.1', '-no6', '-noipv6', '-rfbport', str(desktop.port),
                                                 '-shared', '-forever', '-nopw', '-noxrecord', '-norc', '-nodpms', '-desktop', name, *flash],
                              desktop.environment)
        self._processes.wait_until(lambda: 'PORT=' in self._processes.said(f'{name}.x11vnc'), f'The server x11vnc of {name}', f'{name}.x11vnc')

    def server_pids(self, name):
        pids = self._processes.pids()
        return [pids[process] for process in (f'{name}.X', f'{name}.x11vnc') if process in pids]

    # What viewers ask for.

    def tap(self, name):
        """The port of the desktop at which requests are counted."""
        port = self.desktops[name].port + TAP
        if f'{name}.tap' not in self._processes.pids():
            self._processes.start(f'{name}.tap', [*self.far, sys.executable, '-B', os.path.join(HERE, 'rfbtap.py'), str(port), str(self.desktops[name].port),
                                                  os.path.join(self._directory, f'{name}.tap')])
            self._processes.wait_until(lambda: 'ready' in self._processes.said(f'{name}.tap'), f'The counter of {name}', f'{name}.tap')
        return port

    def requests(self, name):
        """How many there have been, up to a tenth of a second ago."""
        return self._counted(name)[1]

    def rfb_bytes(self, name):
        """How many bytes the server sent to all viewers, up to a tenth of a second ago."""
        return self._counted(name)[2]

    def _counted(self, name):
        with open(os.path.join(self._directory, f'{name}.tap'), encoding='ascii') as log:
            lines = log.read().split('\n')[:-1]
        return [int(word) for word in lines[-1].split()] if lines else [0, 0, 0]

    # What is to be seen.

    def start_source(self, name, kind, fps=25, picture='640x480'):
        """A frame source on the desktop @p name; returns it. One at a time on each."""
        self._source += 1
        return Source(self._processes, f'source{self._source}', self.desktops[name], kind, fps, picture, os.path.join(self._directory, f'source{self._source}.log'))


class Source:
    def __init__(self, processes, name, desktop, kind, fps, picture, log):
        self._processes = processes
        self._name = name
        self.log = log
        self.base = desktop.base
        self.pid = processes.start(name, [binary('framesource'), kind, log, str(fps), picture, str(desktop.base)], desktop.environment)

    def wait(self, still=False):
        """Until it draws; one that stands @p still draws nothing."""
        if not still:
            self._processes.wait_until(lambda: os.path.exists(self.log) and os.path.getsize(self.log), 'The frame source', self._name)

    def pause(self):
        os.kill(self.pid, signal.SIGUSR1)

    def resume(self):
        os.kill(self.pid, signal.SIGUSR2)

    def stop(self):
        self._processes.stop(self._name)
