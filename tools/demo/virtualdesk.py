# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A desk with three monitors where there is none: an X server in memory, a window manager, a session bus with AT-SPI.

Everything lies in one private directory, the home and the settings of the programs too. Programs behind an emulated link
reach X server and buses through their Unix sockets, which have paths for that reason.
"""

import os
import socket
import subprocess

import desktops as furnishing
import processes as proc
from xservers import XServer

MONITORS = (('left', (0, 0, 1920, 1200)), ('centre', (1920, 0, 1920, 1200)), ('right', (3840, 0, 1920, 1200)))
SIZE = (5760, 1200)
# Of KWin, beside dark windows.
DARK_FRAMES = '''[WM]
activeBackground=38,84,116
activeBlend=38,84,116
activeForeground=252,252,252
inactiveBackground=42,46,50
inactiveBlend=42,46,50
inactiveForeground=161,169,177
'''

# What belongs to the caller's own desk, or would change how Nightdesk looks.
FOREIGN = ('DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'SESSION_MANAGER', 'DBUS_SESSION_BUS_ADDRESS', 'DBUS_STARTER_ADDRESS', 'DBUS_STARTER_BUS_TYPE',
           'SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'XDG_CURRENT_DESKTOP', 'XDG_SESSION_TYPE', 'DESKTOP_SESSION', 'KDE_FULL_SESSION', 'QT_QPA_PLATFORM',
           'QT_QPA_PLATFORMTHEME', 'QT_STYLE_OVERRIDE', 'QT_SCALE_FACTOR', 'QT_ACCESSIBILITY', 'NO_AT_BRIDGE', 'AT_SPI_BUS_ADDRESS')


def base_environment(directory):
    """The caller's environment without its desk, and with a private home."""
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    home = os.path.join(directory, 'home')
    places = {'HOME': home, 'XDG_CONFIG_HOME': os.path.join(home, '.config'), 'XDG_CACHE_HOME': os.path.join(home, '.cache'),
              'XDG_DATA_HOME': os.path.join(home, '.local/share'), 'XDG_STATE_HOME': os.path.join(home, '.local/state'),
              'XDG_RUNTIME_DIR': os.path.join(directory, 'run')}
    for path in places.values():
        os.makedirs(path, mode=0o700, exist_ok=True)
    # With no wallet service a program that asks for it waits for kwalletd's dialog.
    with open(os.path.join(places['XDG_CONFIG_HOME'], 'kwalletrc'), 'w', encoding='ascii') as file:
        file.write('[Wallet]\nEnabled=false\n')
    return environment | places | {'NIGHTDESK_KEYCHAIN': 'none'}


