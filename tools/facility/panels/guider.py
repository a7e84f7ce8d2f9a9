# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guider view: a star that wanders in its box, and how well the telescope follows it."""

import math
import random
import tkinter

from look import BACK, BLUE, DIM, GOOD, LINE, MONO, PANEL, SANS, WARN, Panel, Readouts, Trace, Wander, frame

SIDE = 96
SIGMA = 3.4


class Camera:
    """Makes the guider's frames as 8-bit grey (binary PGM)."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self._noise = bytes(min(255, max(0, int(rng.gauss(34, 7)))) for _ in range(SIDE * SIDE * 4))
        self._rng = rng

    def picture(self, x, y, peak):
        start = self._rng.randrange(SIDE * SIDE * 3)
        data = bytearray(self._noise[start:start + SIDE * SIDE])
        self._star(data, x, y, peak)
        self._star(data, x - 31, y + 22, peak * 0.25)
        return b'P5 %d %d 255\n' % (SIDE, SIDE) + bytes(data)

    @staticmethod
    def _star(data, x0, y0, peak):
        for y in range(max(0, int(y0) - 11), min(SIDE, int(y0) + 12)):
            for x in range(max(0, int(x0) - 11), min(SIDE, int(x0) + 12)):
                value = peak * math.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * SIGMA * SIGMA))
                data[y * SIDE + x] = min(255, data[y * SIDE + x] + int(value))


class GuiderPanel(Panel):
    ZOOM = 4

    def fill(self):
        self._camera = Camera(11)
        self._x = Wander(self.random, 0.0, 0.5, 0.3)
        self._y = Wander(self.random, 0.0, 0.5, 0.3)
        self._peak = Wander(self.random, 190.0, 8.0, 0.2)
        self._frames = 40312
        left = frame(self.body, 'Guide star', side='left', expand=False)
        side = SIDE * self.ZOOM
        self._canvas = tkinter.Canvas(left, width=side, height=side, bg=BACK, highlightthickness=1, highlightbackground=LINE)
        self._canvas.pack()
        self._small = tkinter.PhotoImage(width=SIDE, height=SIDE)
        self._big = tkinter.PhotoImage(width=side, height=side)
        self._canvas.create_image(0, 0, image=self._big, anchor='nw')
        middle, box = side // 2, 56
        self._canvas.create_rectangle(middle - box, middle - box, middle + box, middle + box, outline=GOOD, width=1)
        self._canvas.create_line(middle, middle - box - 18, middle, middle - box, fill=GOOD)
        self._canvas.create_line(middle, middle + box, middle, middle + box + 18, fill=GOOD)
        self._canvas.create_line(middle - box - 18, middle, middle - box, middle, fill=GOOD)
        self._canvas.create_line(middle + box, middle, middle + box + 18, middle, fill=GOOD)
        self._canvas.create_text(10, side - 10, text='N up  E left   0.19"/px', anchor='sw', fill=DIM, font=(MONO, 9))
        right = tkinter.Frame(self.body, bg=BACK)
        right.pack(side='left', fill='both', expand=True)
        self._readouts = Readouts(frame(right, 'Guiding', expand=False), [
            ('mode', 'Mode'), ('ra', 'RA error'), ('dec', 'Dec error'), ('rms', 'RMS'), ('fwhm', 'Seeing'), ('peak', 'Peak'), ('frame', 'Frame')])
        charts = frame(right, 'Error, arcsec')
        tkinter.Label(charts, text='RA', bg=PANEL, fg=DIM, font=(SANS, 9)).pack(anchor='w')
        self._ra = Trace(charts, -0.6, 0.6, BLUE)
        tkinter.Label(charts, text='Dec', bg=PANEL, fg=DIM, font=(SANS, 9)).pack(anchor='w')
        self._dec = Trace(charts, -0.6, 0.6, WARN)
        for _ in range(119):
            self._ra.values.append(self._x.next() * 0.19)
            self._dec.values.append(self._y.next() * 0.19)

    def tick(self):
        self._frames += 1
        x, y, peak = self._x.next(), self._y.next(), self._peak.next()
        self._small.configure(data=self._camera.picture(SIDE / 2 + x, SIDE / 2 + y, peak), format='PPM')
        self._big.tk.call(self._big, 'copy', self._small, '-zoom', self.ZOOM, self.ZOOM)
        self._ra.add(x * 0.19)
        self._dec.add(y * 0.19)
        recent = [value * value for value in self._ra.values[-40:] + self._dec.values[-40:]]
        rms = math.sqrt(sum(recent) / len(recent))
        show = self._readouts.show
        show('mode', 'GUIDING', GOOD)
        show('ra', f'{x * 0.19:+.2f}"')
        show('dec', f'{y * 0.19:+.2f}"')
        show('rms', f'{rms:.2f}"', GOOD if rms < 0.35 else WARN)
        show('fwhm', f'{SIGMA * 2.3548 * 0.19 * 0.45 + abs(peak - 190) * 0.002:.2f}"')
        show('peak', f'{peak * 212:.0f}')
        show('frame', f'{self._frames}')


if __name__ == '__main__':
    GuiderPanel('Guider', 'offset guider, 2 Hz', 500).mainloop()
