# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs cells: far side, desks and viewers are started once, and the viewers take turns."""

import contextlib
import os
import subprocess
import time

import processes as proc

import cells as plan
import report
from farside import FarSide
from nearside import NearSide
from onerun import OneRun, shot_path
from viewers import Krdc, Nightdesk, Remmina, Vncviewer

PEERS = {'vncviewer': Vncviewer, 'krdc': Krdc, 'remmina': Remmina}
SIZES = {'plain': ((1440, 960), (1280, 960)), 'big': ((2600, 1720),)}
DESKTOPS = {'xvnc': ('xvnc', '1024x768', 0), 'x11vnc': ('x11vnc', '1024x768', 0), 'pseudo': ('pseudo', '1024x768', 0), 'big': ('xvnc', '2560x1600', 0),
            'second': ('xvnc', '1024x768', 4)}


class Bench:
    """@p say is told of each run. Everything lies in @p directory and ends with the caller's proc.sweep()."""

    def __init__(self, directory, cells, runs, shots=None, say=print, warm=True):
        self._directory = directory
        self._cells = cells
        self._runs = runs
        self._shots = shots
        self._say = say
        self._warm = warm
        self._far = None

    def measure(self, results):
        """Every cell that @p results do not have yet."""
        left = [cell for cell in self._cells if not results.has(cell.name)]
        if not left:
            return
        with FarSide(os.path.join(self._directory, 'far')) as self._far:
            for name in dict.fromkeys(name for cell in left for name in (cell.typed, cell.streaming)):
                kind, size, base = DESKTOPS[name]
                self._far.desktop(name, kind, size, base)
            for kind in SIZES:
                wanted = [cell for cell in left if (cell.server == 'big') == (kind == 'big')]
                if wanted:
                    self._on_desk(kind, wanted, results)

    def _on_desk(self, kind, cells, results):
        desk = NearSide(os.path.join(self._directory, f'near.{kind}'), SIZES[kind])
        desk.start()
        viewers = {}
        for name in dict.fromkeys(name for cell in cells for name in cell.viewers):
            viewers[name] = Nightdesk(desk, self._far, plan.profiles_of(cells)) if name == 'nightdesk' else PEERS[name](desk, self._far)
            try:
                viewers[name].prepare()
                if self._warm:
                    self._warm_up(desk, viewers[name], cells)
            except (proc.FacilityError, subprocess.TimeoutExpired, OSError) as error:
                self._say(f'{name}: {error}')
        for cell in cells:
            figures = {name: [] for name in cell.viewers}
            for run in range(self._runs):
                for name in cell.viewers:
                    figures[name].append(self._once(desk, cell, name, viewers[name], run))
            results.put(cell.name, figures)
        for viewer in viewers.values():
            with contextlib.suppress(proc.FacilityError):
                viewer.stop()

    def _warm_up(self, desk, viewer, cells):
        """Fonts are cached, settings written, libraries read: nobody's first start ever is measured."""
        first = next(cell for cell in cells if viewer.name in cell.viewers)
        cell = plan.Cell(first.server, rtt='2ms', rate='1000mbit', quality=first.quality, picture=first.picture, source=first.source, seconds=0.5, viewers=(viewer.name,))
        OneRun(desk, self._far, cell, viewer, shot_path(self._shots, cell, f'{viewer.name}-warm')).run()

    def _once(self, desk, cell, name, viewer, run):
        try:
            figures = OneRun(desk, self._far, cell, viewer, shot_path(self._shots, cell, name)).run()
            self._say(f'{time.strftime("%H:%M:%S")} {cell.name}, run {run + 1}, {one_line(name, figures)}')
            return figures
        except (proc.FacilityError, subprocess.TimeoutExpired, OSError) as error:
            self._say(f'{cell.name}, run {run + 1}, {name}: {error}')
            return {'error': str(error)}


def one_line(viewer, figures):
    ms = report.ms
    share = '-' if figures['share'] is None else f'{figures["share"]:.3f}'
    text = (f'{viewer}: {figures["fps"]:.1f} fps shown of {figures["drawn"] / figures["seconds"]:.1f} drawn ({share}), '
            f'{figures["first3"]:.1f} in the first 3 s; age p50/p95/p99 {ms(figures["age50"])}/{ms(figures["age95"])}/{ms(figures["age99"])} ms; '
            f'{(figures["bytes"] or 0) / 1000:.1f} kB, {(figures["cpu"] or 0) * 1000:.2f} ms CPU a frame ({figures["cores"]:.2f} cores), '
            f'{figures["memory"]:.0f} MB; first picture {figures["picture"]:.2f} s; machine {figures["busy"]:.0%} busy, load {figures["load"]:.1f}')
    for what in ('streaming', 'idle'):
        if f'key {what}' in figures:
            text += f'; key {what} RTT + {ms(figures[f"key {what}"])} ms ({figures[f"keys {what}"]})'
    if figures.get('live') is not None:
        text += f'; an image of now after {figures["live"]:.2f} s'
    if figures.get('exact') is not None:
        text += f'; lossless {figures["exact"]:.2f} s after a rest began, at worst of {figures["rests"]}'
    if 'requests' in figures:
        text += f'; {figures["requests"]:.0f} requests a second, queue {ms(figures["queue"])} ms'
    text += f'; TCP {figures["congestion"]}'
    if figures.get('steps'):
        text += f'; {", ".join(f"{step} {took:.3f}" for step, took in figures["steps"].items())}'
    if 'worker' in figures:
        text += f'; worker {figures["worker"]:.1f} MB'
    return text
