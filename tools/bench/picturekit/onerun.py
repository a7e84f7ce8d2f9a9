# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One viewer in one cell, once: from the click to the last key."""

import contextlib
import os
import time

import processes as proc

import costs
import frames

ANSWER = 3.0  # s that a last key may take beyond two round trips


def sleep_until(moment):
    time.sleep(max(0.0, moment - time.monotonic()))


class OneRun:
    """@p cell tells what to measure; run() returns figures by name."""

    def __init__(self, desk, far, cell, viewer, shot=None):
        self._desk = desk
        self._far = far
        self._cell = cell
        self._viewer = viewer
        self._shot = shot
        self._figures = {}
        self._sources = {}
        self._probe = None

    def run(self):
        cell = self._cell
        self._far.set_link(cell.rtt, cell.rate, cell.loss)
        self._figures['congestion'] = self._far.set_congestion(cell.congestion)
        try:
            time.sleep(cell.cold)
            self._start_sources()
            streaming = self._sources[cell.streaming]
            self._probe = self._desk.start_probe(frames.WHOLE * len(self._sources), patch=streaming.base if cell.source == 'patch' else None)
            self._desk.point_at(*self._desk.resting_place())
            clicked = self._viewer.start(cell.profile, self._far.desktops[cell.typed].port)
            whole = self._wait_whole(clicked)
            self._figures['picture'] = whole - clicked
            self._figures |= self._viewer.steps()
            self._focus()
            sleep_until(whole + cell.first)
            self._figures['first3'] = self._seen(cell.streaming).shown(whole, whole + cell.first) / cell.first
            sleep_until(whole + cell.settling)
            self._steady()
            live = self._seen(cell.streaming).live(1 + 2 * cell.seconds_rtt)
            self._figures['live'] = None if live is None else live - clicked
            if cell.keys:
                self._keys('streaming')
                self._sources[cell.streaming].pause()
                time.sleep(0.5 + 2 * cell.seconds_rtt)
                self._keys('idle')
            if self._shot:
                self._desk.shot(self._shot)
            return self._figures
        except proc.FacilityError as error:
            if self._shot:
                self._desk.shot(self._shot)
            raise proc.FacilityError(f'{error} {self._viewer.says()}'.strip()) from error
        finally:
            # All of them, even if the viewer does not end in order.
            with contextlib.ExitStack() as others:
                for source in self._sources.values():
                    others.callback(source.stop)
                if self._probe:
                    others.callback(self._probe.stop)
                self._viewer.stop()

    def _start_sources(self):
        cell = self._cell
        if cell.typed != cell.streaming:
            self._sources[cell.typed] = self._far.start_source(cell.typed, 'still', cell.fps, cell.picture)
        self._sources[cell.streaming] = self._far.start_source(cell.streaming, cell.source, cell.fps, cell.picture)
        self._sources[cell.streaming].wait()

    def _seen(self, desktop):
        return frames.Seen.of(self._sources[desktop], self._probe.log)

    def _wait_whole(self, clicked):
        deadline = clicked + 40 + 40 * self._cell.seconds_rtt
        while True:
            times = [self._seen(name).whole((frames.TOP, frames.BOTTOM) if name != self._cell.streaming else (frames.FRAME, frames.TOP, frames.BOTTOM))
                     for name in self._sources]
            if None not in times:
                return max(times)
            gone = self._viewer.gone()
            if gone:
                raise proc.FacilityError(gone)
            if time.monotonic() > deadline:
                raise proc.FacilityError(f'No whole picture was seen within {deadline - clicked:.0f} s.')
            time.sleep(0.05)

    def _focus(self):
        """Clicks where the desktop is empty, so that keys go there."""
        place = self._seen(self._cell.typed).places.get(frames.TOP)
        if place and self._cell.keys:
            self._desk.point_at(place[0] + 100, place[1] + 60, click=True)

    def _steady(self):
        family = costs.family(self._viewer.roots())
        worked, passed = costs.machine()
        asked = self._viewer.asking()
        received, used, begin = self._far.bytes_down(), costs.processor(family), time.monotonic()
        sleep_until(begin + self._cell.seconds)
        used, end = costs.processor(family) - used, time.monotonic()
        received = self._far.bytes_down() - received
        worked, passed = costs.machine()[0] - worked, costs.machine()[1] - passed
        time.sleep(frames.LATE)
        seen = self._seen(self._cell.streaming)
        figures = frames.summary(seen, begin, end)
        shown = figures['shown']
        self._figures |= figures | {
            'bytes': received / shown if shown else None, 'rate': received / (end - begin),
            'cpu': used / shown if shown else None, 'cores': used / (end - begin),
            'memory': costs.memory(family), 'busy': worked / passed if passed else None, 'load': costs.load()}
        asking = self._viewer.asking()
        if asked and asking:
            self._figures |= {'requests': (asking[0] - asked[0]) / (end - begin), 'queue': asking[1]}
        if self._cell.source == 'patch':
            self._rests(begin, end)
        workers = self._viewer.worker_memory()
        if workers:
            self._figures['worker'] = max(workers)

    def _rests(self, begin, end):
        """How long the region that rests took to become exact, at worst, of the rests that were over; one that never was counts as all of its rest."""
        rests = [rest for rest in frames.read_rests(self._sources[self._cell.streaming].log) if begin <= rest[0] <= end - frames.RESTS]
        delays = frames.exact_after(rests, frames.read_probe(self._probe.log))
        self._figures |= {'exact': max((frames.RESTS if delay is None else min(delay, frames.RESTS) for delay in delays), default=None), 'rests': len(delays)}

    def _keys(self, what):
        source = self._sources[self._cell.typed]
        before = len(frames.read_source(source.log)[1])
        sent = self._desk.type_keys(self._cell.keys, 0.25)
        deadline = time.monotonic() + ANSWER + 2 * self._cell.seconds_rtt
        while True:
            answers = self._seen(self._cell.typed).answers([0.0] * before + sent)[before:]
            if len(answers) >= len(sent) or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        self._figures[f'key {what}'] = None if not answers else frames.percentile(answers, 0.5) - self._cell.seconds_rtt
        self._figures[f'keys {what}'] = f'{len(answers)} of {len(sent)}'


def shot_path(directory, cell, viewer):
    return os.path.join(directory, f'{cell.name.replace(" ", "-").replace("%", "")}-{viewer}.png') if directory else None
