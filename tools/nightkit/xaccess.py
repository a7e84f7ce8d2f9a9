# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Connections of our own to the X servers of an experiment. python-xlib knows no cookie that is good for every display."""

import os
import socket
import struct

from Xlib import X, display
from Xlib.ext import xtest


def local_authority(environment, directory):
    """@p environment with an authority file, in @p directory, whose cookie names this host and display."""
    number = environment['DISPLAY'].removeprefix(':').split('.')[0]
    with open(environment['XAUTHORITY'], 'rb') as file:
        data = file.read()
    fields, at = [], 2
    for _ in range(4):  # address, display, name of the kind, cookie
        length = struct.unpack('>H', data[at:at + 2])[0]
        fields.append(data[at + 2:at + 2 + length])
        at += 2 + length
    path = os.path.join(directory, f'authority.{number}')
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 'wb') as file:
        file.write(struct.pack('>H', 256))  # FamilyLocal
        for field in (socket.gethostname().encode(), number.encode(), fields[2], fields[3]):
            file.write(struct.pack('>H', len(field)) + field)
    return environment | {'XAUTHORITY': path}


def open_display(environment, directory):
    before = os.environ.get('XAUTHORITY')
    os.environ['XAUTHORITY'] = local_authority(environment, directory)['XAUTHORITY']
    try:
        return display.Display(environment['DISPLAY'])
    finally:
        if before is None:
            del os.environ['XAUTHORITY']
        else:
            os.environ['XAUTHORITY'] = before


def point_at(server, x, y, click):
    xtest.fake_input(server, X.MotionNotify, x=x - 1, y=y)
    xtest.fake_input(server, X.MotionNotify, x=x, y=y)
    if click:
        xtest.fake_input(server, X.ButtonPress, 1)
        xtest.fake_input(server, X.ButtonRelease, 1)
    server.sync()
