# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The facility's broker: `nightdesk broker` with the distribution's mosquitto, behind the summit's sshd."""

import os
import subprocess

from processes import FacilityError, complain, find

FACILITY = 'demo'
DESK = 'desk/one'
SUPPORT = 'ann'


class Broker:
    """A broker with a desk and a support astronomer. What is missing or fails is told, and the facility does without."""

    def __init__(self, directory, processes):
        self._directory = os.path.join(directory, 'broker')
        self._processes = processes
        self.socket = os.path.join(self._directory, 'socket')
        self.desk = os.path.join(directory, 'desk.credential')
        self.support = os.path.join(directory, 'sa.credential')

    def start(self):
        """Whether it runs."""
        program = os.path.join(os.environ.get('NIGHTDESK_BUILD_DIR', ''), 'bin', 'nightdesk')
        if not os.access(program, os.X_OK) or not find('mosquitto'):
            complain('there is no broker: it needs mosquitto, and nightdesk in the build tree')
            return False
        broker = [program, 'broker', '--directory', self._directory, '--facility', FACILITY]
        try:
            for words in (['add-desk', DESK, '--output', self.desk], ['add-sa', SUPPORT, '--output', self.support]):
                done = subprocess.run([*broker, *words], env=self._processes.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
                if done.returncode != 0:
                    raise FacilityError(done.stderr.strip() or 'nightdesk broker failed')
            self._processes.start('broker', [*broker, 'run', '--socket', self.socket])
            self._processes.wait_until(lambda: 'listens at' in self._processes.said('broker'), 'The broker', 'broker')
            return True
        except (FacilityError, OSError, subprocess.TimeoutExpired) as error:
            complain(f'there is no broker: {error}')
            return False

    def facts(self):
        return {'id': FACILITY, 'socket': self.socket, 'desk': self.desk, 'sa': self.support, 'deskName': DESK, 'saName': SUPPORT}
