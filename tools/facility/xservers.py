# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""X servers with a desktop in them: Xvnc, and Xvfb with x11vnc for what Xvnc cannot do (8-bit PseudoColor)."""

import os
import secrets
import select
import socket
import struct
import subprocess
import time

from processes import FacilityError, claim_display, own_display, program, write_private
from sshserver import banner, free_port

FAMILY_LOCAL, FAMILY_WILD = 256, 0xFFFF


def authority(family, address, number, cookie):
    """An entry of an authority file with a MIT-MAGIC-COOKIE-1 (Xau's file format: big-endian, counted strings)."""
    return struct.pack('>H', family) + b''.join(struct.pack('>H', len(data)) + data for data in (address, number, b'MIT-MAGIC-COOKIE-1', cookie))


def write_xauthority(path):
    """A new cookie for whichever display."""
    write_private(path, authority(FAMILY_WILD, b'', b'', secrets.token_bytes(16)))


def local_authority(path, number):
    """The cookie of a file that write_xauthority() wrote, for display @p number of this host."""
    with open(path, 'rb') as file:
        cookie = file.read()[-16:]
    return authority(FAMILY_LOCAL, socket.gethostname().encode(), str(number).encode(), cookie)


class XServer:
    """What all desktops share: a name, a size, an authority file, a display number once the server has chosen one."""

    def __init__(self, name, width, height, directory, processes):
        self.name = name
        self.width = width
        self.height = height
        self.display = None
        self.port = None
        self.directory = directory
        self.processes = processes
        self.xauthority = os.path.join(directory, name + '.xauth')
        self._pipe = None
        self.programs = []

    def start(self, command, seconds=20.0):
        """Starts an X server under its own name, and waits for its display."""
        self._launch(self.name, command)
        self._read_display(self.name, f'The X server {self.name}', seconds)

    def _launch(self, process, command):
        """Starts an X server that tells through a pipe when its display is there."""
        write_xauthority(self.xauthority)
        number = claim_display()
        reader, writer = os.pipe()
        try:
            own_display(number, self.processes.start(process, [command[0], f':{number}', '-displayfd', str(writer), *command[1:]], pass_fds=(writer,)))
        finally:
            os.close(writer)
        self._pipe = reader

    def _read_display(self, process, what, seconds=20.0):
        """The number that the server has chosen; raises a FacilityError with the server's last words if it ends instead."""
        deadline = time.monotonic() + seconds
        data = b''
        try:
            while not data.endswith(b'\n'):
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([self._pipe], [], [], left)[0]:
                    raise FacilityError(f'{what} did not come up within {seconds:.0f} s: {self.processes.last_words(process)}.')
                chunk = os.read(self._pipe, 16)
                if not chunk:
                    raise FacilityError(f'{what} did not come up: {self.processes.last_words(process)}.')
                data += chunk
        finally:
            os.close(self._pipe)
            self._pipe = None
        self.display = int(data)

    def environment(self):
        return {'DISPLAY': f':{self.display}', 'XAUTHORITY': self.xauthority}

    def run(self, program_name, command, rect=None):
        """Starts an X program on this desktop. @p rect tells where its window goes, for those who want to click on it."""
        process = f'{self.name}.{program_name}'
        self.processes.start(process, command, self.environment(), cwd=self.directory)
        entry = {'name': program_name, 'process': process}
        if rect:
            entry['rect'] = list(rect)
        self.programs.append(entry)

    def facts(self):
        return {
            'id': self.name,
            'width': self.width,
            'height': self.height,
            'display': self.display,
            'xauthority': self.xauthority,
            'programs': self.programs,
        }


