#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""xnames.py DIRECTORY OUTPUT: tables of what the X protocol's messages are called, from xcb-proto's XML in DIRECTORY."""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

GENERIC = 0x80  # XName::generic


class Extension:
    """One XML file: the core protocol or an extension."""

    def __init__(self, root):
        self.header = root.get("header")
        self.name = root.get("extension-xname", "")
        self.requests = {}
        self.events = {}
        self.errors = {}
        generic = {element.get("name") for element in root.findall("event") if element.get("xge") == "true"}
        for element in root:
            name = element.get("name")
            if element.tag == "request":
                answered = element.find("reply") is not None
                add(self.requests, int(element.get("opcode")), name, self, answered)
            elif element.tag in ("event", "eventcopy"):
                # A copy of a generic event is one, too: xinput.xml does not say so again.
                flag = GENERIC if element.get("ref", name) in generic else 0
                add(self.events, int(element.get("number")) | flag, name, self)
            elif element.tag in ("error", "errorcopy") and int(element.get("number")) >= 0:
                add(self.errors, int(element.get("number")), name, self)  # GLX has one below 0, for others to be copies of


def add(table, code, name, extension, flag=False):
    if not 0 <= code <= 255 or code in table:
        sys.exit(f"xnames.py: {extension.name} {name} has the number {code}")
    table[code] = (name, flag)


def lines(table, name):
    """A dense array: what has no name has an empty one."""
    if table:
        yield f"constexpr Message {name}[] = {{"
        for code in range(max(table) + 1):
            text, flag = table.get(code, ("", False))
            yield f'    {{"{text}", {"true" if flag else "false"}}},'
        yield "};"


def main():
    directory, output = sys.argv[1:]
    files = sorted(pathlib.Path(directory).glob("*.xml"))
    extensions = [Extension(ElementTree.parse(file).getroot()) for file in files]
    extensions.sort(key=lambda extension: (extension.name != "", extension.name))
    if not extensions or extensions[0].name or len(extensions) > 200:
        sys.exit(f"xnames.py: {directory} has no xproto.xml")
    text = ["// Made by cmake/xnames.py from xcb-proto's XML."]
    rows = []
    for index, extension in enumerate(extensions):
        row = [f'"{extension.name}"']
        for kind in ("requests", "events", "errors"):
            table = getattr(extension, kind)
            text += lines(table, f"{kind}{index}")
            row.append(f"{kind}{index}" if table else "{}")
        # How many codes a server sets aside for it; all events of the keyboard extension have the same one.
        plain = [code for code in extension.events if code < GENERIC]
        row.append("1" if extension.header == "xkb" else str(max(plain) + 1 if plain else 0))
        rows.append(f"    {{{', '.join(row)}}},")
    text += ["constexpr Extension extensions[] = {", *rows, "};", ""]
    pathlib.Path(output).write_text("\n".join(text), encoding="utf-8")


main()
