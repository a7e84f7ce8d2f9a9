# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: used.py FILE COMMAND...: runs COMMAND and writes "MB SECONDS" there, its most memory and its time on processors."""

import resource
import subprocess
import sys


def main():
    status = subprocess.call(sys.argv[2:])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(sys.argv[1], 'w', encoding='ascii') as file:
        file.write(f'{used.ru_maxrss / 1024} {used.ru_utime + used.ru_stime}')
    return status


if __name__ == '__main__':
    sys.exit(main())
