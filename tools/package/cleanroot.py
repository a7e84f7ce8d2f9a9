# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A clean Debian 13 that packages are installed in, and what is run there."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

observer = 1500  # the one at the desk
account = f"observer:x:{observer}:{observer}::/home/observer:/bin/bash\n"

enter = """set -e
root=$1; archives=$2; shift 2
mount --rbind /proc "$root/proc"; mount --rbind /dev "$root/dev"; mount --rbind /sys "$root/sys"
mount --bind "$archives" "$root/var/cache/apt/archives"
mkdir -p "$root/tmp/.X11-unix"; mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
exec chroot "$root" "$@"
"""


def fail(text):
    sys.exit(f"trial: {text}")


def has_memory():
    """Whether there are 6 GiB for a root, which takes less than 2."""
    facts = dict(line.split(":") for line in pathlib.Path("/proc/meminfo").read_text(encoding="utf-8").splitlines())
    return int(facts["MemAvailable"].split()[0]) >= 6 * 2**20


def make_archive(cache, suite="trixie"):
    """The clean Debian as an archive, made once: essential packages and apt, as mmdebstrap's variant "apt", from this Debian's mirror."""
    archive = pathlib.Path(cache) / f"clean-{suite}.tar"
    if not archive.exists():
        part = archive.with_suffix(".partial.tar")
        sources = pathlib.Path("/etc/apt/sources.list").read_text(encoding="utf-8").replace("trixie", suite)
        subprocess.run(["mmdebstrap", "--mode=root", "--variant=apt", "--quiet", suite, str(part), "-"], check=True, input=sources, text=True)
        part.rename(archive)
    return archive


class Program:
    """A program that runs in the clean Debian, in a process group of its own; it writes to a file that is shown if it fails."""

    def __init__(self, words, log):
        self.log = log
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=open(log, "wb"), stderr=subprocess.STDOUT, start_new_session=True)

    def lives(self):
        if self.process.poll() is not None:
            fail(f"it ended with {self.process.returncode}:\n{self.output()}")
        return True

    def stop(self):
        """Asks this program alone, as a session that ends does, and returns its exit status."""
        self.process.terminate()
        return self.process.wait(30)

    def output(self):
        return pathlib.Path(self.log).read_text(encoding="utf-8", errors="replace")

    def end(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
                self.process.wait(10)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass


class CleanRoot:
    """In memory where there is enough: dpkg syncs each file of each package, which on a busy disk is most of the time of an installation."""

    def __init__(self, archive, cache):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="trial-", dir=cache))
        self.is_in_memory = has_memory()
        if self.is_in_memory:
            subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755,size=4g", "tmpfs", str(self.path)], check=True)
        self.home = self.path / "home/observer"
        self.logs = 0
        self.archives = pathlib.Path(cache) / "clean-archives"  # packages are fetched once
        (self.archives / "partial").mkdir(parents=True, exist_ok=True)
        subprocess.run(["tar", "-x", "-f", str(archive), "-C", str(self.path), "--exclude=./dev/*"], check=True)
        for name in ("passwd", "group"):
            line = account if name == "passwd" else f"observer:x:{observer}:\n"
            with open(self.path / "etc" / name, "a", encoding="utf-8") as file:
                file.write(line)
        self.runtime = self.path / "run/user" / str(observer)
        for directory in (self.home, self.runtime):
            directory.mkdir(parents=True, mode=0o700)
            self.own(directory)
        # No service is to start: there is no init here.
        policy = self.path / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        policy.chmod(0o755)
        shutil.copyfile("/etc/resolv.conf", self.path / "etc/resolv.conf")
        shutil.copyfile("/etc/hosts", self.path / "etc/hosts")
        for settings in pathlib.Path("/etc/apt/apt.conf.d").glob("99mmdebstrap"):
            shutil.copyfile(settings, self.path / "etc/apt/apt.conf.d/99mmdebstrap")

    def __enter__(self):
        return self

    def __exit__(self, *ended):
        logs = [str(self.path.with_suffix(f".log{number}")) for number in range(1, self.logs + 1)]
        if self.is_in_memory:
            subprocess.run(["umount", "--lazy", str(self.path)], check=True)
        subprocess.run(["rm", "-rf", "--one-file-system", str(self.path), *logs], check=True)

    def own(self, tree):
        subprocess.run(["chown", "-R", f"{observer}:{observer}", str(tree)], check=True)

    def remove_tree(self, name):
        shutil.rmtree(self.path / name)

    def words(self, words, environment, user):
        home = {"observer": "/home/observer", "root": "/root"}.get(user, "/")
        inside = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home, "USER": user, "LANG": "C.UTF-8",
                  "DEBIAN_FRONTEND": "noninteractive", **environment}
        if user == "observer":
            inside["XDG_RUNTIME_DIR"] = f"/run/user/{observer}"
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user != "root" else []
        return ["unshare", "--mount", "--propagation", "private", "--", "sh", "-c", enter, "enter", str(self.path), str(self.archives),
                "/usr/bin/env", "-i", *(f"{name}={value}" for name, value in inside.items()), *as_user, *words]

    def run(self, words, user="root", environment=None):
        words = self.words(words, environment or {}, user)
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            fail(f"{' '.join(words[-6:])} ended with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def start(self, words, environment, user="observer"):
        self.logs += 1
        return Program(self.words(words, environment, user), self.path.with_suffix(f".log{self.logs}"))

    def copied(self, packages):
        (self.path / "srv/packages").mkdir(exist_ok=True)
        return ["/srv/packages/" + shutil.copy(package, self.path / "srv/packages").rsplit("/", 1)[1] for package in packages]

    def fetch(self, packages):
        """All archives into apt's cache, so that what is timed needs no network. packages: files."""
        self.run(["apt-get", "-q", "update"])
        self.run(["apt-get", "-q", "-y", "install", "--download-only", *self.copied(packages)])

    def install(self, packages, *options):
        self.run(["apt-get", "-q", "-y", *options, "install", *self.copied(packages)])

    def install_needed(self, package, fields=("Depends", "Recommends"), options=()):
        """What this package depends on and recommends, without it."""
        for field in fields:
            listed = subprocess.run(["dpkg-deb", "-f", str(package), field], check=True, capture_output=True, text=True).stdout.strip()
            self.run(["apt-get", "-q", "-y", *options, "satisfy", listed])

    def purge(self, packages):
        self.run(["apt-get", "-q", "-y", "purge", *packages])

    def installed(self):
        """Sizes in KiB by name."""
        lines = self.run(["dpkg-query", "-W", "-f", "${db:Status-Abbrev} ${Package} ${Installed-Size}\\n"]).split("\n")
        return {name: int(size) for status, name, size in (line.split() for line in lines if line) if status == "ii"}

    def files(self):
        out = subprocess.run(["find", str(self.path), "-xdev", "-printf", "/%P\n"], check=True, capture_output=True, text=True).stdout
        aside = ("/srv/", "/home/", "/run/user/", "/run/systemd/", "/var/cache/", "/var/log/", "/var/lib/apt/", "/tmp/")
        return {name for name in out.split("\n") if not name.startswith(aside)}
