# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One viewer in one cell, once: from the click to the last key."""

import os
import time

import processes as proc

import costs
import frames

ANSWER = 3.0  # s that a last key may take beyond two round trips


def sleep_until(moment):
    time.sleep(max(0.0, moment - time.monotonic()))


class OneRun:
    """@p cell tells what to measure, see cells.py; run() returns figures by name."""

    def __init__(self, desk, far, cell, viewer, shot=None):
        self._desk = desk
        self._far = far
        self._cell = cell
        self._viewer = viewer
        self._shot = shot
        self._figures = {}

    def run(self):
        cell, far = self._cell, self._far
        far.set_link(cell.rtt, cell.rate, cell.loss)
        desktop = far.desktops[cell.desktop]
        source = far.start_source(cell.desktop, cell.source, cell.fps, cell.picture)
        probe = self._desk.start_probe(frames.WHOLE)
        try:
            source.wait()
            self._desk.point_at(*self._resting_place())
            clicked = self._viewer.start(cell.profile, desktop.port)
            whole = self._wait_whole(source, probe, clicked)
            self._figures['picture'] = whole - clicked
            settled = whole + 3 + 3 * cell.seconds_rtt
            self._focus(probe)
            self._first(whole)
            sleep_until(settled)
            self._steady(source, probe, whole)
            if cell.keys:
                self._keys(source, probe, 'streaming')
                source.pause()
                time.sleep(0.5 + 2 * cell.seconds_rtt)
                self._keys(source, probe, 'idle')
            if self._shot:
                self._desk.shot(self._shot)
            return self._figures
        finally:
            self._viewer.stop()
            probe.stop()
            source.stop()

    def _seen(self, source, probe):
        drawn, _ = frames.read_source(source.log)
        return frames.Seen(drawn, frames.read_probe(probe.log), source.base)

    def _resting_place(self):
        """Where the pointer covers nothing that is read: in the lower left of the view."""
        left, top, wide, high = self._desk.rect()
        return left + wide // 2 - 400, top + high // 2

    def _wait_whole(self, source, probe, clicked):
        deadline = clicked + 20 + 40 * self._cell.seconds_rtt
        while True:
            whole = self._seen(source, probe).whole()
            if whole is not None:
                return whole
            gone = self._viewer.gone()
            if gone:
                raise proc.FacilityError(gone)
            if time.monotonic() > deadline:
                raise proc.FacilityError(f'No whole picture was seen within {deadline - clicked:.0f} s.')
            time.sleep(0.05)

    def _focus(self, probe):
        """Clicks where the desktop is empty, so that keys go there."""
        places = [(x, y) for _, name, _, x, y in frames.read_probe(probe.log) if name % frames.WHOLE == frames.TOP]
        if places and self._cell.keys:
            x, y = places[-1]
            self._desk.point_at(x + 100, y + 60, click=True)

    def _first(self, whole):
        sleep_until(whole + 3)

    def _steady(self, source, probe, whole):
        roots = self._viewer.roots()
        family = costs.family(roots)
        worked, passed = costs.machine()
        received, used, begin = self._far.bytes_down(), costs.processor(family), time.monotonic()
        sleep_until(begin + self._cell.seconds)
        used, end = costs.processor(family) - used, time.monotonic()
        received = self._far.bytes_down() - received
        worked, passed = costs.machine()[0] - worked, costs.machine()[1] - passed
        seen = self._seen(source, probe)
        figures = frames.summary(seen, begin, end)
        shown = figures['shown']
        self._figures |= figures | {
            'first3': seen.shown(whole, whole + 3) / 3,
            'bytes': received / shown if shown else None, 'rate': received / (end - begin),
            'cpu': used / shown if shown else None, 'cores': used / (end - begin),
            'memory': costs.memory(family), 'busy': worked / passed if passed else None, 'load': costs.load()}
        workers = getattr(self._viewer, 'worker_memory', list)()
        if workers:
            self._figures['worker'] = max(workers)

    def _keys(self, source, probe, what):
        before = len(frames.read_source(source.log)[1])
        sent = self._desk.type_keys(self._cell.keys, 0.25)
        deadline = time.monotonic() + ANSWER + 2 * self._cell.seconds_rtt
        while True:
            seen = self._seen(source, probe)
            answers = [came for came in seen.answers([0.0] * before + sent)[before:]]
            if len(answers) >= len(sent) or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        rtt = self._cell.seconds_rtt
        self._figures[f'key {what}'] = None if not answers else frames.percentile(answers, 0.5) - rtt
        self._figures[f'keys {what}'] = f'{len(answers)} of {len(sent)}'


def shot_path(directory, cell, viewer):
    return os.path.join(directory, f'{cell.name.replace(" ", "-").replace("/", "_")}-{viewer}.png') if directory else None
