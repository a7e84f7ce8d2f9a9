# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does *Try* rank settings as they are? The same desktop is fetched over tunnels of OpenSSH, by a client that only counts pixels."""

import contextlib
import os
import socket
import time

import figurerows as rows
import processes as proc
from console import below
from peers import tunnel
from rectangles import FromServer, number
from watched import Part, Watched

DESKTOP, PROFILE = 'ranked', 'ranked'
SIZE = (1024, 768)
CONTENTS = ('photo', 'text')
LINKS = ((20, '100mbit'), (50, '30mbit'), (100, '30mbit'), (100, '8mbit'), (150, '16mbit'))
# As the console offers them to a server (docs/developer/design/pictures.md): JPEG quality of each image quality, and its other numbers.
QUALITIES = {'Low': 3, 'Balanced': 6, 'High': 8, 'Lossless': None}
TIGHT, COMPRESS_LEVEL_2, QUALITY_0 = 7, -254, -32
PATIENCE = 30  # s: no Try is longer
COLUMNS = 6  # of its table: compression, image quality, data, rate, CPU time, time of the image


class Ranking(Part):
    def __init__(self, bench, desk, far, directory):
        super().__init__(bench, desk, far)
        self._directory = directory
        self._count = 0  # of tunnels so far

    def prepare(self, _):
        """Before the console reads its profiles."""
        self._port = self._far.desktop(DESKTOP).port
        self._far.write_profile(self._desk, PROFILE, DESKTOP, self._port)

    def run(self):
        self._far.set_link(f'{LINKS[0][0]}ms', LINKS[0][1])
        found = []
        source = self._show(CONTENTS[0])
        self._viewer.start(PROFILE, None)
        try:
            Watched(self._desk, self._viewer, DESKTOP).settle('ssh', 40, 'nowMs')
            self._open_page()
            for content in CONTENTS:
                if content != CONTENTS[0]:
                    source.stop()
                    source = self._show(content)
                for rtt, rate in LINKS:
                    self._far.set_link(f'{rtt}ms', rate)
                    tried, measured = self._try(), self._measure()
                    same = rows.same_order(tried, measured)
                    found.append(same)
                    self._bench.note(f'{content}, {rtt} ms, {rate}: {same}; {tried}; {measured}')
        finally:
            self._viewer.stop()
            source.stop()
        self._bench.add(rows.order_row(f'{len(CONTENTS)} contents, {len(LINKS)} links', sum(found), len(found)))

    def _show(self, content):
        source = self._far.start_source(DESKTOP, content, 25, f'{SIZE[0]}x{SIZE[1]}')
        source.wait()
        time.sleep(1)
        source.pause()
        time.sleep(2)  # the last image has reached the viewer
        return source

    # The console's side, through its window.

    def _open_page(self):
        for keys in (['ctrl+alt+Home'], ['alt+7']):
            self._desk.run(['xdotool', 'key', '--clearmodifiers', *keys])
            time.sleep(1)
        # The name of a box of choices is its choice: a connection or a desktop with its host.
        self._viewer.click(self._wait(lambda shown: next((each['place'] for each in shown if each['role'] == 'combo box' and ' – ' in each['name']), None)))
        self._desk.run(['xdotool', 'key', '--delay', '50', 'End', 'Return'])

    def _wait(self, find, seconds=30):
        """What @p find finds in what is shown."""
        found = proc.wait_for(lambda: find(self._viewer.widgets()), seconds, 0.3)
        if not found:
            raise proc.FacilityError('The page or the dialog of Try does not show what was waited for.')
        return found

    def _try(self):
        """(the setting that is marked, {(compression, quality): ms of the image})"""
        self._viewer.press_button('Diagnostics', 'Try Settings…')
        title, _ = self._wait(dialog)
        self._viewer.press_button(title, 'Try')
        self._wait(finished, PATIENCE + 10)
        cells = self._wait(finished)  # the walk before may have met the table while it grew, and the button after its end
        self._viewer.press_button(title, 'Close')
        best, times = None, {}
        for row in (cells[index:index + COLUMNS] for index in range(0, len(cells) - COLUMNS + 1, COLUMNS)):
            compression, mark, _ = row[0].partition(', best')
            times[compression, row[1]] = rows.number_of(row[-1])
            best = (compression, row[1]) if mark else best
        return best, times

    # The direct side.

    def _measure(self):
        """{(compression, quality): ms from the request to the last pixel}"""
        found = {}
        with self._tunnels({'Off': 'no', 'On': 'yes'}) as paths:
            for compression, path in paths.items():
                fetch(path, QUALITIES['High'])  # TCP begins slowly, which is no property of the first setting
                for quality, jpeg in QUALITIES.items():
                    found[compression, quality] = fetch(path, jpeg)
        return found

    @contextlib.contextmanager
    def _tunnels(self, wanted):
        """{name: the near end} of a tunnel for each {name: Compression of ssh}. They log in at the same time, and are used in turn."""
        processes, found = self._desk.processes, {}
        try:
            for compression, value in wanted.items():
                self._count += 1
                name, path = f'ssh.ranking{self._count}', os.path.join(self._directory, f'{self._count}.rfb')
                processes.start(name, tunnel(self._far.near, self._far.ssh, path, self._port, ['-o', f'Compression={value}', '-N']))
                found[compression] = name, path
            for name, path in found.values():
                processes.wait_until(lambda path=path: os.path.exists(path), 'The tunnel', name)
            yield {compression: path for compression, (_, path) in found.items()}
        finally:
            for name, _ in found.values():
                processes.stop(name)


