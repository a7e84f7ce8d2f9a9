# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The experiment of VNC-HL: who asks how often, and what that brings, on today's servers."""

import contextlib
import os
import sys
import time

import processes as proc
from viewers import Peer

import costs
import frames
from hltable import FPS, PICTURE

HERE = os.path.dirname(os.path.abspath(__file__))


class HlViewer(Peer):
    """hlviewer.py at the end of a tunnel; its log is what a probe would have written."""

    name = 'hlviewer'
    unix = True

    def __init__(self, desk, far):
        super().__init__(desk, far)
        self.period = 0
        self._logs = 0
        self.log = ''

    def command(self, address):
        self._logs += 1
        self.log = os.path.join(self.desk.directory, f'hl{self._logs}.log')
        return [sys.executable, '-B', os.path.join(HERE, 'hlviewer.py'), address, str(self.period), self.log]


class HlRun:
    """One way of asking at one round-trip time. @p period None: Nightdesk, @p viewer is that or an HlViewer."""

    def __init__(self, desk, far, server, rtt, rate, period, viewer, seconds):
        self._desk, self._far = desk, far
        self._server, self._rtt, self._rate = server, rtt / 1000, rate
        self._period, self._viewer, self._seconds = period, viewer, seconds

    def run(self):
        far, viewer = self._far, self._viewer
        far.set_link(f'{self._rtt * 1000:.0f}ms', self._rate)
        source = far.start_source(self._server, 'photo', FPS, PICTURE)
        probe = self._desk.start_probe(frames.WHOLE) if self._period is None else None
        try:
            source.wait()
            if self._period is not None:
                viewer.period = self._period
            clicked = viewer.start(f'{self._server}-auto', far.tap(self._server))
            log = probe.log if probe else viewer.log
            first = self._wait(source, log, clicked)
            begin = first + 3 + 5 * self._rtt
            time.sleep(max(0.0, begin - time.monotonic()))
            return self._steady(source, log, time.monotonic())
        finally:
            with contextlib.ExitStack() as others:
                others.callback(source.stop)
                if probe:
                    others.callback(probe.stop)
                viewer.stop()

    def _wait(self, source, log, clicked):
        while True:
            seen = frames.Seen.of(source, log)
            if seen.frames:
                return seen.frames[0][0]
            gone = self._viewer.gone()
            if gone or time.monotonic() > clicked + 20 + 40 * self._rtt:
                raise proc.FacilityError(gone or f'No frame was seen. {self._viewer.says()}')
            time.sleep(0.05)

    def _steady(self, source, log, begin):
        far = self._far
        servers = costs.family(far.server_pids(self._server))
        asked, used, received = far.requests(self._server), costs.processor(servers), far.bytes_down()
        worked, passed = costs.machine()
        time.sleep(max(0.0, begin + self._seconds - time.monotonic()))
        end = time.monotonic()
        asked, used, received = far.requests(self._server) - asked, costs.processor(servers) - used, far.bytes_down() - received
        worked, passed = costs.machine()[0] - worked, costs.machine()[1] - passed
        time.sleep(frames.LATE)
        seen = frames.Seen.of(source, log)
        figures = frames.summary(seen, begin, end)
        # Whether the picture grows older while it is looked at.
        half = (begin + end) / 2
        early, late = (frames.percentile(seen.ages(*span), 0.5) for span in ((begin, half), (half, end)))
        span = end - begin
        return figures | {'requests': asked / span, 'server': used / span, 'rate': received / span, 'growth': None if early is None or late is None else (late - early) / (span / 2),
                          'busy': worked / passed if passed else None, 'load': costs.load()}
