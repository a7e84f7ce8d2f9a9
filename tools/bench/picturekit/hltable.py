# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the experiment of VNC-HL varies, what the paper saw, and what is to be seen now. Pure."""

PERIODS = (0, 1, 30, 40, 50, 150, 500)
DELAYS = (0, 50, 150, 500, 1000)
PICTURE = '640x96'  # 61 kB as raw pixels of 8 bits, and what Tight makes of it for us
FPS = 25
NARROW = '8mbit'  # two thirds of what the film needs uncompressed
# Table I of the paper: 1024x768, 24 bits, a film, at least 5 runs of a minute. {period: {round trip in ms: (pre-requests, frames a second)}};
# its stock viewer makes no pre-requests.
PAPER = {
    0: {0: (None, 10.8), 50: (None, 3.0), 150: (None, 1.4), 500: (None, 0.4), 1000: (None, 0.2)},
    1: {0: (217.35, 21.0), 50: (212.74, 22.2), 150: (213.82, 22.2), 500: (218.16, 17.9), 1000: (197.86, 7.6)},
    50: {0: (4.91, 16.1), 50: (9.78, 14.8), 150: (8.90, 15.1), 500: (7.44, 14.1), 1000: (7.51, 9.6)},
    150: {0: (3.01, 11.3), 50: (1.00, 12.0), 150: (2.46, 7.8), 500: (1.47, 8.6), 1000: (1.81, 7.0)},
    500: {0: (0.00, 9.1), 50: (0.00, 3.0), 150: (0.22, 3.6), 500: (1.00, 2.6), 1000: (0.43, 3.2)},
}


def paper_frames(rtt, rate, period):
    """None where the paper has none."""
    return PAPER.get(period, {}).get(rtt, (None, None))[1] if rate != NARROW else None


def paper_requests(rtt, rate, period):
    return PAPER.get(period, {}).get(rtt, (None, None))[0] if rate != NARROW else None


def policy_name(period):
    return {None: 'nightdesk', 0: 'stock'}.get(period, f'{period} ms')


def overloaded(figures, rtt):
    """Whether the picture is more than a second older than the way makes it, or becomes so. @p rtt in ms."""
    return figures['age50'] is not None and figures['age50'] > rtt / 2000 + 1 and figures['growth'] is not None and figures['growth'] > -0.5


def seen_age(age):
    return 'no image' if age is None else f'{age:.1f} s'


def is_young(figures, rtt):
    """Whether nearly every picture is at most a second older than the way makes it. @p rtt in ms."""
    return figures['age95'] is not None and figures['age95'] <= rtt / 2000 + 1


def verdicts(rows):
    """What the table shows, as (what, target, seen, reached). @p rows are [((server, rtt, rate, period), figures)]."""
    good = {item: figures for item, figures in rows if 'error' not in figures}
    found = []
    for (server, rtt, rate, period), figures in good.items():
        if period == 1 and rate == NARROW:
            found.append((f'{server}: the overload of asking each millisecond shows at {rtt} ms, {rate}', 'age p50 more than 1 s above the way',
                          f'{seen_age(figures["age50"])}, {figures["fps"]:.1f} fps', overloaded(figures, rtt)))
        if period is None and rate == NARROW:
            found.append((f'{server}: ours is not overloaded there', 'age p95 at most 1 s above the way', f'{seen_age(figures["age95"])}, {figures["fps"]:.1f} fps',
                          is_young(figures, rtt)))
        if period is None and rate != NARROW:
            others = [other['fps'] for (s, t, r, p), other in good.items() if (s, t, r) == (server, rtt, rate) and p is not None and not overloaded(other, t)]
            best = max(others, default=0)
            found.append((f'{server}, {rtt} ms: our frames a second, their age p95', 'at least 0.98 of the best of the others, and of 25; at most 1 s above the way',
                          f'{figures["fps"]:.1f} of {best:.1f}; {seen_age(figures["age95"])}', figures['fps'] >= 0.98 * min(FPS, best) and is_young(figures, rtt)))
    return found