def dialog(shown):
    """(title, what is in it) of the dialog; None: it is not there."""
    top = next((index for index, each in enumerate(shown) if each['name'].startswith('Try Settings: ') and each['role'] in ('dialog', 'frame')), None)
    return None if top is None else (shown[top]['name'], below(shown, top))


def finished(shown):
    """The cells of the table, once all is measured."""
    there = dialog(shown)
    if not there or not any(each['name'] == 'Close' for each in there[1]):
        return None
    return [each['name'] for each in there[1] if each['role'] in ('table cell', 'tree item')] or [there[1][0]['name']]


def fetch(path, jpeg):
    """Milliseconds from the request for the whole image to its last pixel, from a server that wants no password."""
    with socket.socket(socket.AF_UNIX) as server:
        server.settimeout(PATIENCE)
        server.connect(path)
        reader, came = FromServer(), bytearray()

        def take(size):
            """Reads on until so many bytes have come in all."""
            while len(came) < size:
                data = server.recv(65536)
                if not data:
                    raise proc.FacilityError('The server closed a connection of the direct measurement.')
                came.extend(data)
                reader.feed(data)

        # Without waiting for each answer: only the image is measured.
        server.sendall(b'RFB 003.008\n' + b'\1' + b'\1')  # no password, shared
        take(13)
        start = 13 + came[12] + 4
        take(start + 24)
        take(start + 24 + number(came[start + 20:start + 24]))
        wide, high = number(came[start:start + 2]), number(came[start + 2:start + 4])
        wanted = [TIGHT, COMPRESS_LEVEL_2, *([] if jpeg is None else [QUALITY_0 + jpeg])]
        ask = b'\3\0\0\0\0\0' + wide.to_bytes(2, 'big') + high.to_bytes(2, 'big')
        encodings = b'\2\0' + len(wanted).to_bytes(2, 'big') + b''.join(each.to_bytes(4, 'big', signed=True) for each in wanted)
        server.sendall(encodings + ask)
        began = time.monotonic()
        while sum(reader.pixels) < wide * high:
            if reader.lost:
                raise proc.FacilityError(f'The direct measurement does not understand the server: {reader.lost}.')
            take(len(came) + 1)
        return (time.monotonic() - began) * 1000
