# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What ssh compression does, and bytes on the network: counted again in front of sshd and on the network."""

import time

import figurerows as rows
from figurefar import at
from watched import LINK_RATE, Part, Watched

DESKTOP, PROFILE = 'squeezed', 'squeezed'
RTT = 100  # ms
SPAN = 10  # s: of the ratio that is shown
HALF = RTT / 2000 + 0.005  # s: so much later passes the network here what passed the counter there
LATEST = 60  # counts on the network: of some seconds while nothing moves
NEAR = 0.1  # of a ratio: as near it shows the new content


class Recount(Part):
    _where = f'{RTT} ms, compression on'

    def prepare(self, _):
        """Before the console reads its profiles."""
        self._far.desktop(DESKTOP)
        # Raw pixels: what the server has compressed already ssh does not make smaller.
        self._far.write_profile(self._desk, PROFILE, DESKTOP, self._far.tap(DESKTOP, plain=True), compression='on')

    def run(self):
        self._far.set_link(f'{RTT}ms', LINK_RATE)
        film = self._far.start_source(DESKTOP, 'photo', 25, '160x128')
        film.wait()
        wire = self._far.start_wire()
        watched = Watched(self._desk, self._viewer, DESKTOP)
        self._viewer.start(PROFILE, None)
        try:
            watched.settle('ssh', 40, 'nowMs')
            time.sleep(SPAN + 4)
            self._ratio(watched, wire)
            began, text = self._change(film)
            self._content(watched, wire, began)
            text.pause()
            time.sleep(4)
            self._bytes(watched, wire)
            text.stop()
        finally:
            self._viewer.stop()
            wire.stop()
            film.stop()

    @staticmethod
    def _received(watched):
        return watched.link().get('compression', {}).get('received', {})

    def _looks(self, watched, seconds, done=lambda _: False):
        """[(when, ratio)] of each new figure, up to 0.1 s after it was made."""
        found, before, end = [], None, time.monotonic() + seconds
        while time.monotonic() < end:
            received = self._received(watched)
            if received != before and 'ratio10s' in received:
                before = received
                found.append((time.monotonic(), received['ratio10s']))
                if done(received['ratio10s']):
                    break
            time.sleep(0.1)
        return found[1:]

    def _recounted(self, wire, moments):
        """The ratio in the SPAN before each of the moments; None: nothing was counted."""
        plain = [(each['at'], each.get('bytes', 0)) for each in self._far.counts(DESKTOP, plain=True)]
        before = tuple(map(list, zip(*plain, strict=True)))
        times, received, _ = wire.read()
        found = []
        for moment in moments:
            inner, outer = (at(*counted, end) - at(*counted, end - SPAN) for counted, end in ((before, moment - HALF), ((times, received), moment)))
            found.append(inner / outer if outer else None)
        return found

    def _ratio(self, watched, wire):
        looks = self._looks(watched, 8)
        recounted = self._recounted(wire, [when for when, _ in looks])
        self._bench.add(rows.ratio_row('ssh ratio of the last 10 s, status', self._where, rows.middle([ratio for _, ratio in looks]), rows.middle(recounted), 0.01))

    def _change(self, film):
        film.stop()
        text = self._far.start_source(DESKTOP, 'text', 25, '640x480')
        text.wait()
        return time.monotonic(), text

    def _content(self, watched, wire, began):
        """How long the old content is still to be seen in the figure."""
        looks = self._looks(watched, SPAN + 3)
        final = self._recounted(wire, [looks[-1][0]])[0] if looks else None
        shown = next((when - began for when, ratio in looks if final and abs(ratio - final) <= NEAR * final), None)
        text = '-' if final is None else f'{final:.1f} : 1'
        self._bench.add(rows.limit_row(f'new content ({text}) shows in the ssh ratio after, status', self._where, shown, SPAN))

    def _bytes(self, watched, wire):
        """All bytes of the connection so far, to the byte: what is shown is a count that passed here a moment ago."""
        compression = watched.link().get('compression', {})
        _, *counted = wire.read()
        for name, totals in zip(('received', 'sent'), counted, strict=True):
            shown = compression.get(name, {}).get('bytesOnNetwork')
            self._bench.add(rows.count_row(f'bytes {name} on the network, status', self._where, shown, totals[-LATEST:]))
