# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A desk whose monitors are outputs of the X server. KWin arranges windows by outputs, and Xvfb has one alone; Xvnc makes as many as a
VNC client asks for (SetDesktopSize), so such a client asks once."""

import os
import socket
import struct

import processes as proc
from virtualdesk import VirtualDesk


class OutputsDesk(VirtualDesk):
    """As a VirtualDesk; the monitors keep their names."""

    server = 'Xvnc'

    @property
    def frame_buffer(self):
        """A file with what is on the screen now: this server keeps none."""
        path = os.path.join(self.directory, 'screen.xwd')
        with open(path, 'wb') as file:
            file.write(self.run(['xwd', '-root', '-silent']))
        return path

    @property
    def _socket(self):
        return os.path.join(self.directory, 'monitors')

    def _server_options(self):
        width, height = self._monitors[0][1][2:]
        return ['-geometry', f'{width}x{height}', '-depth', '24', '-rfbport', '-1', '-rfbunixpath', self._socket, '-SecurityTypes', 'None']

    def _make_monitors(self):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(20)
            client.connect(self._socket)
            with client.makefile('rb') as answers:
                client.sendall(answers.read(12))
                answers.read(answers.read(1)[0])
                client.sendall(b'\1')  # no password
                if answers.read(4) != bytes(4):
                    raise proc.FacilityError('The virtual X server refused to make monitors.')
                client.sendall(b'\1')
                answers.read(struct.unpack('>I', answers.read(24)[20:])[0])
                screens = b''.join(struct.pack('>I4HI', number, *rect, 0) for number, (_, rect) in enumerate(self._monitors))
                # SetEncodings with ExtendedDesktopSize alone, then SetDesktopSize.
                client.sendall(struct.pack('>BxHi', 2, 1, -308) + struct.pack('>BxHHBx', 251, *self.size, len(self._monitors)) + screens)
                self.processes.wait_until(lambda: len(self._outputs()) == len(self._monitors), 'The monitors of the virtual X server', self.server)
        outputs = self._outputs()
        for name, (x, y, width, height) in self._monitors:
            place = f'{width}/{round(width * 25.4 / 96)}x{height}/{round(height * 25.4 / 96)}+{x}+{y}'
            self.run(['xrandr', '--setmonitor', name, place, outputs[f'{width}x{height}+{x}+{y}']])

    def _outputs(self):
        """The outputs in use by their places, as xrandr writes these."""
        lines = [line.replace(' primary ', ' ').split() for line in self.run(['xrandr']).decode().splitlines() if ' connected ' in line]
        return {words[2]: words[0] for words in lines if '+' in words[2]}
