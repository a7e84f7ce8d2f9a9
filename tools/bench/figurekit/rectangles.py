# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads both directions of a VNC connection far enough to count pixels by the way in which the server sent them. Pure."""

KINDS = ('copy', 'fill', 'palette', 'gradient', 'jpeg', 'zlib', 'raw', 'other')
COPY, FILL, PALETTE, GRADIENT, JPEG, ZLIB, RAW, OTHER = range(len(KINDS))
HEAD = 12  # bytes in front of each rectangle
LAST_RECT = -224
RAW_ENCODING, COPY_ENCODING, ZLIB_ENCODING, TIGHT_ENCODING, ZRLE_ENCODING = 0, 1, 6, 7, 16
# What a server of the old days knows: pixels as they are, and copies.
PLAIN_ENCODINGS = (RAW_ENCODING, COPY_ENCODING)
# Bytes behind the head of those that bring no pixels; DesktopSize, PointerPos, extended keys and buttons have none.
EXTRAS = {-223: 0, -232: 0, -258: 0, -316: 0, -261: 1, 0x574d5668: 4}


class Stream:
    """Feeds a generator that yields how many bytes it needs next; below zero: so many are passed over unread."""

    def __init__(self):
        self.total = 0
        self.lost = ''  # why it is not read any more
        self._data = bytearray()
        self._reader = self._read()
        self._need = next(self._reader)

    def _read(self):
        raise NotImplementedError

    def feed(self, data):
        self.total += len(data)
        if self.lost:
            return
        self._data += data
        try:
            while not self.lost:
                if self._need < 0:
                    taken = min(-self._need, len(self._data))
                    del self._data[:taken]
                    self._need += taken
                    if self._need < 0:
                        return
                    self._need = self._reader.send(b'')
                elif self._need <= len(self._data):
                    piece = bytes(self._data[:self._need])
                    del self._data[:self._need]
                    self._need = self._reader.send(piece)
                else:
                    return
        except StopIteration as end:
            self.lost = end.value or 'ended'
            self._data.clear()


def number(data, signed=False):
    return int.from_bytes(data, 'big', signed=signed)


