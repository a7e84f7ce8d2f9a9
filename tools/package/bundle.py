#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""./dev package --bundle: one archive with the console and all that it needs of Debian 13, for Linux desks that have no package.

Takes the programs from the Debian packages just built, and loader, libraries, plugins and data from the system that this runs in, which is
the root that built them. bin/NAME is launcher.c, which says how libexec/NAME is started. Needs no rights.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

libraries = pathlib.Path("/usr/lib/x86_64-linux-gnu")
loader = "ld-linux-x86-64.so.2"
programs = ("nightdesk", "nightdesk-rfb")
# What is loaded by name, so that no program's list of libraries has it. Of Qt: X11, Wayland and drawing into files, compose keys and IBus, the
# dialogs and settings of the desktop, pictures, TLS. Qt's multimedia library, which KTextEditor brings, complains without PipeWire's.
plugins = (
    "platforms/libqxcb.so", "platforms/libqoffscreen.so",
    "platforms/libqwayland-generic.so", "wayland-shell-integration/libxdg-shell.so", "wayland-decoration-client/libbradient.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so", "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "platformthemes/libqxdgdesktopportal.so",
    "imageformats/libqjpeg.so", "imageformats/libqsvg.so", "iconengines/libqsvgicon.so",
    "tls/libqcertonlybackend.so", "tls/libqopensslbackend.so",
    "kf6/kwindowsystem/KF6WindowSystemX11Plugin.so",
)
# KIconThemes looks for what gives icons the colors of the text beside the program and in no qt.conf; without it they are dark on dark.
icon_engine = "kiconthemes6/iconengines/KIconEnginePlugin.so"
loaded = ("libssl.so.3", "libsecret-1.so.0", "libpipewire-0.3.so.0")
# Directories and files below /usr. Where the system has its own, that is used: launcher.c.
data = ("share/X11/xkb", "share/X11/locale", "share/fonts/truetype/dejavu", "share/icons/hicolor/index.theme")
languages = ("es",)
fonts = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<!-- For a system without fonts.conf. -->
<fontconfig>
  <dir prefix="relative">../../share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""
readme = """Nightdesk {version} for Linux on x86-64, with the libraries of Debian 13 that it needs.

Run bin/nightdesk. Nothing is installed; remove this directory to remove it. Put a link to bin/nightdesk where your shell
finds programs, for example in ~/.local/bin. share/man has the manual pages, and F1 opens the handbook.

Commands that profiles run, /etc/xdg, ssh and Kerberos configuration are those of this system. share/doc/nightdesk-doc/html/admin/install.html
says what differs from an installed Nightdesk (Kerberos tickets, accounts of a directory service), and how to test a distribution.

share/doc/PACKAGE/copyright says under which license each library is, and share/doc/packages lists their versions.
Their sources are in Debian's archive, and of earlier versions at snapshot.debian.org.
"""


def fail(text):
    sys.exit(f"bundle: {text}")


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


class Owners:
    """Which package a file of this system is from, by dpkg's lists; directories may have two names (/lib is /usr/lib)."""

    def __init__(self):
        self.packages = {}
        for file in pathlib.Path("/var/lib/dpkg/info").glob("*.list"):
            for line in file.read_text(encoding="utf-8").splitlines():
                self.packages[os.path.join(os.path.realpath(os.path.dirname(line)), os.path.basename(line))] = file.stem

    def of(self, path):
        path = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        return self.packages.get(path) or fail(f"{path} is of no package")


