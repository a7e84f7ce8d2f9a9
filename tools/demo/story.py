# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""First light: an observer searches an instrument, clicks Connect, and its displays come alive on three monitors."""

import os
import time

import processes as proc
from console import below
from demofacility import environment_of
from picture import Picture
from virtualdesk import MONITORS, monitor_of


def step(text):
    print(f'  {text}', flush=True)


def inside(point, rect):
    return rect[0] <= point[0] < rect[0] + rect[2] and rect[1] <= point[1] < rect[1] + rect[3]


def overlap(one, other):
    return one[0] < other[0] + other[2] and other[0] < one[0] + one[2] and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]


class Story:
    """Works a Console like an observer and judges what comes of it. @p facts are the demo facility's."""

    def __init__(self, desk, console, facts, output, seconds):
        self._desk = desk
        self._console = console
        self._facts = facts
        self._output = output
        self._seconds = seconds
        self.problems = []
        self.status = None
        self.milliseconds = None
        self.typed = None
        self._window = None
        self._before = None  # what stood on the monitors before the first click into a desktop

    def play(self, instrument):
        self.pick(instrument)
        self.connect()
        self.judge()
        self.photograph()
        self.work_in_every_desktop()
        shown = {display['id'] for display in self.status['displays']}
        with_shell = next((desktop['id'] for desktop in self._facts['desktops'] if desktop['id'] in shown
                           and any(entry['name'] == 'shell' for entry in desktop['programs'])), None)
        if with_shell:
            self.type_into(with_shell, 'shell')
        self.look_for_windows_again()
        self.leave()

    def pick(self, instrument):
        """Searches the instrument and picks its row."""
        console = self._console
        field = console.find('Search instruments', seconds=60)
        step('The console is there.')
        self.choose_site()
        console.click(field['place'])
        console.find('Search instruments', state='focused')
        console.type(instrument)
        row = console.find(instrument.upper(), role='list item')
        console.click(row['place'])
        console.find(instrument.upper(), role='list item', state='selected')
        step(f'Searched for "{instrument}" and picked {row["name"]}.')
        self._window = self._main_window()
        self._shot('main-window-instruments', self._window)

    def connect(self):
        """Clicks Connect and waits until every display is live, or will not become so by itself."""
        self._console.click(self._console.find('Connect', role='button', state='enabled')['place'])
        clicked = time.monotonic()
        step('Clicked Connect.')
        clicked = self.agree() or clicked
        while True:
            status = self._console.status()
            now = time.monotonic()
            if status:
                self.status = status
                displays = status['displays']
                if displays and all(display['state'] == 'live' and 'rect' in display for display in displays):
                    self.milliseconds = round((now - clicked) * 1000)
                    step(f'All {len(displays)} displays are live after {self.milliseconds} ms.')
                    return
            if not self._console.running():
                raise proc.FacilityError(f'Nightdesk ended with status {self._desk.processes.exits.get(self._console.name)}.')
            if now - clicked > self._seconds:
                for display in (self.status or {}).get('displays', []):
                    if display['state'] != 'live':
                        why = display.get('failure', {}).get('what', '')
                        self.problems.append(f'{display["title"]} is {display["state"]} after {self._seconds} s. {why}'.strip())
                raise proc.FacilityError(f'Not every display came up within {self._seconds} s.')
            time.sleep(0.1)

    def choose_site(self):
        """A new desk of a facility with several sites asks where it stands."""
        if not self._asks('site'):
            return
        self._console.find('Sites', role='list')
        self._photograph_question('first-run')
        first = next(widget for widget in self._dialog() if widget['role'] == 'list item' and widget['place'])
        self._console.click(first['place'])
        self._console.click(self._console.find('Choose Site', role='button', state='enabled')['place'])
        step(f'Chose the site {first["name"]}.')

    def agree(self):
        """A profile that nobody agreed to at this desk shows what it runs. Returns when it was agreed to, None if nobody was asked."""
        if not self._asks('trust'):
            return None
        button = self._console.find('Approve and Connect', role='button', state='enabled')
        self._photograph_question('trust')
        clicked = time.monotonic()
        self._console.click(button['place'])
        step('Agreed to what the profile runs.')
        return clicked

    def _asks(self, question):
        """Whether Nightdesk comes to wait with that question; it does not if it connects."""
        def outcome():
            status = self._console.status() or {}
            if status.get('waitingFor') == question:
                return 'asks'
            return 'connects' if status.get('displays') else None

        return proc.wait_for(outcome, 30) == 'asks'

    def _dialog(self):
        """The open dialog and what is in it; empty if there is none."""
        widgets = self._console.widgets()
        start = next((index for index, widget in enumerate(widgets) if widget['role'] == 'dialog' and widget['place']), None)
        return [] if start is None else [widgets[start], *below(widgets, start)]

    def _photograph_question(self, name):
        dialog = self._dialog()
        if dialog:
            self._shot(name, dialog[0]['place'])
        else:
            self.problems.append(f'The question "{name}" has no window of its own.')

    def judge(self):
        """Does each display stand on its monitor, whole, and show something?"""
        # A window is live when it is mapped: what is in it comes a moment later, and the window manager moves it to its place only then.
        places = None
        deadline = time.monotonic() + 30
        while True:
            self.status = self._console.status() or self.status
            misplaced = self._misplaced()
            shown = Picture.of_root(self._desk)
            blank = [display for display in self.status['displays'] if 'rect' in display and shown.crop(display['rect']).colours() < 2]
            before, places = places, [display.get('rect') for display in self.status['displays']]
            if not misplaced and not blank and places == before or time.monotonic() > deadline:
                break
            time.sleep(0.2)
        self.problems += [f'{display["title"]} shows nothing.' for display in blank] + misplaced

    def _misplaced(self):
        """What is wrong with where the displays stand, in sentences."""
        problems = []
        names = [name for name, _ in MONITORS]
        for display in self.status['displays']:
            if 'rect' not in display:
                problems.append(f'{display["title"]} stands nowhere.')
                continue
            monitor, whole = monitor_of(display['rect'])
            if display['screen'] in names and monitor != display['screen']:
                problems.append(f'{display["title"]} stands on {monitor or "no monitor"} instead of {display["screen"]}.')
            elif not whole:
                problems.append(f'{display["title"]} does not stand on {monitor} with all its parts.')
            width, height = display['rect'][2:]
            if width < 100 or height < 100:
                problems.append(f'{display["title"]} is only {width}x{height} pixels.')
        return problems

    def leave_the_stage(self):
        """When all is live the main window leaves the desktop that it covers, where a window manager can bring it back."""
        if not self._desk.managed:
            return
        if proc.wait_for(self._is_aside, 60):
            self._window = None
        else:
            self.problems.append('The main window stays over a desktop though all is live.')

    def is_in_front(self, seconds):
        """Whether the main window is the active one, or becomes so within @p seconds."""
        return proc.wait_for(self._main_window_is_active, seconds)

    def _is_aside(self):
        """The program answers, and its main window is not the active one."""
        widgets = self._console.widgets()
        return bool(widgets) and not any(widget['role'] == 'frame' and 'active' in widget['states'] and 'Nightdesk Viewer' not in widget['name'] for widget in widgets)

    def photograph(self):
        self._window = self._main_window() or self._window
        self._shot('main-window', self._window)
        self.photograph_screens()

    def photograph_screens(self, suffix=''):
        whole = Picture.of_root(self._desk)
        for name, rect in MONITORS:
            whole.crop(rect).write(os.path.join(self._output, f'screen-{name}{suffix}.png'))
        return whole

    def work_in_every_desktop(self):
        """Clicks into every desktop: the X programs must stay above the desktops."""
        displays = self.status['displays']
        # A window's frame belongs to it.
        taken = [(x - 8, y - 32, width + 16, height + 40) for x, y, width, height in
                 [display['rect'] for display in displays if display['kind'] == 'window'] + ([self._window] if self._window else [])]
        windows = [display for display in displays if display['kind'] == 'window']
        for desktop in (display for display in displays if display['kind'] == 'desktop'):
            x, y, width, height = desktop['rect']
            corners = [(across, down) for down in (y + height - 12, y + 12) for across in (x + 12, x + width - 12)]
            free = next((corner for corner in corners if not any(inside(corner, rect) for rect in taken)), None)
            if free is None:
                self.problems.append(f'{desktop["title"]} is covered: there is nowhere to click.')
                continue
            before = Picture.of_root(self._desk)
            self._console.click((*free, 0, 0))
            # By then the window manager has acted on the click; what it restacks after that is seen by look_for_windows_again().
            proc.wait_for(lambda clicked=free: self._stage_is_active(clicked), 10)
            self._judge_windows(before, windows, f'when {desktop["title"]} was clicked')
            self._before = self._before or before
        if windows:
            step('Clicked into every desktop: the X programs stay above them.')

    def _judge_windows(self, before, windows, when):
        after = Picture.of_root(self._desk)
        for window in windows:
            if before.crop(window['rect']).likeness(after.crop(window['rect'])) < 0.7:
                self.problems.append(f'{window["title"]} went below a desktop {when}.')

    def look_for_windows_again(self):
        """The X programs are above the desktops still, some time after the last click."""
        # What lies under the main window goes with it, which does not stay where it is at 200 %.
        windows = [display for display in self.status['displays']
                   if display['kind'] == 'window' and not (self._window and overlap(display['rect'], self._window))]
        if self._before:
            self._judge_windows(self._before, windows, 'some time after the desktops were clicked')

    def type_into(self, desktop_id, program):
        """Types a command into a terminal at the summit, through the stage, and waits for what it does there."""
        display = next(display for display in self.status['displays'] if display['id'] == desktop_id)
        spots, place = self._place_of(desktop_id, program)
        made = os.path.join(self._facts['home'], 'typed')
        free = next((spot for spot in spots if not (self._window and inside(spot, self._window))), None)
        if free is None:
            # At 200 % the main window takes a whole monitor: Show sends it out of the way.
            self._console.click(self._console.find(f'Show {display["title"]}', role='button')['place'])
            if not proc.wait_for(lambda: not self._main_window_is_active(), 30):
                self.problems.append(f'The main window covers {display["title"]} after Show.')
                return
            free = spots[0]
        self._console.click((*free, 0, 0))
        # A key goes where the click led only after both window managers have followed it: the one here, and the one at the summit.
        desktop = next(desktop for desktop in self._facts['desktops'] if desktop['id'] == desktop_id)
        proc.wait_for(lambda: self._stage_is_active(free) and self._has_keyboard(desktop), 10)
        self._console.type('touch typed')
        self._console.press('Return')
        self.typed = proc.wait_for(lambda: os.path.exists(made), 30, 0.05)
        if not self.typed:
            self.problems.append(f'What was typed into the terminal on {display["title"]} did not arrive at the summit.')
            return
        step(f'Typed into the terminal on {display["title"]}: it arrived at the summit.')
        # The prompt after the command is there once the link has brought it: what is drawn stands still then.
        self._wait_for_rest(place)
        self.photograph_screens('-typed')

    def _has_keyboard(self, desktop):
        """Whether a window of that desktop has the keyboard: none has before the first click into one."""
        done = proc.run([proc.program('xdotool'), 'getactivewindow'], self._desk.processes.environment | environment_of(desktop))
        return done.returncode == 0 and done.stdout.strip() not in ('', '0')

    def _place_of(self, desktop_id, program):
        """Points inside of a program at the summit, best first, and its rectangle, both on our screen."""
        desktop = next(desktop for desktop in self._facts['desktops'] if desktop['id'] == desktop_id)
        display = next(display for display in self.status['displays'] if display['id'] == desktop_id)
        remote = next(entry for entry in desktop['programs'] if entry['name'] == program)['rect']
        x, y, width, height = display['rect']
        scale_x, scale_y = width / desktop['width'], height / desktop['height']
        place = [round(x + remote[0] * scale_x), round(y + remote[1] * scale_y), round(remote[2] * scale_x), round(remote[3] * scale_y)]
        return [(place[0] + place[2] * across // 8, place[1] + place[3] * down // 8) for down in (4, 2, 6, 1, 7) for across in (4, 2, 6, 1, 7)], place

    def leave(self):
        """The key that leaves the desktop brings the main window; from there the observer ends the night."""
        self._console.press('ctrl+alt+Home')
        if not proc.wait_for(self._main_window_is_active, 30):
            self.problems.append('Ctrl+Alt+Home did not lead from the desktop to the main window.')
            return
        step('Left the desktop with Ctrl+Alt+Home.')
        self._console.press('ctrl+q')
        self._console.click(self._console.find('Disconnect and Close', role='button')['place'])
        if not proc.wait_for(lambda: not self._console.running(), 20):
            self.problems.append('Nightdesk did not end within 20 s after it was closed.')
            return
        code = self._desk.processes.exits[self._console.name]
        if code != 0:
            self.problems.append(f'Nightdesk ended with status {code} when it was closed.')
        else:
            step('Closed Nightdesk.')

    def _wait_for_rest(self, rect, seconds=10):
        """Until what stands there is the same twice, half a second apart; a picture for people is worth no failure."""
        before = None
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            shown = Picture.of_root(self._desk).crop(rect)
            if before and before.likeness(shown, 1) == 1:
                return
            before = shown
            time.sleep(0.5)

    def _stage_is_active(self, point):
        return any(widget['role'] == 'frame' and 'active' in widget['states'] and 'Nightdesk Viewer' in widget['name'] and widget['place']
                   and inside(point, widget['place']) for widget in self._console.widgets())

    def _main_window_is_active(self):
        return any(widget['role'] == 'frame' and 'active' in widget['states'] and 'Nightdesk Viewer' not in widget['name'] for widget in self._console.widgets())

    def _main_window(self):
        frames = [widget for widget in self._console.widgets() if widget['role'] == 'frame' and widget['place'] and 'Nightdesk Viewer' not in widget['name']]
        return frames[0]['place'] if frames else None

    def _shot(self, name, rect):
        if rect:
            Picture.of_root(self._desk).crop(rect).write(os.path.join(self._output, name + '.png'))

    def table(self):
        """What came up where and when, as text for a terminal."""
        rows = [('display', 'screen', 'stands on', 'place', 'ms', 'steps (ms)')]
        for display in (self.status or {}).get('displays', []):
            rect = display.get('rect')
            steps = ' '.join(f'{entry["step"]} {entry["ms"]}' for entry in display['steps'])
            rows.append((display['title'], display['screen'], (monitor_of(rect)[0] or '-') if rect else '-',
                         '{2}x{3}+{0}+{1}'.format(*rect) if rect else '-', str(display.get('msToLive', display['state'])), steps))
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return '\n'.join('  '.join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
