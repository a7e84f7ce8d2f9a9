#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pseudo-locale x-test: pseudo.py CATALOGUE.po > x-test.po

Every text of the catalogue, whatever its translation, with accents, 40 % longer and in brackets: what has no brackets in a
window was not translated, what lacks its end was cut. Arguments, tags, words in braces and marks of shortcuts stay.
"""
import re
import sys

ACCENTS = str.maketrans("AaCcEeGgIiLlNnOoRrSsTtUuYyZz", "ÅåÇçÉéĞğÎîĻļÑñØøŘřŠšŢţÛûÝýŽž")
KEPT = re.compile(r"%[0-9flc]|<[^<>\s][^<>]*>|&(?:lt|gt|amp|quot);|&\w|\{[^{}]*\}|\n")
LONGER = 0.4


def pseudo(text):
    if not re.search(r"[A-Za-z]", KEPT.sub("", text)):
        return text
    result, letters, at = [], 0, 0
    for kept in list(KEPT.finditer(text)) + [None]:
        part = text[at:kept.start() if kept else len(text)]
        letters += len(part)
        result.append(part.translate(ACCENTS))
        if kept:
            result.append(kept.group())
            at = kept.end()
    body = "".join(result)
    wanted = max(2, round(letters * LONGER)) - 2
    # Words, so that it may be wrapped where the text may be.
    padding = " ".join("ẋ" * 6 for _ in range(wanted // 7))
    padding += ("" if not padding else " ") + "ẋ" * (wanted - len(padding) - (1 if padding else 0))
    inner = re.fullmatch(r"(\s*(?:<qt>)?)(.*?)((?:</qt>)?\s*)", body, re.DOTALL)
    joint = " " if re.search(r"\s", inner.group(2)) and padding.strip() else ""
    return f"{inner.group(1)}[{inner.group(2)}{joint}{padding.strip()}]{inner.group(3)}"


def quoted(text):
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def unquoted(text):
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found.group(1), found.group(1)), text)


def entries(lines):
    entry, field = {}, None
    for line in lines:
        if not line.strip():
            if "msgid" in entry:
                yield entry
            entry, field = {}, None
            continue
        found = re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)?\s*"(.*)"\s*$', line)
        if found:
            field = found.group(1) or field
            entry[field] = entry.get(field, "") + unquoted(found.group(2))
    if "msgid" in entry:
        yield entry


def main(name):
    out = ['msgid ""\nmsgstr ""\n"Language: x-test\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n']
    with open(name, encoding="utf-8") as file:
        for entry in entries(file):
            if not entry["msgid"]:
                continue
            lines = [f"{key} {quoted(entry[key])}" for key in ("msgctxt", "msgid", "msgid_plural") if key in entry]
            if "msgid_plural" in entry:
                lines += [f"msgstr[0] {quoted(pseudo(entry['msgid']))}", f"msgstr[1] {quoted(pseudo(entry['msgid_plural']))}"]
            else:
                lines.append(f"msgstr {quoted(pseudo(entry['msgid']))}")
            out.append("\n".join(lines) + "\n")
    sys.stdout.reconfigure(encoding="utf-8")
    print("\n".join(out))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n", 1)[0])
    main(sys.argv[1])
