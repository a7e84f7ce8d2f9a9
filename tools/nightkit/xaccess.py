# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Connections of our own to the X servers of an experiment. python-xlib knows no cookie that is good for every display."""

import os

from processes import write_private
from Xlib import X, display
from Xlib.ext import xtest
from xservers import local_authority


def with_local_authority(environment, directory):
    """@p environment with an authority file, in @p directory, whose cookie names this host and display."""
    number = environment['DISPLAY'].removeprefix(':').split('.')[0]
    path = os.path.join(directory, f'authority.{number}')
    write_private(path, local_authority(environment['XAUTHORITY'], number))
    return environment | {'XAUTHORITY': path}


def open_display(environment, directory):
    before = os.environ.get('XAUTHORITY')
    os.environ['XAUTHORITY'] = with_local_authority(environment, directory)['XAUTHORITY']
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
