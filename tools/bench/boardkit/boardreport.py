# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of docs/developer/benchmarks/board.md from what was measured. Arithmetic and words alone."""

import os

from report import table

MOST_BOARD = 10  # % of a core, with 500 desks
MOST_DELAY = 1000  # ms, p95, with 500 desks
LEAST_FRAMES = 30  # a second
MOST_BITS = 3200  # a second and desk
MOST_DESK = 0.5  # % of a core


def percentiles(values):
    """By the nearest rank; empty of nothing."""
    if not values:
        return {}
    ordered = sorted(values)
    return {name: ordered[min(len(ordered) - 1, int(part * len(ordered)))] for name, part in (('p50', 0.5), ('p95', 0.95), ('p99', 0.99))} | {'most': ordered[-1]}


def verdict(value, limit, least=False):
    return 'reached' if (value >= limit if least else value <= limit) else '**missed**'


def ms(found):
    return ' / '.join(f'{found[name]:.0f}' for name in ('p50', 'p95', 'p99')) if 'p50' in found else 'none'


def bits(cell):
    """On the stream, of what a desk sends and hears."""
    return 8 * (cell['eachDesk']['sentBytes'] + cell['eachDesk']['receivedBytes'])


def measured(cells, sizes):
    """[(size, cell)] of those that were."""
    return [(size, cells[str(size)]) for size in sizes if cells.get(str(size))]


def board(cells, sizes):
    rows = [(size, f'{cell["board"]["core"]:.1f}', f'{cell["board"]["pss"]:.0f}', ms(cell['painted']), f'{cell["painted"]["count"]:,}', f'{cell["broker"]["core"]:.1f}',
             f'{cell["broker"]["pss"]:.0f}', f'{cell["machine"]:.0f} %', f'{cell["load"]:.1f}') for size, cell in measured(cells, sizes)]
    return table(('desks', 'board, % of a core', 'MB', 'change to screen p50 / p95 / p99, ms', 'rows painted', 'broker, % of a core', 'MB', 'machine', 'load'), rows)


def desk(cells, sizes):
    rows = []
    for size, cell in measured(cells, sizes):
        each = cell['eachDesk']
        rows.append((size, f'{each["published"]:.2f}', f'{each["sentBytes"]:.0f}', f'{each["receivedBytes"]:.0f}', f'{bits(cell) / 1000:.2f}', verdict(bits(cell), MOST_BITS), f'{each["core"]:.3f}',
                     verdict(each['core'], MOST_DESK)))
    return table(('desks', 'messages a second', 'bytes a second out', 'in', 'kbit/s', 'under 3.2', '% of a core', 'under 0.5 %'), rows)


def peer(cells, sizes):
    rows = [(size, ms(cell['heard']), f'{cell["heard"]["count"]:,}', f'{cell["peer"]["core"]:.2f}', ms(cell['painted']), f'{cell["board"]["core"]:.1f}')
            for size, cell in measured(cells, sizes)]
    text = table(('desks', 'mosquitto_sub has it, p50 / p95 / p99, ms', 'messages', '% of a core', 'on our screen, ms', '% of a core'), rows)
    if 'idle' in cells:
        text += f'\nThe broker with no client at all: {cells["idle"]["broker"]["core"]:.2f} % of a core, {cells["idle"]["broker"]["pss"]:.1f} MB.\n'
    return text


def targets(cells):
    rows = []
    cell = cells.get('500')
    if cell:
        rows.append(('board, CPU', f'{cell["board"]["core"]:.1f} % of a core', f'< {MOST_BOARD} %', verdict(cell['board']['core'], MOST_BOARD)))
        late = cell['painted'].get('p95')
        rows.append(('change to screen, p95', 'none seen' if late is None else f'{late:.0f} ms', f'< {MOST_DELAY} ms', '**missed**' if late is None else verdict(late, MOST_DELAY)))
        if 'scroll' in cell:
            rows.append(('scrolling', f'{cell["scroll"]["fps"]:.0f} frames a second, 95 % within {cell["scroll"]["p95"]:.0f} ms', f'{LEAST_FRAMES}', verdict(cell['scroll']['fps'], LEAST_FRAMES, least=True)))
        rows.append(('a desk, on the wire', f'{bits(cell) / 1000:.2f} kbit/s', '< 3.2 kbit/s', verdict(bits(cell), MOST_BITS)))
        rows.append(('a desk, CPU', f'{cell["eachDesk"]["core"]:.3f} % of a core', f'< {MOST_DESK} %', verdict(cell['eachDesk']['core'], MOST_DESK)))
    return table(('of 500 desks', 'seen', 'target', ''), rows)


