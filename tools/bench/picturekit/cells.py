# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of the table: a link, a server, what moves on its desktop, and which viewers look at it."""

import dataclasses

BOTH = ('nightdesk', 'vncviewer')
ALL = ('nightdesk', 'vncviewer', 'krdc', 'remmina')


@dataclasses.dataclass(frozen=True)
class Cell:
    """server: xvnc, x11vnc, pseudo (8 bits), big (2560x1600), two (an idle desktop beside one that streams)."""

    server: str = 'xvnc'
    rtt: str = '100ms'
    rate: str = '30mbit'
    loss: str = '0%'
    source: str = 'photo'
    fps: float = 25
    picture: str = '640x480'
    quality: str = 'auto'
    congestion: str = 'cubic'  # TCP's, of both ends, where the host allows it: most hosts have cubic
    cold: float = 0  # s for which nobody looked at the desktop before
    first: float = 3  # s after the first picture that are told apart
    seconds: float = 5
    keys: int = 0
    viewers: tuple = BOTH

    @property
    def streaming(self):
        """The desktop that the frames are on."""
        return 'second' if self.server == 'two' else self.server

    @property
    def typed(self):
        """The desktop that keys go to."""
        return 'xvnc' if self.server == 'two' else self.server

    @property
    def profile(self):
        return f'{self.server}-{self.quality}'

    @property
    def seconds_rtt(self):
        return float(self.rtt.removesuffix('ms')) / 1000

    @property
    def settling(self):
        """Seconds from the first picture to those that are held against the targets: at a second of delay TCP is still opening its window."""
        return max(self.first + 3 * self.seconds_rtt, 8.0 if self.seconds_rtt >= 1 else 0.0)

    @property
    def bytes_a_second(self):
        return float(self.rate.removesuffix('mbit')) * 1e6 / 8

    @property
    def name(self):
        parts = [self.server, self.rtt, self.rate]
        parts += [part for part, plain in ((self.loss, '0%'), (self.source, 'photo'), (self.quality, 'auto'), (self.congestion, 'cubic'),
                                                     (self.picture, BIG['picture'] if self.server == 'big' else '640x480')) if part != plain]
        parts += [f'cold {self.cold:.0f}s'] if self.cold else []
        return ' '.join(parts)


# Pictures of the film with other sizes: JPEG 8 makes 20 and 100 kB of them, 53 kB of 640x480.
SMALL, LARGE = '640x176', '896x672'
STRIP = 640  # pixels: the strip that numbers a frame (FrameStrip::width), so the least width of a film
COLD = 70  # s: x11vnc falls asleep after 60 s without a viewer
BIG = {'server': 'big', 'fps': 30, 'picture': '1408x872', 'rate': '1000mbit'}

# About an hour and a half with three runs. KRDC and Remmina, which are four times as slow at 100 ms, are in two cells.
# 72 keys: when a key comes in the film's period changes its answer by up to 20 ms.
DEFAULT = (
    Cell(rtt='0ms', rate='1000mbit'),
    Cell(keys=72, viewers=ALL),
    Cell(picture=SMALL),
    Cell(picture=LARGE, keys=72),
    Cell(congestion='bbr'),
    Cell(congestion='reno'),
    Cell(quality='high'),
    Cell(quality='high', picture=LARGE),
    Cell(rtt='500ms'),
    Cell(rtt='500ms', picture=LARGE),
    Cell(rtt='1000ms'),
    Cell(rtt='1000ms', picture=LARGE),
    Cell(rate='4mbit', keys=24),
    Cell(loss='0.1%', seconds=30),
    Cell(source='patch', rate='23mbit', first=1, seconds=22, viewers=('nightdesk',)),
    Cell(source='patch', rate='23mbit', rtt='500ms', first=1, seconds=22, viewers=('nightdesk',)),
    Cell(source='text'),
    Cell(source='cursor', fps=2),
    Cell('x11vnc', rtt='0ms', rate='1000mbit'),
    Cell('x11vnc', rtt='0ms', picture=LARGE),
    Cell('x11vnc', keys=24, viewers=ALL),
    Cell('x11vnc', picture=LARGE),
    Cell('x11vnc', cold=COLD),
    Cell('x11vnc', rtt='500ms'),
    Cell('x11vnc', rtt='1000ms'),
    Cell('pseudo', source='colours'),
    Cell('pseudo', source='colours', rtt='500ms'),
    Cell('two', keys=8, viewers=('nightdesk',)),
    Cell('two', rate='4mbit', keys=8, viewers=('nightdesk',)),
    Cell(**BIG, rtt='2ms', quality='high'),
)

SMOKE = (Cell(rtt='20ms', keys=2, first=0.5, seconds=1), Cell('x11vnc', rtt='20ms', first=0.5, seconds=1, viewers=('nightdesk',)))


def full():
    """Everything: some hours."""
    cells = list(DEFAULT)
    for server in ('xvnc', 'x11vnc'):
        for rtt in (0, 1, 50, 100, 150, 500, 1000):
            cells += [Cell(server, rtt=f'{rtt}ms', rate=rate, keys=6) for rate in ('4mbit', '30mbit', '1000mbit')]
            cells.append(Cell(server, rtt=f'{rtt}ms', loss='0.1%'))
    cells += [Cell(rtt='100ms', quality=quality) for quality in ('lossless', 'balanced', 'low')]
    seen = {}
    for cell in cells:
        seen.setdefault(cell.name, cell)
    return tuple(seen.values())


def profiles_of(cells):
    """{profile: [(desktop, quality)]} that these cells need of Nightdesk."""
    return {cell.profile: [(cell.typed, cell.quality)] + ([(cell.streaming, cell.quality)] if cell.server == 'two' else []) for cell in cells}
