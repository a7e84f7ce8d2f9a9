# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starting processes so that every one of them, and all that they start, surely ends with us.

The facility is two processes, a guardian and its worker. Both are subreapers: a daemon, or a program that an ssh session
left behind, becomes a child of theirs instead of init's, so that it is found and ended. Should either be killed outright,
the other one cleans up.
"""

import contextlib
import ctypes
import fcntl
import glob
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

_libc = ctypes.CDLL(None, use_errno=True)


class FacilityError(Exception):
    """Something that a person has to put right; its text is a whole sentence."""


def find(name):
    """The absolute path of a program, looked for in the sbin directories too; None if there is none."""
    return shutil.which(name, path=os.environ.get('PATH', '/usr/bin:/bin') + ':/usr/local/sbin:/usr/sbin:/sbin')


def program(name):
    found = find(name)
    if not found:
        raise FacilityError(f'The program "{name}" was not found. Please install the package that brings it.')
    return found


def die_with_parent(parent, number=signal.SIGTERM):
    """Asks for a signal when the parent ends. @p parent is its process id before the fork: it may be gone already."""
    _libc.prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def run(words, environment=None, timeout=20):
    """Runs a tool to its end and returns how that was, what it printed as text. @p environment goes over ours."""
    return subprocess.run(words, env=os.environ | (environment or {}), stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8', errors='replace', timeout=timeout,
                          check=False)


def wait_for(condition, seconds, pause=0.1):
    """What @p condition returns, as soon as that is true, or after so many seconds."""
    deadline = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() <= deadline:
        time.sleep(pause)
    return value


def read_facts(process, what, seconds):
    """One line of JSON from a child, or a FacilityError."""
    data = b''
    deadline = time.monotonic() + seconds
    descriptor = process.stdout.fileno()
    while not data.endswith(b'\n'):
        if not select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
            raise FacilityError(f'{what} was not ready within {seconds:.0f} s.')
        chunk = os.read(descriptor, 65536)
        if not chunk:
            # It has said why on the standard error, which it shares with us.
            raise FacilityError(f'{what} did not start.')
        data += chunk
    return json.loads(data)


def write_private(path, data):
    """Writes bytes into a file that nobody else may read."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 'wb') as file:
        file.write(data)


def end(process, seconds):
    """Asks a child to end, and makes it after that."""
    if process is None or process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def become_subreaper():
    _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def parents():
    """Process id -> (parent's, state) of every process that we may see."""
    result = {}
    for entry in os.listdir('/proc'):
        if not entry.isdigit():
            continue
        try:
            with open(f'/proc/{entry}/stat', 'rb') as stat:
                fields = stat.read().rpartition(b')')[2].split()
        except OSError:
            continue
        result[int(entry)] = (int(fields[1]), fields[0].decode())
    return result


def descendants(root):
    """Every living process below @p root; those that only wait to be reaped are left out."""
    table = parents()
    children = {}
    for pid, (parent, _) in table.items():
        children.setdefault(parent, []).append(pid)
    found, pending = [], list(children.get(root, []))
    while pending:
        pid = pending.pop()
        found.append(pid)
        pending.extend(children.get(pid, []))
    return [pid for pid in found if table[pid][1] not in 'ZX']


def name_of(pid):
    """The name of a process; empty when it is gone."""
    try:
        with open(f'/proc/{pid}/comm', encoding='utf-8', errors='replace') as file:
            return file.read().strip()
    except OSError:
        return ''


def family(root):
    """This process and all below it."""
    return [root, *descendants(root)]


def named(root, name):
    """Those of its family that have this name."""
    return [pid for pid in family(root) if name_of(pid) == name]


def reap():
    """Collects the children that have ended: [(pid, exit status as subprocess counts)]."""
    ended = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended.append((pid, os.waitstatus_to_exitcode(status)))


