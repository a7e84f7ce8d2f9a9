# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is to be reached, and what was seen. Pure: from medians to lines."""

import dataclasses
WINDOW = 1 << 20  # bytes a round trip: what a channel of libssh carries
MEMORY = 16  # MB of a worker, beside its framebuffers
PIXEL = 4 / 1e6  # MB


@dataclasses.dataclass
class Line:
    """One target. reached is None where what it needs was not measured."""

    what: str
    target: str
    seen: str
    reached: bool | None

    @property
    def verdict(self):
        return {True: 'reached', False: '**not reached**', None: 'not measured'}[self.reached]


def milliseconds(value):
    return 'no answer' if value == float('inf') else f'{value * 1000:.0f} ms'


def seconds(value):
    return 'never' if value == float('inf') else f'{value:.2f} s'


def carried(cell, figures):
    """Whether the link can carry what is drawn at the size that a frame had."""
    window = WINDOW / cell.seconds_rtt if cell.seconds_rtt else float('inf')
    return figures.get('bytes') and min(cell.bytes_a_second, window) * 0.9 >= figures['bytes'] * cell.fps


def asked(figures, name):
    """A figure that the cell asked for: where it did not come, it is the worst."""
    value = figures.get(name)
    return float('inf') if value is None else value


def worst(pairs, what, target, text, good, key):
    """A line of the cell that is furthest from the target. @p pairs are [(cell's name, value)]."""
    pairs = [(name, value) for name, value in pairs if value is not None]
    if not pairs:
        return Line(what, target, '-', None)
    name, value = max(pairs, key=lambda pair: key(pair[1]))
    return Line(what, target, f'{text(value)} (`{name}`)', good(value))


def at_most(pairs, what, target, text, most):
    return worst(pairs, what, target, text, lambda value: value <= most, lambda value: value)


def at_least(pairs, what, target, text, least):
    return worst(pairs, what, target, text, lambda value: value >= least, lambda value: -value)


def share(value):
    return f'{value:.2f}'


