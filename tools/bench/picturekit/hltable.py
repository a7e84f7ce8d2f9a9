# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the experiment of VNC-HL varies, what the paper saw, and what is to be seen now. Pure."""

PERIODS = (0, 1, 30, 40, 50, 150, 500)
DELAYS = (0, 50, 100, 500, 1000)
PICTURE = '640x96'  # 61 kB as raw pixels of 8 bits, and what Tight makes of it for us
FPS = 25
NARROW = '8mbit'  # two thirds of what the film needs uncompressed
# What the paper saw: 1024x768, 24 bits, a film; frames a second at these round-trip times in ms.
PAPER = {0: {50: '3.0', 500: '0.4'}, 1: {0: '18-22', 50: '18-22', 100: '18-22', 500: '18-22', 1000: '7.6'}, 40: {0: '14-16', 50: '14-16', 100: '14-16', 500: '14-16', 1000: '9.6'},
         50: {0: '14-16', 50: '14-16', 100: '14-16', 500: '14-16', 1000: '9.6'}}


def policy_name(period):
    return {None: 'nightdesk', 0: 'stock'}.get(period, f'{period} ms')


def overloaded(figures, rtt):
    """Whether the picture is more than a second older than the way makes it, or becomes so. @p rtt in ms."""
    return figures['age50'] is not None and figures['age50'] > rtt / 2000 + 1 and figures['growth'] is not None and figures['growth'] > -0.5


def verdicts(rows):
    """What the table shows, as (what, target, seen, reached). @p rows are [((server, rtt, rate, period), figures)]."""
    good = {item: figures for item, figures in rows if 'error' not in figures}
    found = []
    for (server, rtt, rate, period), figures in good.items():
        if period == 1 and rate == NARROW:
            found.append((f'{server}: the overload of asking each millisecond shows at {rtt} ms, {rate}', 'age p50 more than 1 s above the way',
                          f'{figures["age50"] or 0:.1f} s, {figures["fps"]:.1f} fps', overloaded(figures, rtt)))
        if period is None and rate == NARROW:
            found.append((f'{server}: ours is not overloaded there', 'age p50 at most 1 s above the way', f'{figures["age50"] or 0:.1f} s, {figures["fps"]:.1f} fps',
                          figures['age50'] is not None and not overloaded(figures, rtt)))
        if period is None and rate != NARROW:
            others = [other['fps'] for (s, t, r, p), other in good.items() if (s, t, r) == (server, rtt, rate) and p is not None and not overloaded(other, t)]
            if others:
                found.append((f'{server}, {rtt} ms: our frames a second', 'at least 0.98 of the best of the others, and of 25', f'{figures["fps"]:.1f} of {max(others):.1f}',
                              figures['fps'] >= 0.98 * min(FPS, max(others))))
    return found
