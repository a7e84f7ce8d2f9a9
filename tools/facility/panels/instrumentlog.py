# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A running instrument log for an xterm: what the summit's servers would print, some lines at once, then one now and then."""

import datetime
import random
import sys
import time

MESSAGES = (
    ('guider', 'INFO', lambda r: f'offset {r.gauss(0, 0.12):+.2f} {r.gauss(0, 0.12):+.2f} arcsec, fwhm {r.uniform(0.55, 0.8):.2f}'),
    ('guider', 'INFO', lambda r: f'centroid {512 + r.gauss(0, 1.2):.2f} {498 + r.gauss(0, 1.2):.2f}, peak {r.randint(36000, 44000)}'),
    ('ccdred', 'INFO', lambda r: f'CCD {r.gauss(-112, 0.05):.2f} C, dewar {r.gauss(-188, 0.2):.1f} C, heater {r.uniform(0.3, 0.6):.2f} W'),
    ('ccdblue', 'INFO', lambda r: f'bias level {r.gauss(1180, 2):.1f} adu, read noise {r.gauss(3.9, 0.05):.2f} e-'),
    ('lickserv', 'INFO', lambda r: f'wrote /s/sdata/lris/r{r.randint(100, 180):04d}.fits, 33.6 MB in {r.uniform(0.8, 1.6):.2f} s'),
    ('dcs', 'INFO', lambda r: f'tracking, az {r.uniform(120, 122):.3f} el {r.uniform(61, 62):.3f}, error {abs(r.gauss(0, 0.05)):.2f} arcsec'),
    ('dome', 'INFO', lambda r: f'following, error {abs(r.gauss(0, 0.3)):.1f} deg'),
    ('acs', 'INFO', lambda r: f'segment rms {r.uniform(45, 70):.0f} nm, {r.randint(0, 1)} sensors masked'),
    ('rotator', 'INFO', lambda r: f'pa {r.uniform(89.9, 90.1):.2f} deg'),
    ('met', 'WARN', lambda r: f'wind gust {r.uniform(14, 17):.1f} m/s from {r.randint(240, 256)} deg'),
    ('archive', 'INFO', lambda r: f'queue {r.randint(0, 4)} files, {r.uniform(4, 9):.1f} MB/s'),
)
COLOURS = {'INFO': '\033[38;5;109m', 'WARN': '\033[38;5;221m'}


def line(when, rng):
    source, level, text = MESSAGES[rng.randrange(len(MESSAGES))]
    return f'\033[38;5;244m{when:%H:%M:%S}.{when.microsecond // 1000:03d}\033[0m {COLOURS[level]}{level:<5}\033[0m {source:<9} {text(rng)}'


def main():
    rng = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
    now = datetime.datetime.now(datetime.timezone.utc)
    for back in range(60, 0, -1):
        print(line(now - datetime.timedelta(seconds=back * 1.3 + rng.random()), rng))
    sys.stdout.flush()
    while True:
        time.sleep(rng.uniform(0.4, 1.6))
        print(line(datetime.datetime.now(datetime.timezone.utc), rng), flush=True)


if __name__ == '__main__':
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
