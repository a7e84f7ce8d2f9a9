# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The demo facility as a process of ours; with `with` it surely ends."""

import json
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
import time

import processes as proc

FAMILY_LOCAL = 256
PROGRAM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'facility', 'facility')


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
        path = os.path.join(self.facts['home'], '.Xauthority')
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 'wb') as file:
            for desktop in self.facts['desktops']:
                with open(desktop['xauthority'], 'rb') as own:
                    cookie = own.read()[-16:]
                file.write(struct.pack('>H', FAMILY_LOCAL))
                for field in (socket.gethostname().encode(), str(desktop['display']).encode(), b'MIT-MAGIC-COOKIE-1', cookie):
                    file.write(struct.pack('>H', len(field)) + field)

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
            self.facts = self._read_facts()
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_):
        self._stop()

    def _read_facts(self):
        line = b''
        deadline = time.monotonic() + 90
        while not line.endswith(b'\n'):
            left = max(0.0, deadline - time.monotonic())
            if not select.select([self._process.stdout], [], [], left)[0]:
                raise proc.FacilityError('The demo facility was not ready within 90 s.')
            chunk = os.read(self._process.stdout.fileno(), 65536)
            if not chunk:
                # It has said why on the standard error, which it shares with us.
                raise proc.FacilityError('The demo facility did not start.')
            line += chunk
        return json.loads(line)

    def _stop(self):
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(25)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process.stdout.close()
