# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is expected, written down before: the verdicts on real X servers, and what servers that lie may do. Pure."""

import dataclasses
import os

MOST_SECONDS = 2.0  # from the connection until the verdict is there
CASES = 24  # at least
WORDS = {'fits': 'fits', 'no': 'does-not-fit', 'unknown': 'unknown', 'vnc-app': 'fits-as-vnc-app'}
TABLE = os.path.join('tests', 'monitors', 'visuals', 'verdicts.txt')


@dataclasses.dataclass(frozen=True)
class Case:
    """here, there: command lines of X servers, "-" for none. lines: of the profile. causes: those that are named, in their order."""

    name: str
    here: str
    there: str
    lines: tuple
    verdict: str
    visual: str
    causes: tuple

    @property
    def is_desktop(self):
        return bool(self.lines) and self.lines[0].startswith('expect')

    @property
    def is_healthy(self):
        return self.verdict == 'fits' and not self.causes

    @property
    def expected(self):
        return describe(self.verdict, self.visual, self.causes)

    def profile(self):
        """The text of a profile with one display."""
        head = ['format = 1', 'id = "case"', 'name = "Case"', '[link.summit]', 'host = "summit.example"']
        display = ['[[desktop]]', 'id = "d"', 'title = "Display"', 'link = "summit"', 'display = ":1"'] if self.is_desktop else [
            '[[window]]', 'id = "w"', 'title = "Display"', 'link = "summit"', 'command = ["program"]']
        return '\n'.join([*head, *display, *self.lines]) + '\n'


def describe(verdict, visual, causes):
    return verdict + (f' ({visual})' if visual else '') + (': ' + ', '.join(causes) if causes else '')


def parse(text):
    """The cases of verdicts.txt, which says what its columns are."""
    cases = []
    for line in text.splitlines():
        if not line.strip() or line.startswith('#'):
            continue
        name, here, there, lines, verdict, causes = (part.strip() for part in line.split('|'))
        word, _, visual = verdict.partition(' ')
        cases.append(Case(name, here, there, tuple(part.strip() for part in lines.split(' ; ') if part.strip()), WORDS[word], visual, tuple(causes.split())))
    return cases


@dataclasses.dataclass(frozen=True)
class Lie:
    """What a server does that is not to be believed: mode is the word for the program that plays it. ends: it may take no longer, in s."""

    name: str
    mode: str
    ends: float


# Whatever an X server does, it costs a sentence, some memory and no longer than a reader waits at all.
X_LIES = (
    Lie('more visuals than any server has', 'visuals', MOST_SECONDS),
    Lie('screens that the answer has no room for', 'screens', MOST_SECONDS),
    Lie('a font list that says that it is larger than it is', 'fonts', MOST_SECONDS),
    Lie('font names without end', 'names', MOST_SECONDS),
    Lie('bytes without end', 'endless', MOST_SECONDS),
    Lie('no answer at all', 'silent', 11.0),
)
# The display fails with a sentence; without end it shows nothing. Others stay live, and the console answers.
VNC_LIES = (
    Lie('a color map that reaches beyond 256 cells', 'beyond', 30.0),
    Lie('65535 colors at once', 'huge', 30.0),
    Lie('color maps without end', 'endless', 30.0),
)
MOST_MEMORY = 24  # MB more than for a server that is honest
MOST_PROCESSOR = 1.0  # s
