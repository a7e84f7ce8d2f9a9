# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The image of table 1: 8192x8192 pixels of 16 bits, sky, noise and stars. The same bytes each time."""

import array
import math
import random
import sys

from starfield import card, padded, stars

SIDE = 8192
STARS = 20000
SKY = 1180.0
FWHM = 9.0  # pixels: of a star that is still one when all of the image stands in a window


def write(path, side=SIDE, seed=20040617):
    """Writes a FITS file of @p side x @p side pixels, a row at a time: all of them as numbers would be gigabytes."""
    rng = random.Random(seed)
    noise = array.array('H', (max(0, round(rng.gauss(SKY, math.sqrt(SKY) * 0.6))) for _ in range(1 << 15)))
    image = array.array('H')
    for _ in range(side):
        start = rng.randrange(len(noise) - side)
        image.extend(noise[start:start + side])
    sigma = FWHM / 2.3548
    for x0, y0, peak in stars(max(1, STARS * side * side // (SIDE * SIDE)), side, side, seed + 1):
        reach = math.ceil(sigma * math.sqrt(2 * math.log(max(peak, 2.0))))
        columns = range(max(0, int(x0) - reach), min(side, int(x0) + reach + 2))
        across = [math.exp(-((x - x0) ** 2) / (2 * sigma * sigma)) * peak for x in columns]
        for y in range(max(0, int(y0) - reach), min(side, int(y0) + reach + 2)):
            down = math.exp(-((y - y0) ** 2) / (2 * sigma * sigma))
            for x, value in zip(columns, across):
                image[y * side + x] = min(65535, image[y * side + x] + int(value * down))
    # FITS keeps signed numbers: BZERO is 32768, and to subtract it is to flip the highest bit.
    for at in range(0, len(image), side):
        image[at:at + side] = array.array('H', (value ^ 0x8000 for value in image[at:at + side]))
    if sys.byteorder == 'little':
        image.byteswap()
    cards = [card('SIMPLE', True, 'conforms to the FITS standard'), card('BITPIX', 16), card('NAXIS', 2), card('NAXIS1', side), card('NAXIS2', side),
             card('BSCALE', 1.0), card('BZERO', 32768.0, 'unsigned 16-bit'), card('OBJECT', 'table 1'), card('END')]
    with open(path, 'wb') as file:
        file.write(padded(b''.join(cards), b' ') + padded(image.tobytes(), b'\0'))
