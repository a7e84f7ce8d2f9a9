# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of docs/developer/benchmarks/xtrace.md from what was measured. Arithmetic and words alone."""

import statistics

from report import table

WITHIN = 0.2  # of what was seen
MOST_CORE = 0.03
MOST_TRIP = 1000  # microseconds


def predicted(cost, delay):
    """Microseconds of a start over a line with this round trip, milliseconds; the lines of the benchmark have no rate."""
    return cost['roundTrips'] * delay * 1000 + cost['localMicroseconds']


def error(cost, delay, seen):
    return predicted(cost, delay) / seen - 1


def seconds(microseconds):
    return f'{microseconds / 1e6:.2f}' if microseconds < 99.5e6 else f'{microseconds / 1e6:.0f}'


def without_line(cells, programs):
    """[(program, cell)] of those that were measured so."""
    return [(program, cells[f'{program}/0']) for program in programs if cells.get(f'{program}/0')]


def counts(cells, programs):
    rows = []
    for program, cell in without_line(cells, programs):
        counted = (f'{cell["start"][what]:,}' for what in ('requests', 'withReply', 'roundTrips', 'events', 'errors', 'bytesUp', 'bytesDown'))
        rows.append((program, *counted, seconds(cell['startMicroseconds']), f'{cell["load"]:.1f}'))
    return table(('program', 'requests', 'with a reply', 'round trips', 'events', 'errors', 'bytes up', 'bytes down', 'start, s', 'load'), rows)


def questions(cells):
    """How the figures of a start that others tell come out of these: they count other things, or until another moment."""
    clock, picture = cells.get('xclock/0'), cells.get('ds9/0')
    text = ''
    if clock:
        replies = clock['start']['withReply']
        text += f'xclock: {replies} requests with a reply, {replies + 1} with the set-up, which is a round trip as well.\n'
    if picture:
        text += (f'ds9: {picture["start"]["roundTrips"]:,} round trips until the last map of its start; 4,904 of them until its main window is mapped\n'
                 '([xtrace.md](../design/xtrace.md#what-the-numbers-mean)).\n')
    return text


def forecasts(cells, programs, delays):
    rows = []
    for program, base in without_line(cells, programs):
        cost = base['startCost']
        for delay in delays:
            seen = cells.get(f'{program}/{delay}')
            if not delay or not seen:
                continue
            off = error(cost, delay, seen['startMicroseconds'])
            rows.append((program, delay, f'{cost["roundTrips"]:,}', f'{seen["startCost"]["roundTrips"]:,}', seconds(predicted(cost, delay)),
                         seconds(seen['startMicroseconds']), f'{off * 100:+.0f} %', 'yes' if abs(off) <= WITHIN else '**no**', f'{seen["load"]:.1f}'))
    return table(('program', 'RTT, ms', 'round trips without a line', 'with it', 'start predicted, s', 'seen, s', 'off by', 'within 20 %', 'load'), rows)


def agreement(cells, programs, delays):
    runs = [(program, delay, cells[f'{program}/{delay}']) for program in programs for delay in delays if f'{program}/{delay}' in cells]
    messages = sum(cell['whole'][kind] for _, _, cell in runs for kind in ('requests', 'replies', 'events', 'errors'))
    wrong = [(program, f'{delay} ms', cell['agrees']) for program, delay, cell in runs if cell['agrees']]
    text = f'{len(runs) - len(wrong)} of {len(runs)} runs agree in each request, reply, event and error with what Debian\'s xtrace counted of the same run; {messages:,} messages.\n'
    return text + ('\n' + table(('program', 'RTT', 'ours, xtrace'), wrong) if wrong else '')


def heaviest(cells, programs):
    rows = []
    for program, cell in without_line(cells, programs):
        found = sorted(((each['roundTrips'], name) for name, each in cell['start']['byRequest'].items() if each['roundTrips']), reverse=True)
        rows.append((program, ', '.join(f'{name} {count:,}' for count, name in found[:6])))
    return table(('program', 'round trips by request, without a line'), rows)


def relay(found):
    if not found:
        return ''
    rows, middles = [], {}
    for witness in (False, True):
        runs = [each for each in found if each['witness'] is witness]
        middle = {name: statistics.median(each[name] for each in runs) for name in ('core', 'roundTrip50', 'roundTrip95', 'mbits', 'load')}
        middles[witness] = middle
        rows.append(('with a trace written' if witness else 'without', f'{middle["core"] * 100:.2f} %', f'{middle["roundTrip50"]:.0f}', f'{middle["roundTrip95"]:.0f}',
                     f'{middle["mbits"]:.1f}', f'{middle["load"]:.1f}'))
    more = middles[True]['core'] - middles[False]['core']
    later = middles[True]['roundTrip50'] - middles[False]['roundTrip50']
    text = table(('relay', 'of a core', 'round trip, median, us', '95 %', 'Mbit/s', 'load'), rows)
    return text + (f'\nThe trace costs {max(more, 0) * 100:.2f} % of a core (target: at most {MOST_CORE * 100:.0f} %: {"reached" if more <= MOST_CORE else "**missed**"}) and '
                   f'{later / 1000:.3f} ms of a round trip (target: at most 1 ms: {"reached" if later <= MOST_TRIP else "**missed**"}).\n')


def page(cells, programs, delays, intro):
    return f"""<!--
SPDX-FileCopyrightText: 2026 The Nightdesk developers
SPDX-License-Identifier: GPL-3.0-or-later
Written by ./dev bench xtrace.
-->
# X programs' starts, counted and predicted

{intro}

A start lasts from the command until the last window that the program opens unasked ([xtrace.md](../design/xtrace.md)). RTT is there and back. The line is
`nightdesk xtrace --delay`. All is on one machine, with an Xvfb without a window manager and Debian's xtrace in between, which is in the times.

## Counts of a start

{counts(cells, programs)}
{questions(cells)}
{heaviest(cells, programs)}
## Predicted and seen

Predicted from the run without a line: round trips that take time × RTT, plus the time it took there.

{forecasts(cells, programs, delays)}
## Counted twice

{agreement(cells, programs, delays)}
## What it costs

A client draws 30 Mbit/s of pictures and small requests through the relay, and asks for the focus each 10 ms.

{relay(cells.get('cost'))}"""
