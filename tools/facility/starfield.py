# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A star field as a CCD would see it, and a FITS writer for it (FITS Standard 4.0, 16-bit images with BZERO 32768)."""

import array
import math
import random
import sys

BLOCK = 2880
CARD = 80


def card(keyword, value=None, comment=''):
    """One 80-byte header card in fixed format (FITS 4.0, section 4.2)."""
    if value is None:
        text = f'{keyword:<8}'
        if comment:
            text += ' ' + comment
    else:
        if isinstance(value, bool):
            shown = f'{"T" if value else "F":>20}'
        elif isinstance(value, int):
            shown = f'{value:>20d}'
        elif isinstance(value, float):
            shown = f'{value:>20.10G}'
            if '.' not in shown and 'E' not in shown:
                shown = f'{value:>20.1f}'
        else:
            quoted = str(value).replace("'", "''")
            shown = f"'{quoted:<8}'".ljust(20)
        text = f'{keyword:<8}= {shown}'
        if comment:
            text += f' / {comment}'
    if len(text) > CARD:
        text = text[:CARD]
    return text.ljust(CARD).encode('ascii')


def padded(data, fill):
    short = -len(data) % BLOCK
    return data + fill * short


def stars(count, width, height, seed):
    """(x, y, peak) of @p count stars; faint ones are many, as in the sky (a power law of the flux)."""
    rng = random.Random(seed)
    result = []
    for _ in range(count):
        peak = min(60.0 * (1.0 - rng.random()) ** (-1 / 0.85), 42000.0)
        result.append((rng.uniform(0, width - 1), rng.uniform(0, height - 1), peak))
    return result


def pixels(width=1024, height=1024, seed=20040617, count=900, sky=1180.0, fwhm=4.2):
    """The image as unsigned 16-bit counts, row by row from the bottom."""
    rng = random.Random(seed)
    noise_pool = array.array('i', (int(round(rng.gauss(sky, math.sqrt(sky) * 0.6))) for _ in range(1 << 16)))
    image = array.array('i')
    for y in range(height):
        start = rng.randrange(len(noise_pool) - width)
        image.extend(noise_pool[start:start + width])
    sigma = fwhm / 2.3548
    two_sigma2 = 2 * sigma * sigma
    for x0, y0, peak in stars(count, width, height, seed + 1):
        # A star's wings end where they sink below one count.
        reach = int(math.ceil(sigma * math.sqrt(2 * math.log(max(peak, 2.0)))))
        xs = range(max(0, int(x0) - reach), min(width, int(x0) + reach + 2))
        column = [math.exp(-((x - x0) ** 2) / two_sigma2) * peak for x in xs]
        for y in range(max(0, int(y0) - reach), min(height, int(y0) + reach + 2)):
            factor = math.exp(-((y - y0) ** 2) / two_sigma2)
            base = y * width
            for x, value in zip(xs, column):
                image[base + x] += int(value * factor)
    return array.array('H', (0 if value < 0 else 65535 if value > 65535 else value for value in image))


def fits(image, width, height, cards=()):
    """A whole FITS file of one 16-bit image. FITS keeps signed numbers, hence BZERO."""
    header = [
        card('SIMPLE', True, 'conforms to the FITS standard'),
        card('BITPIX', 16),
        card('NAXIS', 2),
        card('NAXIS1', width),
        card('NAXIS2', height),
        card('BSCALE', 1.0),
        card('BZERO', 32768.0, 'unsigned 16-bit'),
        card('BUNIT', 'adu'),
        *cards,
        card('END'),
    ]
    # Subtracting 32768 from an unsigned number is flipping its highest bit.
    signed = array.array('H', (value ^ 0x8000 for value in image))
    if sys.byteorder == 'little':
        signed.byteswap()
    return padded(b''.join(header), b' ') + padded(signed.tobytes(), b'\0')


def write(path, width=1024, height=1024, seed=20040617):
    """Writes the demo's exposure, with the sky coordinates in its header."""
    image = pixels(width, height, seed, count=900 * width * height // (1024 * 1024))
    cards = [
        card('OBJECT', 'NDK 0417+12', 'simulated field'),
        card('INSTRUME', 'LRIS'),
        card('TELESCOP', 'Nightdesk demo 10 m'),
        card('EXPTIME', 120.0, 'seconds'),
        card('FILTER', 'R'),
        card('RADESYS', 'FK5'),
        card('EQUINOX', 2000.0),
        card('CTYPE1', 'RA---TAN'),
        card('CTYPE2', 'DEC--TAN'),
        card('CRPIX1', width / 2),
        card('CRPIX2', height / 2),
        card('CRVAL1', 64.25),
        card('CRVAL2', 12.5),
        card('CDELT1', -3.75e-5, 'degrees per pixel'),
        card('CDELT2', 3.75e-5),
    ]
    with open(path, 'wb') as file:
        file.write(fits(image, width, height, cards))
