# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The common face of the demo's instrument panels: dark, quiet, legible from a step away."""

import datetime
import math
import random
import sys
import tkinter

BACK = '#0f1419'
PANEL = '#182028'
LINE = '#2b3742'
TEXT = '#d7dee6'
DIM = '#8494a3'
GOOD = '#4fc38a'
WARN = '#e6b450'
BAD = '#e5636a'
BLUE = '#5aa9e6'
SANS = 'DejaVu Sans'
MONO = 'DejaVu Sans Mono'


def utc():
    return datetime.datetime.now(datetime.timezone.utc)


def pairs(arguments):
    """name=value arguments of the command line as a dictionary."""
    return dict(argument.split('=', 1) for argument in arguments if '=' in argument)


class Panel(tkinter.Tk):
    """One instrument window. Its subclass fills self.body and says in tick() what changes, every @p period milliseconds."""

    def __init__(self, title, subtitle='', period=1000):
        self.options = pairs(sys.argv[1:])
        super().__init__(className='Nightdesk-demo')
        self.title(self.options.get('title', title))
        self.configure(bg=BACK)
        if 'geometry' in self.options:
            self.geometry(self.options['geometry'])
        self._period = period
        self.random = random.Random(int(self.options.get('seed', '7')))
        head = tkinter.Frame(self, bg=BACK)
        head.pack(fill='x', padx=14, pady=(10, 6))
        tkinter.Label(head, text=title, bg=BACK, fg=TEXT, font=(SANS, 15, 'bold')).pack(side='left')
        tkinter.Label(head, text=subtitle, bg=BACK, fg=DIM, font=(SANS, 10)).pack(side='left', padx=10, pady=(5, 0))
        self._clock = tkinter.Label(head, text='', bg=BACK, fg=DIM, font=(MONO, 11))
        self._clock.pack(side='right')
        self.body = tkinter.Frame(self, bg=BACK)
        self.body.pack(fill='both', expand=True, padx=10, pady=(0, 10))
        self.fill()
        self._turn()

    def fill(self):
        raise NotImplementedError

    def tick(self):
        raise NotImplementedError

    def _turn(self):
        self._clock.configure(text=utc().strftime('%H:%M:%S UT'))
        self.tick()
        self.after(self._period, self._turn)


def frame(parent, title, **pack):
    """A titled box; returns the frame to put things into."""
    outer = tkinter.Frame(parent, bg=PANEL, highlightbackground=LINE, highlightthickness=1)
    outer.pack(**({'fill': 'both', 'expand': True, 'padx': 4, 'pady': 4} | pack))
    if title:
        tkinter.Label(outer, text=title.upper(), bg=PANEL, fg=DIM, font=(SANS, 9, 'bold'), anchor='w').pack(fill='x', padx=10, pady=(7, 2))
    inner = tkinter.Frame(outer, bg=PANEL)
    inner.pack(fill='both', expand=True, padx=10, pady=(0, 8))
    return inner


class Readouts:
    """Rows of name, value and unit in a grid."""

    def __init__(self, parent, rows, size=12, columns=1):
        self._labels = {}
        for index, (key, name) in enumerate(rows):
            row, column = index // columns, (index % columns) * 2
            tkinter.Label(parent, text=name, bg=PANEL, fg=DIM, font=(SANS, size - 1), anchor='w').grid(row=row, column=column, sticky='w', pady=1)
            value = tkinter.Label(parent, text='', bg=PANEL, fg=TEXT, font=(MONO, size), anchor='e')
            value.grid(row=row, column=column + 1, sticky='e', padx=(12, 18 if columns > 1 else 0), pady=1)
            parent.grid_columnconfigure(column + 1, weight=1)
            self._labels[key] = value

    def show(self, key, text, colour=TEXT):
        self._labels[key].configure(text=text, fg=colour)


class Trace(tkinter.Canvas):
    """A strip chart of the last values."""

    def __init__(self, parent, low, high, colour=BLUE, length=120, height=60, unit='', **pack):
        super().__init__(parent, bg=BACK, height=height, highlightthickness=1, highlightbackground=LINE)
        self.pack(fill='both', expand=True, **pack)
        self._low, self._high, self._colour, self._length, self._unit = low, high, colour, length, unit
        self.values = []

    def add(self, value):
        self.values = (self.values + [value])[-self._length:]
        width, height = max(self.winfo_width(), 10), max(self.winfo_height(), 10)
        self.delete('all')
        for part in (0.25, 0.5, 0.75):
            self.create_line(0, height * part, width, height * part, fill=LINE, dash=(2, 4))
        points = []
        for index, item in enumerate(self.values):
            x = width - (len(self.values) - 1 - index) * width / (self._length - 1)
            y = height - 3 - (min(max(item, self._low), self._high) - self._low) / (self._high - self._low) * (height - 6)
            points += [x, y]
        if len(points) >= 4:
            self.create_line(*points, fill=self._colour, width=2)
        self.create_text(5, 4, text=f'{self._high:g}{self._unit}', fill=DIM, anchor='nw', font=(MONO, 8))
        self.create_text(5, height - 4, text=f'{self._low:g}{self._unit}', fill=DIM, anchor='sw', font=(MONO, 8))


class Wander:
    """A quantity that drifts about a mean, as temperatures and seeing do (a mean-reverting random walk)."""

    def __init__(self, rng, mean, step, pull=0.05):
        self._rng, self.mean, self._step, self._pull = rng, mean, step, pull
        self.value = mean

    def next(self):
        self.value += self._rng.gauss(0, self._step) + (self.mean - self.value) * self._pull
        return self.value


def sexagesimal(value, sign=False, digits=1):
    total = round(abs(value) * 3600 * 10 ** digits)
    whole, fraction = divmod(total, 10 ** digits)
    text = f'{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}'
    if digits:
        text += f'.{fraction:0{digits}d}'
    return ('-' if value < 0 else '+' if sign else '') + text


def sidereal(longitude_hours=-10.365):
    """Local mean sidereal time in hours, to a second or so (Meeus, ch. 12)."""
    days = (utc() - datetime.datetime(2000, 1, 1, 12, tzinfo=datetime.timezone.utc)).total_seconds() / 86400
    return (18.697374558 + 24.06570982441908 * days + longitude_hours) % 24


def altaz(hour_angle, declination, latitude=19.826):
    """Altitude and azimuth (from north through east) in degrees."""
    h, d, p = math.radians(hour_angle * 15), math.radians(declination), math.radians(latitude)
    altitude = math.asin(math.sin(p) * math.sin(d) + math.cos(p) * math.cos(d) * math.cos(h))
    azimuth = math.atan2(-math.cos(d) * math.sin(h), math.sin(d) * math.cos(p) - math.cos(d) * math.sin(p) * math.cos(h))
    return math.degrees(altitude), math.degrees(azimuth) % 360
