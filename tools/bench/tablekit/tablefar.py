# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The far side of table 1: sshd behind the link, and a desktop on which a key starts ds9."""

import os
import shlex
import signal
import time

import desktops as furnishing
import processes as proc
from farside import FarSide
from Xlib import X
from xaccess import open_display

import costs
import ds9
from settling import Settling, is_image
from tabledesk import RULES, SIZE

DESKTOP = 'table'
START_KEY = 'F12'


class TableFar(FarSide):
    def __enter__(self):
        super().__enter__()
        self.home = self.facts['home']
        return self

    def prepare(self, image):
        """@p image is a FITS file that is there for every run."""
        os.symlink(image, ds9.prepare(self.home))

    @property
    def display(self):
        return self.desktops[DESKTOP].environment

    @property
    def port(self):
        return self.desktops[DESKTOP].port

    def start_desktop(self):
        self.desktop(DESKTOP, size='{}x{}'.format(*SIZE))
        command = ' '.join(shlex.quote(word) for word in ds9.command(self.home, '+0+0'))
        keys = (f'<keyboard><keybind key="{START_KEY}"><action name="Execute"><command>{escaped(command)}</command></action></keybind></keyboard>')
        settings = os.path.join(self.home, 'table1.xml')
        with open(settings, 'w', encoding='utf-8') as file:
            file.write(furnishing.OPENBOX.replace('<focusNew>no<', '<focusNew>yes<').replace('<followMouse>no<', '<followMouse>yes<')
                       .replace('</openbox_config>', RULES + keys + '</openbox_config>'))
        environment = self.display | {'HOME': self.home}
        self._processes.start('table.openbox', [proc.program('openbox'), '--sm-disable', '--config-file', settings], environment, cwd=self.home)
        asking = [proc.program('xprop'), '-root', '-notype', '_NET_SUPPORTING_WM_CHECK']
        self._processes.wait_until(lambda: '0x' in proc.run(asking, self.display).stdout, 'The window manager of the desktop', 'table.openbox')

        # Not black: a desktop that is there has to look different from a monitor that is empty.
        proc.run([proc.program('xsetroot'), '-solid', '#9fb4c8'], self.display).check_returncode()

    def programs(self):
        """The ds9s that run, of whatever way."""
        roots = [self.facts['pid'], *self._processes.pids().values()]
        return [pid for pid in costs.family(roots) if is_ds9(pid)]

    def end_programs(self):
        """Ends them as `kill` does, and waits for that."""
        deadline = time.monotonic() + 10
        while self.programs():
            proc.send(signal.SIGTERM if time.monotonic() < deadline - 7 else signal.SIGKILL, self.programs())
            if time.monotonic() > deadline:
                raise proc.FacilityError('ds9 does not end.')
            time.sleep(0.05)

    def set_window(self, size):
        """So many bytes of TCP may be on the way to either side, as with the hosts of 2004; None: as Linux does today.

        The route's window is the most that is advertised to whoever is behind it. The kernel's tuning of receive buffers would
        raise it again, and is switched off. Connections that are there keep what they have.
        """
        for side in (self.near, self.far):
            self._run([*side, '/bin/sh', '-c', f'echo {0 if size else 1} >/proc/sys/net/ipv4/tcp_moderate_rcvbuf'])
            for route in self._routes(side):
                self._run([*side, proc.program('ip'), 'route', 'change', *route, *(['window', str(size)] if size else [])])

    @staticmethod
    def _run(command):
        done = proc.run(command)
        if done.returncode != 0:
            raise proc.FacilityError(f'"{" ".join(command)}" failed (it takes root): {done.stderr.strip()}')
        return done.stdout

    def _routes(self, side):
        """The routes of a namespace to the other one, as words."""
        routes = []
        for line in self._run([*side, proc.program('ip'), '-4', 'route', 'show']).splitlines():
            words = [word for word in line.split() if word != 'linkdown']
            if 'window' in words:
                at = words.index('window')
                del words[at:at + 2]
            if words:
                routes.append(words)
        return routes

    def packets_up(self):
        return self.counters()['up']['packetsOut']

    def start_seen_here(self, quiet=2.0, limit=25.0):
        """Seconds from starting ds9 on the desktop until its image stands there, seen at the summit."""
        display = open_display(self.display, self.home)
        try:
            root = display.screen().root

            def take():
                # Lines of the picture: little enough that the server does not notice.
                return b''.join(root.get_image(0, y, SIZE[0], 1, X.ZPixmap, 0xFFFFFFFF).data[1::4 * 8] for y in range(16, SIZE[1], 32))

            settled = Settling(take(), quiet=quiet, accept=is_image)
            began = time.monotonic()
            self._processes.forget('table.ds9')
            self._processes.start('table.ds9', ds9.command(self.home, '+0+0'), self.display | {'HOME': self.home}, cwd=self.home)
            while True:
                now = time.monotonic()
                settled.feed(now, take())
                if settled.is_done(now):
                    return settled.last - began
                if now > began + limit:
                    raise proc.FacilityError(f'ds9 did not come up at the summit ({settled.changes} changes): {self._processes.last_words("table.ds9")}')
                time.sleep(0.005)
        finally:
            display.close()
            self.end_programs()


def is_ds9(pid):
    """It is a script of the program wish."""
    try:
        with open(f'/proc/{pid}/cmdline', 'rb') as file:
            words = file.read().split(b'\0')
    except OSError:
        return False
    return any(word.endswith(b'/ds9.tcl') for word in words) or words[0].endswith(b'/ds9')


def escaped(text):
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;')
