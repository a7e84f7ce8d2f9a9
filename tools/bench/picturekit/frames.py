# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What framesource and frameprobe wrote down, and what follows from it. Pure but for reading the files; times in seconds."""

import math

# What a strip's id means, from the id of its source: see framecanvas.h.
FRAME, KEY, TOP, BOTTOM = 0, 1, 2, 3
WHOLE = 4  # strips of one desktop
PATCH = 16  # not a strip: the sum of a region that rests
RESTS = 4.0  # s of each five: see RestingPatch
LATE = 0.3  # s: how much older than the median age a frame may be and still count as shown


def read_source(path):
    """({frame: when drawn}, {key: when it came}); numbers go up from 1."""
    frames, keys = {}, {}
    for line in whole_lines(path):
        words = line.split()
        if len(words) == 3 and words[0] != 'rest':
            (frames if words[0] == 'frame' else keys)[int(words[1])] = int(words[2]) / 1e9
    return frames, keys


def read_rests(path):
    """[(when, sum)]: when the region beside the film began to rest, and the sum of its pixels since."""
    lines = [line.split() for line in whole_lines(path)]
    return [(int(words[2]) / 1e9, int(words[1])) for words in lines if len(words) == 3 and words[0] == 'rest']


def exact_after(rests, probe):
    """How long each rest took until its pixels were all right on the glass; None for one that never was."""
    found = []
    for began, total in rests:
        found.append(next((when - began for when, name, number, _, _ in probe if name == PATCH and number == total and when >= began), None))
    return found


def read_probe(path):
    """[(when, id, number, x, y)] in order."""
    found = []
    for line in whole_lines(path):
        words = line.split()
        if len(words) == 5:
            when, name, number, x, y = map(int, words)
            found.append((when / 1e9, name, number, x, y))
    return found


def whole_lines(path):
    """Lines that are complete: the last may still be being written."""
    try:
        with open(path, encoding='ascii') as file:
            return [line for line in file.read().split('\n')[:-1] if line]
    except OSError:
        return []


def percentile(values, share):
    """The value that @p share of them do not exceed; None of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(share * len(ordered)) - 1))] if ordered else None


class Seen:
    """One source's frames on the glass. @p drawn as read_source() has it, @p probe as read_probe(), @p base is the source's id."""

    def __init__(self, drawn, probe, base=0):
        self.drawn = drawn
        self.frames = [(when, number) for when, name, number, _, _ in probe if name == base + FRAME and drawn.get(number, when) < when]
        self.keys = [(when, number) for when, name, number, _, _ in probe if name == base + KEY]
        self.places = {name - base: (x, y) for _, name, _, x, y in probe if base <= name < base + WHOLE}
        self._first = {}
        for when, name, _, _, _ in probe:
            self._first.setdefault(name - base, when)

    @classmethod
    def of(cls, source, log):
        """What a frame source has drawn and the log of a probe has of it so far."""
        return cls(read_source(source.log)[0], read_probe(log), source.base)

    def whole(self, names=(FRAME, TOP, BOTTOM)):
        """When the desktop first stood there from corner to corner; None: not yet."""
        times = [self._first.get(name) for name in names]
        return None if None in times else max(times)

    def live(self, most):
        """When a frame first came that was drawn at most @p most before; None: none has."""
        return next((when for when, number in self.frames if number in self.drawn and when - self.drawn[number] <= most), None)

    def shown(self, begin, end):
        """How many different frames came between two moments."""
        return len({number for when, number in self.frames if begin <= when < end})

    def drawn_in(self, begin, end):
        return sum(1 for when in self.drawn.values() if begin <= when < end)

    def share(self, begin, end):
        """The share of the frames drawn between two moments that came, whenever that was; None: none was drawn."""
        drawn = {number for number, when in self.drawn.items() if begin <= when < end}
        return len(drawn & {number for _, number in self.frames}) / len(drawn) if drawn else None

    def ages(self, begin, end):
        """How old each frame was as it came, of those that came between two moments."""
        return [when - self.drawn[number] for when, number in self.frames if begin <= when < end and number in self.drawn]

    def answers(self, sent):
        """How long each key took to be seen, of those that were; @p sent are the moments at which they were typed, the first being key 1."""
        found = []
        for index, when in enumerate(sent):
            # A later key's number also tells that this one has come.
            came = next((seen for seen, number in self.keys if number >= index + 1), None)
            if came is not None:
                found.append(came - when)
        return found


def summary(seen, begin, end):
    """What a window of time tells, for the table. The share counts frames that were drawn in a window earlier by the median age: otherwise frames that were drawn
    before an end of the window and came after it would change it. @p seen must have been read LATE after @p end."""
    ages = seen.ages(begin, end)
    old = percentile(ages, 0.5) or 0.0
    shown, drawn = seen.shown(begin, end), seen.drawn_in(begin, end)
    span = end - begin
    return {'seconds': span, 'shown': shown, 'drawn': drawn, 'fps': shown / span, 'share': seen.share(begin - old, end - old),
            'age50': percentile(ages, 0.5), 'age95': percentile(ages, 0.95), 'age99': percentile(ages, 0.99)}
