# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways that ds9 comes to the desk by: Nightdesk's topologies, and what observers use today."""

import os
import time

import processes as proc
import profiles
from busconsole import BusConsole
from nearside import VIEW
from peers import vncviewer

import costs
import ds9
from tablefar import START_KEY


# What keeps a link open that nothing else uses yet: the click on ds9's Start comes later in the night.
KEEPER = '\n' + profiles.table('[[window]]', {'id': 'keeper', 'title': 'Keeper', 'link': 'summit', 'command': ['sleep', '100000'], 'topology': 'x11', 'screen': 'right'})


class Passage:
    """One way. Each of its functions returns when the click was made, or nothing where nothing is to be timed."""

    def __init__(self, desk, far, way):
        self.desk = desk
        self.far = far
        self.way = way

    def open(self):
        """The viewer, and whatever else stays between two programs; the click is the first of it."""
        return time.monotonic()

    def focus(self):
        """The keyboard to what open() made, if that takes a click; ds9 may take it for one, too."""

    def close(self):
        """As before open()."""

    def start(self):
        """The click that starts ds9."""
        raise NotImplementedError

    def end(self):
        """ds9 goes, what open() made stays."""
        self.far.end_programs()

    def says(self):
        """The last words, for a row that has no figure."""
        return ''


class OnDesktop(Passage):
    """ds9 starts on a desktop: a key of that desktop's, typed here."""

    def start(self):
        self.desk.hand.move(*self.desk.place(640, 560))
        return self.desk.hand.key(START_KEY)


class OurConsole(BusConsole):
    """The console with a profile for each way."""

    def __init__(self, desk, far):
        super().__init__(desk, far.near, far.facts['facility'])
        self.far = far

    def begin(self, ways, more=None):
        """Starts it. @p more: {profile: its windows' text} beside those of the ways."""
        written = {way.profile: ('on' if way.compression else 'off', self._display(way)) for way in ways}
        written |= {name: ('off', text) for name, text in (more or {}).items()}
        for name, (compression, text) in written.items():
            link = profiles.table('[link.summit]', profiles.link_to(self.far.ssh) | {'compression': compression})
            profiles.write(self.far.facts['facility'], name, f'format = 1\nid = "{name}"\nname = "{name}"\n{link}{text}')
        self.agree(*written)
        self.start()

    def _display(self, way):
        if way.has_desktop:
            return profiles.table('[[desktop]]', {'id': 'table', 'title': 'Table 1', 'link': 'summit', 'port': self.far.port, 'topology': way.kind, 'screen': VIEW,
                                                  'input': 'free', 'quality': 'auto'})
        return profiles.table('[[window]]', {'id': 'table', 'title': 'Table 1', 'link': 'summit', 'command': ds9.command(self.far.home), 'topology': way.kind,
                                             'trusted': True, 'screen': VIEW, 'geometry': '1240x980+0+0' if way.kind != 'x11' else '+0+0',
                                             'start': 'manual', 'restart': 'never'}) + KEEPER

    def display_state(self):
        return next((display['state'] for display in self.displays() if display['id'].endswith('table')), None)

    def links_live(self):
        links = self.state().get('links') or []
        return bool(links) and all(link['state'] == 'live' for link in links)

    def place_of(self, *names):
        """Where a button of one of these names stands, as soon as it stays there."""
        deadline, before = time.monotonic() + 30, None
        while True:
            found = next((widget['place'] for widget in self.console.widgets() if widget['name'] in names and 'enabled' in widget['states'] and widget['place']), None)
            if found and found == before:
                return found
            before = found
            if time.monotonic() > deadline or not self.console.running():
                raise proc.FacilityError(f'No button "{names[0]}" was shown.')

    def says(self):
        return ' / '.join(self.console.last_lines(4))


class Ours(Passage):
    """By way of the console."""

    def __init__(self, desk, far, way, console):
        super().__init__(desk, far, way)
        self._console = console

    def says(self):
        return self._console.says()


class OursOnDesktop(Ours, OnDesktop):
    """vnc, vnc-at-summit: a desktop that the console shows."""

    def open(self):
        return self._console.connect(self.way.profile)

    def focus(self):
        self.desk.hand.move(*self.desk.place(640, 700))
        self.desk.hand.press()
        self.desk.hand.release()

    def close(self):
        self._console.disconnect(self.way.profile)


class OursOfItsOwn(Ours):
    """x11, vnc-app: a program that the console starts; the click is on its button, the link being there."""

    def open(self):
        clicked = self._console.connect(self.way.profile)
        self._console.until(self._console.links_live, 'The link did not become live.', 30)
        return clicked

    def close(self):
        self._console.disconnect(self.way.profile)
        self._console.until(lambda: not self.far.programs(), 'ds9 did not end with its link.', 20)

    def aim(self):
        """Finds the button, which takes longer than what is measured."""
        left, top, width, height = self._console.place_of('Start Table 1', 'Retry Table 1')  # it failed, as far as the console knows
        self.desk.hand.move(left + width // 2 - 1, top + height // 2)
        self.desk.hand.move(left + width // 2, top + height // 2)

    def start(self):
        when = self.desk.hand.press()
        self.desk.hand.release()
        return when

    def end(self):
        super().end()
        self._console.until(lambda: self._console.display_state() not in ('live', 'starting', 'loggingIn', 'tunnelling'), 'The program did not end.', 20)


class Tool(Passage):
    """A program of the near side, and how it ends."""

    def run_x(self, command):
        """Starts a command at the summit with its windows here; returns the process' name."""
        self._ssh('-Y', self.far.ssh['address'], ' '.join("'" + word + "'" for word in command))
        return 'ssh.table'

    def _ssh(self, *words):
        flags = ['-C'] if self.way.compression else []
        self.desk.processes.forget('ssh.table')
        self.desk.processes.start('ssh.table', [*self.far.near, proc.program('ssh'), '-F', self.far.ssh['clientConfig'], *flags, *words], self.desk.environment)

    def says(self):
        return self.desk.processes.last_words('ssh.table')


class SshY(Tool):
    """What has been done for thirty years. The click is the start of ssh, which logs in first."""

    def start(self):
        left, top = self.desk.place(0, 0)
        when = time.monotonic()
        self.run_x(ds9.command(self.far.home, f'+{left}+{top}'))
        return when

    def end(self):
        super().end()
        costs.kill(self.desk.processes, 'ssh.table')

    def close(self):
        costs.kill(self.desk.processes, 'ssh.table')


class Vncviewer(OnDesktop, Tool):
    """TigerVNC's, through `ssh -L`; the click is the start of ssh."""

    def open(self):
        socket = os.path.join(self.desk.directory, 'table.rfb')
        if os.path.exists(socket):
            os.unlink(socket)
        left, top = self.desk.place(0, 0)
        when = time.monotonic()
        self._ssh('-N', '-L', f'{socket}:127.0.0.1:{self.far.port}', self.far.ssh['address'])
        self.desk.processes.wait_until(lambda: os.path.exists(socket), 'The tunnel', 'ssh.table')
        self.desk.processes.forget('vncviewer')
        self.desk.processes.start('vncviewer', vncviewer('-MenuKey=', f'-geometry=+{left}+{top}', socket), self.desk.environment)
        return when

    def close(self):
        costs.kill(self.desk.processes, 'vncviewer', 'ssh.table')


def passage(desk, far, way, console):
    kinds = {'ssh -Y': SshY, 'vncviewer': Vncviewer}
    if way.kind in kinds:
        return kinds[way.kind](desk, far, way)
    return (OursOnDesktop if way.has_desktop else OursOfItsOwn)(desk, far, way, console)
