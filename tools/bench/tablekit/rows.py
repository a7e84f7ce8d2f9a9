# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is measured: links, ways that a program comes by, and the rows of the table."""

import dataclasses

LIMIT = 120.0  # s; what is not done by then is stopped


@dataclasses.dataclass(frozen=True)
class Link:
    name: str
    rtt: float  # seconds
    rate: str | None = None
    window: int | None = None  # bytes of TCP that may be on the way to either side

    @property
    def words(self):
        return f'{self.rtt * 1000:.0f}ms', self.rate or '10000mbit'


LINKS = (
    Link('100 ms', 0.1, '30mbit'),
    Link('local', 0.0),
    Link('8 KiB window', 0.1, '30mbit', 8192),
)


# The rows of the table, in the order in which they are measured.
NAMES = (
    'viewer start',  # from the click on the desktop (others: the start of `ssh -L`) until all of it stands there, ds9 on it
    'ds9 start',  # from the click on its Start, the link being there (others: from the start of `ssh -Y`), until the image stands there
    'file chooser',  # Ctrl+O until the chooser stands there
    'zoom in',  # Ctrl+Plus
    'zoom out',  # Ctrl+Minus
    'draw cut',  # from the end of a stroke of 0.5 s across the image until the line stands there, the button held
    'make plot',  # the button's release until the plot of that cut stands there
    'stats box',  # the release of the button after a box was drawn, until its statistics stand there
    'colormap drag',  # from the last of 20 movements in 1 s until the image has its last colours
    'region drag',  # from the last of 20 movements in 1 s until the box stands where it was left
    'de-iconify',  # from asking the window manager for the window until it is all painted
)


@dataclasses.dataclass(frozen=True)
class Way:
    """kind: how the program comes here. desktop: ds9 runs on a desktop that is there already."""

    kind: str
    compression: bool = False

    @property
    def name(self):
        flag = ' -C' if self.is_peer else ', compressed'
        return self.kind + (flag if self.compression else '')

    @property
    def is_peer(self):
        return self.kind in ('ssh -Y', 'vncviewer')

    @property
    def is_remote_x(self):
        """Every request goes over the link."""
        return self.kind in ('ssh -Y', 'x11')

    @property
    def has_desktop(self):
        return self.kind in ('vnc', 'vnc-at-summit', 'vncviewer')

    @property
    def profile(self):
        return f'{self.kind}-{"on" if self.compression else "off"}'

    def rows(self):
        return [name for name in NAMES if name != 'viewer start' or self.has_desktop]


WAYS = tuple(Way(kind, compression) for kind in ('x11', 'vnc', 'vnc-at-summit', 'vnc-app', 'ssh -Y', 'vncviewer') for compression in (False, True))
QUICK_WAYS = (Way('x11'), Way('vnc'), Way('vnc-app'), Way('ssh -Y'), Way('vncviewer'))
RELAY = 'relay'
AT_SUMMIT = 'at the summit'  # ds9 in an Xvnc there, seen there: one row


def quiet(way, link, start=False):
    """Seconds without a change until a picture is done. Programs that ask and wait draw in pieces; while they start most of all."""
    if start:
        return 2.0 + link.rtt * (60 if way.is_remote_x else 15)
    return 0.8 + link.rtt * (14 if way.is_remote_x or way.kind == 'vnc-at-summit' else 7)


def key(link, way):
    return f'{link.name} | {way.name}'