def listens(path):
    """Whether a program takes connections at this Unix socket: it has its path a moment before."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(path) == 0


class VirtualDesk:
    """Starts what a desk needs in @p directory; @p window_manager: False for none, 'kwin' for KWin, else openbox. Ending it is proc.sweep(), as for all that a subreaper starts."""

    rules = ''  # of the window manager for single programs
    server = 'Xvfb'

    def __init__(self, directory, window_manager=True, monitors=MONITORS, size=SIZE):
        self.directory = directory
        self._monitors = monitors
        self.size = size
        self.processes = proc.Processes(os.path.join(directory, 'logs'), base_environment(directory))
        self.environment = {}
        self._window_manager = window_manager
        self._is_light = False  # the program's colors

    def start(self):
        self._start_x()
        self._make_monitors()
        self._start_buses()
        self.run(['xsetroot', '-solid', '#27465c', '-cursor_name', 'left_ptr'])  # a desk without a program is no black screen
        if self._window_manager == 'kwin':
            own = os.path.join(self.directory, 'kwin')
            os.mkdir(own)
            if not self._is_light:
                with open(os.path.join(own, 'kdeglobals'), 'w', encoding='ascii') as file:
                    file.write(DARK_FRAMES)
            self.processes.start('kwin', [proc.program('kwin_x11'), '--no-kactivities'],
                                 self.environment | {'QT_QPA_PLATFORM': 'xcb', 'KWIN_COMPOSE': 'N', 'XDG_CONFIG_HOME': own})
            self.processes.wait_until(self._managed, 'The window manager', 'kwin')
        elif self._window_manager:
            home = self.processes.environment['HOME']
            furnishing.prepare_home(home)
            settings = os.path.join(home, 'desk.xml')
            with open(settings, 'w', encoding='utf-8') as file:
                file.write(furnishing.OPENBOX.replace('<focusNew>no<', '<focusNew>yes<').replace('</openbox_config>', self.rules + '</openbox_config>'))
            self.processes.start('openbox', [proc.program('openbox'), '--sm-disable', '--config-file', settings], self.environment)
            self.processes.wait_until(self._managed, 'The window manager', 'openbox')

    @property
    def frame_buffer(self):
        """The file that always holds what is on the screen, in the format of xwd."""
        return os.path.join(self.directory, 'Xvfb_screen0')

    @property
    def credentials(self):
        """Where consoles look for who this desk is to a broker."""
        return os.path.join(self.processes.environment['XDG_CONFIG_HOME'], 'nightdesk', 'credentials')

    @property
    def managed(self):
        return bool(self._window_manager)

    def write_setting(self, group, key, value):
        """A setting of Nightdesk, before it is started."""
        with open(os.path.join(self.processes.environment['XDG_CONFIG_HOME'], 'nightdeskrc'), 'a', encoding='utf-8') as file:
            file.write(f'[{group}]\n{key}={value}\n')
        self._is_light |= (key, value) == ('Colours', 'Light')

    def run_tool(self, command, timeout=20):
        """Runs one of the desk's tools and returns how that was, what it printed as text."""
        return subprocess.run([proc.program(command[0]), *command[1:]], env=self.processes.environment | self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, encoding='utf-8', errors='replace', timeout=timeout, check=False)

    def run(self, command, timeout=20, check=True):
        """What a tool printed; it has to succeed unless @p check is false."""
        done = self.run_tool(command, timeout)
        if check and done.returncode != 0:
            raise proc.FacilityError(f'"{" ".join(command)}" failed: {done.stderr.strip()}.')
        return done.stdout

    def _start_x(self):
        server = XServer(self.server, *self.size, self.directory, self.processes)
        # Without -noreset it forgets the monitors and the cookie with its last client.
        server.start([proc.program(self.server), '-noreset', '-dpi', '96', '-nolisten', 'tcp', '-auth', server.xauthority, *self._server_options()], 30.0)
        self.environment = server.environment()

    def _server_options(self):
        return ['-screen', '0', '{}x{}x24'.format(*self.size), '-fbdir', self.directory]

    def _make_monitors(self):
        for name, _ in self._monitors:
            self.plug(name)

    def plug(self, name):
        x, y, width, height = dict(self._monitors)[name]
        # 96 dots per inch, as -dpi says. One of them has to have the server's only output.
        place = f'{width}/{round(width * 25.4 / 96)}x{height}/{round(height * 25.4 / 96)}+{x}+{y}'
        self.run(['xrandr', '--setmonitor', name, place, 'screen' if name == self._monitors[0][0] else 'none'])

    def unplug(self, name):
        """Takes a monitor away, as if its cable had been pulled; not the first, which has the output."""
        self.run(['xrandr', '--delmonitor', name])

    def _start_buses(self):
        bus = os.path.join(self.directory, 'run', 'bus')
        self.environment |= {'DBUS_SESSION_BUS_ADDRESS': f'unix:path={bus}', 'QT_LINUX_ACCESSIBILITY_ALWAYS_ON': '1', 'XDG_SESSION_TYPE': 'x11'}
        self.processes.start('dbus-daemon', [proc.program('dbus-daemon'), '--session', '--nofork', '--nopidfile', '--nosyslog', f'--address=unix:path={bus}'],
                             self.environment)
        self.processes.wait_until(lambda: listens(bus), 'The session bus', 'dbus-daemon')

    def _managed(self):
        return '0x' in self.run(['xprop', '-root', '-notype', '_NET_SUPPORTING_WM_CHECK'], check=False)


def monitor_of(rect):
    """The name of the monitor that holds the middle of @p rect, and whether all of @p rect is on it."""
    x, y, width, height = rect
    for name, (left, top, wide, high) in MONITORS:
        if left <= x + width // 2 < left + wide and top <= y + height // 2 < top + high:
            return name, left <= x and top <= y and x + width <= left + wide and y + height <= top + high
    return None, False
