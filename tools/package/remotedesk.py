# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the packages are tried against: an instrument's host with sshd and Xvnc, and the X server of the workstation."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import time

from cleanroot import account, fail, observer

color = (200, 30, 120)  # of the remote desktop; nothing of ours has it
window_color = (40, 200, 170)  # of the X program
bus_configuration = "<busconfig><type>session</type><listen>unix:abstract={name}</listen><policy context='default'><allow own='*'/>" \
    "<allow send_destination='*' eavesdrop='true'/><allow eavesdrop='true'/></policy></busconfig>\n"


def say(text):
    print(f"trial: {text}", flush=True)


def wait_for(what, condition, seconds, missed=None):
    """Until the condition is true. missed: called when it was not within so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.1)
    if missed:
        missed()
    fail(f"{what} did not come within {seconds} s")


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def answers(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


class RemoteDesk:
    def __init__(self, directory):
        self.directory = directory
        self.programs = []
        self.ssh_port = free_port()
        self.vnc_port = free_port()

    def __enter__(self):
        self.directory.chmod(0o755)
        os.makedirs("/tmp/.X11-unix", 0o1777, exist_ok=True)
        for name in ("host", "person"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.directory / name)], check=True)
        try:
            self.start_remote()
            self.display = self.start_display()
            self.start_bus()
        except BaseException:
            self.__exit__()
            raise
        self.environment = {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb"}
        self.bus = {"DBUS_SESSION_BUS_ADDRESS": f"unix:abstract={self.directory}"}
        return self

    def __exit__(self, *ended):
        for program in reversed(self.programs):
            program.terminate()
            program.wait()

    def start(self, *words, **options):
        log = open(self.directory / f"{len(self.programs)}.log", "wb")
        self.programs.append(subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options))

    def start_remote(self):
        """sshd for root's account, which there is, with a key; Xvnc, whose whole screen has one color."""
        keys = self.directory / "authorized"
        shutil.copyfile(self.directory / "person.pub", keys)
        config = self.directory / "sshd_config"
        config.write_text(f"Port {self.ssh_port}\nListenAddress 127.0.0.1\nHostKey {self.directory / 'host'}\nAuthorizedKeysFile {keys}\n"
                          "StrictModes no\nUsePAM no\nPasswordAuthentication no\nPermitRootLogin prohibit-password\n"
                          f"X11Forwarding yes\nPidFile {self.directory / 'sshd.pid'}\n", encoding="utf-8")
        os.makedirs("/run/sshd", exist_ok=True)
        self.start("/usr/sbin/sshd", "-D", "-e", "-f", str(config))
        wait_for("sshd", lambda: answers(self.ssh_port), 30)
        number = self.free_display()
        self.start("Xvnc", f":{number}", "-geometry", "800x600", "-depth", "24", "-rfbport", str(self.vnc_port), "-localhost",
                   "-SecurityTypes", "None", "-nolisten", "tcp", "-ac")
        wait_for("Xvnc", lambda: answers(self.vnc_port), 30)
        self.remote = f":{number}"
        self.draw_remote()

    def draw_remote(self, other=False):
        """The whole remote desktop in its color, or in another one."""
        value = "#000000" if other else "#%02x%02x%02x" % color
        subprocess.run(["xsetroot", "-display", self.remote, "-solid", value], check=True)

    @staticmethod
    def free_display():
        return next(number for number in range(130, 140) if not os.path.exists(f"/tmp/.X11-unix/X{number}"))

    def start_display(self):
        number = self.free_display()
        self.start("Xvfb", f":{number}", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-ac")
        wait_for("Xvfb", lambda: os.path.exists(f"/tmp/.X11-unix/X{number}"), 30)
        return f":{number}"

    def start_bus(self):
        """The observer's session bus, which starts no services. A bus asks for the account, which only the clean Debian has."""
        configuration = self.directory / "bus.conf"
        configuration.write_text(bus_configuration.format(name=self.directory), encoding="utf-8")
        accounts = self.directory / "passwd"
        accounts.write_text(pathlib.Path("/etc/passwd").read_text(encoding="utf-8") + account, encoding="utf-8")
        self.start("unshare", "--mount", "--propagation", "private", "--", "sh", "-c", 'mount --bind "$1" /etc/passwd; shift; exec "$@"', "bus", str(accounts),
                   "setpriv", f"--reuid={observer}", f"--regid={observer}", "--clear-groups",
                   "dbus-daemon", f"--config-file={configuration}", "--nofork", "--nosyslog")

    def shows_desktop(self):
        return self.shows(color)

    def shows(self, of):
        """Whether a fiftieth of the workstation's screen has this color; without a window manager the console covers much."""
        shot = subprocess.run(["import", "-display", self.display, "-window", "root", "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout
        return shot.count(bytes(of)) * 3 * 50 > len(shot)

    def keep_picture(self):
        """For whoever looks into a failure."""
        subprocess.run(["import", "-display", self.display, "-window", "root", "/tmp/nightdesk-trial.png"], check=False)
        say("what the workstation showed: /tmp/nightdesk-trial.png")

    def give_key(self, home):
        (home / ".ssh").mkdir(mode=0o700, exist_ok=True)
        shutil.copyfile(self.directory / "person", home / ".ssh/id_ed25519")
        (home / ".ssh/id_ed25519").chmod(0o600)

    def known_host(self):
        key = (self.directory / "host.pub").read_text(encoding="utf-8").split()
        return f"[127.0.0.1]:{self.ssh_port} {key[0]} {key[1]}\n"

    def write_facility(self, directory, has_window=False):
        """has_window: with an X program too."""
        profiles = directory / "profiles"
        profiles.mkdir(parents=True)
        # With a time zone: 0.1.0 records no figures of a night without one. The bare Debian of the bundle knows UTC alone.
        (directory / "facility.toml").write_text('format = 1\nname = "Trial"\ntimezone = "UTC"\nknown-hosts = "known_hosts"\n\n'
                                                 '[site.trial]\nscreens = ["middle"]\n', encoding="utf-8")
        (directory / "known_hosts").write_text(self.known_host(), encoding="utf-8")
        window = ('\n[[window]]\nid = "note"\ntitle = "Note"\nlink = "summit"\ntopology = "x11"\nscreen = "middle"\ngeometry = "640x480+0+0"\n'
                  f'command = ["xmessage", "-bg", "#{bytes(window_color).hex()}", "night"]\n')
        (profiles / "trial.toml").write_text(
            f'format = 1\nid = "trial"\nname = "Trial"\n\n[link.summit]\nhost = "127.0.0.1"\nport = {self.ssh_port}\nuser = "root"\n\n'
            f'[[desktop]]\nid = "control"\ntitle = "Control"\nlink = "summit"\nport = {self.vnc_port}\nscreen = "middle"\n'
            + (window if has_window else ""), encoding="utf-8")
        for file in (directory, profiles):
            file.chmod(0o755)


def status(root, desk, program="nightdesk"):
    """What nightdesk says of its one console at this desk; nothing before it answers."""
    words = root.words([program, "status", "--json"], {**desk.environment, **desk.bus}, "observer")
    said = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False).stdout
    lines = [line for line in said.split("\n") if line.startswith("{")]
    return json.loads(lines[0]) if lines else {}


def are_live(displays, count):
    return len(displays) == count and all(display["state"] == "live" for display in displays)
