# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is on the virtual monitors, as numbers and as PNG files."""

import struct
import zlib


class Picture:
    """Pixels in 32 bits each: blue, green, red, and one byte that means nothing."""

    def __init__(self, width, height, data):
        self.width = width
        self.height = height
        self.data = data

    @classmethod
    def of_root(cls, desk):
        """All of the desk's monitors, from Xvfb's frame buffer file (an xwd dump: XWDFile.h of the X server)."""
        with open(desk.frame_buffer, 'rb') as file:
            dump = file.read()
        header = struct.unpack('>25I', dump[:100])
        width, height, byte_order, bits, stride, colours = header[4], header[5], header[7], header[11], header[12], header[19]
        if bits != 32 or byte_order != 0 or stride != width * 4:
            raise ValueError(f'a screen with {bits} bits a pixel and {stride} bytes a line cannot be read')
        start = header[0] + colours * 12
        return cls(width, height, dump[start:start + stride * height])

    def crop(self, rect):
        """The part inside @p rect, which may reach over the edges."""
        left, top = max(0, rect[0]), max(0, rect[1])
        right, bottom = min(self.width, rect[0] + rect[2]), min(self.height, rect[1] + rect[3])
        width = max(0, right - left)
        rows = [self.data[(y * self.width + left) * 4:(y * self.width + left + width) * 4] for y in range(top, bottom)]
        return Picture(width, len(rows), b''.join(rows))

    def colours(self, step=3):
        """How many different colours there are in every @p step-th column."""
        return len({self.data[at:at + 3] for at in range(0, len(self.data), 4 * step)})

    def likeness(self, other, step=3):
        """Which part of the pixels is the same in a picture of the same size, from 0 to 1."""
        places = range(0, min(len(self.data), len(other.data)), 4 * step)
        return sum(1 for at in places if self.data[at:at + 3] == other.data[at:at + 3]) / max(1, len(places))

    def write(self, path):
        """Writes a PNG file (RFC 2083)."""
        rgb = bytearray(self.width * self.height * 3)
        rgb[0::3], rgb[1::3], rgb[2::3] = self.data[2::4], self.data[1::4], self.data[0::4]
        stride = self.width * 3
        lines = b''.join(b'\0' + rgb[y * stride:(y + 1) * stride] for y in range(self.height))

        def chunk(kind, body):
            return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))

        with open(path, 'wb') as file:
            file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>2I5B', self.width, self.height, 8, 2, 0, 0, 0))
                       + chunk(b'IDAT', zlib.compress(lines, 6)) + chunk(b'IEND', b''))
