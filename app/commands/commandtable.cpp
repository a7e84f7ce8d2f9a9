// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandtable.h"

#include "app/commands/commands.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk::CommandTable
{
using namespace Qt::StringLiterals;

namespace
{
OptionSpec facilityOption()
{
    return {{u"facility"_s},
            i18nc("@info:shell", "the facility directory (facility.toml and profiles/*.toml)"),
            i18nc("@info:shell placeholder", "DIR"),
            ArgumentKind::Directory};
}

OptionSpec siteOption(const QString &description)
{
    return {{u"site"_s}, description, i18nc("@info:shell placeholder", "SITE"), ArgumentKind::Site};
}

OptionSpec flagOption(const QString &name, const QString &description)
{
    return {{name}, description, {}, ArgumentKind::AnyText};
}
}

const QString &helpOptionName()
{
    static const QString help = u"help"_s;
    return help;
}

QList<CommandSpec> all()
{
    const QString file = i18nc("@info:shell placeholder", "FILE");
    return {
        {{},
         i18nc("@info:shell", "open the window to pick an instrument and connect"),
         i18nc("@info:shell", "Nightdesk, a console for remote observing."),
         ArgumentSpec{u"URL"_s,
                      i18nc("@info:shell", "a URL (vnc: or nightdesk:), for example from a web page; Nightdesk asks before opening it"),
                      ArgumentKind::AnyText,
                      false},
         {facilityOption(),
          flagOption(u"resume"_s, i18nc("@info:shell", "reconnect what was connected when Nightdesk or this workstation stopped tonight; for startup scripts")),
          {{u"v"_s, u"version"_s}, i18nc("@info:shell", "show the version"), {}, ArgumentKind::AnyText}}},
        {u"connect"_s,
         i18nc("@info:shell", "connect an instrument at once"),
         i18nc("@info:shell",
               "Open the window and connect an instrument at once. If a console is already running, it connects the instrument. Exit "
               "code 0: connecting, or the window asks a question first; 1: failed."),
         ArgumentSpec{u"PROFILE"_s, i18nc("@info:shell", "the profile’s id"), ArgumentKind::Profile},
         {facilityOption(), siteOption(i18nc("@info:shell", "the site of this workstation"))}},
        {u"disconnect"_s,
         i18nc("@info:shell", "disconnect one instrument, or all"),
         i18nc("@info:shell", "Disconnect in this user’s running consoles, without a question. Exit code 0: disconnected; 1: nothing was connected."),
         ArgumentSpec{u"PROFILE"_s, i18nc("@info:shell", "the profile’s id; without it, disconnect everything"), ArgumentKind::ConnectedProfile, false},
         {}},
        {u"raise"_s,
         i18nc("@info:shell", "bring a running console, or one of its displays, to the front"),
         i18nc("@info:shell", "Bring a running console, or one of its displays, to the front. Exit code 0: done; 1: no such console or display."),
         ArgumentSpec{u"DISPLAY"_s, i18nc("@info:shell", "the display’s id; without it, the console’s window"), ArgumentKind::Display, false},
         {}},
        {u"view"_s,
         i18nc("@info:shell", "show one VNC desktop without a profile"),
         i18nc("@info:shell", "Show one VNC desktop without a profile."),
         ArgumentSpec{u"TARGET"_s,
                      i18nc("@info:shell", "HOST:PORT, HOST::DISPLAY or the path of a Unix socket; with --ssh, as seen from the ssh host"),
                      ArgumentKind::File},
         {{{u"ssh"_s}, i18nc("@info:shell", "connect through ssh to this host"), u"USER@HOST[:PORT]"_s, ArgumentKind::Host},
          {{u"identity"_s}, i18nc("@info:shell", "the private key for the ssh login"), i18nc("@info:shell placeholder", "FILE"), ArgumentKind::File},
          flagOption(u"view-only"_s, i18nc("@info:shell", "send no keyboard or pointer input")),
          flagOption(u"fullscreen"_s, i18nc("@info:shell", "fill the monitor"))}},
        {u"check"_s,
         i18nc("@info:shell", "check profiles and list errors with line and column"),
         i18nc("@info:shell",
               "Check profiles and list errors as file:line:col: error: text. Exit code 0: no errors; 1: errors; 2: a file cannot be "
               "read."),
         ArgumentSpec{u"FILE|DIR"_s, i18nc("@info:shell", "a profile or a facility directory"), ArgumentKind::File, true, true},
         {flagOption(u"json"_s, i18nc("@info:shell", "print a JSON array, for scripts"))}},
        {u"show"_s,
         i18nc("@info:shell", "show a profile as it takes effect at a site, and where each value comes from"),
         i18nc("@info:shell",
               "Print a profile as it takes effect: every key with its value and the line it comes from. Exit code 0: no errors; 1: "
               "errors; 2: unknown profile or site, or a file cannot be read."),
         ArgumentSpec{u"PROFILE"_s, i18nc("@info:shell", "the profile’s id or its file"), ArgumentKind::Profile},
         {siteOption(i18nc("@info:shell", "the site; without it, the site of this workstation, if one is set")),
          facilityOption(),
          {{u"account"_s}, i18nc("@info:shell", "the value of {account}"), i18nc("@info:shell placeholder", "ACCOUNT"), ArgumentKind::AnyText},
          flagOption(u"json"_s, i18nc("@info:shell", "print one JSON object, for scripts"))}},
        {u"edit"_s,
         i18nc("@info:shell", "edit a profile, checked while you type"),
         i18nc("@info:shell", "Open a profile, or facility.toml, in the profile editor. Exit code 0: closed; 2: no such profile."),
         ArgumentSpec{u"PROFILE"_s, i18nc("@info:shell", "the profile’s id or its file; without it, facility.toml"), ArgumentKind::Profile, false},
         {facilityOption()}},
        {u"reference"_s,
         i18nc("@info:shell", "print every key of the profile format"),
         i18nc("@info:shell", "Print every key of facility.toml and of profiles, as a page of Markdown."),
         {},
         {{{u"schema"_s},
           i18nc("@info:shell keep facility and profile untranslated", "print the JSON Schema for editors instead: “facility” or “profile”"),
           u"facility|profile"_s,
           ArgumentKind::Schema}}},
        {u"trust"_s,
         i18nc("@info:shell", "approve what profiles run under your account"),
         i18nc("@info:shell",
               "Show what profiles run under your account and what changed, and ask for your approval. Exit code 0: all approved; 1: "
               "not all approved; 2: unknown profile or site, or errors."),
         ArgumentSpec{u"PROFILE"_s, i18nc("@info:shell", "the profile’s id"), ArgumentKind::Profile, true, true},
         {siteOption(i18nc("@info:shell", "the site; without it, the site of this workstation")),
          facilityOption(),
          flagOption(u"yes"_s, i18nc("@info:shell", "approve without being asked"))}},
        {u"demo"_s,
         i18nc("@info:shell", "try Nightdesk with a small observatory on this computer"),
         i18nc("@info:shell keep sshd, Xvnc and xterm untranslated",
               "Open the window and connect a demo until the window is closed. An ssh server, a VNC server and X programs then run as you on this "
               "computer. The demo needs sshd, Xvnc and xterm."),
         {},
         {}},
        {u"board"_s,
         i18nc("@info:shell", "open the status board of all workstations, for support astronomers"),
         i18nc("@info:shell",
               "Open the status board: the observers and the state of each workstation, and its desktops to view. The status board "
               "needs the facility’s message broker and a credential."),
         {},
         {facilityOption(),
          {{u"name"_s},
           i18nc("@info:shell", "the support astronomer whose credential to use"),
           i18nc("@info:shell placeholder", "NAME"),
           ArgumentKind::AnyText}}},
        {u"status"_s,
         i18nc("@info:shell", "show the state of this user’s running consoles and status board"),
         i18nc("@info:shell",
               "Show the state of this user’s running consoles and of an open status board. Exit code 0: at least one responded; 1: "
               "none."),
         {},
         {flagOption(u"json"_s, i18nc("@info:shell", "print one JSON object for each console, each on its own line"))}},
        {u"measure"_s,
         i18nc("@info:shell", "print round trips, rates, limits and compression of what is connected"),
         i18nc("@info:shell keep --seconds untranslated",
               "Print the figures of the Diagnostics page, as running consoles know them. With --seconds they are read once a second, and minimum, "
               "median and 95th percentile are of these readings. Exit code 0: done; 1: no figures."),
         {},
         {{{u"link"_s},
           i18nc("@info:shell", "only the connection to this host, and its desktops"),
           i18nc("@info:shell placeholder", "HOST"),
           ArgumentKind::ConnectedHost},
          {{u"seconds"_s},
           i18nc("@info:shell", "how long to measure, 1 to %1 seconds; without it, print what is known now", QString::number(MeasureCommand::maxSeconds)),
           i18nc("@info:shell placeholder", "NUMBER"),
           ArgumentKind::AnyText},
          flagOption(u"json"_s, i18nc("@info:shell", "print one JSON object for each console, each on its own line"))}},
        {u"visuals"_s,
         i18nc("@info:shell", "show the visuals, colormaps and fonts of X servers, and what differs"),
         i18nc("@info:shell keep DISPLAY untranslated",
               "Show what the X server of this session (DISPLAY) can display, next to another X server. Exit code 0: done; 1: an X server "
               "cannot be read; 2: wrong use."),
         {},
         {{{u"display"_s}, i18nc("@info:shell", "the X server to compare with, for example :1"), u"DISPLAY"_s, ArgumentKind::AnyText},
          {{u"link"_s},
           i18nc("@info:shell", "compare with the X servers of desktops on this host, to which a running console is connected"),
           i18nc("@info:shell placeholder", "HOST"),
           ArgumentKind::Host},
          {{u"profile"_s},
           i18nc("@info:shell", "report whether the displays of this profile fit these X servers"),
           i18nc("@info:shell placeholder", "FILE"),
           ArgumentKind::File},
          flagOption(u"json"_s, i18nc("@info:shell", "print one JSON object for each comparison, each on its own line"))}},
        {.name = u"xtrace"_s,
         .summary = i18nc("@info:shell", "record the X traffic of a program and report why it is slow"),
         .description = i18nc("@info:shell",
                              "Run an X program; when it ends, or at Ctrl+C, report why its window is slow. The report goes to standard error. Exit "
                              "code: the program’s own; 1: failed; 2: wrong use; 126: not executable; 127: not found."),
         .argument = ArgumentSpec{u"COMMAND"_s,
                                  i18nc("@info:shell", "the program and its arguments; put options of nightdesk before the program"),
                                  ArgumentKind::Program,
                                  false,
                                  true},
         .options =
             {{{u"delay"_s},
               i18nc("@info:shell", "add this round-trip time between program and X server, for example 100ms"),
               i18nc("@info:shell placeholder", "RTT"),
               ArgumentKind::AnyText},
              {{u"rate"_s},
               i18nc("@info:shell", "limit the rate in each direction, for example 30mbit"),
               i18nc("@info:shell placeholder", "RATE"),
               ArgumentKind::AnyText},
              flagOption(u"compress"_s, i18nc("@info:shell", "compress the traffic as ssh does, and record its size before and after")),
              {{u"json"_s},
               i18nc("@info:shell keep --replay and --compare untranslated",
                     "write the trace as JSON Lines; with --replay and --compare, write the report as one JSON object (-: standard output)"),
               file,
               ArgumentKind::File},
              {{u"svg"_s}, i18nc("@info:shell", "draw the trace: time across, bytes up, waiting in color"), file, ArgumentKind::File},
              {{u"png"_s}, i18nc("@info:shell keep --svg untranslated", "draw the trace as --svg does, in pixels"), file, ArgumentKind::File},
              {{u"replay"_s},
               i18nc("@info:shell keep --json untranslated", "report on a trace that --json wrote, instead of running a program"),
               file,
               ArgumentKind::File},
              {{u"compare"_s}, i18nc("@info:shell", "compare this trace with a second one, by request, largest difference first"), file, ArgumentKind::File},
              flagOption(u"grid"_s, i18nc("@info:shell", "estimate the startup time for connections with other round-trip times and rates"))},
         .takesProgram = true},
        {.name = u"broker"_s,
         .summary = i18nc("@info:shell", "run the facility’s message broker and manage its credentials"),
         .description = i18nc("@info:shell",
                              "Run a small message broker for a facility with the system’s mosquitto, and manage its credentials. A running broker "
                              "applies changes at once. Exit code 0: done; 1: failed, or the broker crashed; 2: wrong use."),
         .argument = ArgumentSpec{u"ACTION"_s,
                                  i18nc("@info:shell keep all but the placeholders in capitals untranslated",
                                        "run (default): run the broker. add-desk SITE/DESK, add-sa NAME: create a credential. remove "
                                        "SITE/DESK|NAME: revoke it. list: show all"),
                                  ArgumentKind::BrokerAction,
                                  false,
                                  true},
         .options = {{{u"directory"_s},
                      i18nc("@info:shell", "the directory of the broker’s credentials; without it, a directory in this user’s state directory"),
                      i18nc("@info:shell placeholder", "DIR"),
                      ArgumentKind::Directory},
                     {{u"facility"_s},
                      i18nc("@info:shell keep [broker] and facility.toml untranslated",
                            "the facility’s id, or its directory: [broker] in facility.toml then gives the id and the pager"),
                      i18nc("@info:shell placeholder", "ID|DIR"),
                      ArgumentKind::Directory},
                     {{u"port"_s},
                      i18nc("@info:shell", "the loopback port to listen at; every account of this computer can connect there"),
                      i18nc("@info:shell placeholder", "PORT"),
                      ArgumentKind::AnyText},
                     {{u"socket"_s},
                      i18nc("@info:shell keep the variables untranslated",
                            "the Unix socket to listen at, in a directory closed to others (without socket and port: $RUNTIME_DIRECTORY/broker or "
                            "$XDG_RUNTIME_DIR/nightdesk/broker)"),
                      i18nc("@info:shell placeholder", "PATH"),
                      ArgumentKind::File},
                     {{u"pager"_s},
                      i18nc("@info:shell",
                            "the program that pages the support astronomer when a workstation calls; repeat the option for each of its arguments"),
                      i18nc("@info:shell placeholder", "WORD"),
                      ArgumentKind::AnyText},
                     {{u"output"_s}, i18nc("@info:shell", "the file for the new credential; an existing file is never overwritten"), file, ArgumentKind::File},
                     flagOption(u"json"_s, i18nc("@info:shell keep the word untranslated", "with list: print one JSON object, for scripts"))}},
        {.name = u"complete"_s,
         .summary = i18nc("@info:shell", "print what a shell can offer for the last word"),
         .description = i18nc("@info:shell",
                              "Print the completions of the last word, one on each line, with a tab before the description. The lines “:files”, "
                              "“:directories” and “:commands” stand for names that the shell knows."),
         .argument =
             ArgumentSpec{u"WORD"_s, i18nc("@info:shell", "the words typed so far, after --; the last may be empty"), ArgumentKind::AnyText, false, true},
         .options = {},
         .isHidden = true}};
}

std::optional<CommandSpec> command(const QString &name)
{
    const QList<CommandSpec> commands = all();
    const auto found = std::ranges::find(commands, name, &CommandSpec::name);
    return found == commands.end() ? std::nullopt : std::optional(*found);
}
}
