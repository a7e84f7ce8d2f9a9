# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the console shows: its figures on the screen, read as a screen reader reads them, and the same in its status."""

import time

import figurerows as rows
import processes as proc
from console import below

LINK_RATE = '30mbit'
ROUND_TRIP, FRAMES, RATE = 'Round-trip time through ssh', 'Frames per second', 'Megabits per second of this desktop'


class Part:
    """One of ./dev bench figures: @p bench takes its rows and has the console."""

    def __init__(self, bench, desk, far):
        self._bench = bench
        self._viewer = bench.viewer
        self._desk = desk
        self._far = far


class Watched:
    """@p viewer is picturekit's Nightdesk, connected and with its view in front."""

    def __init__(self, desk, viewer, desktop):
        self._desk = desk
        self._viewer = viewer
        self._desktop = desktop

    def show_figures(self):
        """Presses the key that lays them over the desktop, until they are there."""
        for _ in range(3):
            self._desk.run(['xdotool', 'key', '--clearmodifiers', 'ctrl+alt+i'])
            if proc.wait_for(self.screen, 10, 0.2):
                return
        raise proc.FacilityError('Ctrl+Alt+I did not show the figures.')

    def hide_figures(self):
        self._desk.run(['xdotool', 'key', '--clearmodifiers', 'ctrl+alt+i'])

    def screen(self):
        """{description: text} of the figures over the desktop; empty: none are shown."""
        shown = self._viewer.widgets()
        top = next((index for index, widget in enumerate(shown) if widget['name'] == f'Live figures of {self._desktop}'), None)
        return {} if top is None else {widget['description']: widget['name'] for widget in below(shown, top) if widget['description']}

    def sample(self, seconds):
        """What the screen shows during that time, at least once: {description: [number or None]}."""
        found = {name: [] for name in (ROUND_TRIP, FRAMES, RATE)}
        end = time.monotonic() + seconds
        while True:
            shown = self.screen()
            for name, values in found.items():
                values.append(rows.number_of(shown.get(name)))
            if time.monotonic() >= end:
                return found
            time.sleep(0.5)

    def link(self):
        return next(iter(self._viewer.state().get('links', [])), {})

    def display(self):
        return self._of_display('figures')

    def picture(self):
        """Of the desktop: how its image comes."""
        return self._of_display('picture')

    def _of_display(self, what):
        return next((each for each in self._viewer.state().get('displays', []) if each['id'] == self._desktop), {}).get(what, {})

    def settle(self, name, seconds, key='p50Ms', to=None):
        """Waits until a layer of the connection or of the display is known."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = rows.layer([*self.link().get('layers', []), *self.display().get('layers', [])], name, key, to)
            if value is not None:
                return value
            time.sleep(0.5)
        return None

