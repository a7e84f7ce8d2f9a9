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
    def bytes_a_second(self):
        return float(self.rate.removesuffix('mbit')) * 1e6 / 8

    @property
    def name(self):
        parts = [self.server, self.rtt, self.rate]
        parts += [part for part, plain in ((self.loss, '0%'), (self.source, 'photo'), (self.quality, 'auto')) if part != plain]
        return ' '.join(parts)


BIG = {'server': 'big', 'fps': 30, 'picture': '1408x872', 'rate': '1000mbit'}

# Under half an hour. KRDC and Remmina, which are four times as slow at 100 ms, are in two cells.
DEFAULT = (
    Cell(rtt='0ms', rate='1000mbit'),
    Cell(keys=6, viewers=ALL),
    Cell(quality='high'),
    Cell(rtt='500ms'),
    Cell(rtt='1000ms'),
    Cell(rate='4mbit', keys=6),
    Cell(loss='0.1%'),
    Cell(source='text'),
    Cell(source='cursor', fps=2),
    Cell('x11vnc', rtt='0ms', rate='1000mbit'),
    Cell('x11vnc', keys=6, viewers=ALL),
    Cell('x11vnc', rtt='500ms'),
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


def seconds_of(cell):
    """About how long a run of it takes, of all its viewers: starting, settling, measuring, typing, ending."""
    rtt = cell.seconds_rtt
    keys = 2 * (cell.keys * 0.25 + 2 * rtt + 0.2) + 0.5 + 2 * rtt if cell.keys else 0
    return len(cell.viewers) * (2.5 + 17 * rtt + cell.first + 3 * rtt + cell.seconds + keys)


def profiles_of(cells):
    """{profile: [(desktop, quality)]} that these cells need of Nightdesk."""
    return {cell.profile: [(cell.typed, cell.quality)] + ([(cell.streaming, cell.quality)] if cell.server == 'two' else []) for cell in cells}