class Bundle:
    def __init__(self, root):
        self.root = root
        self.owners = Owners()
        self.used = set()  # packages

    def copy(self, source, target):
        target = self.root / target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if os.access(source, os.X_OK) else 0o644)

    def take(self, source, target):
        """A file of a package of this system; a link becomes what it leads to."""
        real = os.path.realpath(source)
        self.used.add(self.owners.of(real))
        self.copy(real, target)

    def take_tree(self, name):
        source = pathlib.Path("/usr") / name
        if not source.exists():
            fail(f"{source} is missing")
        files = [source] if source.is_file() else [file for file in source.rglob("*") if file.is_file()]
        for file in files:
            if os.path.realpath(file).startswith("/usr/"):  # a cache in /var is written by the system that has it
                self.take(file, file.relative_to("/usr"))

    def take_program(self, packages, name):
        found = [file for file in packages.rglob(name) if file.parent.name in ("bin", "libexec")]
        if len(found) != 1:
            fail(f"{len(found)} programs of the packages are {name}")
        self.copy(found[0], pathlib.Path("libexec") / name)

    def take_libraries(self):
        """All that the programs and plugins need, and what these need, as the loader finds it here."""
        elves = [file for file in self.root.rglob("*") if file.is_file() and file.parent.name != "bin" and file.read_bytes()[:4] == b"\x7fELF"]
        for file in elves:
            for name, path in re.findall(r"^\s*(\S+) => (\S+)", run("ldd", str(file)), re.MULTILINE):
                if path == "not":
                    fail(f"{file} needs {name}, which is not here")
                if not (self.root / "lib" / name).exists():
                    self.take(path, f"lib/{name}")
        self.take(libraries / loader, f"lib/{loader}")

    def take_translations(self):
        for language in languages:
            catalogs = pathlib.Path("/usr/share/locale") / language / "LC_MESSAGES"
            for file in sorted(catalogs.iterdir()):
                if self.owners.of(file).startswith("libkf6"):
                    self.take(file, file.relative_to("/usr"))
            for name in ("qt", "qtbase"):
                self.take(f"/usr/share/qt6/translations/{name}_{language}.qm", f"share/qt6/translations/{name}_{language}.qm")

    def write(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def write_licenses(self):
        versions = run("dpkg-query", "-W", "-f", "${binary:Package} ${Version} ${source:Package} ${source:Version}\\n", *sorted(self.used))
        self.write("share/doc/packages", versions)
        for package in sorted(self.used):
            name = package.split(":")[0]
            self.copy(f"/usr/share/doc/{name}/copyright", f"share/doc/{name}/copyright")


def compile_launcher(source, target):
    run("gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-ffreestanding", "-fno-builtin", "-fno-tree-loop-distribute-patterns", "-fno-stack-protector",
        "-fcf-protection=none", "-fno-pie", "-no-pie", "-static", "-nostdlib", "-s", "-Wl,-z,noexecstack,--build-id=none", "-o", str(target), str(source))


def make_launchers(bundle, source):
    launcher = bundle.root / "bin" / programs[0]
    compile_launcher(source, launcher)
    for name in programs[1:]:
        shutil.copy(launcher, launcher.with_name(name))


def pack(root, archive, time):
    """The same bytes from the same files: names in order, nobody's name, the commit's time."""
    run("bash", "-o", "pipefail", "-c", 'tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w --mtime="@$1" --format=ustar -c -C "$2" "$3" | xz -T2 -3 >"$4"',
        "pack", str(time), str(root.parent), root.name, str(archive))


def main():
    parser = argparse.ArgumentParser(description="makes a self-contained archive of Nightdesk")
    parser.add_argument("--packages", required=True, help="the directory with the Debian packages and their source")
    parser.add_argument("--output", required=True)
    options = parser.parse_args()
    packages = pathlib.Path(options.packages)
    source = packages / "nightdesk"
    time = int((source / "CMakeLists.txt").stat().st_mtime)  # git archive gives each file the commit's
    version = re.search(r"^project\(nightdesk VERSION ([0-9.]+)", (source / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
    output = pathlib.Path(options.output)
    shutil.rmtree(output, ignore_errors=True)
    unpacked = output / "packages"
    unpacked.mkdir(parents=True)
    for name in ("nightdesk", "nightdesk-doc"):
        run("dpkg-deb", "-x", *map(str, packages.glob(f"{name}_*.deb")), str(unpacked))
    bundle = Bundle(output / f"nightdesk-{version}")
    shutil.copytree(unpacked / "usr/share", bundle.root / "share", ignore=shutil.ignore_patterns("lintian", "doc-base"))
    for name in programs:
        bundle.take_program(unpacked, name)
    for name in plugins:
        bundle.take(libraries / "qt6/plugins" / name, f"lib/qt6/plugins/{name}")
    bundle.take(libraries / "qt6/plugins" / icon_engine, f"bin/{icon_engine}")
    for name in loaded:
        bundle.take(libraries / name, f"lib/{name}")
    bundle.take_libraries()
    for name in data:
        bundle.take_tree(name)
    bundle.take_translations()
    bundle.write("bin/qt.conf", "[Paths]\nPrefix = ..\nPlugins = lib/qt6/plugins\nTranslations = share/qt6/translations\n")
    bundle.write("etc/fonts/fonts.conf", fonts)
    bundle.write("README", readme.format(version=version))
    bundle.write_licenses()
    make_launchers(bundle, source / "tools/package/launcher.c")
    archive = output / f"nightdesk-{version}-linux-x86_64.tar.xz"
    pack(bundle.root, archive, time)
    size = sum(file.stat().st_size for file in bundle.root.rglob("*") if file.is_file())
    print(f"bundle: {archive.name}: {archive.stat().st_size / 2**20:.0f} MiB, {size / 2**20:.0f} MiB unpacked, parts of {len(bundle.used)} packages")


if __name__ == "__main__":
    main()
