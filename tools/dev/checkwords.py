#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds texts that a tired person has to read twice: checkwords.py nightdesk.pot [FOLDER...], checkwords.py --docs FILE...,
checkwords.py --names nightdesk.pot FILE...

translations/glossary-en.md gives the words to use. If FOLDERs are given, only the texts of files below them are checked. A text
may have 40 words, and each of its sentences 20. In pages only words are checked, not in code, and sentences are not counted.

With --names, what pages write in italics with a capital letter (*File ▸ End Session…*) has to be a text of the program, letter by
letter. A name that ends in " …" stands for all texts that begin like it: the program completes it, for example with a number.

Quotes are curly. Straight double quotes are allowed where a reader types them: in an assignment of TOML (start = "preload"),
and in texts whose context names a profile or a key, which show its syntax. A quote between blanks is a character and no quote.
"""
import re
import sys

# What is refused, and what stands for it. Whole words, in any case of letters.
REFUSED = [
    (r"\b(?<!there )(?:is|are|was|were) no (?!longer\b|more than\b)", "is not a valid X, X is not Y"),
    (r"\bby (?:itself|themselves)\b", "automatically"),
    (r"\banew\b", "again"),
    (r"\bmend(?:s|ed|ing)?\b", "fix"),
    (r"\bforetold\b", "predicted"),
    (r"\blast words\b", "last output"),
    (r"\bwithout a word\b", "unexpectedly"),
    (r"\bforg[ia]ves?\b|\bforgiven\b", "allows logins again"),
    (r"\blet(?:s|ting)? (?:(?!log\b|sign\b|zoom\b)\S+ ){0,3}?in\b(?! (?:the|a|an|this|that|its|your|one|each|\d)\b)", "allow, authorize"),
    (r"\blet(?:s|ting)? go\b", "release, Disconnect Here"),
    (r"\bwarm(?:s|ed|er|ing)?\b", "preload"),
    (r"\bend the night\b", "End Session"),
    (r"\bcolour", "color"),
]
PATTERNS = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in REFUSED]
SENTENCE_WORDS = 20
TEXT_WORDS = 40
# An abbreviation, a number or the name of a file does not end a sentence; a line break does.
SENTENCE_END = re.compile(r"(?<!e\.g)(?<!i\.e)(?<!\bNo)[.!?](?=[”’)]*(?:\s|$))|\n|<br/>|</p>|</li>")
MARKUP = re.compile(r"<[^>]*>")
WORD = re.compile(r"[^\s–—·:…]*[A-Za-z0-9%][^\s–—…]*")
ASSIGNMENT = re.compile(r"[\w-]+ = (?:\"[^\"]*\"|\[[^\]]*\]|\{[^}]*\})")
CHARACTER = re.compile(r"(?<!\S)[\"'](?!\S)")
SYNTAX = re.compile(r"\b(?:profile|key)\b")
# Code in a page: a fenced block, a span, the address of a link.
LITERAL = re.compile(r"(?<!\w)'[^']*'(?!\w)")  # a literal string of TOML, which regular expressions are written in
CODE = re.compile(r"^```.*?^```|`[^`]*`|\]\([^)]*\)|<!--.*?-->", re.MULTILINE | re.DOTALL)
# Italics, not the halves of bold text.
ITALIC = re.compile(r"(?<![\w\\*])\*(?!\*)([^*]+?)\*(?![\w*])")
# What KDE Frameworks name.
FRAMEWORK_NAMES = {"File", "Configure Nightdesk…", "Configure Keyboard Shortcuts…"}


def texts(template):
    """Each message: its files, its context and its text with the plural."""
    for block in re.split(r"\n\s*\n", template):
        places = " ".join(re.findall(r"^#: (.*)$", block, re.MULTILINE)).split()
        fields = {}
        for found in re.finditer(r'^(msgctxt|msgid_plural|msgid) ((?:"(?:[^"\\]|\\.)*"\s*)+)', block, re.MULTILINE):
            joined = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', found.group(2)))
            fields[found.group(1)] = joined.replace(r"\n", "\n").replace(r"\"", '"').replace(r"\\", "\\")
        for key in ("msgid", "msgid_plural"):
            if fields.get(key):
                yield places, fields.get("msgctxt", ""), fields[key]


def sentences(text):
    return [part for part in SENTENCE_END.split(text) if part and part.strip()]


def count(text):
    return len(WORD.findall(MARKUP.sub(" ", text)))


def has_straight_quotes(context, text):
    plain = CHARACTER.sub("", ASSIGNMENT.sub("", MARKUP.sub("", text)))
    if SYNTAX.search(context):
        return "'" in LITERAL.sub("", plain)
    return "'" in plain or '"' in plain


def faults(context, text):
    plain = MARKUP.sub("", text).replace("&", "")
    for pattern, instead in PATTERNS:
        found = pattern.search(plain)
        if found:
            yield f"“{found.group().strip()}”: {instead}"
    if re.match(r"\s*It(?:s|’s|'s)?\b", plain):
        yield "begins with “It”: name the subject"
    if has_straight_quotes(context, text):
        yield "straight quotes: “ ” and ’"
    if context.startswith("@info:whatsthis") and "accessible" in context:
        yield "context of What’s This: “@info accessible name”"
    if count(text) > TEXT_WORDS:
        yield f"{count(text)} words, at most {TEXT_WORDS}"
    for sentence in sentences(text):
        if count(sentence) > SENTENCE_WORDS:
            yield f"a sentence of {count(sentence)} words, at most {SENTENCE_WORDS}"


def check_template(name, folders):
    with open(name, encoding="utf-8") as file:
        template = file.read()
    failed = 0
    for places, context, text in texts(template):
        if folders and not any(place.startswith(folder) for place in places for folder in folders):
            continue
        for fault in faults(context, text):
            print(f"{' '.join(places)}: {fault}: {text!r}")
            failed += 1
    return failed


def check_pages(names):
    failed = 0
    for name in names:
        with open(name, encoding="utf-8") as file:
            page = file.read()
        # Of the same length, so that places stay; a refused phrase may be broken by the end of a line.
        prose = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code.group()), page)
        prose = re.sub(r"(?<=\S)\n(?=\S)", " ", prose)
        for pattern, instead in PATTERNS:
            for found in pattern.finditer(prose):
                print(f"{name}:{page.count(chr(10), 0, found.start()) + 1}: “{found.group().strip()}”: {instead}")
                failed += 1
    return failed


def unknown_names(page, known):
    """Names of menus, buttons and pages that the program does not have, with the lines that mention them."""
    prose = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code.group()), page)
    for found in ITALIC.finditer(prose):
        name = re.sub(r"\s+", " ", found.group(1))
        if not name[0].isupper():
            continue
        for part in name.split(" ▸ "):
            beginning = part[:-1] if part.endswith(" …") else None
            if part not in known and not (beginning and any(text.startswith(beginning) for text in known)):
                yield page.count("\n", 0, found.start()) + 1, part


def check_names(template, names):
    with open(template, encoding="utf-8") as file:
        known = {text.replace("&", "") for _, _, text in texts(file.read())} | FRAMEWORK_NAMES
    failed = 0
    for name in names:
        with open(name, encoding="utf-8") as file:
            for line, part in unknown_names(file.read(), known):
                print(f"{name}:{line}: “{part}” is not the name of anything in the program")
                failed += 1
    return failed


def main(arguments):
    if arguments[0] == "--docs":
        failed = check_pages(arguments[1:])
    elif arguments[0] == "--names":
        failed = check_names(arguments[1], arguments[2:])
    else:
        failed = check_template(arguments[0], arguments[1:])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
