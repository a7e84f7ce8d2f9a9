#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds links of Markdown pages that lead nowhere: checklinks.py FILE...

A relative link has to name a file or folder that is there, and its anchor a heading of that page. Addresses of the web are not asked.
"""
import os
import re
import sys
import urllib.parse

FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\s*\)")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def plain_lines(text):
    """The lines of a page with their numbers, without blocks of code."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if FENCE.match(line):
            inside = not inside
        elif not inside and not line.startswith("    "):
            yield number, line


def anchors(text):
    """What a heading is called in an address, as the usual Git hosts make it."""
    found = set()
    for _, line in plain_lines(text):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1))
            name = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            unique, count = name, 0
            while unique in found:
                count += 1
                unique = f"{name}-{count}"
            found.add(unique)
    return found


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def faults(name):
    for number, line in plain_lines(read(name)):
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            if SCHEME.match(target):
                continue
            path, _, anchor = urllib.parse.unquote(target).partition("#")
            there = os.path.join(os.path.dirname(name), path) if path else name
            if not os.path.exists(there):
                yield number, f"“{target}” leads to no file"
            elif anchor and there.endswith(".md") and anchor not in anchors(read(there)):
                yield number, f"“{target}” leads to no heading of that page"


def main(names):
    failed = 0
    for name in names:
        for number, fault in faults(name):
            print(f"{name}:{number}: {fault}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
