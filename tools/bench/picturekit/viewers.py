# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The viewers that are measured, each on the same monitor: ours, and what others use over `ssh -L`."""

import os
import time

import processes as proc
import profiles
from busconsole import BusConsole
from nearside import VIEW
from peers import tunnel, vncviewer

import costs


class Viewer:
    """start() is the click; roots() are the processes to be counted, with all below them."""

    name = ''
    unix = False  # whether it can take the tunnel's end as a Unix socket

    def __init__(self, desk, far):
        self.desk = desk
        self.far = far

    def prepare(self):
        """What it needs before its first start."""

    def roots(self):
        return []

    def steps(self):
        """{step: s} from the click to each step of the first image, as far as it tells."""
        return {}

    def asking(self):
        """(requests for images so far, the queue that it sees in s), of all desktops together; None: it does not tell."""
        return None

    def worker_memory(self):
        """Of each process that only fetches a picture, MB."""
        return []

    def gone(self):
        """Whether it ended by itself, and its last words."""
        return ''

    def says(self):
        """Its command and the last it has said, for a row that has no figures."""
        return ''


class Nightdesk(Viewer):
    """Its console runs all the time, as a console does; the click is on a profile. @p wanted: {profile: [(desktop, quality)]}."""

    name = 'nightdesk'

    def __init__(self, desk, far, wanted, port_of=None):
        super().__init__(desk, far)
        self._wanted = wanted
        self._port_of = port_of or (lambda name: far.desktops[name].port)
        self._ours = BusConsole(desk, far.near, far.facts['facility'], revives=True)
        self._profile = None

    def prepare(self):
        """Starts the console, with everything agreed to."""
        for profile, shown in self._wanted.items():
            parts = [f'format = 1\nid = "{profile}"\nname = "{profile}"\n', profiles.table('[link.summit]', profiles.link_to(self.far.ssh))]
            for (desktop, quality), screen in zip(shown, (VIEW, 'right'), strict=False):
                parts.append(profiles.table('[[desktop]]', {'id': desktop, 'title': desktop, 'link': 'summit', 'port': self._port_of(desktop),
                                                            'topology': 'vnc', 'screen': screen, 'input': 'free', 'quality': quality}))
            profiles.write(self.far.facts['facility'], profile, '\n'.join(parts))
        self._ours.agree(*self._wanted)
        self._ours.start()

    def start(self, profile, _port):
        if not self._ours.console.running():
            self._ours.start()  # what made it end is in the row before
        self._profile = profile
        return self._ours.connect(profile)

    def stop(self):
        if self._profile:
            profile, self._profile = self._profile, None
            self._ours.disconnect(profile)

    def roots(self):
        return [self._ours.bus.pid()]

    def worker_memory(self):
        return [costs.memory([pid]) for pid in proc.named(self._ours.bus.pid(), 'nightdesk-rfb')]

    def gone(self):
        return '' if self._ours.console.running() else f'The console ended: {" / ".join(self._ours.console.last_lines(4))}'

    def says(self):
        return ' / '.join(self._ours.console.last_lines(3))

    def steps(self):
        return {'steps': {f'{display["id"]}: {step["step"]}': step['ms'] / 1000 for display in self._ours.displays() for step in display.get('steps', [])}}

    def asking(self):
        pictures = [display['picture'] for display in self._ours.displays() if 'picture' in display]
        return (sum(each.get('requests', 0) for each in pictures), max(each.get('queueMs', 0) / 1000 for each in pictures)) if pictures else None

    def state(self):
        return self._ours.state()

    def widgets(self):
        """Everything of the console that can be seen, as a screen reader finds it."""
        return self._ours.console.widgets()

    def click(self, place):
        self._ours.console.click(place)

    def press_button(self, window, name):
        """Waits for a button of that name and presses it as a screen reader does, wherever it is scrolled to."""
        self._ours.until(lambda: self._ours.console.press_button(window, name), f'There was no button "{name}" in the window "{window}".', 30)


