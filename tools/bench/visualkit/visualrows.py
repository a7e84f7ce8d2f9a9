# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A row for each case: what was expected, what was seen, whether that is reached. Pure."""

import dataclasses

import contrast
import verdicts

HEADS = ('', 'case', 'bar', 'seen', '')


@dataclasses.dataclass
class Row:
    """@p reached is None where the case cannot be had on this machine; why is in @p seen."""

    case: str
    bar: str
    seen: str
    reached: bool | None

    @property
    def verdict(self):
        return {True: 'reached', False: '**not reached**', None: 'not measured'}[self.reached]

    def cells(self, number):
        return [str(number), self.case, self.bar, self.seen, self.verdict]


def case_row(case, answer, seconds):
    """@p answer: one of the "fits" of `nightdesk visuals --json`, None if there was none."""
    bar = f'{case.expected}; {verdicts.MOST_SECONDS:g} s'
    if answer is None:
        return Row(case.name, bar, 'no answer', False)
    findings = answer['findings']
    seen = verdicts.describe(answer['verdict'], answer.get('visual', ''), [finding['cause'] for finding in findings])
    has_words = all(finding['what'] and finding['remedy'] for finding in findings)
    return Row(case.name, bar, f'{seen}; {seconds:.2f} s', seen == case.expected and has_words and seconds <= verdicts.MOST_SECONDS)


def lie_row(kind, lie, sentence, seconds, memory, processor, verdict):
    """@p memory: in MB, above that for an honest server; None: it tells nothing, as in a sanitizer's build. @p processor: in s; None: not
    measured. @p verdict: what a display on it is said to be; None: not asked."""
    limits = [(seconds, lie.ends, f'{lie.ends:g} s', f'{seconds:.2f} s')]
    if memory is not None:
        limits.append((memory, verdicts.MOST_MEMORY, f'{verdicts.MOST_MEMORY} MB', f'{memory:.0f} MB'))
    if processor is not None:
        limits.append((processor, verdicts.MOST_PROCESSOR, f'{verdicts.MOST_PROCESSOR:g} s of a processor', f'{processor:.2f} s'))
    bar = 'a sentence; ' + ', '.join(text for _, _, text, _ in limits)
    seen = f'{sentence or "no sentence"}; ' + ', '.join(text for _, _, _, text in limits)
    reached = bool(sentence) and all(value <= most for value, most, _, _ in limits) and verdict in (None, 'unknown')
    return Row(f'{kind}: {lie.name}', bar, seen, reached)


def time_row(case, seconds, most):
    """@p seconds None: it never came."""
    return Row(case, f'<= {most * 1000:.0f} ms', 'never' if seconds is None else f'{seconds * 1000:.0f} ms', seconds is not None and seconds <= most)


def contrast_row(case, value, least=contrast.LEAST):
    return Row(case, f'>= {least:g} : 1', f'{value:.1f} : 1', value >= least)


def check_row(case, bar, seen, reached):
    return Row(case, bar, seen, reached)
