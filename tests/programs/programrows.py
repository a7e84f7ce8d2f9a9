# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that are tried in each topology, where they stand, and what they are told."""

import dataclasses

from processes import find, program
from virtualdesk import MONITORS


# Far and near share this machine: a toolkit would find the desk's own buses by the X server, and memory that it shares with that,
# as it cannot from a summit.
ALONE = ('env', 'NO_AT_BRIDGE=1', 'DBUS_SESSION_BUS_ADDRESS=disabled:', 'QT_XCB_NO_MITSHM=1')


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    words: tuple
    screen: str
    place: tuple  # on its screen
    size: tuple
    keys: tuple = ()
    click: bool = False
    moves: bool = False  # its picture changes by itself
    menu: bool = False  # its keys open one

    def command(self, home, image):
        first, *others = self.words
        return [*ALONE, program(first), *(word.replace('HOME', home).replace('IMAGE', image) for word in others)]

    @property
    def geometry(self):
        return '{}x{}+{}+{}'.format(*self.size, *self.place)

    def rect(self):
        """On the desk, with room for a frame."""
        left, top, _, _ = dict(MONITORS)[self.screen]
        return left + self.place[0], top + self.place[1], *self.size

    def menu_rect(self):
        """Where the upper part of its first menu opens; GTK takes the monitor to the left for the window's own."""
        left, top, width, height = self.rect()
        return left - width // 2, top, width * 5 // 6, height // 2


# One of each kind: Xt, Xaw, Tk twice, GTK, Qt.
PROGRAMS = (
    Program('xterm', ('xterm', '-xrm', '*iconHint: none', '-geometry', '80x24', '-e', 'cat'), 'centre', (40, 60), (560, 400), keys=('n', 'i', 'g', 'h', 't'), click=True),
    Program('xclock', ('xclock', '-update', '1', '-geometry', '300x300'), 'centre', (700, 60), (300, 300), moves=True),
    Program('xcalc', ('xcalc', '-geometry', '300x400'), 'centre', (1100, 60), (300, 400), keys=('8', '8', '8')),
    Program('wish', ('wish', '-f', 'HOME/greeter.tcl', '-geometry', '400x200'), 'centre', (1460, 60), (400, 200), keys=('g',), click=True),
    Program('mousepad', ('mousepad', '--disable-server'), 'centre', (40, 560), (640, 480), keys=('alt+f',), click=True, menu=True),
    Program('featherpad', ('featherpad', '--standalone'), 'centre', (760, 560), (640, 480), keys=('alt+f',), click=True, menu=True),
    Program('ds9', ('ds9', '-xpa', 'no', '-samp', 'hub', 'no', '-samp', 'no', '-geometry', '900x800', 'IMAGE', '-zscale'), 'right', (60, 60), (900, 830), keys=('ctrl+plus',)),
)


def missing():
    return [each.words[0] for each in PROGRAMS if not find(each.words[0])]
