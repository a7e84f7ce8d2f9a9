# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which figure of the console is right: what it showed against what was measured without it. Pure."""

import bisect
import dataclasses
import re
import statistics


@dataclasses.dataclass
class Row:
    """@p reached is None where one of the two was not to be had."""

    figure: str
    where: str
    bar: str
    shown: str
    measured: str
    reached: bool | None

    @property
    def verdict(self):
        return {True: 'reached', False: '**not reached**', None: '**not measured**'}[self.reached]

    def cells(self):
        return [self.figure, self.where, self.bar, self.shown, self.measured, self.verdict]


def milliseconds(value):
    return '-' if value is None else f'{value:.1f} ms'


def time_row(figure, where, shown, measured, fixed, part=0.02):
    """Times in milliseconds that may differ by @p fixed and that part of what was measured."""
    bar = f'within {fixed:g} ms' + (f' + {part * 100:g} %' if part else '')
    reached = None if shown is None or measured is None else abs(shown - measured) <= fixed + part * measured
    return Row(figure, where, bar, milliseconds(shown), milliseconds(measured), reached)


def rate_row(figure, where, shown, measured, part=0.05, unit='kB/s', scale=1000):
    reached = None if shown is None or not measured else abs(shown - measured) <= part * measured
    return Row(figure, where, f'within {part * 100:g} %', *('-' if value is None else f'{value / scale:.1f} {unit}' for value in (shown, measured)), reached)


def number_row(figure, where, shown, measured, most):
    reached = None if shown is None or measured is None else abs(shown - measured) <= most
    return Row(figure, where, f'within {most:g}', *('-' if value is None else f'{value:.1f}' for value in (shown, measured)), reached)


def ratio_row(figure, where, shown, measured, part):
    reached = None if shown is None or not measured else abs(shown - measured) <= part * measured
    return Row(figure, where, f'within {part * 100:g} %', *('-' if value is None else f'{value:.3f} : 1' for value in (shown, measured)), reached)


def count_row(figure, where, shown, counted):
    """@p counted: what the count was in the last moments, as the one that is shown is a moment old."""
    nearest = None if shown is None else min(counted, key=lambda each: abs(each - shown), default=None)
    return Row(figure, where, 'exact', *('-' if value is None else f'{value}' for value in (shown, nearest)), None if nearest is None else nearest == shown)


def limit_row(figure, where, seconds, most):
    return Row(figure, where, f'within {most:g} s', '-' if seconds is None else f'{seconds:.1f} s', '', None if seconds is None else seconds <= most)


def shares_rows(where, shown, counted):
    """@p shown: {kind: (share of pixels, share of bytes)}; @p counted: what {kind: (pixels, bytes)} of the server's rectangles was in
    the last moments, as what is shown is a moment old."""
    found = []
    for index, what in enumerate(('pixels', 'bytes')):
        figure = f'{what} by encoding, status'
        moments = [each for each in counted if sum(value[index] for value in each.values())]
        if not shown or not moments:
            found.append(Row(figure, where, 'exact', '-', '-', None))
            continue
        off = {}
        for each in moments:
            total = sum(value[index] for value in each.values())
            # As near as floating point is: a pixel more or less would be seen in it.
            off[max(abs(shown.get(kind, (0, 0))[index] * total - value[index]) for kind, value in each.items())] = each, total
        each, total = off[min(off)]
        words = [', '.join(f'{kind} {share * 100:.4g} %' for kind, share in shares.items() if share)
                 for shares in ({kind: value[index] for kind, value in shown.items()}, {kind: value[index] / total for kind, value in each.items()})]
        found.append(Row(figure, where, 'exact', *words, min(off) < 0.1))
    sums = [sum(each[index] for each in shown.values()) for index in (0, 1)]
    text = ' and '.join(f'{each * 100:.6g} %' for each in sums)
    return [*found, Row('sums of these shares', where, '100 %', text, '', None if not shown else all(abs(each - 1) < 1e-9 for each in sums))]


def rate_between(counts, begin, end):
    """A second, of [(when, count)] in order; counts between two looks are on a line. None: it is not known."""
    def count(moment):
        index = bisect.bisect_left(counts, (moment, 0))
        if not 0 < index < len(counts):
            return None
        (before, low), (after, high) = counts[index - 1], counts[index]
        return low + (high - low) * (moment - before) / (after - before) if after > before else high

    first, last = count(begin), count(end)
    return None if first is None or last is None else (last - first) / (end - begin)


def cost_row(figure, where, value, most, text):
    """@p text turns a value into words; below zero is noise of the two runs and counts as nothing."""
    return Row(figure, where, f'< {text(most)}', '-' if value is None else text(value), '', None if value is None else value < most)


def number_of(text):
    """The number that a text of the screen begins with, for example "98 ms" or "≈ 1.2 s" in ms; None: it shows none."""
    found = re.match(r'[^\d<]*(\d+(?:[.,]\d+)?)\s*(µs|ms|s)?', text or '')
    if not found:
        return None
    value = float(found.group(1).replace(',', '.'))
    return value * {'µs': 0.001, 's': 1000}.get(found.group(2), 1)


def same_order(tried, measured, part=0.2, least=50):
    """Whether a Try, (best, {setting: ms}), has the order of {setting: ms}. What differs by less than that part or so many ms is alike:
    nobody sees it, and two measurements of one setting differ by as much."""
    best, times = tried

    def is_slower(slow, fast):
        return measured[slow] > measured[fast] * (1 + part) and measured[slow] > measured[fast] + least

    if best not in measured or times.keys() != measured.keys() or None in times.values():
        return False
    pairs = [(slow, fast) for slow in measured for fast in measured if is_slower(slow, fast)]
    return all(times[slow] > times[fast] for slow, fast in pairs) and best not in {slow for slow, _ in pairs}


def order_row(where, agreed, cases):
    wanted = cases - cases // 10
    return Row('order of *Try*, on screen', where, f'{wanted} of {cases} as measured', f'{agreed} of {cases}', '', agreed >= wanted if cases else None)


def layer(layers, name, key='nowMs', to=None):
    """A figure of a layer in the status of the console; None: it is unknown."""
    return next((each.get(key) for each in layers if each['layer'] == name and (to is None or each.get('to') == to)), None)


def kernel_round_trips(text):
    """(smoothed, least) in ms of the busiest connection in what `ss -tin` prints; None where it has none."""
    found = []
    for line in text.splitlines():
        smoothed = re.search(r'\brtt:([\d.]+)/', line)
        least = re.search(r'\bminrtt:([\d.]+)', line)
        received = re.search(r'\bbytes_received:(\d+)', line)
        if smoothed:
            found.append((int(received.group(1)) if received else 0, float(smoothed.group(1)), float(least.group(1)) if least else None))
    return max(found)[1:] if found else (None, None)


def middle(values):
    """The median of those that are known; None of none."""
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None
