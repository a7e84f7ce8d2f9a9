# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An image display as they were in 1995: it draws once in 96 cells of an 8-bit PseudoColor map, then only turns the map.

Tk cannot change colour cells, so this speaks to libX11 directly.
"""

import ctypes
import math
import random
import sys
import time

CELLS = 96
WIDTH, HEIGHT = 512, 448
DO_RGB = 7


class XColor(ctypes.Structure):
    _fields_ = [('pixel', ctypes.c_ulong), ('red', ctypes.c_ushort), ('green', ctypes.c_ushort), ('blue', ctypes.c_ushort), ('flags', ctypes.c_char),
                ('pad', ctypes.c_char)]


def palette(kind, position):
    """Red, green and blue (0 to 1) of a place (0 to 1) in one of the astronomer's colour tables."""
    if kind == 'grey':
        return position, position, position
    if kind == 'heat':
        return min(1, position * 2), max(0, min(1, position * 2 - 0.5)), max(0, position * 2 - 1)
    return max(0, position * 2 - 1), math.sin(position * math.pi), max(0, 1 - position * 1.6) if position > 0.08 else position * 10


def scene(seed=5):
    """An image of a spiral galaxy as cell indices, row by row."""
    rng = random.Random(seed)
    noise = [rng.gauss(0, 2.2) for _ in range(4096)]
    rows = []
    for y in range(HEIGHT):
        row = bytearray(WIDTH)
        for x in range(WIDTH):
            dx, dy = (x - WIDTH / 2) / 1.5, (y - HEIGHT / 2) / 0.9
            r2 = dx * dx + dy * dy
            radius = math.sqrt(r2)
            arm = 0.5 + 0.5 * math.cos(2 * math.atan2(dy, dx) - math.log(radius + 6) * 5.2)
            value = 95 * math.exp(-radius / 14) + 46 * arm * math.exp(-radius / 85) + noise[(x * 131 + y * 977) & 4095] + 8
            row[x] = min(CELLS - 1, max(0, int(value)))
        rows.append(bytes(row))
    for _ in range(60):
        x, y, peak = rng.randrange(4, WIDTH - 4), rng.randrange(4, HEIGHT - 4), rng.uniform(20, 90)
        for j in range(-3, 4):
            row = bytearray(rows[y + j])
            for i in range(-3, 4):
                row[x + i] = min(CELLS - 1, row[x + i] + int(peak * math.exp(-(i * i + j * j) / 2.4)))
            rows[y + j] = bytes(row)
    return rows


def main():
    x11 = ctypes.CDLL('libX11.so.6')
    pointer = ctypes.c_void_p
    for name in ('XOpenDisplay', 'XCreateGC', 'XCreateImage'):
        getattr(x11, name).restype = pointer
    for name in ('XDefaultRootWindow', 'XCreateSimpleWindow', 'XDefaultColormap'):
        getattr(x11, name).restype = ctypes.c_ulong
    x11.XDefaultVisual.restype = pointer
    display = pointer(x11.XOpenDisplay(None))
    if not display:
        sys.exit('colourmap: the display cannot be opened')
    screen = x11.XDefaultScreen(display)
    if x11.XDefaultDepth(display, screen) != 8:
        sys.exit('colourmap: this program needs an 8-bit PseudoColor display')
    left, top = (int(sys.argv[1]), int(sys.argv[2])) if len(sys.argv) > 2 else (40, 40)
    visual = pointer(x11.XDefaultVisual(display, screen))
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    colormap = ctypes.c_ulong(x11.XDefaultColormap(display, screen))
    cells = (ctypes.c_ulong * CELLS)()
    if not x11.XAllocColorCells(display, colormap, 0, None, 0, cells, CELLS):
        sys.exit('colourmap: the colour map is full')
    window = ctypes.c_ulong(x11.XCreateSimpleWindow(display, root, left, top, WIDTH, HEIGHT, 0, 0, 0))
    x11.XStoreName(display, window, b'Image display, 96 colour cells')
    hints = (ctypes.c_long * 18)()  # XSizeHints: flags USPosition | PMinSize | PMaxSize, x, y, ...
    hints[0] = 1 | 16 | 32
    ints = ctypes.cast(ctypes.byref(hints, ctypes.sizeof(ctypes.c_long)), ctypes.POINTER(ctypes.c_int))
    ints[0], ints[1], ints[4], ints[5], ints[6], ints[7] = left, top, WIDTH, HEIGHT, WIDTH, HEIGHT
    x11.XSetWMNormalHints(display, window, hints)
    x11.XSelectInput(display, window, ctypes.c_long(1 << 15))  # ExposureMask
    graphics = pointer(x11.XCreateGC(display, window, 0, None))
    picture = b''.join(bytes(cells[value] for value in row) for row in scene())
    data = ctypes.create_string_buffer(picture, len(picture))
    image = pointer(x11.XCreateImage(display, visual, 8, 2, 0, data, WIDTH, HEIGHT, 8, WIDTH))
    colours = (XColor * CELLS)()

    def store(kind, shift):
        for index in range(CELLS):
            red, green, blue = palette(kind, min(1.0, index / (CELLS - 1) * shift))
            colours[index] = XColor(cells[index], int(red * 65535), int(max(0, min(1, green)) * 65535), int(max(0, min(1, blue)) * 65535), bytes([DO_RGB]), b'\0')
        x11.XStoreColors(display, colormap, colours, CELLS)

    store('grey', 1.0)
    x11.XMapWindow(display, window)
    event = (ctypes.c_long * 24)()
    started, last = time.monotonic(), -1.0
    while True:
        while x11.XPending(display):
            x11.XNextEvent(display, event)
            if ctypes.cast(event, ctypes.POINTER(ctypes.c_int))[0] == 12:  # Expose
                x11.XPutImage(display, window, graphics, image, 0, 0, 0, 0, WIDTH, HEIGHT)
        now = time.monotonic() - started
        if now - last >= 1.0:
            last = now
            kind = ('grey', 'heat', 'viridis')[int(now / 15) % 3]
            store(kind, 1.15 + 0.25 * math.sin(now / 4))
        x11.XFlush(display)
        time.sleep(0.1)


if __name__ == '__main__':
    main()
