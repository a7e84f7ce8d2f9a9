# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What limits a connection: a TCP window of 8 KiB, and an ssh channel's window on a long path."""

import time

import figurerows as rows
from figurefar import at
from watched import LINK_RATE, Part, Watched

OLD_WINDOW, OLD_RTT = 8192, 100  # bytes, ms: the hosts of 2004
LONG_RTT, WIDE_LINK = 1000, '1000mbit'
DESKTOP, PROFILE = 'flood', 'flood'
PORT = 5999  # of its server
LIMIT = 10  # s
SPAN = 16  # s: in which the rate is measured; BBR's look at the empty path spoils up to four of it


class Bounds(Part):
    def prepare(self, _):
        """Before the console reads its profiles."""
        self._far.flood(PORT)
        self._far.write_profile(self._desk, PROFILE, DESKTOP, PORT, compression='off')

    def run(self):
        self._old_window()
        self._full_channel()

    def _old_window(self):
        self._far.set_link(f'{OLD_RTT}ms', LINK_RATE)
        self._far.set_window(OLD_WINDOW)
        try:
            self._flood(OLD_RTT, f'{OLD_RTT} ms, window of 8 KiB', 'receive-window')
        finally:
            self._far.set_window(None)

    def _full_channel(self):
        self._far.set_link(f'{LONG_RTT}ms', WIDE_LINK)
        self._flood(LONG_RTT, f'{LONG_RTT} ms, more than an ssh channel takes', 'ssh-channel-window')

    def _flood(self, rtt, where, bound):
        """A server that sends all that its connection takes; what limits it must be named."""
        wire = self._far.start_wire()
        watched = Watched(self._desk, self._viewer, DESKTOP)
        self._viewer.start(PROFILE, None)
        try:
            named, rates, allowed = self._watch(watched, wire, bound, rtt)
            self._bench.add(rows.limit_row(f'limit of what is received named "{bound}" after, status', where, named, LIMIT))
            self._bench.add(rows.rate_row(f'rate that the {bound} allows, status', where, allowed, rates))
        finally:
            self._viewer.stop()
            wire.stop()

    def _watch(self, watched, wire, bound, rtt):
        """(seconds until it was named, rate, what is said that it allows)"""
        named = None
        end = time.monotonic() + 40 + 20 * rtt / 1000
        allowed = []
        while time.monotonic() < end:
            flow = watched.link().get('flow', {}).get('received', {})
            now = time.monotonic()
            if named is None and flow.get('bound') == bound:
                named = now
                end = now + SPAN + 2
            if named is not None and flow.get('bound') == bound and now > named + 2:
                allowed.append(flow.get('allowedBytesPerSecond'))
            time.sleep(0.25)
        times, received, _ = wire.read()
        last = time.monotonic()
        # On a long path bytes come once in a round trip: spans of whole ones. The middle of them: BBR stops once in 10 s to see the empty
        # path, which is no doing of the window.
        trips = max(1, round(1000 / rtt))
        ends = [last - part * rtt / 1000 for part in range(0, round(SPAN * 1000 / rtt) - trips + 1)]
        rate = rows.middle([(at(times, received, each) - at(times, received, each - trips * rtt / 1000)) / (trips * rtt / 1000) for each in ends])
        # The path is full from the first second on that brings nearly as much as those after it.
        full = next((when for when in times if at(times, received, when + 1) - at(times, received, when) >= 0.8 * rate and at(times, received, when) > 0), None)
        return None if named is None or full is None else max(0.0, named - full), rate, rows.middle(allowed)
