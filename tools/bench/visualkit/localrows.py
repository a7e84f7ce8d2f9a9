# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of this computer's X servers, as `nightdesk visuals` judges them."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib

import processes as proc
import verdicts
import visualrows as rows
from caseservers import NamedServer
from console import binary

HERE = os.path.dirname(os.path.abspath(__file__))
COMPLAINT = 'nightdesk visuals: '
SWAPPED = 'black and white swapped against the remote host'


def tells_memory():
    """False: a sanitizer keeps what was freed."""
    return os.path.basename(os.environ.get('NIGHTDESK_BUILD_DIR', '')) not in ('asan', 'tsan')


class Answer:
    """What `nightdesk visuals` said, and what that cost."""

    def __init__(self, command, environment):
        began = time.monotonic()
        with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            out, err = process.communicate(timeout=60)
        self.seconds = time.monotonic() - began
        # The log's lines stand there too.
        self.complaint = next((line.removeprefix(COMPLAINT) for line in err.decode(errors='replace').splitlines() if line.startswith(COMPLAINT)), '')
        lines = [line for line in out.decode(errors='replace').splitlines() if line.startswith('{')]
        self.object = json.loads(lines[0]) if lines else {}
        self.fit = next(iter(self.object.get('fits', [])), None)


class LocalRows:
    """@p environment: of programs, without a display and without a console. @p add takes each row."""

    def __init__(self, directory, processes, environment, add):
        self._directory = directory
        self._processes = processes
        self._environment = environment
        self._add = add
        self._number = 0

    def _server(self, line):
        self._number += 1
        return NamedServer(f'server{self._number}', line, self._directory, self._processes)

    def _ask(self, case, here, there):
        profile = os.path.join(self._directory, 'case.toml')
        with open(profile, 'w', encoding='utf-8') as file:
            file.write(case.profile())
        command = [binary('nightdesk'), 'visuals', '--json', '--profile', profile, *(['--display', there.display] if there.display else [])]
        return Answer(command, self._environment | here.environment())

    def verdicts(self, cases):
        for case in cases:
            here, there = self._server(case.here), self._server(case.there)
            missing = here.missing or there.missing
            if missing:
                self._add(rows.check_row(case.name, case.expected, missing, None))
            else:
                answer = self._ask(case, here, there)
                row = rows.case_row(case, answer.fit, answer.seconds)
                if case.is_healthy and case.here != '-' and answer.complaint:
                    row.seen, row.reached = f'{row.seen}; {answer.complaint}', False
                self._add(row)
                if case.name == SWAPPED:
                    self._white_on_white(here, answer)
            here.stop()
            there.stop()

    def _white_on_white(self, here, answer):
        """A program whose text nobody could read here: named before anything is connected, and readable with the line that is proposed."""
        finding = next((each for each in (answer.fit or {}).get('findings', []) if each['cause'] == 'black-white'), None)
        self._add(rows.check_row('white on white, named before Connect', 'a sentence and a line', (finding or {}).get('what', 'nothing'), bool(finding)))
        plain = self._contrast(here, [])
        self._add(rows.check_row('white on white, as the program comes up', 'below 4.5 : 1', f'{plain:.1f} : 1', plain < 4.5))
        proposed = re.search(r'xrm = \[[^]]*\]', (finding or {}).get('remedy', ''))
        lines = tomllib.loads(proposed.group(0))['xrm'] if proposed else []
        self._add(rows.contrast_row('white on white, with the proposed line', self._contrast(here, lines)))

    def _contrast(self, here, lines):
        words = [word for line in lines for word in ('-xrm', line)]
        done = subprocess.run([sys.executable, '-B', os.path.join(HERE, 'oldprogram.py'), *words], env=self._environment | here.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
        if done.returncode != 0:
            raise proc.FacilityError(f'The old program ended: {done.stderr.strip()}')
        return float(done.stdout.split()[1])

    def lies(self):
        """X servers that are not to be believed."""
        honest = self._server('Xvfb -screen 0 640x480x24')
        usual = self._measured(honest.environment())
        honest.stop()
        for lie in verdicts.X_LIES:
            number = proc.claim_display()
            path, name = f'/tmp/.X11-unix/X{number}', f'liar.{lie.mode}'
            proc.own_display(number, self._processes.start(name, [sys.executable, '-B', os.path.join(HERE, 'xliar.py'), path, lie.mode]))
            self._processes.wait_until(lambda path=path: os.path.exists(path), 'The lying X server', name)
            answer, memory, processor = self._measured({'DISPLAY': f':{number}', 'XAUTHORITY': '/nonexistent'})
            self._processes.stop(name)
            for left in (path, f'/tmp/.X{number}-lock'):
                if os.path.exists(left):
                    os.unlink(left)
            verdict = (answer.fit or {}).get('verdict', 'no verdict')
            self._add(rows.lie_row('X server', lie, answer.complaint, answer.seconds, memory - usual[1] if tells_memory() else None, processor, verdict))

    def _measured(self, environment):
        """An answer, with the most memory in MB and the time on a processor."""
        profile = os.path.join(self._directory, 'lie.toml')
        with open(profile, 'w', encoding='utf-8') as file:
            file.write(verdicts.Case('lie', '-', '-', ('needs = { visual = ["PseudoColor 8"], fonts = ["fixed"] }',), '', '', ()).profile())
        used = os.path.join(self._directory, 'used')
        # A process of its own for each: what waits for it is told what that one used.
        answer = Answer([sys.executable, '-B', os.path.join(HERE, 'used.py'), used, binary('nightdesk'), 'visuals', '--json', '--profile', profile],
                        self._environment | environment)
        with open(used, encoding='ascii') as file:
            memory, processor = (float(word) for word in file.read().split())
        return answer, memory, processor
