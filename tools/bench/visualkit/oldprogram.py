# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program of 1990: it takes pixel 0 for black, asks the server for white, and knows the resources foreground and background.

usage: oldprogram.py [-xrm LINE]... prints "WINDOW CONTRAST" of what the screen shows of it, and ends.
"""

import sys

from Xlib import X, display

from contrast import contrast_of

SIZE = (320, 120)
TEXT = b'Telescope is tracking'


def resource(lines, name):
    """The value of the last line that sets it, as X resources have it: "*foreground: black"."""
    return next((value.strip() for key, _, value in (line.partition(':') for line in reversed(lines)) if key.strip().endswith(name)), None)


def main():
    lines = [sys.argv[at + 1] for at in range(1, len(sys.argv) - 1) if sys.argv[at] == '-xrm']
    server = display.Display()
    screen = server.screen()

    def pixel(name, usual):
        value = resource(lines, name)
        return usual if value is None else screen.default_colormap.alloc_named_color(value).pixel

    paper, ink = pixel('background', screen.white_pixel), pixel('foreground', 0)
    window = screen.root.create_window(0, 0, *SIZE, 0, screen.root_depth, X.InputOutput, background_pixel=paper, event_mask=X.ExposureMask, override_redirect=1)
    context = window.create_gc(foreground=ink, background=paper, font=server.open_font('9x15'))
    window.map()
    while server.next_event().type != X.Expose:
        pass
    for row in range(1, 6):
        window.draw_text(context, 10, row * 20, TEXT)
    server.sync()
    image = window.get_image(0, 0, *SIZE, X.ZPixmap, 0xffffffff)
    print(window.id, contrast_of(image.data, lambda pixels: [(one.red, one.green, one.blue) for one in screen.default_colormap.query_colors(pixels)]))


if __name__ == '__main__':
    main()