class XvncDesktop(XServer):
    """A TigerVNC desktop, on loopback only. Its TCP port is 5900 + display where that is free, else another one."""

    def __init__(self, name, width, height, directory, processes, password=None, unix_socket=False, own_port=False):
        super().__init__(name, width, height, directory, processes)
        self.password = password
        self.socket = os.path.join(directory, name + '.rfb') if unix_socket else None
        self.own_port = own_port
        self._password_file = os.path.join(directory, name + '.passwd')

    def launch(self):
        command = [program('Xtigervnc'), '-geometry', f'{self.width}x{self.height}', '-depth', '24', '-auth', self.xauthority,
                   '-localhost', '-AlwaysShared', '-noreset', '-nolisten', 'tcp', '-UseIPv6=0', '-UseBlacklist=0', '-desktop',
                   f'{self.name}@{socket.gethostname()}']
        if self.password is None:
            command += ['-SecurityTypes', 'None']
        else:
            self._write_password()
            command += ['-SecurityTypes', 'VncAuth', '-PasswordFile', self._password_file]
        if self.socket:
            command += ['-rfbunixpath', self.socket, '-rfbunixmode', '0600']
        self.port = free_port() if self.own_port else None
        if self.port:
            command += ['-rfbport', str(self.port)]
        self._launch(self.name, command)

    def finish(self):
        """Waits until the server answers. A port may be taken between our look and Xvnc's: then it is tried on another."""
        for attempt in range(5):
            try:
                self._read_display(self.name, f'The desktop {self.name}')
                port = self.port or 5900 + self.display
                self.processes.wait_until(lambda port=port: banner('127.0.0.1', port, b'RFB 003.008'), f'The desktop {self.name}', self.name)
                self.own_port = self.port is not None
                self.port = port
                return
            except FacilityError:
                if attempt == 4 or not self._port_was_taken():
                    raise
            self.processes.stop(self.name)
            self.own_port = True
            self.launch()

    def _port_was_taken(self):
        text = self.processes.said(self.name)
        return 'in use' in text or 'bind' in text or 'socket' in text

    def _write_password(self):
        done = subprocess.run([program('tigervncpasswd'), '-f'], input=self.password + '\n', capture_output=True, check=False, encoding='latin-1')
        if done.returncode != 0:
            raise FacilityError(f'The password of desktop {self.name} could not be written: {done.stderr.strip()}.')
        write_private(self._password_file, done.stdout.encode('latin-1'))

    def facts(self):
        return super().facts() | {
            'kind': 'Xvnc',
            'port': self.port,
            'standardPort': self.port == 5900 + self.display,
            'socket': self.socket,
            'security': 'None' if self.password is None else 'VncAuth',
            'password': self.password,
        }


class PseudoColorDesktop(XServer):
    """An 8-bit PseudoColor Xvfb and the x11vnc that shows it with its colour map."""

    def launch(self):
        self._launch(f'{self.name}.Xvfb', [program('Xvfb'), '-screen', '0', f'{self.width}x{self.height}x8', '-cc', '3', '-auth', self.xauthority, '-noreset',
                                           '-nolisten', 'tcp'])

    def finish(self):
        self._read_display(f'{self.name}.Xvfb', f'The desktop {self.name}')
        for attempt in range(5):
            self.port = free_port()
            self.processes.start(self.name, [program('x11vnc'), '-display', f':{self.display}', '-auth', self.xauthority, '-listen', '127.0.0.1', '-no6',
                                             '-noipv6', '-rfbport', str(self.port), '-shared', '-forever', '-nopw', '-noxrecord', '-flashcmap', '-wait', '40',
                                             '-desktop', f'{self.name}@{socket.gethostname()}', '-norc', '-nodpms'],
                                 self.environment())
            try:
                self.processes.wait_until(lambda: banner('127.0.0.1', self.port, b'RFB 003.00'), f'The desktop {self.name}', self.name)
                return
            except FacilityError:
                if attempt == 4 or self.processes.running(self.name):
                    raise
            self.processes.forget(self.name)

    def facts(self):
        return super().facts() | {
            'kind': 'x11vnc',
            'port': self.port,
            'standardPort': False,
            'socket': None,
            'security': 'None',
            'password': None,
            'visual': 'PseudoColor 8',
        }
