# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table for people (Markdown) and for programs (CSV)."""

import csv
import os
import subprocess

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


def git(directory, *words):
    return subprocess.run(['git', '-C', directory, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout.strip()


def commit(directory):
    """What is checked out in @p directory."""
    return git(directory, 'describe', '--always', '--dirty') or 'unknown'


def sources(directory, *options):
    """What figures depend on, with these options: the same for two commits that differ in nothing but documents and tests."""
    parts = ('CMakeLists.txt', 'CMakePresets.json', 'app', 'cmake', 'monitors', 'sessions', 'tools', 'widgets')
    return '\n'.join([*map(str, options), git(directory, 'rev-parse', *(f'HEAD:{part}' for part in parts)), git(directory, 'diff', 'HEAD', '--', *parts)])


def plain(text):
    return ' '.join(text.replace('|', '/').split())


def table(heads, rows):
    # Without blanks at the bars: nobody edits these tables, and they are long.
    lines = [f'|{"|".join(heads)}|', f'|{"---|" * len(heads)}']
    return '\n'.join([*lines, *(f'|{"|".join(each)}|' for each in rows)]) + '\n'


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
    return f'''<!--
SPDX-FileCopyrightText: 2026 The Nightdesk developers
SPDX-License-Identifier: GPL-3.0-or-later
-->
# {title}

{intro}

## Targets

{target_table(lines)}
## Cells

{table(HEADS, [row(*each) for each in rows])}'''


def write_csv(path, rows):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(FIELDS)
        for cell, viewer, figures in rows:
            values = {'cell': cell.name, 'viewer': viewer, 'quality': quality(cell, viewer)} | figures
            if values.get('steps'):
                values['steps'] = ', '.join(f'{step} {took:.3f}' for step, took in values['steps'].items())
            writer.writerow([f'{values[name]:.5g}' if isinstance(values.get(name), float) else values.get(name, '') for name in FIELDS])


def write(directory, name, title, intro, rows, lines):
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, name + '.md'), 'w', encoding='utf-8') as file:
        file.write(markdown(title, intro, rows, lines))
    write_csv(os.path.join(directory, name + '.csv'), rows)
