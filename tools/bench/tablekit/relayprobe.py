#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An X program of the summit that measures its way to the X server: relayprobe.py LOG.

LOG gets "trips SECONDS", the middle of 1000 round trips; "idle"; "begin"; "end BYTES SECONDS" of pictures at 30 Mbit/s for 6 s.
"""

import statistics
import sys
import time

from Xlib import X, display

TRIPS = 1000
RATE = 30e6 / 8
SIZE = (256, 240)
SECONDS = 6.0


def main():
    connection = display.Display()
    screen = connection.screen()
    window = screen.root.create_window(0, 0, *SIZE, 0, screen.root_depth, X.InputOutput, X.CopyFromParent, background_pixel=screen.black_pixel, event_mask=X.ExposureMask)
    window.set_wm_name('relayprobe')
    window.map()
    connection.sync()
    with open(sys.argv[1], 'w', encoding='ascii', buffering=1) as log:
        time.sleep(1)
        times = []
        for _ in range(TRIPS):
            began = time.monotonic()
            connection.get_input_focus()
            times.append(time.monotonic() - began)
        print('trips', statistics.median(times), file=log)
        print('idle', file=log)
        time.sleep(SECONDS)
        pictures = [bytes([shade, 0, 255 - shade, 0]) * (SIZE[0] * SIZE[1]) for shade in range(0, 256, 32)]
        graphics = window.create_gc()
        print('begin', file=log)
        began, sent = time.monotonic(), 0
        while time.monotonic() - began < SECONDS:
            picture = pictures[sent // len(pictures[0]) % len(pictures)]
            window.put_image(graphics, 0, 0, *SIZE, X.ZPixmap, screen.root_depth, 0, picture)
            connection.flush()
            sent += len(picture)
            time.sleep(max(0.0, began + sent / RATE - time.monotonic()))
        connection.sync()
        print('end', sent, time.monotonic() - began, file=log)


if __name__ == '__main__':
    main()
