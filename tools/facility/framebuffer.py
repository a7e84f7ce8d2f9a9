# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is on the screen of an Xvfb, which keeps it in a file, in the format of xwd (XWDFile.h of the X server)."""

import mmap
import struct


class FrameBuffer:
    """The file as it is now, at any time. Pixels have 32 bits: blue, green, red; the first is at `start`, a line has `line` bytes."""

    def __init__(self, path):
        self._file = open(path, 'rb')  # noqa: SIM115
        self.map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack('>25I', self.map[:100])
        self.start = header[0] + header[19] * 12
        self.width, self.height, self.line = header[4], header[5], header[12]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.map.close()
        self._file.close()