def send(number, pids):
    """Sends a signal to those of the processes that are there and ours."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            pass


def sweep(patience=3.0, spare=()):
    """Ends every process below this one: first politely, so that X servers take their sockets away, then not.

    X servers' lock files and sockets that stayed behind are removed. @p spare is left alone (a guardian's worker).
    """
    seen = set()
    deadline = time.monotonic() + patience
    asked = set()
    while True:
        reap()
        alive = [pid for pid in descendants(os.getpid()) if pid not in spare]
        if not alive:
            break
        seen.update(alive)
        if time.monotonic() < deadline:
            fresh = [pid for pid in alive if pid not in asked]
            send(signal.SIGTERM, fresh)
            send(signal.SIGCONT, fresh)
            asked.update(fresh)
        else:
            send(signal.SIGKILL, alive)
        time.sleep(0.02)
    reap()
    return seen


@contextlib.contextmanager
def _turn():
    """Whoever claims a display number or takes one away does it alone, tests too (tests/support/displaynumber.h): a lock file that was read as left
    behind may be somebody else's new one a moment later."""
    try:
        turn = os.open('/tmp/.nightdesk-display-numbers', os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError:
        turn = -1  # another account's
    try:
        if turn >= 0:
            fcntl.flock(turn, fcntl.LOCK_EX)
        yield
    finally:
        if turn >= 0:
            os.close(turn)


def remove_stale_displays(pids):
    """Takes away the lock files and sockets of X servers which were killed before they could do it themselves.

    A lock file of ours whose owner is gone is taken away too: a server that died by itself was not among @p pids.
    """
    with _turn():
        for lock in glob.glob('/tmp/.X*-lock'):
            try:
                with open(lock, encoding='ascii') as file:
                    owner = int(file.read().strip())
                    ours = owner in pids or os.fstat(file.fileno()).st_uid == os.geteuid()
            except (OSError, ValueError):
                continue
            if not ours or os.path.exists(f'/proc/{owner}'):
                continue
            number = lock[len('/tmp/.X'):-len('-lock')]
            for path in (f'/tmp/.X11-unix/X{number}', lock):
                try:
                    os.unlink(path)
                except OSError:
                    pass


def claim_display(first=40):
    """A display number, from @p first on, that no X server uses, in whichever network namespace; its lock file is ours until own_display().

    A server that looks for a number itself (-displayfd) heeds only abstract sockets. These belong to a network namespace, so
    behind an emulated link it would take :0, and with that the socket in /tmp of the user's own X server.
    """
    with _turn():
        for number in range(first, first + 960):
            if os.path.exists(f'/tmp/.X11-unix/X{number}'):
                continue
            try:
                lock = os.open(f'/tmp/.X{number}-lock', os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
            except FileExistsError:
                continue
            os.write(lock, b'%10d\n' % os.getpid())
            os.close(lock)
            return number
    raise FacilityError('No display number is free: there are more than 900 X servers, or their lock files in /tmp.')


def own_display(number, pid):
    """From now on the lock file is that of server @p pid: remove_stale_displays() takes it away after that."""
    with open(f'/tmp/.X{number}-lock', 'w', encoding='ascii') as lock:
        lock.write(f'{pid:10d}\n')


class Processes:
    """The processes of one facility by name. Everything has a log file; nothing inherits our standard streams."""

    def __init__(self, log_directory, environment):
        os.makedirs(log_directory, exist_ok=True)
        self._logs = log_directory
        self.environment = environment
        self._popen = {}
        self._names = {}
        self.exits = {}

    def start(self, name, command, environment=None, pass_fds=(), cwd=None):
        """Starts @p command as a session of its own; its output goes to a log file named after it."""
        parent = os.getpid()

        def prepare():
            _libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
            if os.getppid() != parent:
                os._exit(127)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())

        env = dict(self.environment)
        env.update(environment or {})
        with open(self.log(name), 'ab') as log:
            try:
                process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=env, cwd=cwd,
                                           start_new_session=True, preexec_fn=prepare, pass_fds=pass_fds)
            except OSError as error:
                raise FacilityError(f'The program "{command[0]}" could not be started: {error.strerror}.') from error
        self._popen[name] = process
        self._names[process.pid] = name
        return process.pid

    def log(self, name):
        return os.path.join(self._logs, name + '.log')

    def said(self, name):
        """All of a process's log so far."""
        try:
            with open(self.log(name), encoding='utf-8', errors='replace') as log:
                return log.read()
        except OSError:
            return ''

    def last_words(self, name):
        """The end of a process's log, for an error message."""
        lines = [line.strip() for line in self.said(name).splitlines() if line.strip()]
        return ' / '.join(lines[-4:]) if lines else 'it said nothing'

    def collect(self):
        """Reaps what has ended; returns the names of processes that we started ourselves."""
        names = []
        for pid, code in reap():
            name = self._names.get(pid)
            if name is not None:
                self._popen[name].returncode = code
                self.exits[name] = code
                names.append(name)
        return names

    def running(self, name):
        self.collect()
        return name in self._popen and name not in self.exits

    def forget(self, name):
        """Lets a name be used again, after its process has ended."""
        process = self._popen.pop(name, None)
        if process:
            self._names.pop(process.pid, None)
        self.exits.pop(name, None)

    def stop(self, name):
        process = self._popen.get(name)
        if process and self.running(name):
            send(signal.SIGKILL, [process.pid])
            wait_for(lambda: not self.running(name), 5, 0.01)
        self.forget(name)

    def pids(self):
        return {name: process.pid for name, process in self._popen.items() if name not in self.exits}

    def wait_until(self, condition, what, name=None, seconds=20.0):
        """Waits for @p condition; a FacilityError tells what did not happen, and why process @p name ended if it did."""
        deadline = time.monotonic() + seconds
        while True:
            value = condition()
            if value:
                return value
            if name is not None and not self.running(name):
                raise FacilityError(f'{what} did not come up: {name} ended with status {self.exits.get(name)}: {self.last_words(name)}.')
            if time.monotonic() > deadline:
                said = f': {self.last_words(name)}' if name else ''
                raise FacilityError(f'{what} did not come up within {seconds:.0f} s{said}.')
            time.sleep(0.01)


def complain(text):
    print(f'facility: {text}', file=sys.stderr, flush=True)
