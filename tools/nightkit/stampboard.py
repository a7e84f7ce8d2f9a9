#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program at the summit that tells when its picture was painted, and writes down every key that reaches it.

usage: stampboard.py LOG [FRAMES-A-SECOND]    on $DISPLAY; one line a key in LOG: "press a 123456.789" (seconds, monotonic)
"""

import select
import sys
import time

from Xlib import X, XK, Xutil, display

import stamps

CELL = 16
# Above the middle, where the console would lay its words over it.
PLACE = (48, 48)


def main():
    log = open(sys.argv[1], 'a', encoding='ascii', buffering=1)  # noqa: SIM115
    pause = 1 / float(sys.argv[2]) if len(sys.argv) > 2 else 0.04
    server = display.Display()
    screen = server.screen()
    window = screen.root.create_window(PLACE[0], PLACE[1], stamps.CELLS * CELL, CELL, 0, screen.root_depth, X.InputOutput, X.CopyFromParent,
                                       background_pixel=screen.black_pixel, override_redirect=True, event_mask=X.KeyPressMask | X.KeyReleaseMask)
    window.set_wm_normal_hints(flags=Xutil.PPosition)
    window.map()
    colours = {name: window.create_gc(foreground=value) for name, value in (('red', 0xFF0000), ('blue', 0x0000FF), ('black', 0), ('white', 0xFFFFFF))}
    server.sync()
    next_frame = time.monotonic()
    while True:
        now = time.monotonic()
        if now >= next_frame:
            # A desktop that changes its size, or another program, may have taken the focus.
            window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
            window.raise_window()
            cells = stamps.cells_of(int(now * 1000))
            window.fill_rectangle(colours['red'], 0, 0, CELL, CELL)
            window.fill_rectangle(colours['blue'], (stamps.CELLS - 1) * CELL, 0, CELL, CELL)
            for white in (False, True):
                window.poly_fill_rectangle(colours['white' if white else 'black'],
                                           [((1 + number) * CELL, 0, CELL, CELL) for number, cell in enumerate(cells) if cell == white])
            server.flush()
            next_frame = max(next_frame + pause, now)
        while server.pending_events():
            event = server.next_event()
            if event.type in (X.KeyPress, X.KeyRelease):
                name = XK.keysym_to_string(server.keycode_to_keysym(event.detail, 0)) or str(event.detail)
                log.write(f'{"press" if event.type == X.KeyPress else "release"} {name} {time.monotonic():.4f}\n')
        select.select([server], [], [], max(0.0, next_frame - time.monotonic()))


if __name__ == '__main__':
    main()
