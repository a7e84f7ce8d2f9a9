# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A console on three monitors in front of the demo facility, with real programs: what stands where, and what they do when told."""

import mmap
import os
import struct
import subprocess
import time

import processes as proc
import profiles
from console import Console, binary
from demofacility import DemoFacility
from deskbus import DeskBus
from programrows import PROGRAMS
from virtualdesk import VirtualDesk
from xaccess import open_display
from Xlib import X, error
from Xlib.protocol import event

PATIENCE = 30.0


class Glass:
    """What a person would see, from the memory of the virtual X server."""

    def __init__(self, frame_buffer):
        with open(frame_buffer, 'rb') as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack('>25I', self._map[:100])
        self._start, self._line = header[0] + header[19] * 12, header[12]

    def take(self, rect, step=2):
        left, top, width, height = rect
        return b''.join(self._map[self._start + y * self._line + left * 4 + 1:self._start + y * self._line + (left + width) * 4:step * 4]
                        for y in range(top, top + height, step))


def changed(one, other):
    return sum(1 for a, b in zip(one, other) if a - b > 24 or b - a > 24)


def name_of(pid):
    try:
        with open(f'/proc/{pid}/comm', encoding='ascii') as file:
            return file.read().strip()
    except OSError:
        return ''


class ProgramDesk:
    """start() starts all; `with` ends it. @p topologies are profiles, each with all programs of the table."""

    def __init__(self, directory, topologies):
        os.mkdir(directory)
        self._directory = directory
        self._topologies = topologies
        self.facility = DemoFacility('2ms', '1000mbit', ['--sshd-only'])
        self.desk = VirtualDesk(directory)
        self.console = None
        self.bus = None
        self._glass = None

    def __enter__(self):
        self.facility.__enter__()
        try:
            self._start()
        except BaseException:
            self.facility.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.facility.__exit__()

    @property
    def home(self):
        return self.facility.facts['home']

    def _start(self):
        self.desk.start()
        self._glass = Glass(self.desk.frame_buffer)
        with open(os.path.join(self.home, 'greeter.tcl'), 'w', encoding='ascii') as file:
            file.write('label .text -text quiet -width 20 -height 4 -bg white -fg black\npack .text -expand 1 -fill both\n'
                       'bind . <Key-g> {.text configure -text {good evening} -bg black -fg white}\nfocus .\n')
        directory = self.facility.facts['facility']
        ssh = self.facility.facts['ssh']
        link = {'host': ssh['address'], 'port': ssh['port'], 'user': ssh['user'], 'identities': [ssh['identity']], 'known-hosts': ssh['knownHosts']}
        for topology, options in self._topologies.items():
            text = f'format = 1\nid = "{topology}"\nname = "{topology}"\n' + profiles.table('[link.summit]', link)
            for program in PROGRAMS:
                text += '\n' + profiles.table('[[window]]', {'id': program.name, 'title': program.name, 'link': 'summit', 'command': program.command(self.home, self.facility.facts['fits']),
                                                             'screen': program.screen, 'geometry': program.geometry} | options)
            with open(os.path.join(directory, 'profiles', topology + '.toml'), 'w', encoding='utf-8') as file:
                file.write(text)
        self.desk.write_setting('Desk', 'Site', 'desk')
        self.desk.run([binary('nightdesk'), 'trust', '--yes', '--facility', directory, *self._topologies])
        self.start_console()

    def start_console(self):
        self.desk.processes.forget('nightdesk')
        self.console = Console(self.desk, self.facility.near)
        self.console.start(['--facility', self.facility.facts['facility']])
        self.bus = DeskBus(self.desk.environment['DBUS_SESSION_BUS_ADDRESS'])
        self.until(lambda: self.bus.state() is not None, 'The console did not come up', 60)

    def kill_console(self):
        """kill -9; its children go by themselves."""
        os.kill(self.bus.pid(), 9)
        self.until(lambda: not self.desk.processes.running('nightdesk'), 'The console did not end')

    def until(self, condition, what, seconds=PATIENCE):
        deadline = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > deadline:
                raise proc.FacilityError('\n'.join([f'{what}. {self.states()}', *self.console.last_lines(15)]))
            time.sleep(0.03)

    def connect(self, profile):
        self.until(lambda: self.bus.connect(profile) == 'connected', f'{profile} was not connected')

    def disconnect(self, profile):
        self.bus.disconnect(profile)
        self.until(lambda: not (self.bus.state() or {}).get('displays'), f'{profile} was not disconnected')

    def states(self):
        """{program: state}"""
        return {display['id'].rpartition('/')[2]: display['state'] for display in (self.bus.state() or {}).get('displays', [])} if self.bus else {}

    def is_silent(self, program):
        """What is pressed for it now reaches nobody."""
        displays = (self.bus.state() or {}).get('displays', [])
        return any(display['id'].rpartition('/')[2] == program.name and display.get('answering', 'yes') != 'yes' for display in displays)

    def look(self, program):
        return self._glass.take(program.rect())

    def look_for_menu(self, program):
        return self._glass.take(program.menu_rect())

    def tell(self, program):
        """What changes its picture: the pointer to it, a click where it takes one, and its key."""
        x, y, width, height = program.rect()
        self.desk.run(['xdotool', 'mousemove', '--sync', str(x + width // 2 - 1), str(y + height - 30), 'mousemove', str(x + width // 2), str(y + height - 30),
                       *(['click', '1'] if program.click else []), 'sleep', '0.1', *(['key', '--delay', '20', *program.keys] if program.keys else [])])

    def pointer_is_free(self):
        """No program has grabbed it: the next click goes where it points to."""
        display = self._display()
        status = display.screen().root.grab_pointer(False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
        display.close()
        return status == X.GrabSuccess

    def close_by_frame(self, program):
        """As the button in its window's frame does."""
        display = self._display()
        root = display.screen().root
        # A window manager under load restacks late, and a window that is being closed beside it may vanish meanwhile.
        wanted = self.until(lambda: self._window_at(display, program.rect()), f'no window stands where {program.name} should')
        message = event.ClientMessage(window=wanted, client_type=display.intern_atom('_NET_CLOSE_WINDOW'), data=(32, [X.CurrentTime, 2, 0, 0, 0]))
        root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        display.sync()
        display.close()

    @staticmethod
    def _window_at(display, rect):
        """The topmost window there that is no stage: a stage is larger than any program."""
        x, y, width, height = rect
        root = display.screen().root
        wanted = None
        for window in root.get_full_property(display.intern_atom('_NET_CLIENT_LIST_STACKING'), X.AnyPropertyType).value:
            window = display.create_resource_object('window', window)
            try:
                origin, geometry = window.translate_coords(root, 0, 0), window.get_geometry()
            except error.XError:
                continue
            # The middle of its place is in it.
            if -origin.x <= x + width // 2 < -origin.x + geometry.width and -origin.y <= y + height // 2 < -origin.y + geometry.height and geometry.width < 1900:
                wanted = window
        return wanted

    def _display(self):
        return open_display(self.desk.environment, self.desk.directory)

    def answer(self, button):
        """Presses a button of a question."""
        self.console.click(self.console.find(button)['place'])

    def press(self, place):
        self.console.click(place)

    def processes_of(self, program):
        """The program's own at the summit, by the words it was started with; not what only starts it."""
        wanted = [word.encode() for word in program.words]
        found = []
        for pid in proc.descendants(self.facility.facts['pid']):
            try:
                with open(f'/proc/{pid}/cmdline', 'rb') as file:
                    words = file.read().split(b'\0')
            except OSError:
                continue
            if len(words) > 1 and wanted[-1].replace(b'HOME', self.home.encode()).replace(b'IMAGE', self.facility.facts['fits'].encode()) in words and any(
                    word.rpartition(b'/')[2].removesuffix(b'.tcl') == wanted[0] for word in words[:3]):
                found.append(pid)
        return found

    def servers_of(self, name):
        """The VNC server of a program's own display."""
        found = []
        for pid in proc.descendants(self.facility.facts['pid']):
            try:
                with open(f'/proc/{pid}/cmdline', 'rb') as file:
                    words = file.read().split(b'\0')
            except OSError:
                continue
            if words[0].rpartition(b'/')[2] in (b'Xtigervnc', b'Xvnc') and any(f'.{name}'.encode() in word for word in words):
                found.append(pid)
        return found

    def link_ends(self):
        """sshd's processes for the connections of this desk; the one that listens is not among them."""
        return [pid for pid in proc.descendants(self.facility.facts['pid']) if name_of(pid).startswith('sshd-session')]

    def cut(self, seconds):
        link = self.facility.facts['link']
        for word in ('cut=both', None):
            if word is None:
                time.sleep(seconds)
            subprocess.run([link['linkemu'], 'set', link['control'], word or 'restore'], stdin=subprocess.DEVNULL, timeout=20, check=True)

    def shot(self, path):
        self.desk.run(['import', '-window', 'root', path], check=False)
