# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does something grow with the events of a night? Least squares, and Student's t for how sure that is. Pure.

A figure that is steady is not one that looks so: it is one whose growth, at the upper end of its confidence interval, stays
under the limit. What was too noisy or too short to tell is told apart from what grows.
"""

import math
from dataclasses import dataclass

CONFIDENCE = 0.95
LIMIT = 0.01  # of its level, per night of events
# For what is counted, and for each of thousands of sizes of memory blocks: chance must not accuse anybody.
CERTAINTY = 0.9999


def _beta_fraction(a, b, x):
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    result = d
    for m in range(1, 400):
        for top in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 + top * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + top / c
            c = c if abs(c) > tiny else tiny
            result *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return result


def student_below(t, degrees):
    """The part of Student's distribution that lies below @p t."""
    if t == 0:
        return 0.5
    x = degrees / (degrees + t * t)
    a, b = degrees / 2, 0.5
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) if 0 < x < 1 else 0.0
    if x < (a + 1) / (a + b + 2):
        tail = front * _beta_fraction(a, b, x) / a
    else:
        tail = 1 - front * _beta_fraction(b, a, 1 - x) / b
    return 1 - tail / 2 if t > 0 else tail / 2


def student_quantile(part, degrees):
    """The t that @p part of the distribution lies below."""
    low, high = -1e7, 1e7
    for _ in range(200):
        middle = (low + high) / 2
        if student_below(middle, degrees) < part:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@dataclass(frozen=True)
class Fit:
    slope: float
    level: float  # the mean
    error: float  # standard error of the slope
    degrees: int

    def interval(self, confidence=CONFIDENCE):
        """Where the slope is, with this confidence."""
        if self.error == 0:
            return self.slope, self.slope
        reach = student_quantile((1 + confidence) / 2, self.degrees) * self.error
        return self.slope - reach, self.slope + reach


def fit(xs, ys):
    """The straight line through the points; None where there are too few, or all at one place."""
    count = len(xs)
    if count < 4:
        return None
    mean_x, mean_y = sum(xs) / count, sum(ys) / count
    spread = sum((x - mean_x) ** 2 for x in xs)
    if spread == 0:
        return None
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread
    rest = sum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in zip(xs, ys, strict=True))
    # What is left of a perfect line is only rounding.
    error = 0.0 if rest < 1e-18 * max(1.0, sum(y * y for y in ys)) else math.sqrt(rest / (count - 2) / spread)
    return Fit(slope, mean_y, error, count - 2)


@dataclass(frozen=True)
class Verdict:
    name: str
    word: str  # "steady", "grows", "not shown"
    level: float = 0.0
    low: float = 0.0  # of the growth per night, as a part of the level
    high: float = 0.0

    @property
    def passes(self):
        return self.word == 'steady'


def judge(name, nights, values, counted=False):
    """One figure over a night's events, warm-up left out already. @p nights: how many nights of events had passed.

    What is counted (descriptors, threads) must not grow at all: a small leak in a large number is less than any part of it.
    """
    line = fit(nights, values)
    if line is None:
        return Verdict(name, 'not shown')
    low, high = line.interval()
    level = abs(line.level) or 1.0
    word = 'steady' if high / level < LIMIT else 'grows' if low / level >= LIMIT else 'not shown'
    if counted and grows_surely(line):
        word = 'grows'
    return Verdict(name, word, line.level, low / level, high / level)


def grows_surely(line, certainty=CERTAINTY):
    return line.interval(certainty)[0] > 0


def growing_kinds(nights, counts):
    """Of things counted by kind, a {kind: number} for each sample, the kinds of which there surely are more and more."""
    lines = {kind: fit(nights, [sample.get(kind, 0) for sample in counts]) for kind in sorted({kind for sample in counts for kind in sample})}
    return [kind for kind, line in lines.items() if line and grows_surely(line)]


def growing_sizes(events, counts, least=0.5):
    """Of many sizes of memory blocks, those of which more and more are in use: [(size, growth per event)].

    @p events: how many times something had happened that may leak, or how many nights of it, for each sample; @p counts: for
    each sample {size: blocks in use}. A leak leaves whole blocks; what grows by less than @p least is none.
    """
    found = []
    for size in sorted({size for sample in counts for size in sample}):
        line = fit(events, [sample.get(size, 0) for sample in counts])
        if line and line.slope >= least and grows_surely(line):
            found.append((size, line.slope))
    return found


def less(counts, known, times):
    """@p counts, {size: blocks} for each sample, without what is @p known, {size: blocks} each time, of @p times by then."""
    return [{size: count - known.get(size, 0) * often for size, count in sample.items()} for sample, often in zip(counts, times, strict=True)]
