# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Debian's xtrace wrote of a run, counted as `nightdesk xtrace --json` counts."""

import collections
import re

REQUEST = re.compile(r'^\d+:<:(?:[0-9a-f]+:)? *\d+: (?:(\S.*?)-)?Request\((\d+)(?:,(\d+))?\): (\S+)')
REPLY = re.compile(r'^\d+:>:[0-9a-f]*: *\d+: (?:Reply to |unexpected Reply)')
EVENT = re.compile(r'^\d+:>:[0-9a-f]*: Event (?:\(generated\) )?(\S+?)\(')
ERROR = re.compile(r'^\d+:>:[0-9a-f]*:Error (\d+)=(\S+?):')


def read(path):
    found = {kind: collections.Counter() for kind in ('byRequest', 'replies', 'byEvent', 'byError')}
    with open(path, encoding='latin-1') as file:
        for line in file:
            if request := REQUEST.match(line):
                extension, _, _, name = request.groups()
                found['byRequest'][f'{extension} {name.removeprefix("glX")}' if extension else name] += 1
            elif REPLY.match(line):
                found['replies']['all'] += 1
            elif event := EVENT.match(line):
                found['byEvent'][event.group(1)] += 1
            elif error := ERROR.match(line):
                found['byError'][error.group(2)] += 1
    return found


def difference(their, ours):
    """Empty: both counted the same."""
    lines = []
    if their['replies']['all'] != ours['replies']:
        lines.append(f'replies: {ours["replies"]}, xtrace {their["replies"]["all"]}')
    for kind in ('byRequest', 'byEvent', 'byError'):
        counts = {name: each['count'] for name, each in ours[kind].items()}
        for name in sorted(set(counts) | set(their[kind])):
            if counts.get(name, 0) != their[kind][name]:
                lines.append(f'{name}: {counts.get(name, 0)}, xtrace {their[kind][name]}')
    return '; '.join(lines)
