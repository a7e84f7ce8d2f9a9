# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Table 1 of Kibrick et al. 2004, all 53 figures: ds9 then, 100 ms, the slowest leg 30 Mbit/s, 8 KiB windows."""

# As the paper has it. Seconds, compressed and not; local was one figure.
TABLE = {
    # row:          local  x11 (its Fig. 5)  vnc (Fig. 6)  vnc-at-summit (Fig. 7)
    'viewer start': (None, (None, None), (10.0, 33.0), (12.7, 32.0)),
    'ds9 start': (6.6, (72.0, 76.0), (11.0, 27.5), (10.6, 26.2)),
    'file chooser': (3.0, (10.3, 11.9), (3.0, 7.7), (3.0, 6.8)),
    'zoom in': (0.7, (4.0, 10.2), (9.0, 17.0), (6.5, 11.5)),
    'zoom out': (0.7, (4.5, 9.5), (9.7, 17.5), (6.3, 13.5)),
    'draw cut': (0.0, (0.1, 3.0), (4.0, 10.0), (4.5, 13.5)),
    'make plot': (1.0, (4.5, 9.0), (7.0, 10.0), (4.5, 12.0)),
    'stats box': (6.9, (13.0, 20.0), (11.7, 20.0), (13.8, 18.5)),
}
WAYS = ('local', 'x11', 'vnc', 'vnc-at-summit')


def figure(kind, row, compression):
    """None where the paper has none."""
    if kind not in WAYS or row not in TABLE:
        return None
    found = TABLE[row][WAYS.index(kind)]
    return found[0 if compression else 1] if isinstance(found, tuple) else found
