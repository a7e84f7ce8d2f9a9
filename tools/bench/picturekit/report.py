# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table for people (Markdown) and for programs (CSV)."""

import csv
import os
import subprocess
import time

HOUSE = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))
BENCHMARKS = os.path.join(HOUSE, 'docs', 'developer', 'benchmarks')  # where pages go
LICENSE = '<!--\nSPDX-FileCopyrightText: 2026 The Nightdesk developers\nSPDX-License-Identifier: GPL-3.0-or-later\n-->'
# The CSV file has the rest.
HEADS = ('cell', 'viewer', 'quality', 'fps (of drawn)', 'age p50/p95, ms', 'key above RTT, ms: streaming/idle', 'kB a frame', 'CPU a frame, ms', 'first picture, s', 'machine')
OFFERS = {'krdc': 'medium', 'remmina': 'good'}
FIELDS = ('cell', 'viewer', 'quality', 'runs', 'fps', 'share', 'first3', 'age50', 'age95', 'age99', 'key streaming', 'key idle', 'bytes', 'rate', 'cpu', 'cores', 'memory',
          'worker', 'picture', 'busy', 'load', 'live', 'exact', 'rests', 'requests', 'queue', 'congestion', 'steps', 'error')


def quality(cell, viewer):
    """What the viewer asked its server for."""
    if viewer == 'vncviewer':
        return 'Tight 8' if cell.quality == 'high' else 'its own choice'
    return OFFERS.get(viewer, cell.quality)


def ms(value):
    return '-' if value is None else f'{value * 1000:.0f}'


def row(cell, viewer, figures):
    start = [f'`{cell.name}`', viewer, quality(cell, viewer)]
    if 'error' in figures:
        return [*start, plain(figures['error']), *[''] * (len(HEADS) - 4)]
    share = '' if figures['share'] is None else f' ({figures["share"]:.2f})'
    keys = f'{ms(figures.get("key streaming"))}/{ms(figures.get("key idle"))}' if 'key idle' in figures or 'key streaming' in figures else ''
    trips = f' = {figures["picture"] / cell.seconds_rtt:.1f} RTT' if cell.seconds_rtt >= 0.02 else ''
    return [*start, f'{figures["fps"]:.1f}{share}', f'{ms(figures["age50"])}/{ms(figures["age95"])}', keys,
            '-' if figures['bytes'] is None else f'{figures["bytes"] / 1000:.1f}', '-' if figures['cpu'] is None else f'{figures["cpu"] * 1000:.2f}',
            f'{figures["picture"]:.2f}{trips}', f'{figures["busy"]:.0%}' + (f'; {figures["failed"]} failed' if figures.get('failed') else '')]


def git(*words):
    return subprocess.run(['git', '-C', HOUSE, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout.strip()


def commit():
    """What is checked out."""
    return git('describe', '--always', '--dirty') or 'unknown'


def measured(when=None):
    """When and of what figures are, for the head of a page; @p when: seconds since 1970, else now."""
    build = os.path.basename(os.environ.get('NIGHTDESK_BUILD_DIR', ''))
    return f'{time.strftime("%Y-%m-%d %H:%M", time.gmtime(when))} UT at {commit()}, preset {build}'


def sources(*options):
    """What figures depend on, with these options: the same for two commits that differ in nothing but documents and tests."""
    parts = ('CMakeLists.txt', 'CMakePresets.json', 'app', 'cmake', 'monitors', 'sessions', 'tools', 'widgets')
    return '\n'.join([*map(str, options), git('rev-parse', *(f'HEAD:{part}' for part in parts)), git('diff', 'HEAD', '--', *parts)])


def plain(text):
    return ' '.join(text.replace('|', '/').split())


def table(heads, rows):
    # Without blanks at the bars: nobody edits these tables, and they are long.
    lines = [heads, ['---'] * len(heads), *rows]
    return ''.join(f'|{"|".join(map(str, each))}|\n' for each in lines)


def rows_of(cells, medians):
    """[(cell, viewer, figures)] of all that was measured, cell by cell."""
    found = []
    for cell in cells:
        for viewer in cell.viewers:
            figures = medians(cell.name, viewer)
            if figures:
                found.append((cell, viewer, figures))
    return found


def target_table(lines):
    return table(('what', 'target', 'seen', ''), [(line.what, line.target, line.seen, line.verdict) for line in lines])


def markdown(title, intro, rows, lines):
    return f'''{LICENSE}
# {title}

{intro}

## Targets

{target_table(lines)}
## Cells

{table(HEADS, [row(*each) for each in rows])}'''


def write_page(directory, name, text):
    """Writes a page there, whose path it returns; @p directory is made if it has to be."""
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, name + '.md')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return path


def write_csv(directory, name, heads, rows, form='.5g'):
    """Numbers that are not whole are written in that form."""
    with open(os.path.join(directory, name + '.csv'), 'w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(heads)
        writer.writerows([format(value, form) if isinstance(value, float) else value for value in row] for row in rows)


def csv_row(cell, viewer, figures):
    values = {'cell': cell.name, 'viewer': viewer, 'quality': quality(cell, viewer)} | figures
    if values.get('steps'):
        values['steps'] = ', '.join(f'{step} {took:.3f}' for step, took in values['steps'].items())
    return [values.get(name) for name in FIELDS]


def write(directory, name, title, intro, rows, lines):
    write_page(directory, name, markdown(title, intro, rows, lines))
    write_csv(directory, name, FIELDS, [csv_row(*each) for each in rows])
