# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured, kept in a file so that a second start goes on; medians, targets and the page of them. Pure but for the file."""

import statistics

import paper
from report import LICENSE, table
from results import Results
from rows import AT_SUMMIT, NAMES, Way, key

SLACK = 0.05  # s: two medians of three that differ by less are the same


class TableResults(Results):
    """@p path empty: nothing is kept. {"LINK | WAY": {row: [seconds, {"error": why}, {"stopped": seconds, "trips": packets}]}}"""

    def missing(self, cell, rows):
        """Those of @p rows that have no figure; what failed is tried again."""
        found = self.cells.get(cell, {})
        return [row for row in rows if median(found.get(row)) is None]

    def put(self, cell, found):
        super().put(cell, self.cells.get(cell, {}) | found if isinstance(found, dict) else found)

    def value(self, link, way, row):
        """Seconds, {'stopped': ...} or None."""
        return median(self.cells.get(key(link, way), {}).get(row))

    def at_summit(self):
        return median(self.cells.get(AT_SUMMIT, {}).get('ds9 start'))

    def failure(self, link, way, row):
        runs = self.cells.get(key(link, way), {}).get(row) or []
        return next((run['error'] for run in reversed(runs) if isinstance(run, dict) and 'error' in run), None)


def median(runs):
    """The middle of those that came through; how far the last one came where none did; None: no figure."""
    good = [run for run in runs or [] if isinstance(run, (int, float))]
    if good:
        return statistics.median(good)
    return next((run for run in reversed(runs or []) if 'stopped' in run), None)


def shown(value):
    if value is None:
        return '-'
    if isinstance(value, dict):
        return f'> {value["stopped"]:.0f} ({value["trips"]} packets up)'
    return f'{value:.2f}' if value < 100 else f'{value:.0f}'


def link_table(results, link, ways):
    """Ways across, rows down; ways that were not measured are left out."""
    there = [way for way in ways if key(link, way) in results.cells]
    return table(['s', *(way.name for way in there)], [[row, *(shown(results.value(link, way, row)) for way in there)] for row in NAMES]) if there else ''


def paper_table():
    """One column for each way of the paper: compressed / not."""
    def cell(way, row):
        found = [paper.figure(way, row, compression) for compression in (True, False)]
        return '' if found[0] is None else f'{found[0]:.1f}' if way == 'local' else ' / '.join(f'{each:.1f}' for each in found)

    return table(['2004, s', *paper.WAYS], [[row, *(cell(way, row) for way in paper.WAYS)] for row in paper.TABLE])


def no_later(one, other, slack=SLACK):
    """Whether @p one is no later than @p other; None where one of them has no figure. Stopped is later than whatever has a time."""
    if one is None or other is None:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        return True if abs(one['trips'] - other['trips']) <= max(one['trips'], other['trips']) * 0.1 else one['trips'] > other['trips']
    if isinstance(one, dict):
        return None if other > one['stopped'] else False
    if isinstance(other, dict):
        return True
    return one <= other * 1.05 + slack


def targets(results, links, ways):
    """[(what, target, seen, reached or None)]"""
    lines = []
    there = {(link.name, way) for link in links for way in ways if key(link, way) in results.cells}
    for link in links:
        summit = results.at_summit()
        for way in ways:
            if way.kind != 'vnc-app' or (link.name, way) not in there or link.window:
                continue
            value = results.value(link, way, 'ds9 start')
            limit = None if summit is None else summit + 8 * link.rtt + 0.3
            lines.append((f'ds9 as {way.name}, {link.name}: from click to painted', '-' if limit is None else f'<= {summit:.2f} s in Xvnc + 8 RTT + 0.3 s = {limit:.2f} s',
                          shown(value), None if limit is None or not isinstance(value, (int, float)) else value <= limit))
        for compression in (False, True):
            peer = Way('vncviewer', compression)
            for way in ways:
                if way.kind in ('vnc', 'vnc-app') and way.compression == compression and (link.name, way) in there and (link.name, peer) in there:
                    lines.append(against(results, link, way, peer, ('file chooser', 'zoom in', 'zoom out', 'colormap drag', 'region drag')))
            way, peer = Way('x11', compression), Way('ssh -Y', compression)
            if (link.name, way) in there and (link.name, peer) in there:
                lines.append(against(results, link, way, peer, [name for name in NAMES if name != 'viewer start']))
    return lines


def against(results, link, way, peer, rows):
    """One line: in which of the rows @p way is later than @p peer."""
    late, judged = [], 0
    for row in rows:
        one, other = results.value(link, way, row), results.value(link, peer, row)
        verdict = no_later(one, other)
        if verdict is None:
            continue
        judged += 1
        if not verdict:
            late.append(f'{row} {shown(one)} against {shown(other)}')
    what = f'{way.name}, {link.name}: ' + ('every row' if len(rows) > 6 else 'zoom, chooser and drags')
    return (what, f"<= {peer.name}'s, but for 5 % and {SLACK * 1000:.0f} ms", '; '.join(late) or f'so in {judged} of {len(rows)} rows',
            None if judged == 0 or (not late and judged < len(rows)) else not late)


def target_table(lines):
    word = {True: 'reached', False: '**not reached**', None: 'not measured whole'}
    return table(['what', 'target', 'seen', ''], [[what, target, seen, word[reached]] for what, target, seen, reached in lines])


def failures(results, links, ways):
    """Rows that failed, those of one reason in one line."""
    lines = {}
    for link in links:
        for way in ways:
            for row in NAMES:
                why = results.failure(link, way, row)
                if why:
                    lines.setdefault((link.name, way.name, ' '.join(why.split())[:300]), []).append(row)
    return '\n'.join(f'- {link}, {way}, {", ".join(rows)}: {why}' for (link, way, why), rows in lines.items())


def page(results, links, ways, intro, more=()):
    parts = [LICENSE, '# Table 1: X programs over a long link\n', intro + '\n']
    lines = [*targets(results, links, ways), *more]
    if lines:
        parts += ['## Targets\n', target_table(lines)]
    if results.at_summit() is not None:
        parts += [f'ds9 inside a running Xvnc, seen at the summit: {shown(results.at_summit())} s from its start until its image stood there.\n']
    for link in links:
        text = link_table(results, link, ways)
        if text:
            words = f'round trip {link.rtt * 1000:.0f} ms' + (f', {link.rate}' if link.rate else '') + (f', TCP windows of {link.window} bytes' if link.window else '')
            parts += [f'## {link.name}: {words}\n', text]
    parts += ['## Beside them, 2004\n', 'Kibrick et al., table 1: round trip 100 ms, slowest leg 30 Mbit/s, TCP windows of 8 KiB, ds9 of that time, a smaller image; compressed / not compressed.\n', paper_table()]
    told = failures(results, links, ways)
    if told:
        parts += ['## What failed\n', told + '\n']
    return '\n'.join(parts)
