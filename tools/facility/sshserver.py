# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The summit's sshd: the distribution's program with host keys, user keys and settings of its own."""

import os
import pwd
import socket

from processes import FacilityError, program, run


def free_port(address='127.0.0.1'):
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


def banner(address, port, start):
    """True if what listens at @p port opens the talk with @p start."""
    try:
        with socket.create_connection((address, port), timeout=5) as connection:
            connection.settimeout(5)
            return connection.recv(64).startswith(start)
    except OSError:
        return False


def make_key(path, comment, keygen):
    done = run([keygen, '-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', path], timeout=None)
    if done.returncode != 0:
        raise FacilityError(f'No ssh key could be made in "{path}": {done.stderr.strip() or done.stdout.strip()}.')


class SshServer:
    """One sshd on loopback. It runs as whoever started it and lets only that user in, with the facility's user key."""

    def __init__(self, directory, processes, address='127.0.0.1', port=None, clients_address=None, home=None):
        self.directory = os.path.join(directory, 'ssh')
        os.mkdir(self.directory, 0o700)
        self._processes = processes
        self.address = address
        self.wanted_port = port
        self.port = port
        self.clients_address = clients_address or address
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        self.home = home
        self.host_key = os.path.join(self.directory, 'host_ed25519')
        self.identity = os.path.join(self.directory, 'user_ed25519')
        self.known_hosts = os.path.join(self.directory, 'known_hosts')
        self.config = os.path.join(self.directory, 'sshd_config')
        self.client_config = os.path.join(self.directory, 'ssh_config')
        self.fingerprint = ''

    def prepare(self):
        """Makes the keys; everything that does not need the port yet."""
        keygen = program('ssh-keygen')
        make_key(self.host_key, 'Nightdesk demo facility host key', keygen)
        make_key(self.identity, 'Nightdesk demo facility observer', keygen)
        with open(self.identity + '.pub', encoding='ascii') as public:
            text = public.read()
        with open(os.path.join(self.directory, 'authorized_keys'), 'w', encoding='ascii') as file:
            file.write(text)
        shown = run([keygen, '-l', '-f', self.host_key + '.pub'], timeout=None)
        shown.check_returncode()
        self.fingerprint = shown.stdout.split()[1]
        if os.geteuid() == 0 and not os.path.isdir('/run/sshd'):
            # As root sshd confines its unprivileged part to this directory, and does not start without it.
            try:
                os.mkdir('/run/sshd', 0o755)
            except OSError as error:
                raise FacilityError(f'sshd needs the directory /run/sshd, which cannot be made: {error.strerror}.') from error

    def start(self):
        """Starts sshd; if the port that was free a moment ago is taken by now, on another one."""
        for _ in range(5):
            self.port = self.wanted_port or free_port(self.address)
            self._write_files()
            self._processes.forget('sshd')
            self._processes.start('sshd', [program('sshd'), '-D', '-e', '-f', self.config])
            try:
                # Its own words first: somebody else's server on that port would answer as well.
                self._processes.wait_until(self._listens, 'The ssh server', 'sshd')
                self._processes.wait_until(lambda: banner(self.address, self.port, b'SSH-2.0-'), 'The ssh server', 'sshd')
                return
            except FacilityError as error:
                if 'in use' not in self._processes.last_words('sshd'):
                    raise
                if self.wanted_port:
                    raise FacilityError(f'The port {self.port} of {self.address} is taken by another program.') from error
        raise FacilityError('No free port was found for the ssh server.')

    def _listens(self):
        return f'listening on {self.address} port {self.port}.' in self._processes.said('sshd')

    def _write_files(self):
        quoted = '"' + self.directory + '"'
        lines = [
            f'ListenAddress {self.address}',
            f'Port {self.port}',
            f'HostKey "{self.host_key}"',
            f'AuthorizedKeysFile "{self.directory}/authorized_keys"',
            f'PidFile "{self.directory}/sshd.pid"',
            'AuthenticationMethods publickey',
            'PasswordAuthentication no',
            'KbdInteractiveAuthentication no',
            'PermitRootLogin prohibit-password',
            f'AllowUsers {self.user}',
            # Group-writable parents of a temporary directory are of no concern: the directory itself is private.
            'StrictModes no',
            'UsePAM no',
            'UseDNS no',
            'PrintMotd no',
            'PrintLastLog no',
            'X11Forwarding yes',
            f'XAuthLocation {program("xauth")}',
            'AllowTcpForwarding yes',
            'AllowStreamLocalForwarding yes',
            'AllowAgentForwarding yes',
            'AcceptEnv LANG LC_*',
            # Tests come from one address, many at a time; what sshd does about that is tested elsewhere.
            'MaxStartups 100',
            'PerSourcePenalties no',
            'LogLevel VERBOSE',
            # Programs of the summit leave nothing in the home directory of whoever runs the demo.
            f'SetEnv HOME="{self.home}" XAUTHORITY="{self.home}/.Xauthority" NIGHTDESK_FACILITY={quoted}' if self.home else '',
        ]
        with open(self.config, 'w', encoding='utf-8') as file:
            file.write('\n'.join(line for line in lines if line) + '\n')
        with open(self.host_key + '.pub', encoding='ascii') as file:
            kind, key = file.read().split()[:2]
        with open(self.known_hosts, 'w', encoding='ascii') as file:
            file.write(f'[{self.clients_address}]:{self.port} {kind} {key}\n')
        with open(self.client_config, 'w', encoding='utf-8') as file:
            file.write(f'Host *\n  HostName {self.clients_address}\n  Port {self.port}\n  User {self.user}\n'
                       f'  IdentityFile "{self.identity}"\n  IdentitiesOnly yes\n  IdentityAgent none\n'
                       f'  UserKnownHostsFile "{self.known_hosts}"\n  GlobalKnownHostsFile /dev/null\n'
                       '  StrictHostKeyChecking yes\n  BatchMode yes\n')

    def facts(self):
        return {
            'address': self.clients_address,
            'port': self.port,
            'user': self.user,
            'identity': self.identity,
            'identityPublic': self.identity + '.pub',
            'hostKey': self.host_key,
            'hostKeyPublic': self.host_key + '.pub',
            'hostKeyFingerprint': self.fingerprint,
            'knownHosts': self.known_hosts,
            'config': self.config,
            'clientConfig': self.client_config,
            'log': self._processes.log('sshd'),
        }