def events(cells):
    rows = []
    if 'restart' in cells:
        cell = cells['restart']
        rows.append((f'broker killed and restarted under {cell["desksCount"]} desks', f'{cell["listens"]:.2f}', f'{cell["boardBack"]:.1f}', f'{cell["half"]:.1f}', f'{cell["all"]:.1f}',
                     f'{cell["load"]:.1f}'))
    if 'join' in cells:
        cell = cells['join']
        rows.append((f'{cell["desksCount"]} desks join in one moment', '', '', f'{cell["half"]:.1f}', f'{cell["all"]:.1f}', f'{cell["load"]:.1f}'))
    return table(('what', 'broker listens, s', 'board is connected, s', 'half of the desks on the board, s', 'all, s', 'load'), rows)


def limits(cells, sizes, counts):
    rows = []
    for name, count in [*((str(size), size) for size in sizes), *((f'limit-{count}', count) for count in counts)]:
        cell = cells.get(name)
        if cell:
            messages = cell.get('messages', cell.get('eachDesk', {}).get('published', 0) * count)
            rows.append((f'{count:,}', f'{messages:.0f}', f'{cell["broker"]["core"]:.1f}', f'{cell["broker"]["pss"]:.0f}', ms(cell['heard']), f'{cell["desks"]["core"]:.0f}', f'{cell["machine"]:.0f} %',
                         f'{cell["load"]:.1f}'))
    return table(('desks', 'messages a second in', 'broker, % of a core', 'MB', 'mosquitto_sub has it, ms', 'all desks, % of a core', 'machine', 'load'), rows)


def flood(cells):
    if 'flood' not in cells:
        return ''
    cell = cells['flood']
    return (f'Of {cell["publishers"]} clients that send all they can ({cell["size"]} bytes, QoS 0, one subscriber) this mosquitto took {cell["rate"]:,.0f} messages a second in, and sent as many, with '
            f'{cell["core"]:.0f} % of a core: {cell["microseconds"]:.1f} us of processor each. Few full sockets are the cheapest case.\n')


def words():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'limits.txt'), encoding='utf-8') as file:
        return file.read()


def page(cells, sizes, counts, intro):
    return f"""<!--
SPDX-FileCopyrightText: 2026 The Nightdesk developers
SPDX-License-Identifier: GPL-3.0-or-later
Written by ./dev bench board; its words on limits are in tools/bench/boardkit/limits.txt.
-->
# The board and its broker, with 5, 50 and 500 desks

{intro}

{targets(cells)}
## The board

{board(cells, sizes)}
*Change to screen*: from the time a desk stamps on a message until its row is painted, in one clock, for rows in sight. A row that fails moves
within a second. *MB*: proportional (PSS). *Machine*: all processors. Scrolling asks for a frame each 16 ms.

## A desk

{desk(cells, sizes)}
Bytes of the MQTT stream. TCP and IP add 52 to 104 for each message where nothing else uses the connection: 0.15 kbit/s. Processor: client and publisher
alone.

## Next to mosquitto_sub

It receives the same topics in the same run and writes each message into a file.

{peer(cells, sizes)}
## A broker restarts, and many desks join

{events(cells)}
A killed broker has lost what was retained: each desk reports its state again.

## How it is measured

`boarddesks` simulates many desks in one process: a console's client and publisher each, six displays, changing figures, a failure every ten minutes; each
has a socket to the broker, without ssh. `boardscreen` is the board's window, 1366x768 on an Xvfb. The broker is Debian's mosquitto with the access list
of `nightdesk broker`. All on one machine.

## One broker's limit

{limits(cells, sizes, counts)}
{flood(cells)}
{words()}"""
