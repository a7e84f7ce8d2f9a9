#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the folders to their link lines: checkfolders.py FILE..., all paths from the top of the repository.

A product folder is one library, and target_link_libraries() in its CMakeLists.txt is the only place where it says which other
folders it may know. A file may include from no other folder, no folder may depend on itself by way of others, and none on a
room above its own: app, widgets, monitors, sessions, from the top. A folder holds at most 60 files.
"""
import collections
import pathlib
import re
import sys

ROOMS = ("sessions", "monitors", "widgets", "app")  # from below
MOST_FILES = 60
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
LINKS = re.compile(r"target_link_libraries\(\s*[\w-]+([^)]*)\)")
LIBRARY = re.compile(r"(?:nightdesk_library|add_library|nightdesk_executable)\(\s*([\w-]+)")


def folder_of(path):
    return path.rpartition("/")[0]


def libraries(folders):
    """The library of each folder and the libraries its link lines name."""
    names, linked = {}, {}
    for folder in folders:
        lists = pathlib.Path(folder, "CMakeLists.txt")
        text = re.sub(r"#[^\n]*", "", lists.read_text(encoding="utf-8")) if lists.exists() else ""
        for name in LIBRARY.findall(text):
            names[name] = folder
        linked[folder] = {word for line in LINKS.findall(text) for word in line.split()}
    return {folder: {names[word] for word in words if word in names} - {folder} for folder, words in linked.items()}


def circle(arrows):
    """Folders that lead back to the first of them, or an empty list."""
    done = set()

    def walk(folder, way):
        if folder in way:
            return way[way.index(folder):] + [folder]
        if folder not in done:
            for other in sorted(arrows.get(folder, ())):
                found = walk(other, way + [folder])
                if found:
                    return found
            done.add(folder)
        return []

    return next((found for folder in sorted(arrows) if (found := walk(folder, []))), [])


def faults(files):
    for folder, count in sorted(collections.Counter(map(folder_of, files)).items()):
        if count > MOST_FILES and folder.split("/")[0] in ROOMS + ("tests", "tools"):
            yield f"{folder}: {count} files, and a folder holds at most {MOST_FILES}"
    sources = [file for file in files if file.split("/")[0] in ROOMS and file.endswith((".cpp", ".h"))]
    known = set(sources)
    folders = {folder_of(file) for file in sources}
    links = libraries(folders)
    for file in sorted(sources):
        for header in INCLUDE.findall(pathlib.Path(file).read_text(encoding="utf-8")):
            other = folder_of(header)
            if header in known and other != folder_of(file) and other not in links[folder_of(file)]:
                yield f"{file}: includes {header}, but {folder_of(file)}/CMakeLists.txt does not link {other}"
    for folder, others in sorted(links.items()):
        for other in sorted(others):
            if ROOMS.index(other.split("/")[0]) > ROOMS.index(folder.split("/")[0]):
                yield f"{folder}: links {other}, which is above it"
    found = circle(links)
    if found:
        yield "these folders depend on each other: " + " -> ".join(found)


def main():
    found = list(faults(sys.argv[1:]))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