class Targets:
    """@p cells are those of the table, @p medians(cell's name, viewer) their figures or None."""

    def __init__(self, cells, medians):
        self._cells = cells
        self._medians = medians

    def _of(self, cell, viewer='nightdesk'):
        figures = self._medians(cell.name, viewer)
        return figures if figures and 'error' not in figures else None

    def _ours(self, **wanted):
        """[(cell, ours)] of the cells with these properties that were measured."""
        cells = [cell for cell in self._cells if all(getattr(cell, name) == value for name, value in wanted.items())]
        return [(cell, ours) for cell in cells if (ours := self._of(cell))]

    def _both(self, **wanted):
        """[(cell, ours, vncviewer's)] of those where both were measured."""
        return [(cell, ours, theirs) for cell, ours in self._ours(**wanted) if (theirs := self._of(cell, 'vncviewer'))]

    def lines(self):
        elsewhere = Line('click to first picture of four desktops at 100 ms', '<= 10 RTT + 150 ms', '`./dev bench first-light` measures it', None)
        return [*self._shares(), *self._ages(), *self._saturated(), *self._keys(), *self._processor(), self._click(), elsewhere, *self._big(), *self._pseudo(),
                *self._long_ways(), *self._tails(), *self._losses(), self._cold(), self._rests()]

    def _base(self, like):
        """vncviewer on the same server with the same film, without a delay: over a link of the same rate if that was measured, else of 1000 Mbit/s."""
        near = [cell for cell in self._cells
                if (cell.server, cell.picture) == (like.server, like.picture) and cell.rtt == '0ms' and cell.source == 'photo' and cell.rate in (like.rate, '1000mbit')]
        near.sort(key=lambda cell: cell.rate != like.rate)
        return self._of(near[0], 'vncviewer') if near else None

    def _shares(self):
        lines = []
        for where, least, isfar in (('0 to 500 ms', 0.98, False), ('1000 ms', 0.95, True)):
            for server in ('xvnc', 'x11vnc'):
                pairs = [(cell.name, ours['share']) for cell, ours in self._ours(server=server, source='photo', loss='0%')
                         if (cell.seconds_rtt > 0.5) == isfar and (carried(cell, ours) or not ours.get('bytes')) and ours['share'] is not None]
                lines.append(at_least(pairs, f'shown / drawn on {server} at {where}, where the link carries the picture', f'>= {least}', lambda value: f'{value:.3f}', least))
        return lines

    def _ages(self):
        plain = [(cell, ours, theirs) for cell, ours, theirs in self._both(source='photo', loss='0%', quality='auto')
                 if cell.rate != '4mbit' and cell.server in ('xvnc', 'x11vnc') and ours['age50']]
        pairs = [(cell.name, ours['age50'] - theirs['age50']) for cell, ours, theirs in plain if theirs['age50']]
        own = [(cell.name, ours['age50'] - cell.seconds_rtt / 2 - (ours['bytes'] or 0) / cell.bytes_a_second) for cell, ours, _ in plain]
        based = [(cell.name, ours['age50'] - base['age50'] - cell.seconds_rtt / 2) for cell, ours in self._ours(server='x11vnc', loss='0%') for base in [self._base(cell)]
                 if base and cell.rate != '4mbit' and ours['age50'] and base['age50']]
        return [at_most(pairs, "age p50, above vncviewer's", '<= 2 ms', milliseconds, 0.002),
                at_most(own, 'age p50, beyond the one-way delay and the time of its bytes', '<= 30 ms', milliseconds, 0.030),
                at_most(based, "age p50 on x11vnc, above vncviewer's at RTT 0 and the one-way delay", '<= 10 ms', milliseconds, 0.010)]

    def _saturated(self):
        found = [(cell, ours, theirs) for cell, ours, theirs in self._both(server='xvnc', rate='4mbit', source='photo') if ours['age50'] and theirs['age50']]
        pairs = [(cell.name, ours['age50'] / theirs['age50']) for cell, ours, theirs in found]
        rates = [(cell.name, ours['fps'] / theirs['fps']) for cell, ours, theirs in found if theirs['fps']]
        return [at_most(pairs, "age p50 at 4 Mbit/s, as a share of vncviewer's", '<= 1', share, 1), at_least(rates, "frames at 4 Mbit/s, as a share of vncviewer's", '>= 2', share, 2)]

    def _keys(self):
        idle, streaming = [], []
        for cell, ours, theirs in self._both():
            for what, pairs in (('key idle', idle), ('key streaming', streaming)):
                if cell.server != 'two' and cell.keys and theirs.get(what) is not None:
                    pairs.append((cell.name, asked(ours, what) - theirs[what]))
        lines = [at_most(idle, "key to picture while nothing happens, above vncviewer's", '<= 2 ms', milliseconds, 0.002),
                 at_most(streaming, "key to picture while it streams, above vncviewer's", '<= 0 ms', milliseconds, 0)]
        for rate in ('30mbit', '4mbit'):
            pairs = [(cell.name, asked(ours, 'key streaming') - ours['key idle']) for cell, ours in self._ours(server='two', rate=rate) if ours.get('key idle') is not None]
            lines.append(at_most(pairs, f'key to picture while another desktop streams, above alone, at {rate}', '<= 30 ms', milliseconds, 0.030))
        return lines

    def _processor(self):
        """At the same quality, where frames of one size are compared."""
        lines = []
        for picture, size, most in (('896x672', 100, 1.1), ('640x480', 50, 1.25)):
            pairs = [(cell.name, ours['cpu'] / theirs['cpu']) for cell, ours, theirs in self._both(quality='high', source='photo', picture=picture)
                     if cell.server != 'big' and ours['cpu'] and theirs['cpu']]
            lines.append(at_most(pairs, f"CPU a frame of {size} kB at the same quality, as a share of vncviewer's and its ssh", f'<= {most}', share, most))
        return lines

    def _click(self):
        pairs = [(cell.name, (ours['picture'] - 0.150) / cell.seconds_rtt) for cell, ours in self._ours(rtt='100ms', loss='0%')
                 if cell.server in ('xvnc', 'x11vnc') and cell.rate != '4mbit' and not cell.cold]
        return at_most(pairs, 'click to first picture at 100 ms, without 150 ms', '<= 8 RTT', lambda value: f'{value:.1f} RTT', 8)

    def _long_ways(self):
        """What an observer far away has from the first seconds on."""
        pairs = [(cell.name, ours['first3']) for cell, ours, _ in self._both(rtt='1000ms') if cell.server in ('xvnc', 'x11vnc')]
        shares = [(cell.name, ours['share'] - theirs['share']) for cell, ours, theirs in self._both(source='photo', loss='0%')
                  if cell.server in ('xvnc', 'x11vnc') and ours['share'] is not None and theirs['share'] is not None]
        return [at_least(pairs, 'frames a second in the first 3 s at 1000 ms', '>= 8', lambda value: f'{value:.1f}', 8),
                at_least(shares, "shown / drawn, above vncviewer's", '>= 0', lambda value: f'{value:+.3f}', 0)]

    def _tails(self):
        own, other = [], []
        for cell, ours, theirs in self._both(source='photo', loss='0%'):
            if cell.server in ('xvnc', 'x11vnc') and ours['age95'] and theirs['age95']:
                own.append((cell.name, ours['age95'] - cell.seconds_rtt / 2))
                other.append((cell.name, ours['age95'] / theirs['age95']))
        return [at_most(own, 'age p95, beyond the one-way delay', '<= 250 ms', milliseconds, 0.250), at_most(other, "age p95, as a share of vncviewer's", '<= 1.1', share, 1.1)]

    def _losses(self):
        found = [(cell, ours, theirs) for cell, ours, theirs in self._both(source='photo') if cell.loss != '0%' and ours['age95'] and theirs['age95']]
        rates = [(cell.name, ours['fps'] / theirs['fps']) for cell, ours, theirs in found if theirs['fps']]
        ages = [(cell.name, ours['age95'] / theirs['age95']) for cell, ours, theirs in found]
        return [at_least(rates, "frames with losses, as a share of vncviewer's", '>= 1.3', share, 1.3),
                at_most(ages, "age p95 with losses, as a share of vncviewer's", '<= 1', share, 1)]

    def _cold(self):
        pairs = [(cell.name, asked(ours, 'live') - 8 * cell.seconds_rtt) for cell, ours in self._ours() if cell.cold]
        return at_most(pairs, 'from the click to an image of now on a desktop that nobody viewed for a minute, without 8 RTT', '<= 1.5 s', seconds, 1.5)

    def _rests(self):
        pairs = [(cell.name, asked(ours, 'exact')) for cell, ours in self._ours(source='patch')]
        return at_most(pairs, 'a region beside a film at half load is lossless after it rests', '<= 2 s', seconds, 2)

    def _pseudo(self):
        """An 8-bit desktop whose color map rotates."""
        found = [(cell, ours, theirs) for cell, ours, theirs in self._both(server='pseudo', source='colours')]
        pictures = [(cell.name, ours['picture'] / theirs['picture']) for cell, ours, theirs in found]
        frames = [(cell.name, min(ours[what] / theirs[what] for what in ('first3', 'fps') if theirs[what])) for cell, ours, theirs in found if theirs['fps'] or theirs['first3']]
        sizes = [(cell.name, ours['bytes']) for cell, ours, _ in found if ours['bytes']]
        return [at_most(pictures, "first picture of an 8-bit desktop, as a share of vncviewer's", '<= 1.2', share, 1.2),
                at_least(frames, "frames of an 8-bit desktop, as a share of vncviewer's", '>= 1', share, 0.995),
                worst(sizes, 'a rotation of the color map of 1024x768', '< 2 kB', lambda value: f'{value / 1000:.2f} kB', lambda value: value < 2000, lambda value: value)]

    def _big(self):
        cores, workers = [], []
        for cell, ours in self._ours():
            width, height = (2560, 1600) if cell.server == 'big' else (1024, 768)
            if cell.server == 'big':
                cores.append((f'{cell.name}, {ours["fps"]:.1f} fps', ours['cores']))
            if ours.get('worker') is not None:
                workers.append((f'{cell.name}, may have {MEMORY + 2.2 * width * height * PIXEL:.0f} MB', (ours['worker'] - MEMORY) / (width * height * PIXEL)))
        return [at_most(cores, '2560x1600, 30 % damage at 30 fps, from a live Xvnc (`./dev bench stream` plays a recorded one)', '<= 1 core', lambda value: f'{value:.2f} cores', 1),
                at_most(workers, f'memory of a worker, beyond {MEMORY} MB', '<= 2.2 framebuffers', lambda value: f'{max(0.0, value):.2f} framebuffers', 2.2)]
