# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Table 1 of Kibrick et al. 2004 as far as we have its figures: ds9 then, 100 ms, the slowest leg 30 Mbit/s, 8 KiB windows."""

# {way: {row: (compressed, not compressed)}}, seconds. Its local start was one figure.
PAPER = {
    'local': {'ds9 start': (6.6, 6.6)},
    'x11': {'ds9 start': (72.0, 76.0), 'zoom in': (4.0, 10.2)},
    'vnc': {'viewer start': (10.0, 33.0), 'ds9 start': (11.0, 27.5), 'zoom in': (9.0, 17.0)},
    'vnc-at-summit': {'ds9 start': (10.6, 26.2), 'zoom in': (6.5, 11.5)},
}


def figure(kind, row, compression):
    """None where we do not have it."""
    found = PAPER.get(kind, {}).get(row)
    return None if found is None else found[0 if compression else 1]