class FromServer(Stream):
    """RFB 3.8 without a password. `pixels` and `bytes` are sums by KINDS; the pixel format is the viewer's to set."""

    def __init__(self):
        self.pixel = 4  # bytes
        self.tight = 4  # bytes of a pixel in Tight
        self.pixels = [0] * len(KINDS)
        self.bytes = [0] * len(KINDS)
        super().__init__()

    def use_format(self, body):
        """The 16 bytes of a pixel format."""
        self.pixel = body[0] // 8
        eight = body[4:10] == bytes((0, 255)) * 3
        self.tight = 3 if body[0] == 32 and body[1] == 24 and body[3] and eight else self.pixel

    def _read(self):
        yield -12
        kinds = number((yield 1))
        if not kinds:
            return 'the server refused'
        yield -kinds
        if number((yield 4)):
            return 'the server refused'
        yield -4
        self.use_format((yield 16))
        yield -number((yield 4))
        while True:
            kind = number((yield 1))
            if kind == 0:
                yield -1
                rects = number((yield 2))
                for _ in range(rects):
                    head = yield HEAD
                    encoding = number(head[8:], True)
                    if encoding == LAST_RECT:
                        break
                    complaint = yield from self._rectangle(number(head[4:6]), number(head[6:8]), encoding)
                    if complaint:
                        return complaint
            elif kind == 1:
                head = yield 5
                yield -6 * number(head[3:])
            elif kind == 3:
                head = yield 7
                yield -abs(number(head[3:], True))
            elif kind == 248:
                head = yield 8
                yield -head[7]
            elif kind not in (2, 150):  # a bell; the end of continuous updates
                return f'message {kind} is not known'

    def _rectangle(self, wide, high, encoding):
        """Returns what is wrong; empty: nothing."""
        size = wide * high
        if encoding == RAW_ENCODING:
            yield from self._count(RAW, size, size * self.pixel)
        elif encoding == COPY_ENCODING:
            yield from self._count(COPY, size, 4)
        elif encoding in (ZLIB_ENCODING, ZRLE_ENCODING):
            length = number((yield 4))
            yield from self._count(ZLIB, size, length, 4)
        elif encoding == TIGHT_ENCODING:
            return (yield from self._tight(wide, high))
        elif encoding in EXTRAS:
            yield -EXTRAS[encoding]
        elif encoding == -239:
            yield -(size * self.pixel + (wide + 7) // 8 * high)
        elif encoding == -240 and size:
            yield -(6 + 2 * ((wide + 7) // 8) * high)
        elif encoding == -308:
            head = yield 4
            yield -16 * head[0]
        elif encoding == -307:
            yield -number((yield 4))
        elif encoding == -314:
            yield -(4 + size * 4)
        elif encoding != -240:
            return f'encoding {encoding} is not known'
        return ''

    def _count(self, kind, pixels, unread, read=0):
        yield -unread
        self.pixels[kind] += pixels
        self.bytes[kind] += HEAD + read + unread

    def _compact(self):
        """A length of Tight and how many bytes it took itself."""
        length = 0
        for place in range(3):
            byte = (yield 1)[0]
            length |= (byte & (0x7F if place < 2 else 0xFF)) << 7 * place
            if place == 2 or not byte & 0x80:
                return length, place + 1

    def _tight(self, wide, high):
        control = (yield 1)[0] >> 4
        if control == 8:
            yield from self._count(FILL, wide * high, self.tight, 1)
            return ''
        if control == 9:
            length, took = yield from self._compact()
            yield from self._count(JPEG, wide * high, length, 1 + took)
            return ''
        if control > 9:
            return f'Tight of kind {control} is not known'
        kind, read, row = ZLIB, 1, wide * self.tight
        if control & 4:
            chosen = (yield 1)[0]
            read += 1
            if chosen == 1:
                colors = (yield 1)[0] + 1
                yield -colors * self.tight
                read += 1 + colors * self.tight
                kind, row = PALETTE, (wide + 7) // 8 if colors == 2 else wide
            elif chosen == 2:
                kind = GRADIENT
        size = row * high
        if size >= 12:  # shorter ones are not compressed and have no length
            size, took = yield from self._compact()
            read += took
        yield from self._count(kind, wide * high, size, read)
        return ''


class FromViewer(Stream):
    """What a viewer sends, in messages: take() is what may be passed on. @p plain leaves PLAIN_ENCODINGS and what brings no pixels."""

    SIZES = {3: 9, 4: 7, 5: 5, 150: 9}  # behind the first byte
    COUNTED = {6: (7, 3, 4, 1), 248: (8, 7, 1, 1), 251: (7, 5, 1, 16)}  # head, place and bytes of the length, size of an item

    def __init__(self, server, plain=False):
        self._server = server
        self._plain = plain
        self._ready = bytearray()
        self.requests = 0
        super().__init__()

    def feed(self, data):
        before = self.lost
        super().feed(data)
        if before:
            self._ready += data

    def take(self):
        ready, self._ready = bytes(self._ready), bytearray()
        return ready

    def _read(self):
        for size in (12, 1, 1):
            self._pass_on((yield size))
        while True:
            kind = yield 1
            if kind[0] == 0:
                body = yield 19
                self._server.use_format(body[3:])
                self._pass_on(kind + body)
            elif kind[0] == 2:
                head = yield 3
                count = number(head[1:])
                wanted = yield 4 * count
                self._pass_on(kind + self._encodings(head, [wanted[4 * index:4 * index + 4] for index in range(count)]))
            elif kind[0] in self.SIZES:
                self.requests += kind[0] == 3
                self._pass_on(kind + (yield self.SIZES[kind[0]]))
            elif kind[0] in self.COUNTED:
                size, place, wide, item = self.COUNTED[kind[0]]
                head = yield size
                # A clipboard with a negative length is the extended one.
                self._pass_on(kind + head + (yield abs(number(head[place:place + wide], kind[0] == 6)) * item))
            elif kind[0] == 255:
                self._pass_on(kind + (yield 11))  # an extended key
            else:
                self._pass_on(kind + self._data)
                return f'message {kind[0]} is not known'

    def _pass_on(self, data):
        self._ready += data

    def _encodings(self, head, wanted):
        if self._plain:
            wanted = [each for each in wanted if number(each, True) < 0 or number(each) in PLAIN_ENCODINGS]
        return head[:1] + len(wanted).to_bytes(2, 'big') + b''.join(wanted)
