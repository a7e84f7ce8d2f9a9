# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One way over one link: every row of the table, so many times each."""

import subprocess
import time

import processes as proc

from rows import LIMIT, quiet
from settling import is_image
from tabledesk import await_done

# Places on the view's monitor, within ds9's image. Frames and title bars of this or that way move it by less than matters.
FIELD = (60, 300, 1000, 560)
CUT = ((300, 420), (500, 620))
BOX = ((620, 420), (820, 560))
INSIDE = (720, 490)
REST = (560, 760)
# While an image comes up it counts as the same when so few samples differ: Xvnc mends what JPEG did to noise for half a minute.
STRAY = 0.02


class Enough(Exception):
    """A row took so long that it is measured once."""


class TableRun:
    """@p say is told what was measured. rows() returns {row: [seconds or {'error'}, {'stopped'}]}."""

    def __init__(self, desk, far, link, passage, runs, say, whole_start=False, shots=None):
        self._desk = desk
        self._far = far
        self._link = link
        self._passage = passage
        self._way = passage.way
        self._runs = runs
        self._say = say
        self._whole_start = whole_start
        self._shots = shots
        self.found = {}

    def rows(self, wanted):
        """What is wanted of them, in order. A row that fails has a reason, and the others go on."""
        self._set_link(True)
        try:
            self._open()
            if 'ds9 start' in wanted:
                self._starts()
            self._fast_start()
            if 'viewer start' in wanted and self._way.has_desktop:
                self._viewer_starts()
            steps = {'file chooser': self._chooser, 'zoom in': self._zoom, 'draw cut': self._cut, 'stats box': self._stats, 'colormap drag': self._colours,
                     'region drag': self._region, 'de-iconify': self._iconify}
            for name, step in steps.items():
                if name in wanted:
                    self._repeat(name, step)
        finally:
            try:
                self._set_link(False)
                self._passage.close()
            finally:
                self._far.end_programs()
        return self.found

    def _set_link(self, real):
        rtt, rate = self._link.words if real else ('0ms', '10000mbit')
        self._far.set_link(rtt, rate)

    def _put(self, row, value):
        self.found.setdefault(row, []).append(value)
        shown = f'{value:.2f} s' if isinstance(value, float) else str(value)
        self._say(f'{time.strftime("%H:%M:%S")} {self._link.name}, {self._way.name}: {row} {shown}')

    def _quiet(self, start=False):
        return quiet(self._way, self._link, start)

    def _shoot(self, name):
        if self._shots:
            self._desk.shot(f'{self._shots}/{self._link.name}-{self._way.name}-{name}.png'.replace(' ', '_'))

    def _open(self):
        if self._way.has_desktop:
            with self._desk.watch() as glass:
                await_done(glass, self._passage.open, 60, quiet=self._quiet(True))
        else:
            self._passage.open()
        self._passage.focus()

    # Starts.

    def _start(self, limit):
        """Starts ds9 and waits until its image stands there; seconds."""
        self._passage.aim() if hasattr(self._passage, 'aim') else self._desk.hand.move(*self._desk.place(*REST))
        with self._desk.watch(FIELD) as glass:
            return await_done(glass, self._passage.start, limit, stray=STRAY, quiet=self._quiet(True), accept=is_image)[0]

    def _starts(self):
        if self._way.is_remote_x and self._link.rtt > 0:
            # Eight minutes: one is waited for, of the others it is told how far they came.
            self._long_start(900.0 if self._whole_start else LIMIT)
            return
        for _ in range(self._runs):
            try:
                self._put('ds9 start', self._start(LIMIT))
            except (proc.FacilityError, subprocess.TimeoutExpired) as error:
                self._put('ds9 start', {'error': f'{error} {self._passage.says()}'})
                self._shoot('failed-start')
            self._end()

    def _long_start(self, limit):
        before = self._far.packets_up()
        try:
            self._put('ds9 start', self._start(limit))
        except proc.FacilityError as error:
            if not self._far.programs():
                self._put('ds9 start', {'error': f'{error} {self._passage.says()}'})
            else:
                self._put('ds9 start', {'stopped': limit, 'trips': self._far.packets_up() - before})
        self._set_link(False)
        self._end()
        self._set_link(True)

    def _end(self):
        self._passage.end()
        time.sleep(0.5 + self._link.rtt * 4)

    def _fast_start(self):
        """For the other rows it may have been started over a better link."""
        self._set_link(False)
        with self._desk.watch(FIELD) as glass:
            try:
                if hasattr(self._passage, 'aim'):
                    self._passage.aim()
                await_done(glass, self._passage.start, 60, quiet=2.5, accept=is_image)
            except proc.FacilityError:
                self._shoot('failed-fast-start')
                raise
        # A view takes no keyboard from the console's window by itself.
        self._desk.hand.move(*self._desk.place(*REST))
        self._set_link(True)
        self._settle()
        self._shoot('started')

    def _viewer_starts(self):
        for _ in range(self._runs):
            self._passage.close()
            self._settle()
            with self._desk.watch(FIELD) as glass:
                try:
                    self._put('viewer start', await_done(glass, self._passage.open, LIMIT, stray=STRAY, quiet=self._quiet(True), accept=is_image)[0])
                except (proc.FacilityError, subprocess.TimeoutExpired) as error:
                    self._put('viewer start', {'error': f'{error} {self._passage.says()}'})
                    self._shoot('failed-viewer')
        self._passage.focus()
        self._reset()

    # What is done in a ds9 that runs.

    def _repeat(self, name, step):
        for _ in range(self._runs):
            try:
                step()
            except Enough:
                self._reset()
                return
            except (proc.FacilityError, subprocess.TimeoutExpired) as error:
                self._put(name, {'error': str(error)})
                self._shoot(f'failed-{name}')
            self._reset()

    def _reset(self):
        self._set_link(False)
        self._desk.hand.release(1)
        self._desk.hand.release(3)
        # The pointer stays until the dialog is gone: the keyboard follows it.
        self._desk.hand.key('Escape')
        self._settle()
        self._desk.hand.move(*self._desk.place(*REST))
        time.sleep(0.1)
        self._desk.hand.key('F9')
        self._settle(0.5)
        self._set_link(True)
        time.sleep(self._link.rtt * 2)

    def _settle(self, calm=0.3):
        """Until nothing has changed for a moment: what went before is over."""
        with self._desk.watch(step=16) as glass:
            before, since = glass.take(), time.monotonic()
            deadline = since + 30
            while time.monotonic() - since < calm + self._link.rtt * 3 and time.monotonic() < deadline:
                time.sleep(0.02)
                now = glass.take()
                if now != before:
                    before, since = now, time.monotonic()

    def _timed(self, row, act, area=None, step=8, least=0.01, stray=0.0005):
        slow = self._way.is_remote_x and self._link.rtt > 0
        limit = LIMIT if slow else LIMIT / 2 if self._link.rtt else 15.0
        with self._desk.watch(area, step) as glass:
            before = self._far.packets_up()
            try:
                self._put(row, await_done(glass, act, limit, least=least, stray=stray, quiet=self._quiet())[0])
                self._shoot(row)
            except proc.FacilityError as error:
                self._shoot(f'failed-{row}')
                # Where every request crosses the link, that is what is to be told, and once is enough.
                if not slow:
                    raise
                self._put(row, {'stopped': limit, 'trips': self._far.packets_up() - before})
                raise Enough from error

    def _place(self, point):
        return self._desk.place(*point)

    def _chooser(self):
        self._timed('file chooser', lambda: self._desk.hand.key('Control_L', 'o'), least=0.02)

    def _zoom(self):
        self._timed('zoom in', lambda: self._desk.hand.key('Control_L', 'plus'), FIELD, least=0.2)
        self._timed('zoom out', lambda: self._desk.hand.key('Control_L', 'minus'), FIELD, least=0.2)

    def _drag(self, begin, end, button=1, steps=20, seconds=1.0):
        hand = self._desk.hand
        hand.move(*self._place(begin))
        time.sleep(0.05)
        hand.press(button)
        return hand.stroke(self._place(begin), self._place(end), steps, seconds)

    def _cut(self):
        self._desk.hand.key('F7')
        self._settle()
        area = (CUT[0][0] - 10, CUT[0][1] - 10, CUT[1][0] - CUT[0][0] + 20, CUT[1][1] - CUT[0][1] + 20)
        self._timed('draw cut', lambda: self._drag(*CUT, steps=10, seconds=0.5), area, step=2, least=0.0005, stray=0.0002)
        self._timed('make plot', self._desk.hand.release, least=0.03)

    def _stats(self):
        self._desk.hand.key('F6')
        self._settle()
        self._drag(*BOX, steps=10, seconds=0.5)
        self._settle()
        self._timed('stats box', self._desk.hand.release, least=0.02)

    def _colours(self):
        self._timed('colormap drag', lambda: self._drag((640, 560), (520, 470), button=3), FIELD, least=0.05)

    def _region(self):
        hand = self._desk.hand
        self._set_link(False)
        hand.key('F8')
        self._settle()
        self._drag(*BOX, steps=10, seconds=0.3)
        hand.release()
        self._settle()
        self._set_link(True)
        moved = (INSIDE[0] - 260, INSIDE[1] + 90)
        area = (moved[0] - 120, moved[1] - 90, 240, 180)
        self._timed('region drag', lambda: self._drag(INSIDE, moved), area, step=2, least=0.0005, stray=0.0002)

    def _iconify(self):
        hand = self._desk.hand
        window = hand.window_at(*self._place((640, 700)))
        if not window:
            raise proc.FacilityError('No window stands there.')
        with self._desk.watch(FIELD) as glass:
            await_done(glass, lambda: (hand.iconify(window), time.monotonic())[1], 20, least=0.2, quiet=0.5)
        self._settle()
        self._timed('de-iconify', lambda: hand.raise_(window), FIELD, least=0.2)
