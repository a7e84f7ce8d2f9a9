# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the summit's stamps off a desk's monitors: how old is what stands there, and when did it change?"""

import threading
import time

import stamps
from framebuffer import FrameBuffer

RED, BLUE = b'\x00\x00\xff', b'\xff\x00\x00'


class Glass(FrameBuffer):
    """The memory of an Xvfb, which is what a person would see."""

    def __init__(self, desk):
        super().__init__(desk.frame_buffer)

    def _row(self, left, y, width):
        at = self.start + (y * self.width + left) * 4
        return self.map[at:at + width * 4]

    def find_strip(self, rect):
        """The strip inside @p rect (x, y, width, height); None if none stands there whole."""
        left, top, width, height = rect
        for y in range(max(0, top), min(self.height, top + height), 4):
            row = self._row(left, y, width)
            red = row.find(RED)
            while red >= 0 and red % 4:
                red = row.find(RED, red + 1)
            blue = row.find(BLUE, red + 4) if red >= 0 else -1
            while blue >= 0 and blue % 4:
                blue = row.find(BLUE, blue + 1)
            if blue < 0:
                continue
            end = blue
            while row[end:end + 3] == BLUE:
                end += 4
            cell = (end - red) / 4 / stamps.CELLS
            # Its middle: below this row as far as it is red.
            last = y
            while last + 1 < self.height and self._row(left + red // 4 + int(cell / 2), last + 1, 1)[:3] == RED:
                last += 1
            strip = Strip(self, left + red // 4, (y + last) // 2, cell)
            if strip.read() is not None:
                return strip
        return None


class Strip:
    """A strip where it was found."""

    def __init__(self, glass, left, y, cell):
        self._map = glass.map
        self._places = [glass.start + (y * glass.width + int(left + (1 + number + 0.5) * cell)) * 4 for number in range(stamps.BITS + stamps.CHECK)]

    def read(self):
        """The milliseconds that it shows; None while it is covered, dimmed too far or half painted."""
        return stamps.value_of([self._map[at + 1] > 80 for at in self._places])


class Watch(threading.Thread):
    """Reads strips all the time. `seen[name]` is [(when it stood there, when it was painted)], seconds, newest last."""

    def __init__(self, strips, pause=0.004):
        super().__init__(daemon=True)
        self._strips = strips
        self._pause = pause
        self._done = threading.Event()
        self.seen = {name: [] for name in strips}

    def run(self):
        last = dict.fromkeys(self._strips)
        while not self._done.wait(self._pause):
            for name, strip in self._strips.items():
                value = strip.read()
                if value is not None and value != last[name]:
                    last[name] = value
                    now = time.monotonic()
                    painted = unwrapped(value, now)
                    if painted <= now + 0.001:
                        self.seen[name].append((now, painted))

    def stop(self):
        self._done.set()
        self.join()

    def fresh_after(self, name, moment):
        """When something stood there that was painted after @p moment; None: not yet."""
        return next((came for came, painted in list(self.seen[name]) if painted >= moment and came >= moment), None)

    def wait_fresh(self, name, moment, seconds, gone=lambda: False):
        """As fresh_after(), waiting until @p seconds after @p moment."""
        while True:
            came = self.fresh_after(name, moment)
            if came is not None or time.monotonic() > moment + seconds or gone():
                return came
            time.sleep(0.01)

    def longest_gap(self, name, begin, end):
        """The longest time without a new picture between two moments."""
        times = [begin] + [came for came, _ in list(self.seen[name]) if begin <= came <= end] + [end]
        return max(after - before for before, after in zip(times, times[1:], strict=False))


def unwrapped(milliseconds, now):
    """Seconds of the monotonic clock, of which a strip holds 32 bits."""
    whole = int(now * 1000)
    value = whole - ((whole - milliseconds) & 0xFFFFFFFF)
    return value / 1000
