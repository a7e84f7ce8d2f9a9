# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""TCP at both ends of an emulated link. An end is given by the words that run a command there."""

import subprocess

import processes as proc


def set_congestion(ends, wanted):
    """TCP's congestion control, for connections that begin from now on; returns what the kernel gave.

    A namespace may have only what the host allows, which is reno in any case.
    """
    script = 'for name; do echo "$name" 2>/dev/null >"$path" && break; done; cat "$path"'
    given = [subprocess.run([*end, 'sh', '-c', f'path=/proc/sys/net/ipv4/tcp_congestion_control; {script}', 'sh', wanted, 'reno'], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=20, check=True).stdout.strip() for end in ends]
    return ' and '.join(dict.fromkeys(given))


def forget_connections(ends):
    """What TCP keeps of earlier connections (its slow-start threshold) is of another viewer or link: after vncviewer's losses at
    1000 ms Nightdesk had 6 frames a second in its first 3 s instead of 10 (2026-11-27)."""
    for end in ends:
        subprocess.run([*end, proc.program('ip'), 'tcp_metrics', 'flush'], stdin=subprocess.DEVNULL, capture_output=True, timeout=20, check=True)
