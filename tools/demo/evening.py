# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An evening in ten steps: connect, work, a cut, a crash, resume, a call, another screen, full screen, disconnect. Each step is worked by
real input, waits until the console shows what it should, and leaves one screenshot of all monitors, named by the step."""

import contextlib
import os
import signal
import time

import linktcp
import processes as proc
from console import Console
from demofacility import DemoFacility, environment_of
from outputsdesk import OutputsDesk
from picture import Picture
from story import Story, inside, step
from virtualdesk import MONITORS, SIZE, VirtualDesk

# Where an evening can be played: kind of desk, monitors, size of all, scale, window manager.
ARRANGEMENTS = {
    'desk-openbox': (VirtualDesk, MONITORS, SIZE, None, 'openbox'),
    'desk-kwin': (OutputsDesk, MONITORS, SIZE, None, 'kwin'),
    'laptop-openbox': (VirtualDesk, (('left', (0, 0, 1366, 768)),), (1366, 768), 2.0, 'openbox'),
    'laptop-kwin': (VirtualDesk, (('left', (0, 0, 1366, 768)),), (1366, 768), 2.0, 'kwin'),
}


@contextlib.contextmanager
def staged(name, directory, output, rtt='100ms', rate=None, is_light=False):
    """(desk, console, Evening to be played), where ARRANGEMENTS say, with a facility of their own."""
    kind, monitors, size, scale, manager = ARRANGEMENTS[name]
    desk = kind(directory, window_manager=manager, monitors=monitors, size=size)
    if is_light:
        desk.write_setting('Appearance', 'Colours', 'Light')
    with DemoFacility(rtt, rate, ['--broker']) as facility:
        facility.give_credentials(desk.credentials)
        desk.start()
        console = Console(desk, facility.near, scale)
        arguments = ['--facility', facility.facts['facility']]
        console.start(arguments)
        yield desk, console, Evening(desk, console, facility.facts, output, arguments, monitors)


class Evening(Story):
    """Plays it on a Console that was started once with @p arguments; after the crash it starts it again."""

    def __init__(self, desk, console, facts, output, arguments, monitors):
        super().__init__(desk, console, facts, output, 120)
        self._arguments = arguments
        self._monitors = dict(monitors)
        self._number = 0
        self.windows = {}  # where the main window was at a step

    def play(self, instrument):
        another = ('move-screen', self._move) if len(self._monitors) > 1 else ('next-desktop', self._go_to_the_next)
        for name, act in (('start', lambda: self.pick(instrument)), ('connect', self._connect), ('work', self._work), ('cut', self._cut), ('kill', self._kill),
                          ('resume', self._resume), ('call', self._call), another, ('full-screen', self._full_screen), ('disconnect', self._disconnect)):
            self._number += 1
            act()
            self._picture(name)
            after = getattr(self, f'_after_{name.replace("-", "_")}', None)
            if after:
                after()

    def photograph_screens(self, suffix=''):
        """Only what a step shows is kept."""

    def _shot(self, name, rect):
        pass

    def _picture(self, name):
        """When nothing moves any more but the desktops themselves."""
        self._console.rest(1.5)
        path = os.path.join(self._output, f'{self._number:02}-{name}.png')
        Picture.of_root(self._desk).write(path)
        self.windows[name] = self._main_window()
        step(f'{self._number:2} {name}: {os.path.basename(path)}')

    def _rest_pointers(self):
        """Into a corner, as far as that goes: in the middle of an image, a pointer of the desktop's own looks like the observer's."""
        for desktop in self._facts['desktops']:
            proc.run([proc.program('xdotool'), 'mousemove', '9999', '9999'], self._desk.processes.environment | environment_of(desktop)).check_returncode()

    def _connect(self):
        self._rest_pointers()
        self.connect()
        self.status = self._console.status() or self.status
        self.leave_the_stage()

    def _work(self):
        """Types into the terminal of Control 0, and waits until the command has run at the summit."""
        self.type_into('control0', 'shell')
        if not self.typed:
            raise proc.FacilityError('What was typed did not arrive.')

    def _set_link(self, change):
        linktcp.order(self._facts['link'], 'set', change)

    def _cut(self):
        self._set_link('cut=both')
        self._console.type('date')  # nobody knows yet: what the kernel has taken it may deliver later
        self._await(lambda status: all(link['state'] != 'live' for link in status['links']), 'The cut was not noticed')
        self._console.rest(6)

    def _after_cut(self):
        self._set_link('restore')
        self._await_live('after the cut')

    def _kill(self):
        """As a crash: the console has no chance to say anything. Started again it offers what was."""
        pid = self._desk.processes.pids()[self._console.name]
        proc.send(signal.SIGKILL, proc.named(pid, 'nightdesk'))
        if not proc.wait_for(lambda: not self._console.running(), 20):
            raise proc.FacilityError('Nightdesk did not end when it was killed.')
        # Nothing is to be seen until it is started again. The pointer gives way to what appears.
        width, height = self._desk.size
        self._desk.run(['xdotool', 'mousemove', '--sync', str(width - 2), str(height - 2)])
        self._desk.processes.forget(self._console.name)
        self._console.start(self._arguments)
        if not proc.wait_for(lambda: any(widget['name'].startswith('Resume LRIS') and 'focused' in widget['states'] for widget in self._console.widgets()), 90):
            raise proc.FacilityError('Resume was not offered.')

    def _resume(self):
        self._console.press('Return')
        self._await_live('after Resume')
        self.leave_the_stage()

    def _call(self):
        self._home()
        self._menu('Night', 'Call Support Astronomer…')
        self._console.find('Call Support Astronomer', role='button')
        self._console.type('Guider lost the star')
        self._console.press('Return')
        self._console.find('Cancel Call', role='button')

    def _after_call(self):
        self._console.press('Escape')
        self._console.click(self._console.find('Show Control 0', role='button')['place'])
        self.leave_the_stage()

    def _move(self):
        """Drags the button of Control 2 to the left monitor, and clicks into its terminal there."""
        chip = self._chip('Control 2')
        self._console.drag(chip, (960, 600))
        if not proc.wait_for(lambda: any(display['id'] == 'control2' and display.get('rect', [9999])[0] < 1920 for display in (self._console.status() or {}).get('displays', [])), 20):
            raise proc.FacilityError('Control 2 did not move to the left monitor.')
        self._console.rest(1.5)
        self.status = self._console.status()
        self._console.click((*self._place_of('control2', 'shell')[0][0], 0, 0))

    def _go_to_the_next(self):
        """One monitor shows all desktops: the keyboard goes to the next."""
        self._into('control0')
        self._console.press('ctrl+alt+Next')

    def _full_screen(self):
        self._into('control1' if len(self._monitors) > 1 else 'control0')
        self._console.press('ctrl+alt+Return')
        self._console.press('ctrl+alt+r')
        self._console.rest(4)

    def _after_full_screen(self):
        self._console.press('ctrl+alt+r')
        self._console.press('ctrl+alt+Return')

    def _disconnect(self):
        self._home()
        self._console.click(self._console.find('Disconnect', role='button', state='enabled')['place'])
        self._console.find('Disconnect and Close Programs', role='button')

    def _after_disconnect(self):
        self._console.click(self._console.find('Disconnect and Close Programs', role='button')['place'])
        self._await(lambda status: not status['displays'], 'LRIS was not disconnected')
        self._console.press('ctrl+q')
        if not proc.wait_for(lambda: not self._console.running(), 30):
            self.problems.append('Nightdesk did not end after Ctrl+Q.')
        self.problems += [f'It said at its end: {line}' for line in self._console.last_lines(200) if line.startswith('QThreadStorage')]

    def _home(self):
        self._console.press('ctrl+alt+Home')
        if not proc.wait_for(self._main_window_is_active, 20):
            raise proc.FacilityError('Ctrl+Alt+Home did not lead to the main window.')

    def _menu(self, title, entry):
        self._console.click(self._console.find(title, role='menu item')['place'])
        self._console.click(self._console.find(entry, role='menu item')['place'])

    def _chip(self, title):
        widget = next((widget for widget in self._console.widgets() if title in widget['name'] and widget['role'] in ('check box', 'toggle button', 'button')
                       and widget['place'] and widget['place'][1] < 40 and widget['place'][3] < 60), None)
        if not widget:
            raise proc.FacilityError(f'No viewer window has a button "{title}".')
        return widget['place']

    def _into(self, display_id):
        """Clicks into a desktop near its lower edge."""
        display = next(display for display in self._console.status()['displays'] if display['id'] == display_id)
        if 'rect' not in display:
            raise proc.FacilityError(f'{display["title"]} is on no screen.')
        x, y, width, height = display['rect']
        # A window's frame belongs to it.
        taken = [(left - 8, top - 32, wide + 16, high + 40) for left, top, wide, high in
                 (other['rect'] for other in self._console.status()['displays'] if other['kind'] == 'window' and 'rect' in other)]
        free = next(((across, down) for down in (y + height - 10, y + 10, y + height // 2) for across in (x + 10, x + width // 2, x + width - 10)
                     if not any(inside((across, down), rect) for rect in taken)), None)
        if free is None:
            raise proc.FacilityError(f'{display["title"]} is covered.')
        self._console.click((*free, 0, 0))
        proc.wait_for(lambda: not self._main_window_is_active(), 10)

    def _await_live(self, when):
        self._await(lambda status: status['displays'] and all(display['state'] == 'live' and display.get('answering', 'yes') == 'yes' for display in status['displays'])
                    and all(link['state'] == 'live' for link in status['links']), f'Not every display was live {when}')

    def _await(self, condition, what):
        deadline = time.monotonic() + self._seconds
        while True:
            status = self._console.status()
            if status and condition(status):
                self.status = status
                return
            if not self._console.running():
                raise proc.FacilityError(f'{what}: Nightdesk ended.')
            if time.monotonic() > deadline:
                raise proc.FacilityError(f'{what} within {self._seconds} s.')
            time.sleep(0.2)
