# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An emulated link while it runs, and TCP at both ends of it. An end is given by the words that run a command there."""

import processes as proc


def order(link, *words):
    """What the emulator of this link, the facility's facts of it, answers to an order, for example "set", "rtt=20ms"."""
    done = proc.run([link['linkemu'], words[0], link['control'], *words[1:]])
    if done.returncode != 0:
        raise proc.FacilityError(f'The link did not do "{" ".join(words)}": {done.stderr.strip()}')
    return done.stdout


def set_congestion(ends, wanted):
    """TCP's congestion control, for connections that begin from now on; returns what the kernel gave.

    A namespace may have only what the host allows, which is reno in any case.
    """
    script = 'for name; do echo "$name" 2>/dev/null >"$path" && break; done; cat "$path"'
    given = [proc.run([*end, 'sh', '-c', f'path=/proc/sys/net/ipv4/tcp_congestion_control; {script}', 'sh', wanted, 'reno']) for end in ends]
    for each in given:
        each.check_returncode()
    return ' and '.join(dict.fromkeys(each.stdout.strip() for each in given))


def forget_connections(ends):
    """What TCP keeps of earlier connections (its slow-start threshold) is of another viewer or link: after vncviewer's losses at
    1000 ms Nightdesk had 6 frames a second in its first 3 s instead of 10 (2026-11-27)."""
    for end in ends:
        proc.run([*end, proc.program('ip'), 'tcp_metrics', 'flush']).check_returncode()
