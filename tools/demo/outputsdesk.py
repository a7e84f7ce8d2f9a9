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
        """A file with what is on the screen now, as Xvfb writes it: this server keeps none."""
        width, height = self.size
        path = os.path.join(self.directory, 'screen.xwd')
        lines = [bytearray(width * 4) for _ in range(height)]
        with self._client() as client, client.makefile('rb') as answers:
            self._begin(client, answers)
            client.sendall(struct.pack('>BxHi', 2, 1, 0) + struct.pack('>BBHHHH', 3, 0, 0, 0, width, height))  # raw, all of it
            left = width * height
            while left > 0:
                kind, count = struct.unpack('>BxH', answers.read(4))
                if kind != 0:
                    raise proc.FacilityError('The virtual X server did not send what is on the screen.')
                for _ in range(count):
                    x, y, wide, high, _ = struct.unpack('>4Hi', answers.read(12))
                    for line in range(high):
                        lines[y + line][x * 4:(x + wide) * 4] = answers.read(wide * 4)
                    left -= wide * high
        with open(path, 'wb') as file:
            file.write(struct.pack('>25I', 100, 7, 2, 24, width, height, 0, 0, 32, 0, 32, 32, width * 4, *[0] * 12) + b''.join(lines))
        return path

    @property
    def _socket(self):
        return os.path.join(self.directory, 'monitors')

    def _client(self):
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(20)
        client.connect(self._socket)
        return client

    @staticmethod
    def _begin(client, answers):
        client.sendall(answers.read(12))
        answers.read(answers.read(1)[0])
        client.sendall(b'\1')  # no password
        if answers.read(4) != bytes(4):
            raise proc.FacilityError('The virtual X server refused a VNC client.')
        client.sendall(b'\1')
        answers.read(struct.unpack('>I', answers.read(24)[20:])[0])

    def _server_options(self):
        width, height = self._monitors[0][1][2:]
        return ['-geometry', f'{width}x{height}', '-depth', '24', '-rfbport', '-1', '-rfbunixpath', self._socket, '-SecurityTypes', 'None', '-AlwaysShared']

    def _make_monitors(self):
        with self._client() as client, client.makefile('rb') as answers:
            self._begin(client, answers)
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
        lines = [line.replace(' primary ', ' ').split() for line in self.run(['xrandr']).splitlines() if ' connected ' in line]
        return {words[2]: words[0] for words in lines if '+' in words[2]}
