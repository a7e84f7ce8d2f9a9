# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The demo facility as a process of ours; with `with` it surely ends."""

import os
import shutil
import subprocess
import sys

import processes as proc
from xservers import local_authority

PROGRAM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'facility', 'facility')


def environment_of(desktop):
    """What a program on a desktop of the facility needs; @p desktop are its facts."""
    return {'DISPLAY': f':{desktop["display"]}', 'XAUTHORITY': desktop['xauthority']}


class DemoFacility:
    """Starts tools/facility/facility, behind an emulated link if @p rtt or @p rate is given. `facts` is what it said.

    @p more are further arguments, see `facility --help`.
    """

    def __init__(self, rtt=None, rate=None, more=()):
        self._command = [sys.executable, '-B', PROGRAM, *more]
        self._command += [f'--rtt={rtt}'] if rtt else []
        self._command += [f'--rate={rate}'] if rate else []
        self._process = None
        self.facts = None

    @property
    def near(self):
        """The words that run a command at the near end of the link; empty without one."""
        return self.facts['link']['near'] if 'link' in self.facts else []

    def desktop(self, name):
        return next(desktop for desktop in self.facts['desktops'] if desktop['id'] == name)

    def give_cookies(self):
        """Puts the cookies of all desktops where programs of the account look for them, as vncserver does."""
        entries = [local_authority(desktop['xauthority'], desktop['display']) for desktop in self.facts['desktops']]
        proc.write_private(os.path.join(self.facts['home'], '.Xauthority'), b''.join(entries))

    def give_credentials(self, directory):
        """Puts who a desk and a support astronomer are to the facility's broker where consoles look for it."""
        broker = self.facts.get('broker')
        if broker:
            os.makedirs(directory, mode=0o700, exist_ok=True)
            for kind in ('desk', 'sa'):
                path = shutil.copy(broker[kind], os.path.join(directory, f'{broker["id"]}.{kind}'))
                os.chmod(path, 0o600)

    def __enter__(self):
        # A session of its own: Ctrl-C is for us, and we end it in order.
        self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
        try:
            self.facts = proc.read_facts(self._process, 'The demo facility', 90)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_):
        self._stop()

    def _stop(self):
        proc.end(self._process, 25)
        self._process.stdout.close()
