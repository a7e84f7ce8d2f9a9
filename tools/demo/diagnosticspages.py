# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Diagnostics page from top to bottom, on a monitor that is high enough for it, and figures over the image of the sky."""

import time

import desktops
import processes as proc
import profiles
from console import Console, binary
from picture import Picture
from virtualdesk import MONITORS, SIZE, VirtualDesk

PROFILE, DESKTOP, PROGRAM = 'page', 'control0', 'weather'
WIDE, HIGH = 820, 2960
# Each page: how high its window is, and the keys that select it in the list of sources.
PAGES = {'connection': (1840, ('Home',)), 'desktop': (2900, ('Home', 'Down')), 'program': (880, ('End',))}
KEYS = 90  # so many have distributions
AWAY = 6  # s after the desktop is live: the main window has gone out of the way, which covers the desktop at 200 %
TITLE = 52  # pixels from the window's top to the middle of the row of buttons


class DiagnosticsPages:
    """A desk of its own in the new @p directory, with @p colors of the program: "Dark" or "Light"."""

    def __init__(self, directory, facility, colors, scale=1):
        self._facility = facility
        self._scale = scale
        self._rect = (SIZE[0], 0, WIDE * scale, HIGH * scale)
        self._desk = VirtualDesk(directory, monitors=(*MONITORS, ('high', self._rect)), size=(SIZE[0] + WIDE * scale, HIGH * scale))
        self._desk.write_setting('Appearance', 'Colours', colors)
        self._desk.write_setting('Desk', 'Site', 'desk')
        self._console = Console(self._desk, facility.near, scale if scale != 1 else None)
        self._window = ''

    def connect(self):
        """Until the desktop is live and has answered some keys."""
        facts = self._facility.facts
        desktop = self._facility.desktop(DESKTOP)
        window = {'id': PROGRAM, 'title': 'Weather', 'command': desktops.panel('weather'), 'screen': 'centre'}
        profiles.write(facts['facility'], PROFILE,
                       profiles.profile(PROFILE, 'Imager', 'One desktop', profiles.link_to(facts['ssh']), [(desktop, 'Control 0', 'left')], [window]))
        where = ['--facility', facts['facility']]
        self._desk.start()
        self._desk.run([binary('nightdesk'), 'trust', '--yes', *where, PROFILE])
        self._console.start(['connect', PROFILE, '--site', 'desk', *where])
        x, y, wide, _ = self._wait(self._rect_of_desktop, 'The desktop did not become live.', 120)
        left, top, _, _ = next(entry['rect'] for entry in desktop['programs'] if entry['name'] == 'shell')
        time.sleep(AWAY)
        # It stays where it needs somebody, as where a program starts slowly: then on another monitor.
        self._console.press('ctrl+alt+Home')
        time.sleep(2)
        right = dict(MONITORS)['right']
        self._desk.run(['xdotool', 'getactivewindow', 'windowmove', str(right[0] + 40), str(right[1] + 80)])
        time.sleep(1)
        # What is typed appears near the pointer. The desktop is larger than its monitor.
        self._console.click((*(round(at + (place + 90) * wide / desktop['width']) for at, place in ((x, left), (y, top))), 0, 0))
        for number in range(KEYS):
            self._console.press('Return' if number % 12 == 11 else 'abcdefghijk'[number % 12])
            time.sleep(0.3)

    def figures(self):
        """Those of the desktop, over its image."""
        x, y, width, height = self._rect_of_desktop()
        self._console.click((x + width - 40, y + height - 20, 0, 0))
        self._console.press('ctrl+alt+i')
        time.sleep(5)
        # They stand at the edge of the view, which may be larger than the image.
        left, top, wide, high = dict(MONITORS)['left']
        return Picture.of_root(self._desk).crop((left, top, wide * 3 // 8, high * 3 // 8))

    def layers(self):
        """The table behind the rate of the toolbar, one row of it explained."""
        place = self._wait(lambda: next((widget['place'] for widget in self._console.widgets()
                                         if widget['role'] == 'button' and widget['name'].endswith('B/s')), None), 'There is no rate in the toolbar.', 30)
        self._console.click(place)
        time.sleep(2)
        self._console.press('Down')  # its first row is the current one
        time.sleep(2)
        left, top, wide, high = dict(MONITORS)['left']
        width = wide // 2 if self._scale == 1 else wide * 5 // 8
        shown = Picture.of_root(self._desk).crop((left + wide - width, top, width, high * 3 // 8 * self._scale))
        self._console.press('Escape')
        return shown

    def trial(self):
        """The table of *Try Settings*, measured."""
        self._show('desktop')
        for button in ('Try Settings…', 'Try'):
            self._console.click(self._in_pixels(self._console.find(button, role='button')['place']))
        self._click(WIDE - 4, HIGH - 4)
        self._console.find('Cancel', role='button')
        self._wait(lambda: not any(widget['name'] == 'Cancel' and widget['role'] == 'button' for widget in self._console.widgets()), 'The test did not end.', 60)
        dialog = next(widget for widget in self._console.widgets() if widget['role'] == 'dialog' and widget['place'])
        shown = Picture.of_root(self._desk).crop(self._in_pixels(dialog['place']))
        self._console.press('Escape')
        return shown

    def _in_pixels(self, place):
        """A place on the high monitor, as Qt has it, in pixels of the screen."""
        left, top, _, _ = self._rect
        x, y, wide, high = place
        return left + (x - left) * self._scale, top + (y - top) * self._scale, wide * self._scale, high * self._scale

    def open(self):
        """Shows the page on the high monitor."""
        self._console.press('ctrl+alt+Home')
        time.sleep(1)
        self._console.press('alt+7')
        self._window = self._wait(self._find_window, 'The page Diagnostics was not shown.', 30)
        left, top, _, _ = self._rect
        self._resize('connection')
        self._desk.run(['xdotool', 'windowmove', self._window, str(left), str(top)])
        time.sleep(2)
        # Of ten minutes the last, in which something happened.
        for _ in range(2):
            self._console.click(self._in_pixels(self._console.find('Zoom in', role='button')['place']))

    def page(self, name):
        """All of it, of the connection, its desktop or its X program."""
        self._show(name)
        self._click(WIDE - 4, HIGH - 4)
        time.sleep(4)
        left, top, wide, _ = self._rect
        # Without the edges of window and monitor.
        return Picture.of_root(self._desk).crop((left, top, wide - 12 * self._scale, PAGES[name][0] * self._scale))

    def _show(self, name):
        self._resize(name)
        self._click(80, TITLE)
        self._console.press(*PAGES[name][1], 'Return')

    def _resize(self, name):
        self._desk.run(['xdotool', 'windowsize', self._window, str((WIDE - 12) * self._scale), str(PAGES[name][0] * self._scale)])
        time.sleep(1)

    def stop(self):
        self._desk.processes.stop(self._console.name)

    def _click(self, x, y):
        left, top, _, _ = self._rect
        self._console.click((left + x * self._scale, top + y * self._scale, 0, 0))
        time.sleep(1)

    def _find_window(self):
        found = self._desk.run(['xdotool', 'search', '--onlyvisible', '--name', '^Diagnostics'], check=False).split()
        return found[-1] if found else None

    def _rect_of_desktop(self):
        """None: it is not live."""
        displays = (self._console.status() or {}).get('displays', [])
        return next((display['rect'] for display in displays if display['id'] == DESKTOP and display['state'] == 'live' and 'rect' in display), None)

    @staticmethod
    def _wait(condition, complaint, seconds):
        found = proc.wait_for(condition, seconds, 0.3)
        if not found:
            raise proc.FacilityError(complaint)
        return found
