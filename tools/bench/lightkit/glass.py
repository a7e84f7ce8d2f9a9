# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands on the monitors of a virtual desk, from moment to moment, read from the X server's memory."""

import threading
import time

from framebuffer import FrameBuffer

ACROSS = 16  # every so many pixels are looked at
DOWN = 16
# A picture is all there when so few of the pixels looked at differ that a pointer or a sign of the viewer's own can be the reason.
STRAY = 0.005
# By so much a channel may differ: for JPEG of a low quality, and for what nobody could tell from the real thing.
ROUGH = 40
SHARP = 6


class Recording(threading.Thread):
    """Takes a picture of every monitor some hundred times a second and keeps those that differ from the one before."""

    def __init__(self, frame_buffer, monitors):
        super().__init__(daemon=True)
        self._monitors = monitors
        self._frames = {name: [] for name, _ in monitors}
        self._ends = threading.Event()
        self._buffer = FrameBuffer(frame_buffer)

    def run(self):
        while not self._ends.is_set():
            now = time.monotonic()
            for name, (left, top, width, height) in self._monitors:
                frame = self._look(left, top, width, height)
                kept = self._frames[name]
                if not kept or kept[-1][1] != frame:
                    kept.append((now, frame))
            time.sleep(0.004)

    def _look(self, left, top, width, height):
        parts = []
        for y in range(top + DOWN // 2, top + height, DOWN):
            begin = self._buffer.start + y * self._buffer.line + left * 4
            parts += [self._buffer.map[begin + channel:begin + width * 4:ACROSS * 4] for channel in range(3)]
        return b''.join(parts)

    def end(self):
        self._ends.set()
        self.join()
        self.close()

    def close(self):
        self._buffer.close()

    def complete_since(self, monitor, tolerance):
        """Since when the monitor has shown what it shows at the end; None: it showed nothing new."""
        frames = self._frames[monitor]
        if len(frames) < 2:
            return None
        final = frames[-1][1]
        most = len(final) * STRAY
        since = frames[-1][0]
        for when, frame in reversed(frames[:-1]):
            if sum(1 for one, other in zip(frame, final) if one - other > tolerance or other - one > tolerance) > most:
                break
            since = when
        return since
