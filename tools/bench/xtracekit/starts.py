# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that are started, and the lines that they are put behind."""

PROGRAMS = {
    'xclock': ['xclock'],
    'xcalc': ['xcalc'],
    'xterm': ['xterm', '-e', 'sleep', '100000'],
    'ds9': ['ds9'],
    'mousepad': ['mousepad'],
    'featherpad': ['featherpad', '--standalone'],
}
DELAYS = (0, 20, 100, 300)  # milliseconds, there and back
LONG = {('ds9', 100): 900, ('ds9', 300): 2400}  # seconds; not without --full
