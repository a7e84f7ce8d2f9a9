# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The facility behind an emulated link: linkemu makes the namespaces near and far, the facility runs in the far one.

What it says when it is ready then also tells how to run a program at the near end: facts["link"]["near"] are the words to
put before the command. Only from there the facility's address can be reached.
"""

import json
import os
import secrets
import select
import shutil
import subprocess
import sys
import tempfile

import processes as proc
import runs


def find_linkemu():
    """The emulator of this build tree: NIGHTDESK_BUILD_DIR/bin/linkemu, else from PATH."""
    build = os.environ.get('NIGHTDESK_BUILD_DIR')
    found = shutil.which('linkemu', path=os.path.join(build, 'bin')) if build else None
    found = found or shutil.which('linkemu')
    if not found:
        raise proc.FacilityError('The link emulator "linkemu" was not found. Build it, and set NIGHTDESK_BUILD_DIR to the build directory.')
    return found


def _watch(children, until_eof):
    """Stays until something ends: a child, or our standard input."""
    inputs = [sys.stdin.fileno()] if until_eof else []
    while all(child.poll() is None for child in children):
        if select.select(inputs, [], [], 0.2)[0] and not os.read(sys.stdin.fileno(), 4096):
            return


def run(options):
    """Runs link and facility; like guard() of the facility it returns the exit status."""
    parent = os.getppid()
    runs.heed_stops()
    proc.die_with_parent(parent)
    proc.become_subreaper()
    emulator = facility = None
    code = 1
    # Made, and removed, by linkemu.
    control = os.path.join(tempfile.gettempdir(), f'nightdesk-link-{secrets.token_hex(8)}', 'control')
    try:
        linkemu = find_linkemu()
        settings = [f'--rtt={options.rtt}'] if options.rtt else []
        settings += [f'--rate={options.rate}'] if options.rate else []
        emulator = subprocess.Popen([linkemu, *settings, f'--control={control}'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        link = proc.read_facts(emulator, 'The emulated link', 30)
        command = [linkemu, 'exec', '--far', control, sys.executable, '-B', os.path.abspath(sys.argv[0]), '--inside', link['far']['address'],
                   *_passed_on(options)]
        facility = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        facts = proc.read_facts(facility, 'The facility behind the link', 90)
        facts['link'] = {'linkemu': linkemu, 'control': control, 'rtt': options.rtt, 'rate': options.rate, 'backend': link['backend'],
                         'nearAddress': link['near']['address'], 'farAddress': link['far']['address'], 'near': [linkemu, 'exec', '--near', control],
                         'far': [linkemu, 'exec', '--far', control]}
        facts['pids']['linkemu'] = emulator.pid
        print(json.dumps(facts), flush=True)
        _watch([emulator, facility], options.until_eof)
        if emulator.poll() is not None:
            proc.complain(f'linkemu ended with status {emulator.returncode}')
        elif facility.poll() is not None:
            proc.complain(f'the facility behind the link ended with status {facility.returncode}')
        else:
            code = 0
    except runs.Stopped:
        code = 0
    except proc.FacilityError as error:
        proc.complain(str(error))
    except BrokenPipeError:
        pass
    finally:
        runs.ignore_stops()
        proc.end(facility, 12)
        proc.end(emulator, 5)
        proc.remove_stale_displays(proc.sweep())
        shutil.rmtree(os.path.dirname(control), ignore_errors=True)
    return code


def _passed_on(options):
    words = []
    for name in ('desktops', 'directory', 'ssh_port'):
        value = getattr(options, name)
        if value is not None:
            words += ['--' + name.replace('_', '-'), str(value)]
    if options.size:
        words += ['--size', '{}x{}'.format(*options.size)]
    for name in ('sshd_only', 'no_wait', 'bare', 'broker'):
        if getattr(options, name):
            words.append('--' + name.replace('_', '-'))
    return words
