#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Nightdesk developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes nightdesk(1), nightdesk-broker(8) and nightdesk-profile(5) from what the programs print about themselves.

usage: makemanpages.py VERSION NIGHTDESK NIGHTDESK-BROKER DIRECTORY

The help is made from the table of commands and the reference from the table of keys, so a new option is in these pages too.
"""
import os
import re
import subprocess
import sys
import time


def printed(*words):
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="en", COLUMNS="80")
    return subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout


def roff(text):
    """Text that troff prints as it is: its own signs escaped, quotes by name."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    for sign, name in {"“": "\\(lq", "”": "\\(rq", "’": "\\(cq", "'": "\\(aq", "…": "..."}.items():
        text = text.replace(sign, name)
    return re.sub(r"(?m)^\.", "\\&.", text)


class Help:
    """What one command prints for --help: a head, then blocks of a term and what it means."""

    def __init__(self, text):
        lines = text.rstrip().split("\n")
        self.usage = lines[0].removeprefix("Usage: ")
        self.summary = []
        self.blocks = {}
        block = None
        for line in lines[1:]:
            if re.fullmatch(r"[A-Z]\w+:", line):
                block = self.blocks.setdefault(line[:-1], [])
            elif block is None:
                self.summary.append(line)
            elif match := re.fullmatch(r"  (\S.*?)  +(\S.*)", line):
                block.append([match[1], match[2]])
            elif line.startswith("   ") and block:
                block[-1][1] += " " + line.strip()

    def terms(self, name):
        return self.blocks.get(name, [])


def listing(entries):
    return "".join(f".TP\n.B {roff(term)}\n{roff(meaning)}\n" for term, meaning in entries)


def synopsis(usage):
    program, *rest = usage.split(" ")
    return f".B {roff(program)}\n" + (f".RI {roff(' '.join(rest))!s}\n" if not rest else f"{roff(' '.join(rest))}\n")


def head(name, section, version, summary):
    day = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    return f'.TH {name.upper()} {section} {day} "Nightdesk {version}" Nightdesk\n.SH NAME\n{name} \\- {summary}\n'


def files(*entries):
    return ".SH FILES\n" + listing(entries)


def see_also(*pages):
    return ".SH SEE ALSO\n" + ",\n".join(f".BR {roff(name)} ({section})" for name, section in pages).replace(",\n", " ,\n") + "\n"


def console_page(version, program):
    whole = Help(printed(program, "--help"))
    page = head("nightdesk", 1, version, "a console for remote observing")
    page += ".SH SYNOPSIS\n" + synopsis(whole.usage) + ".br\n.B nightdesk\n.I COMMAND\n[options] [...]\n"
    page += ".SH DESCRIPTION\nNightdesk connects the shared VNC desktops and X programs of a telescope's instrument, and shows each on its monitor.\n"
    page += "Without a command it opens its window.\n"
    page += ".SH OPTIONS\n" + listing(whole.terms("Options")) + listing(whole.terms("Arguments"))
    page += ".SH COMMANDS\n"
    for words, _ in whole.terms("Commands"):
        word = words.split(" ")[0]
        if word == "(none)":
            continue
        command = Help(printed(program, word, "--help"))
        page += f".SS {roff(command.usage)}\n" + roff("\n".join(command.summary).strip()) + "\n"
        page += listing([term for term in command.terms("Options") if "--help" not in term[0]] + command.terms("Arguments"))
    page += files(
        ("/etc/xdg/nightdesk", "The facility that the administrator installed; it needs no approval."),
        ("/etc/xdg/nightdeskrc", "Settings for everybody at this computer. People cannot change a key marked [$i]."),
        ("~/.config/nightdeskrc", "A person's settings."),
        ("~/.local/state/nightdesk", "Session logs and what a night needs."),
    )
    return page + see_also(("nightdesk-profile", 5), ("nightdesk-broker", 8), ("ssh_config", 5))


def broker_page(version, program):
    command = Help(printed(program, "--help"))
    page = head("nightdesk-broker", 8, version, "message broker of Nightdesk's status board")
    page += ".SH SYNOPSIS\n" + synopsis(command.usage.replace("nightdesk broker", "nightdesk-broker"))
    page += ".SH DESCRIPTION\n" + roff("\n".join(command.summary).strip()) + "\n"
    page += ".SH OPTIONS\n" + listing(command.terms("Options")) + listing(command.terms("Arguments"))
    page += files(
        ("/etc/default/nightdesk-broker", "Options of the service; it starts when the facility is named there."),
        ("/var/lib/nightdesk/broker", "The service's credentials, as salted hashes."),
        ("/run/nightdesk/broker", "The service's socket, for members of the group nightdesk."),
    )
    return page + see_also(("nightdesk", 1), ("nightdesk-profile", 5), ("mosquitto", 8))


def without_marks(text):
    text = re.sub(r"\[([^][]*(?:\[[^][]*\]+[^][]*)*)\]\([^)]*\)", r"\1", text)
    return text.replace("`", "").replace("*", "")


def profile_page(version, program):
    page = head("nightdesk-profile", 5, version, "format of facility.toml and of Nightdesk's profiles")
    page += ".SH DESCRIPTION\n"
    columns = None
    for line in printed(program, "reference").split("\n"):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] if line.startswith("|") else None
        if line.startswith(("<!--", "# ", "- *Since*")):
            continue
        if line.startswith("## "):
            page += f".SH {roff(without_marks(line[3:]))}\n"
        elif cells is None:
            columns = None
            text = without_marks(line.removeprefix("- ")).replace("profiles.md", "the handbook")
            page += (".PP\n" if not line else roff(text) + "\n") if not line.startswith("- ") else f".PP\n{roff(text)}\n"
        elif columns is None:
            columns = cells
        elif not set(line) <= set("|-"):
            row = dict(zip(columns, (without_marks(cell).replace("\\|", "|") for cell in cells)))
            page += f".TP\n.B {roff(row.pop(columns[0]))}\n{roff(row.pop('Meaning', ''))}\n"
            facts = [f"{name}: {value}" for name, value in row.items() if value and name != "Since"]
            page += f".br\n{roff('. '.join(facts))}.\n"
    page = re.sub(r"(?:\.PP\n)+(?=\.|$)", lambda match: ".PP\n" if match.end() < len(match.string) else "", page)
    page = re.sub(r"\.PP\n(?=\.(?:SH|PP|TP))", "", page)
    return page.rstrip("\n") + "\n" + see_also(("nightdesk", 1))


def main():
    version, console, broker, directory = sys.argv[1:]
    for name, text in {
        "nightdesk.1": console_page(version, console),
        "nightdesk-broker.8": broker_page(version, broker),
        "nightdesk-profile.5": profile_page(version, console),
    }.items():
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
