#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds texts that translators cannot translate well: checktexts.py FILE...

Literals that are shown as they are, texts without a context, and sentences put together from parts, whose order another
language may need otherwise. A line that is right all the same says why in a comment that begins with "untranslated:".
"""
import re
import sys

# What shows a text: the first argument, or the second one where an icon or a value may stand first.
SHOWING = r"""
    setText|setWindowTitle|setTitle|setToolTip|setStatusTip|setWhatsThis|setPlaceholderText|setAccessibleName
    |setAccessibleDescription|setInformativeText|setDetailedText|setLabelText|setHeaderLabels?|setTabText|setItemText
    |setIconText|setCaption|setPrefix|setSuffix|addAction|addTab|addItem|addItems|addMenu|addButton|addRow|addSection
    |QLabel|QPushButton|QToolButton|QCheckBox|QRadioButton|QGroupBox|QAction|QMessageBox|KMessageWidget
    |setApplicationDescription
"""
LITERAL = r'(?:u"(?P<text>(?:[^"\\]|\\.)*)"_s|QStringLiteral\(u?"(?P<text2>(?:[^"\\]|\\.)*)"\)|tr\("(?P<text3>[^"]*)"\))'
SHOWN = re.compile(r"\b(?:new\s+)?(?:%s)\s*(?:\w+\s*)?[({]\s*(?:QIcon::fromTheme\([^)]*\)\s*,\s*)?%s" % (SHOWING, LITERAL), re.VERBOSE)
NO_CONTEXT = re.compile(r"\bk?x?i18np?\(")
GLUED = re.compile(r'\bx?i18nc?p?\((?:[^()]|\([^()]*\))*\)\s*\+\s*(?:x?i18n|u"[^"]*[A-Za-z])|(?:u"[^"]*[A-Za-z][^"]*"_s)\s*\+\s*x?i18n', re.DOTALL)
PLURAL_BY_HAND = re.compile(r'==\s*1\s*\?\s*x?i18nc?\(')
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
WORD = re.compile(r"[A-Za-z]{2,}")
# Names of actions and of desktop entries; the second argument of KActionCollection::addAction is the text's owner.
TECHNICAL = re.compile(r"^[a-z0-9]+(?:[_.-][a-z0-9]+)+$")


def faults(text):
    bare = COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    for found in SHOWN.finditer(bare):
        literal = found.group("text") or found.group("text2") or found.group("text3") or ""
        shown = re.sub(r"\\.|<[^>]*>|%[0-9]", " ", literal)
        if WORD.search(shown) and not TECHNICAL.match(literal):
            yield found.start(), f'"{literal}" is shown and cannot be translated: i18nc("@context", ...)'
    for found in NO_CONTEXT.finditer(bare):
        yield found.start(), f"{found.group()}...) has no context: i18nc, i18ncp"
    for found in GLUED.finditer(bare):
        yield found.start(), "a sentence put together from parts: one text with %1"
    for found in PLURAL_BY_HAND.finditer(bare):
        yield found.start(), "a plural made by hand: i18ncp"


def main(names):
    failed = False
    for name in names:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        for place, fault in faults(text):
            number = text.count("\n", 0, place) + 1
            near = lines[max(0, number - 2):number]
            if not any("// untranslated:" in line for line in near):
                print(f"{name}:{number}: {fault}")
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
