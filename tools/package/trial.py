#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""./dev package --test: the packages in a clean Debian 13, against a real sshd and Xvnc.

Installs them, times the first image of a remote desktop from the beginning of the installation, shows the demo, runs the broker as its
service does, upgrades from the version before with what people had, removes and purges. The clean Debian has nothing of a desktop; the X
server it shows on, sshd and Xvnc run beside it; the demo has those of the clean Debian. As root.
"""
import argparse
import itertools
import pathlib
import tempfile
import time

from cleanroot import CleanRoot, fail, make_archive, observer
from remotedesk import RemoteDesk, are_live, say, status, wait_for

bar = 90.0  # seconds from the beginning of apt install to the first image
graphical = ("libqt6gui6", "libqt6widgets6", "libx11-6", "libxcb1", "libgl1", "libegl1", "libwayland-client0")


def deb(directory, name):
    found = sorted(pathlib.Path(directory).glob(f"{name}_*.deb"))
    if len(found) != 1:
        fail(f"{directory} has {len(found)} packages named {name}")
    return found[0]


def configure(root, desk):
    """What an administrator does after the installation: the facility, its host keys, and the site, which nobody can change."""
    desk.write_facility(root.path / "etc/xdg/nightdesk")
    with open(root.path / "etc/xdg/nightdeskrc", "a", encoding="utf-8") as file:
        file.write("[Desk]\nSite[$i]=trial\n")


def drawn(root, desk):
    """How many times of painting and decoding the console knows of this night, by the distributions of nightdesk status."""
    displays = status(root, desk).get("displays", [])
    return sum(each["count"] for display in displays for each in display.get("distributions", []))


def first_image(root, desk, words=(), look=None):
    """Starts the console as a person at the desk, waits for the color of the remote desktop, looks, and ends it. Returns when it came."""
    desk.give_key(root.home)
    root.own(root.home / ".ssh")
    console = root.start(["nightdesk", "connect", "trial", *words], {**desk.environment, **desk.bus})
    try:
        wait_for("the first image", lambda: console.lives() and desk.shows_desktop(), 120, desk.keep_picture)
        came = time.monotonic()
        if look:
            look()
    finally:
        console.end()
    if "figures are in memory alone" in console.output():
        fail(f"it cannot read the figures of a night:\n{console.output()}")
    wait_for("the end of the viewer", lambda: not desk.shows_desktop(), 30)
    return came


def try_installing(options, desk):
    with CleanRoot(options.archive, options.cache) as root:
        package = deb(options.packages, "nightdesk")
        root.fetch([package])
        before = root.installed()
        began = time.monotonic()
        root.install([package])
        installed = time.monotonic() - began
        configure(root, desk)
        root.run(["nightdesk", "check", "/etc/xdg/nightdesk"], user="observer")
        needed = first_image(root, desk) - began
        verdict = "reached" if needed <= bar else "not reached"
        place = "in memory" if root.is_in_memory else "on the disk"
        say(f"first image {needed:.1f} s after the beginning of apt install ({installed:.1f} s of them apt's), the root {place}; "
            f"at most {bar:.0f} s: {verdict}")
        after = root.installed()
        own = after["nightdesk"] / 1024
        rest = sum(size for name, size in after.items() if name not in before) / 1024 - own
        say(f"installed size: nightdesk {own:.1f} MiB, {len(after) - len(before) - 1} packages that it brings {rest:.0f} MiB")
        return needed <= bar


def running(names):
    """Command lines of the observer's programs of these names; what the session bus started for itself is not ours."""
    found = []
    for directory in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (directory / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if directory.stat().st_uid == observer and any(name in words[0] for name in names):
                found.append(" ".join(words))
        except OSError:
            pass  # it ended meanwhile
    return found


def try_demo(options, desk):
    """What `nightdesk demo` shows on a computer with the package and servers of the distribution, and that it leaves nothing."""
    with CleanRoot(options.archive, options.cache) as root:
        package = deb(options.packages, "nightdesk")
        root.fetch([package])
        root.install([package])
        root.run(["apt-get", "-q", "-y", "install", "openssh-server", "tigervnc-standalone-server", "xterm", "xauth"])
        began = time.monotonic()
        demo = root.start(["nightdesk", "demo"], {**desk.environment, **desk.bus})
        try:
            wait_for("the demo", lambda: demo.lives() and are_live(status(root, desk).get("displays", []), 2), 60, desk.keep_picture)
            say(f"nightdesk demo showed its desktop and its X program {time.monotonic() - began:.1f} s after its start")
            ended = demo.stop()
            if ended != 0:
                fail(f"the demo ended with {ended}:\n{demo.output()}")
            wait_for("the end of the demo's servers", lambda: not running(("nightdesk", "sshd", "Xvnc", "xterm")), 30)
        finally:
            demo.end()
        left = [file.name for file in root.runtime.iterdir() if "demo" in file.name]
        if left:
            fail(f"the demo leaves {' '.join(left)}")
        say("the demo left neither a process nor a file")


def try_broker(options):
    with CleanRoot(options.archive, options.cache) as root:
        package = deb(options.packages, "nightdesk-broker")
        root.fetch([package])
        before = root.installed()
        sparing = ["--no-install-recommends"]  # Debian's Qt recommends OpenGL with what KI18n needs
        root.install_needed(package, ["Depends"], sparing)
        files = root.files()
        root.install([package], *sparing)
        after = root.installed()
        found = [name for name in graphical if name in after]
        if found:
            fail(f"nightdesk-broker brings {' '.join(found)}")
        say(f"nightdesk-broker brings {len(after) - len(before) - 1} packages, none of them graphical; "
            f"{sum(size for name, size in after.items() if name not in before) / 1024:.0f} MiB with itself")
        root.run(["systemd-analyze", "verify", "--man=no", "/usr/lib/systemd/system/nightdesk-broker.service"])
        root.run(["install", "-d", "-o", "nightdesk", "-g", "nightdesk", "-m", "750", "/run/nightdesk", "/var/lib/nightdesk"])
        service = root.start(["nightdesk-broker", "--facility", "trial", "--directory", "/var/lib/nightdesk/broker"],
                             {"RUNTIME_DIRECTORY": "/run/nightdesk"}, user="nightdesk")
        try:
            wait_for("the broker's socket", lambda: service.lives() and (root.path / "run/nightdesk/broker").is_socket(), 30)
            root.run(["nightdesk-broker", "add-desk", "trial/one", "--directory", "/var/lib/nightdesk/broker",
                      "--output", "/var/lib/nightdesk/one.desk"], user="nightdesk")
        finally:
            service.end()
        root.remove_tree("run/nightdesk")  # as systemd does when the service ends
        say("the broker ran as its service does, and made a credential")
        root.purge(["nightdesk-broker"])
        check_leftovers(root, files)


def check_leftovers(root, files):
    """Fails if files or accounts differ from @p files, those of before the installation, with all dependencies already there."""
    now = root.files()
    left = sorted(now - files)
    lost = sorted(files - now)
    if left or lost:
        fail(f"purge leaves {' '.join(left) or 'nothing'} and takes {' '.join(lost) or 'nothing'}")
    for table in ("passwd", "group", "shadow"):
        if "nightdesk:" in (root.path / "etc" / table).read_text(encoding="utf-8"):
            fail(f"purge leaves the account in /etc/{table}")
    say(f"purge left the {len(files)} files that there were before, and no account")


def try_upgrading(options, desk):
    with CleanRoot(options.archive, options.cache) as root:
        previous = deb(options.previous, "nightdesk")
        package = deb(options.packages, "nightdesk")
        root.fetch([previous])
        root.fetch([package])
        for needs in (previous, package):
            root.install_needed(needs)
        files = root.files()
        root.install([previous])
        old = root.run(["nightdesk", "--version"], user="observer").strip()
        # A facility of the person's own, so that it needs an approval, which the new version has to know.
        facility = root.home / "facility"
        desk.write_facility(facility)
        root.own(facility)
        place = ["--facility", "/home/observer/facility", "--site", "trial"]
        root.run(["nightdesk", "trust", "trial", "--yes", *place], user="observer")
        settings = root.home / ".config/nightdeskrc"
        settings.parent.mkdir(exist_ok=True)
        settings.write_text("[Appearance]\nColours=NightRed\n", encoding="utf-8")
        root.own(settings.parent)
        counts = []

        def count():
            """The first figures that the console knows: of itself it has few, since it records them each 5 s."""
            wait_for("the night's figures", lambda: drawn(root, desk) > 0, 30, desk.keep_picture)
            counts.append(drawn(root, desk))

        def count_many():
            """More than a console has of itself at once, so that a new night cannot be taken for this one."""
            turns = itertools.count()
            wait_for("many of the night's figures", lambda: desk.draw_remote(next(turns) % 2 == 0) or drawn(root, desk) >= 20, 120, desk.keep_picture)
            counts.append(drawn(root, desk))
            desk.draw_remote()

        first_image(root, desk, place, count_many)
        approvals = (root.home / ".local/share/nightdesk/trust.json").read_bytes()
        nights = {file for file in (root.home / ".local/state/nightdesk").rglob("*") if file.is_file()}
        root.install([package])
        new = root.run(["nightdesk", "--version"], user="observer").strip()
        if (root.home / ".local/share/nightdesk/trust.json").read_bytes() != approvals or not all(file.exists() for file in nights):
            fail("the upgrade changed what a person has")
        first_image(root, desk, place, count)
        aside = [file.name for file in (root.home / ".local/state/nightdesk").rglob("*.broken*")]
        if aside or counts[1] < counts[0]:
            fail(f"the new version does not open the night's figures: {counts[1]} of {counts[0]} values; renamed: {' '.join(aside) or 'nothing'}")
        if "Colours=NightRed" not in settings.read_text(encoding="utf-8"):
            fail("the new version lost a setting")
        say(f"upgraded from {old} to {new}: settings, the approval and {len(nights)} files of a night are kept, the {counts[0]} values "
            f"of the old version are among the {counts[1]} that the new one shows of the night, and it connects without a question")
        configure(root, desk)
        root.run(["apt-get", "-q", "-y", "remove", "nightdesk"])
        if (root.path / "usr/bin/nightdesk").exists() or not (root.path / "etc/xdg/nightdeskrc").exists():
            fail("remove is to take the program and leave its configuration")
        root.purge(["nightdesk"])
        root.remove_tree("etc/xdg/nightdesk")  # the administrator's own
        check_leftovers(root, files)


def main():
    parser = argparse.ArgumentParser(description="tries Debian packages of Nightdesk in a clean Debian 13")
    parser.add_argument("--packages", required=True)
    parser.add_argument("--previous", required=True)
    parser.add_argument("--cache", required=True)
    parser.add_argument("--only", choices=("install", "demo", "broker", "upgrade"))
    options = parser.parse_args()
    options.archive = make_archive(options.cache)
    with tempfile.TemporaryDirectory(prefix="ndtrial.") as directory:
        with RemoteDesk(pathlib.Path(directory)) as desk:
            reached = options.only not in (None, "install") or try_installing(options, desk)
            if options.only in (None, "demo"):
                try_demo(options, desk)
            if options.only in (None, "broker"):
                try_broker(options)
            if options.only in (None, "upgrade"):
                try_upgrading(options, desk)
    if not reached:
        fail("the first image came too late")


if __name__ == "__main__":
    main()
