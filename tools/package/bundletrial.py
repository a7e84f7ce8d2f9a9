#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""./dev package --bundle: the archive in a bare Debian 12, whose libraries are older, as an ordinary user.

The bare Debian has neither Qt nor X; the X server it shows on, the session bus, sshd and Xvnc run beside it. As root.
"""
import argparse
import pathlib
import subprocess
import tempfile

from cleanroot import CleanRoot, fail, make_archive
from remotedesk import RemoteDesk, are_live, say, status, wait_for, window_color


def unpack(root, archive):
    """As the observer would, in the home directory. Returns the path of the program there."""
    subprocess.run(["tar", "-x", "--no-same-owner", "-f", str(archive), "-C", str(root.home)], check=True)
    root.own(root.home)
    directory = next(file for file in root.home.iterdir() if file.name.startswith("nightdesk-"))
    return f"/home/observer/{directory.name}/bin/nightdesk"


def check_bareness(root):
    found = [str(file) for pattern in ("libQt*", "libKF*", "libX11*", "libxcb*", "libssh*") for file in (root.path / "usr/lib").rglob(pattern)]
    if found or (root.path / "usr/share/X11").exists() or (root.path / "etc/fonts").exists():
        fail(f"this Debian is not bare: {' '.join(found)}")


def try_viewing(root, desk, program):
    """Without a session bus and without a profile."""
    words = [program, "view", "--ssh", f"root@127.0.0.1:{desk.ssh_port}", f"127.0.0.1:{desk.vnc_port}"]
    viewer = root.start(words, desk.environment)
    try:
        wait_for("the image", lambda: viewer.lives() and desk.shows_desktop(), 60, desk.keep_picture)
    finally:
        viewer.end()
    wait_for("the end of the viewer", lambda: not desk.shows_desktop(), 30)
    say("nightdesk view showed a desktop of a real sshd and Xvnc")


def try_connecting(root, desk, program):
    console = root.start([program, "connect", "trial"], {**desk.environment, **desk.bus})
    try:
        wait_for("the desktop and the X program", lambda: console.lives() and are_live(status(root, desk, program).get("displays", []), 2), 60, desk.keep_picture)
        wait_for("their colors", lambda: desk.shows_desktop() and desk.shows(window_color), 30, desk.keep_picture)
        walls = [display["sandbox"] for display in status(root, desk, program)["displays"] if "sandbox" in display]
        if walls != [{"seccomp": True, "landlock": True}]:
            fail(f"the sandbox of the worker is {walls}")
        ended = console.stop()
        if ended != 0:
            fail(f"the console ended with {ended}:\n{console.output()}")
    finally:
        console.end()
    say("nightdesk connect showed a desktop and an X program; seccomp and Landlock confine the worker")


def main():
    parser = argparse.ArgumentParser(description="tries the self-contained archive of Nightdesk in a bare Debian 12")
    parser.add_argument("--bundle", required=True)
    parser.add_argument("--cache", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ndtrial.") as directory, RemoteDesk(pathlib.Path(directory)) as desk, \
            CleanRoot(make_archive(options.cache, "bookworm"), options.cache) as root:
        check_bareness(root)
        program = unpack(root, options.bundle)
        desk.write_facility(root.path / "etc/xdg/nightdesk", has_window=True)
        desk.give_key(root.home)
        (root.home / ".ssh/known_hosts").write_text(desk.known_host(), encoding="utf-8")
        root.own(root.home / ".ssh")
        version = root.run([program, "--version"], user="observer").strip()
        root.run([program, "check", "/etc/xdg/nightdesk"], user="observer")
        say(f"{version} runs, and checks the facility in /etc/xdg/nightdesk")
        try_viewing(root, desk, program)
        try_connecting(root, desk, program)


if __name__ == "__main__":
    main()
