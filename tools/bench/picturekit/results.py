# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured, kept in a file after each cell so that a second start goes on; and the medians of it."""

import os
import statistics

import runs


class Results:
    """@p path empty: nothing is kept. {cell: {viewer: [figures or {'error': why}]}} of these @p sources: figures of others are left."""

    def __init__(self, path=None, anew=True, sources=''):
        self._path = path
        self._sources = sources
        self.cells = {}
        if path and not anew and os.path.exists(path):
            kept = runs.read_json(path)
            if kept.get('sources') == sources:
                self.cells = kept['cells']
            else:
                os.replace(path, path + '.old')
                runs.say(f'What {path} has was measured otherwise: it is {os.path.basename(path)}.old now, and all is measured anew.')

    def has(self, cell):
        return cell in self.cells

    def put(self, cell, figures):
        self.cells[cell] = figures
        if self._path:
            runs.replace_json(self._path, {'sources': self._sources, 'cells': self.cells})

    def failures(self, cell, viewer):
        """How many of its runs failed."""
        return sum('error' in run for run in self.cells.get(cell, {}).get(viewer, []))

    def medians(self, cell, viewer):
        """The middle of each figure of the runs that came through; 'error' tells why where none did; None: not measured."""
        runs = self.cells.get(cell, {}).get(viewer)
        return middle(runs) if runs else None


def middle(runs):
    good = [run for run in runs if 'error' not in run]
    if not good:
        return {'error': runs[-1]['error']}
    result = {'runs': len(good)}
    for name in good[0]:
        values = [run.get(name) for run in good]
        numbers = [value for value in values if isinstance(value, (int, float))]
        if all(isinstance(value, dict) for value in values):
            result[name] = {key: statistics.median(value[key] for value in values if key in value) for key in values[0]}
        else:
            result[name] = statistics.median(numbers) if numbers else values[-1]
    if len(good) < len(runs):
        result['failed'] = len(runs) - len(good)
    return result
