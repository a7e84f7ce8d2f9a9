# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How well text can be read (WCAG 2.2, contrast ratio). Pure."""

import collections

LEAST = 4.5
LEAST_SHARE = 0.005  # of the pixels that text has


def luminance(color):
    """Of 16 bits of red, green and blue."""
    parts = [value / 0xffff for value in color]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def contrast_of(data, colors_of):
    """Of the two pixel values that are most frequent among 8-bit @p data; 1 where there is only one. @p colors_of: pixels to their colors."""
    frequent = [(pixel, count) for pixel, count in collections.Counter(data).most_common(2) if count >= LEAST_SHARE * len(data)]
    if len(frequent) < 2:
        return 1.0
    return ratio(*colors_of([pixel for pixel, _ in frequent]))