class Peer(Viewer):
    """A viewer at the end of a tunnel. The click starts the tunnel; the viewer follows as soon as that listens."""

    def __init__(self, desk, far):
        super().__init__(desk, far)
        self._high = False
        self._tunnel = os.path.join(desk.directory, f'{self.name}.rfb')
        self._number = 0
        self._words = []

    def command(self, address):
        """The words that show what is at @p address."""
        raise NotImplementedError

    def environment(self):
        return {}

    def start(self, profile, port):
        processes = self.desk.processes
        self._high = profile.endswith('-high')
        self.stop()
        if os.path.exists(self._tunnel):
            os.unlink(self._tunnel)
        self._number += 1
        # Ports are those of the near namespace, and nobody else is there.
        here = self._tunnel if self.unix else f'127.0.0.1:{15900 + self._number % 2000}'
        clicked = time.monotonic()
        processes.start(f'ssh.{self.name}', tunnel(self.far.near, self.far.ssh, here, port))
        ready = (lambda: os.path.exists(self._tunnel)) if self.unix else (lambda: listens(processes.pids().get(f'ssh.{self.name}'), int(here.rpartition(':')[2])))
        processes.wait_until(ready, 'The tunnel', f'ssh.{self.name}')
        near = [] if self.unix else self.far.near
        self._words = self.command(here)
        processes.start(self.name, [*near, *self._words], self.desk.environment | self.environment())
        return clicked

    def stop(self):
        costs.kill(self.desk.processes, self.name, f'ssh.{self.name}')

    def roots(self):
        pids = self.desk.processes.pids()
        return [pids[name] for name in (self.name, f'ssh.{self.name}') if name in pids]

    def says(self):
        return f'"{" ".join(self._words)}" said: {self.desk.processes.last_words(self.name)}' if self._words else ''

    def gone(self):
        processes = self.desk.processes
        for name in (self.name, f'ssh.{self.name}'):
            if not processes.running(name):
                return f'{name} ended with status {processes.exits.get(name)}: {processes.last_words(name)}'
        return ''


def listens(pid, port):
    """Whether somebody in the network of process @p pid listens on that port of loopback."""
    wanted = f'0100007F:{port:04X}'
    try:
        with open(f'/proc/{pid}/net/tcp', encoding='ascii') as file:
            return any(line.split()[1] == wanted and line.split()[3] == '0A' for line in file.readlines()[1:])
    except OSError:
        return False


class Vncviewer(Peer):
    name = 'vncviewer'
    unix = True

    def command(self, address):
        quality = ['-AutoSelect=0', '-PreferredEncoding=Tight', '-QualityLevel=8'] if self._high else []
        left, top, _, _ = self.desk.rect()
        return vncviewer(f'-geometry=+{left}+{top}', *quality, address)


class Krdc(Peer):
    """At its medium quality, which is what it comes with: JPEG, as the others."""

    name = 'krdc'

    def prepare(self):
        home = self.desk.processes.environment
        with open(os.path.join(home['XDG_CONFIG_HOME'], 'krdcrc'), 'w', encoding='ascii') as file:
            file.write('[General]\nShowPreferencesForNewConnections=false\nWalletSupport=false\nRememberHistory=false\n[VNC]\nQuality=1\nScaling=false\n'
                       '[MainWindow]\nState=\n')

    def command(self, address):
        return [proc.program('krdc'), f'vnc://{address}']


class Remmina(Peer):
    name = 'remmina'

    def prepare(self):
        home = self.desk.processes.environment
        directory = os.path.join(home['XDG_CONFIG_HOME'], 'remmina')
        os.makedirs(directory, exist_ok=True)
        with open(os.path.join(directory, 'remmina.pref'), 'w', encoding='ascii') as file:
            file.write('[remmina_pref]\nperiodic_usage_stats_permitted=false\nperiodic_news_permitted=false\nprevent_snap_welcome_message=true\n'
                       'confirm_close=false\nhide_connection_toolbar=true\n[remmina_news]\nperiodic_rmnews_last_get=4000000000\n')

    def command(self, address):
        path = os.path.join(self.desk.directory, 'bench.remmina')
        with open(path, 'w', encoding='ascii') as file:
            file.write(f'[remmina]\nname=bench\nprotocol=VNC\nserver={address}\nusername=bench\npassword=\nquality=2\ncolordepth=32\nscale=0\nviewmode=1\n'
                       'window_width=1200\nwindow_height=900\nwindow_maximize=0\ndisableencryption=1\nshowcursor=0\nviewonly=0\n'
                       'disablepasswordstoring=1\nenable-autostart=0\n')
        return [proc.program('remmina'), '--disable-news', '--disable-stats', '--no-tray-icon', '-c', path]
