# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Marks that a program at the summit makes and the desk reads back: when a picture was painted, which key was typed. Pure.

Both ends run on one machine, so its monotonic clock, in milliseconds, is the same for both.
"""

BITS = 32
CHECK = 8
# A red cell, the bits, their check, a blue cell: the ends are what a strip is found by.
CELLS = 1 + BITS + CHECK + 1

# A mark of the keyboard is two keys, the first from one set and the second from another, so that a key that was lost or
# doubled cannot make a wrong mark of its neighbours.
HIGH = 'abcdefghijklmnopqrst'
LOW = 'uvwxyz0123456789'
MARKS = len(HIGH) * len(LOW)
# Later than this nobody can tell a mark from the next of its name.
LATEST = 100  # s


def check_of(value):
    """Eight bits that no strip half old and half new is likely to have."""
    total = 0xA5
    for shift in (0, 8, 16, 24):
        total = (total * 31 + (value >> shift & 0xFF)) & 0xFF
    return total


def cells_of(milliseconds):
    """The strip's cells between its ends, True for white."""
    value = milliseconds & 0xFFFFFFFF
    word = value << CHECK | check_of(value)
    return [bool(word >> bit & 1) for bit in range(BITS + CHECK - 1, -1, -1)]


def value_of(cells):
    """The milliseconds in a strip's cells; None when it is no whole strip."""
    word = 0
    for cell in cells:
        word = word << 1 | bool(cell)
    value, check = word >> CHECK, word & (1 << CHECK) - 1
    return value if check == check_of(value) else None


def keys_of(number):
    """The two keys of a mark."""
    number %= MARKS
    return HIGH[number // len(LOW)] + LOW[number % len(LOW)]


class Ledger:
    """What became of each key. @p sent is [(number, when)] in order, @p presses is [(key, when it came)] in order, seconds."""

    def __init__(self, sent, presses):
        self.sent = list(sent)
        self._at = 0  # the first mark that may still come: the keyboard keeps its order
        self._came = {}  # (index in sent, 0 or 1) -> [when]
        self.strays = []  # keys that nobody typed, or not so often
        self._overtaken = []  # [(number, when typed, when it came)]
        index = 0
        while index < len(presses):
            key, when = presses[index]
            if key in HIGH and index + 1 < len(presses) and presses[index + 1][0] in LOW:
                self._take_pair(presses[index], presses[index + 1])
                index += 2
            else:
                self._take_single(key, when)
                index += 1

    def _take_pair(self, high, low):
        wanted = HIGH.index(high[0]) * len(LOW) + LOW.index(low[0])
        for index in range(self._at, len(self.sent)):
            number, when = self.sent[index]
            if when > high[1]:
                break
            if number % MARKS == wanted:
                self._note(index, 0, high[1])
                self._note(index, 1, low[1])
                self._at = index + 1
                return
        for index in range(self._at - 1, -1, -1):
            number, when = self.sent[index]
            if when < high[1] - LATEST:
                break
            if number % MARKS == wanted and (index, 0) not in self._came and (index, 1) not in self._came:
                self._note(index, 0, high[1])
                self._note(index, 1, low[1])
                self._overtaken.append((number, when, high[1]))
                return
        self.strays += [high, low]

    def _take_single(self, key, came):
        place = 0 if key in HIGH else 1
        for index in range(max(0, self._at - 1), min(len(self.sent), self._at + len(LOW))):
            number, when = self.sent[index]
            if when <= came and keys_of(number)[place] == key and (index, place) not in self._came:
                self._note(index, place, came)
                return
        self.strays.append((key, came))

    def _note(self, index, place, when):
        self._came.setdefault((index, place), []).append(when)

    def doubled(self):
        """Keys that came more often than they were typed: [(key, when it came again)]."""
        return sorted(self.strays + [(keys_of(self.sent[index][0])[place], when) for (index, place), times in self._came.items() for when in times[1:]],
                      key=lambda press: press[1])

    def overtaken(self):
        """Marks that came, once, but after newer ones: [(number, when typed, when it came)]."""
        return list(self._overtaken)

    def lost(self, accepted=lambda when: True):
        """Keys typed at moments that @p accepted holds for, which never came: [(number, when typed)]."""
        return [(number, when) for index, (number, when) in enumerate(self.sent) for place in (0, 1)
                if (index, place) not in self._came and accepted(when)]

    def delays(self):
        """[(when typed, how long it took to come)] of every key that came."""
        return [(self.sent[index][1], times[0] - self.sent[index][1]) for (index, _), times in sorted(self._came.items())]
