# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a program of the tools runs: in a directory of its own, ended in order by a signal or an alarm; nothing stays behind."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

import processes as proc

STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stopped(Exception):
    """Somebody wants us to end, or it has taken too long."""


def ignore_stops():
    """Cleaning up is not to be interrupted."""
    for number in (*STOPS, signal.SIGALRM):
        signal.signal(number, signal.SIG_IGN)


def stop_requested(number, _):
    ignore_stops()
    raise Stopped('It took too long.' if number == signal.SIGALRM else 'It was interrupted.')


def heed_stops():
    for number in (*STOPS, signal.SIGALRM):
        signal.signal(number, stop_requested)


@contextlib.contextmanager
def workplace(prefix='nightdesk-bench-'):
    """A new directory, which goes in the end, with every process below this one."""
    # What a killed child of ours leaves behind is ours to end.
    proc.become_subreaper()
    directory = tempfile.mkdtemp(prefix=prefix)
    try:
        yield directory
    finally:
        proc.remove_stale_displays(proc.sweep())
        shutil.rmtree(directory, ignore_errors=True)


def run(program, work, failures=(proc.FacilityError, subprocess.TimeoutExpired), prefix='nightdesk-bench-', seconds=0, when_stopped=''):
    """Gives @p work a workplace, and @p seconds if that is not 0; returns its exit status, 1 if it failed or was stopped, which is told.

    @p when_stopped is what is told then, with {} for why; empty: nothing.
    """
    heed_stops()
    signal.alarm(seconds)
    with workplace(prefix) as directory:
        try:
            return work(directory) or 0
        except Stopped as stopped:
            if when_stopped:
                say(f'{program}: {when_stopped.format(stopped)}')
        except failures as error:
            say(f'{program}: {error}')
        finally:
            ignore_stops()
    return 1


def say(text):
    """For whoever waits; what is measured goes to the standard output."""
    print(text, file=sys.stderr, flush=True)


def write_json(path, value):
    """Writes what a program was asked to write with --json; @p path is None if it was not."""
    if path:
        with open(path, 'w', encoding='utf-8') as file:
            json.dump(value, file, indent=1)


def replace_json(path, value):
    """Writes a file that is always whole."""
    write_json(path + '.new', value)
    os.replace(path + '.new', path)


def read_json(path):
    """What is in the file; None if it is not there."""
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def build_directory():
    """Where benchmarks keep what they measured."""
    return os.environ.get('NIGHTDESK_BUILD_DIR', '.')
