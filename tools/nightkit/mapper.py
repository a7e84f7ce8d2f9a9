#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An X program that shows and hides a window, for ever: as pop-ups and dialogs do all night.

usage: mapper.py COUNTER SECONDS    COUNTER is a file that holds how often; SECONDS pass between two
"""

import sys
import time

from Xlib import X, Xutil, display


def counted(path):
    """Where it was when it was started before: a dead link takes it along, and it is started again."""
    try:
        with open(path, encoding='ascii') as file:
            return int(file.read() or 0)
    except OSError:
        return 0


def main():
    pause = float(sys.argv[2])
    server = display.Display()
    screen = server.screen()
    # A main window that stays, so that the program has appeared; the other one comes and goes.
    windows = []
    for name, place in (('Weather', (60, 300)), ('Weather alarm', (60, 520))):
        window = screen.root.create_window(*place, 320, 160, 0, screen.root_depth, X.InputOutput, X.CopyFromParent, background_pixel=0x203040,
                                           event_mask=X.StructureNotifyMask)
        window.set_wm_name(name)
        window.set_wm_class('weather', 'Weather')
        # It never takes the keyboard from whoever types.
        window.set_wm_hints(flags=Xutil.InputHint | Xutil.StateHint, input=0, initial_state=Xutil.NormalState)
        window.change_property(server.intern_atom('_NET_WM_USER_TIME'), server.intern_atom('CARDINAL'), 32, [0])
        windows.append(window)
    windows[0].map()
    server.sync()
    times = counted(sys.argv[1])
    while True:
        windows[1].map()
        server.sync()
        time.sleep(pause / 2)
        windows[1].unmap()
        server.sync()
        times += 1
        with open(sys.argv[1], 'w', encoding='ascii') as file:
            file.write(str(times))
        while server.pending_events():
            server.next_event()
        time.sleep(pause / 2)


if __name__ == '__main__':
    main()
