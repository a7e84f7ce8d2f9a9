# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A tape of what a VNC server said: recorded from a real Xvnc picture by picture, played to any viewer at its own pace.

Every player gets the same bytes, so what two viewers need for them can be compared to the last per cent.
"""

import os
import socket
import struct
import sys
import threading
import time

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'facility'))

import starfield  # noqa: E402

RAW, COPY, TIGHT, LAST = 0, 1, 7, -224
LEVEL0, QUALITY0 = -256, -32
# 32 bits, little-endian, red at bit 16: what Qt paints and what TigerVNC's viewer asks for.
FORMAT = struct.pack('>BBBBHHHBBBxxx', 32, 24, 0, 1, 255, 255, 255, 16, 8, 0)


class Wire:
    """Exact reads from a socket, remembered until they are taken."""

    def __init__(self, connection):
        self._socket = connection
        self._heard = bytearray()

    def read(self, size):
        data = bytearray(size)
        view = memoryview(data)
        done = 0
        while done < size:
            got = self._socket.recv_into(view[done:])
            if got == 0:
                raise EOFError
            done += got
        self._heard += data
        return bytes(data)

    def unpack(self, form):
        return struct.unpack(form, self.read(struct.calcsize(form)))

    def send(self, data):
        self._socket.sendall(data)

    def take(self):
        heard, self._heard = bytes(self._heard), bytearray()
        return heard


class XPainter:
    """The few words of the X protocol that it takes to paint pixels and lines of text into one window."""

    def __init__(self, display, xauthority, width, height):
        with open(xauthority, 'rb') as file:
            cookie = file.read()[-16:]
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(f'/tmp/.X11-unix/X{display}')
        self._wire = Wire(self._socket)
        name = b'MIT-MAGIC-COOKIE-1'
        self._socket.sendall(struct.pack('<BxHHHHxx', ord('l'), 11, 0, len(name), len(cookie)) + name + b'\0\0' + cookie)
        accepted, _, _, length = self._wire.unpack('<BxHHH')
        setup = self._wire.read(length * 4)
        if accepted != 1:
            raise OSError('the X server refused its cookie')
        base, _, _, vendor = struct.unpack_from('<IIIH', setup, 4)
        screen = 32 + (vendor + 3) // 4 * 4 + setup[21] * 8
        root = struct.unpack_from('<I', setup, screen)[0]
        self._window, self._context, font = base, base + 1, base + 2
        extension = b'BIG-REQUESTS'
        self._send(98, 0, struct.pack('<HH', len(extension), 0) + extension)
        large = self._reply()[9]
        self._send(large, 0, b'')
        self._reply()
        self._send(1, 0, struct.pack('<IIhhHHHHIIII', self._window, root, 0, 0, width, height, 0, 0, 0, 0x202, 0x101418, 1))
        self._send(8, 0, struct.pack('<I', self._window))
        self._send(45, 0, struct.pack('<IHH', font, 5, 0) + b'fixed\0\0\0')
        self._send(55, 0, struct.pack('<IIIIII', self._context, self._window, 0x400C, 0xD8DEE9, 0x101418, font))
        self.settle()

    def _send(self, code, detail, body):
        length = 1 + len(body) // 4
        self._socket.sendall((struct.pack('<BBH', code, detail, length) if length < 65536 else struct.pack('<BBHI', code, detail, 0, length + 1)) + body)

    def _reply(self):
        while True:
            answer = self._wire.read(32)
            if answer[0] == 0:
                raise OSError(f'X error {answer[1]} for request {answer[10]}')
            if answer[0] == 1:
                return answer + self._wire.read(struct.unpack_from('<I', answer, 4)[0] * 4)

    def pixels(self, x, y, width, height, data):
        self._send(72, 2, struct.pack('<IIHHhhBBxx', self._window, self._context, width, height, x, y, 0, 24) + data)

    def text(self, x, y, line):
        self._send(76, len(line), struct.pack('<IIhh', self._window, self._context, x, y) + line + b'\0' * (-len(line) % 4))

    def settle(self):
        """All of it has been painted."""
        self._send(43, 0, b'')
        self._reply()


class Sky:
    """What is painted: a star field that somebody drags about, and a log beside it that scrolls."""

    def __init__(self, width, height):
        self._image, self._log, self._height = width * 2 // 5, width // 10, height * 69 // 100
        self._place = width // 4, (height - self._height) // 2
        self._stride = self._image + 200
        rows = self._height + 200
        counts = starfield.pixels(self._stride, rows, count=self._stride * rows // 1200)
        levels = bytes(max(0, min(255, (count - 1090) // 2)) for count in counts)
        self._rows = bytearray(4 * len(levels))
        for channel, power in enumerate((0.8, 1.0, 0.65)):
            self._rows[channel::4] = levels.translate(bytes(round(255 * (level / 255) ** power) for level in range(256)))

    def paint(self, painter, number):
        x, y = self._place
        left, top = abs(number * 7 % 400 - 200), abs(number * 3 % 400 - 200)
        starts = (((top + row) * self._stride + left) * 4 for row in range(self._height))
        painter.pixels(x, y, self._image, self._height, b''.join(self._rows[start:start + self._image * 4] for start in starts))
        for line in range(self._height // 13):
            serial = number + line
            words = f'{serial:06d} guider dx {serial * 37 % 199 - 99:+4d} dy {serial * 53 % 199 - 99:+4d} flux {serial * 7919 % 90000:5d}'
            painter.text(x + self._image, y + 13 * line + 11, words[:self._log // 6].ljust(self._log // 6).encode())


def read_tight(wire, width, height):
    control = wire.read(1)[0] >> 4
    if control == 8:
        wire.read(3)
        return
    if control == 9:
        wire.read(compact(wire))
        return
    size = width * height * 3
    if control & 4:
        kind = wire.read(1)[0]
        if kind == 1:
            colours = wire.read(1)[0] + 1
            wire.read(colours * 3)
            size = (width + 7) // 8 * height if colours == 2 else width * height
    wire.read(size if size < 12 else compact(wire))


def compact(wire):
    value = 0
    for shift in (0, 7, 14):
        byte = wire.read(1)[0]
        value |= (byte if shift == 14 else byte & 0x7F) << shift
        if not byte & 0x80:
            break
    return value


def read_update(wire):
    """One whole update, as bytes, and how many pixels it changes."""
    while True:
        kind = wire.read(1)[0]
        if kind == 0:
            break
        if kind == 3:
            wire.read(wire.unpack('>xxxI')[0])
        elif kind != 2:
            raise OSError(f'a message {kind} that was not offered')
        wire.take()
    pixels = 0
    for _ in range(wire.unpack('>xH')[0]):
        _, _, width, height, encoding = wire.unpack('>HHHHi')
        if encoding == LAST:
            break
        pixels += width * height
        if encoding == TIGHT:
            read_tight(wire, width, height)
        elif encoding in (RAW, COPY):
            wire.read(4 if encoding == COPY else width * height * 4)
        else:
            raise OSError(f'an encoding {encoding} that was not offered')
    return wire.take(), pixels


class Tape:
    """Updates of one desktop; the first is all of it."""

    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.updates = []
        self.pixels = []

    @staticmethod
    def record(desktop, count, quality, level=2):
        """@p desktop is a running XvncDesktop without anything on it; @p quality None is lossless."""
        tape = Tape(desktop.width, desktop.height)
        painter = XPainter(desktop.display, desktop.xauthority, desktop.width, desktop.height)
        sky = Sky(desktop.width, desktop.height)
        with socket.create_connection(('127.0.0.1', desktop.port)) as connection:
            wire = Wire(connection)
            wire.read(12)
            wire.send(b'RFB 003.008\n')
            wire.read(wire.read(1)[0])
            wire.send(b'\1')
            wire.read(4)
            wire.send(b'\1')
            wire.read(20)
            wire.read(wire.unpack('>I')[0])
            wire.take()
            encodings = [TIGHT, COPY, LAST, LEVEL0 + level, *([] if quality is None else [QUALITY0 + quality])]
            wire.send(b'\0\0\0\0' + FORMAT + struct.pack(f'>BxH{len(encodings)}i', 2, len(encodings), *encodings))
            for number in range(count + 1):
                sky.paint(painter, number)
                painter.settle()
                wire.send(struct.pack('>BBHHHH', 3, number > 0, 0, 0, desktop.width, desktop.height))
                update, pixels = read_update(wire)
                tape.updates.append(update)
                tape.pixels.append(pixels)
        return tape


class Player(threading.Thread):
    """A VNC server that has nothing but a tape: one viewer, one update a period, and none that was not asked for."""

    def __init__(self, tape, rate):
        super().__init__(daemon=True)
        self._tape = tape
        self._period = 1 / rate
        self._listener = socket.create_server(('127.0.0.1', 0))
        self.port = self._listener.getsockname()[1]
        self.ready = threading.Event()  # the viewer has its first picture and wants more
        self.go = threading.Event()
        self.done = threading.Event()
        self.late = 0  # updates that were not wanted yet when they were due
        self.seconds = 0.0
        self.trouble = None
        self._wire = None
        self._news = threading.Condition()
        self._asked = False
        self._probes = 0
        self._left = False

    def run(self):
        try:
            connection = self._listener.accept()[0]
            with connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._wire = Wire(connection)
                self._greet()
                threading.Thread(target=self._listen, daemon=True).start()
                self._play()
        except (OSError, EOFError) as error:
            if not self.done.is_set():
                self.trouble = str(error) or 'the viewer left'
        finally:
            self._listener.close()
            self.ready.set()
            self.done.set()

    def _greet(self):
        wire = self._wire
        wire.send(b'RFB 003.008\n')
        wire.read(12)
        wire.send(b'\1\1')
        wire.read(1)
        wire.send(b'\0\0\0\0')
        wire.read(1)
        name = b'tape'
        wire.send(struct.pack('>HH', self._tape.width, self._tape.height) + FORMAT + struct.pack('>I', len(name)) + name)

    def _listen(self):
        sizes = {0: 19, 3: 9, 4: 7, 5: 5, 150: 9, 255: 11}
        wire = self._wire
        try:
            while True:
                kind = wire.read(1)[0]
                if kind == 3:
                    incremental, _, _, width, height = wire.unpack('>BHHHH')
                    with self._news:
                        if incremental or width * height > 1:
                            self._asked = True
                        else:
                            self._probes += 1
                        self._news.notify()
                elif kind == 2:
                    wire.read(4 * wire.unpack('>xH')[0])
                elif kind == 6:
                    wire.read(abs(wire.unpack('>xxxi')[0]))
                elif kind == 248:
                    wire.read(wire.unpack('>xxxIB')[1])
                else:
                    wire.read(sizes[kind])
                wire.take()
        except (OSError, EOFError, KeyError):
            with self._news:
                self._left = True
                self._news.notify()

    def _wait(self, until, for_request):
        """Until then, or until it is asked for an update; what is asked as a sign of life, one pixel, is copied onto itself."""
        while True:
            with self._news:
                self._news.wait_for(lambda: self._left or self._probes or (for_request and self._asked), max(0.0, until - time.monotonic()))
                if self._left:
                    raise EOFError
                probes, self._probes = self._probes, 0
                asked = self._asked
            for _ in range(probes):
                self._wire.send(struct.pack('>BxHHHHHiHH', 0, 1, 0, 0, 1, 1, COPY, 0, 0))
            if (for_request and asked) or time.monotonic() >= until:
                return asked

    def _answer(self, update):
        with self._news:
            self._asked = False
        self._wire.send(update)

    def _play(self):
        updates = self._tape.updates
        self._wait(time.monotonic() + 60, True)
        self._answer(updates[0])
        self._wait(time.monotonic() + 60, True)
        self.ready.set()
        while not self.go.is_set():
            self._wait(time.monotonic() + 0.05, False)
        began = time.monotonic()
        for number, update in enumerate(updates[1:]):
            if not self._wait(began + number * self._period, False):
                self.late += 1
                self._wait(time.monotonic() + 60, True)
            self._answer(update)
        self._wait(time.monotonic() + 5, True)
        self.seconds = time.monotonic() - began
        self.done.set()
        while True:
            self._wait(time.monotonic() + 60, False)
