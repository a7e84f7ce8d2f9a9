# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When is a picture done? When it has changed and then stayed the same; the time of its last change counts."""

from framebuffer import FrameBuffer

TOLERANCE = 40  # JPEG's faults, and a server that mends them bit by bit, stay below it


class Glass(FrameBuffer):
    """What stands in a part of a monitor, from the memory of the virtual X server: every so many pixels, in green."""

    def __init__(self, frame_buffer, rect, step):
        super().__init__(frame_buffer)
        left, top, width, height = rect
        start, line = self.start, self.line
        self._rows = [(start + y * line + left * 4 + 1, start + y * line + (left + width) * 4) for y in range(top + step // 2, top + height, step)]
        self._step = step * 4

    def take(self):
        return b''.join(self.map[begin:end:self._step] for begin, end in self._rows)


def differing(one, other, tolerance=TOLERANCE):
    """The share of samples that differ by more than JPEG."""
    if one == other:
        return 0.0
    return sum(1 for a, b in zip(one, other) if a - b > tolerance or b - a > tolerance) / len(other)


def is_image(samples):
    """Whether an image stands there: in its noise hardly a sample is like its neighbour; in a window that is still empty most are."""
    return sum(1 for one, other in zip(samples, samples[1:]) if one != other) > 0.35 * len(samples)


class Settling:
    """Fed with one frame after the other, beginning with that from before the input. @p stray: so small a share is a cursor that
    blinks; @p least: so much has to differ in the end; @p quiet: seconds without a change; @p accept: whether a frame is the one
    waited for. An image is awaited with that and without @p least: its grays may be within the tolerance of the color before it. Pure."""

    def __init__(self, first, least=0.0, stray=0.0005, quiet=1.0, accept=None):
        self._first = self._reference = self._latest = first
        self._least = least
        self._stray = stray
        self._quiet = quiet
        self._accept = accept
        self.began = None  # the first change
        self.last = None  # the last one
        self.changes = 0

    def feed(self, now, frame):
        if frame == self._latest:
            return
        self._latest = frame
        if differing(frame, self._reference) <= self._stray:
            return
        self._reference = frame
        self.began = self.began or now
        self.last = now
        self.changes += 1

    def is_done(self, now):
        """Whether nothing is to come any more."""
        if self.last is None or now - self.last < self._quiet:
            return False
        return differing(self._latest, self._first) >= self._least and (self._accept is None or self._accept(self._latest))
