// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandtable.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk::CommandTable
{
using namespace Qt::StringLiterals;

namespace
{
OptionSpec facility()
{
    return {{u"facility"_s},
            i18nc("@info:shell", "The facility directory (facility.toml and profiles/*.toml)."),
            i18nc("@info:shell placeholder", "DIR"),
            WordKind::Directory};
}

OptionSpec site(const QString &description)
{
    return {{u"site"_s}, description, i18nc("@info:shell placeholder", "SITE"), WordKind::Site};
}

OptionSpec flag(const QString &name, const QString &description)
{
    return {{name}, description, {}, WordKind::Free};
}

ArgumentSpec profile(const QString &description)
{
    return {u"PROFILE"_s, description, WordKind::Profile};
}

CommandSpec window()
{
    return {{},
            i18nc("@info:shell", "the window: pick an instrument and connect"),
            i18nc("@info:shell", "Nightdesk, a console for remote observing."),
            ArgumentSpec{u"LINK"_s, i18nc("@info:shell", "A link (vnc: or nightdesk:), as from a web page: asks whether to open it."), WordKind::Free, false},
            {facility(),
             flag(u"resume"_s,
                  i18nc("@info:shell",
                        "Connects again what was connected when Nightdesk or this computer stopped in this night, as it was arranged. "
                        "For start-up scripts; where there is nothing, the window opens and says so.")),
             {{u"v"_s, u"version"_s}, i18nc("@info:shell", "Shows the version."), {}, WordKind::Free}}};
}

CommandSpec connect()
{
    return {u"connect"_s,
            i18nc("@info:shell", "connect at once"),
            i18nc("@info:shell",
                  "Opens the window and connects an instrument at once; a console that runs here already is asked to. "
                  "Exit code 0: it connects, or its window asks something first, 1: it cannot."),
            profile(i18nc("@info:shell", "The profile's id.")),
            {facility(), site(i18nc("@info:shell", "The site that this desk stands at."))}};
}

CommandSpec disconnect()
{
    ArgumentSpec connected = profile(i18nc("@info:shell", "The profile's id; without it everything is disconnected."));
    connected.kind = WordKind::ConnectedProfile;
    connected.isRequired = false;
    return {u"disconnect"_s,
            i18nc("@info:shell", "disconnect an instrument, or all"),
            i18nc("@info:shell", "Disconnects in this user's running consoles, without a question. Exit code 0: it was connected, 1: it was not."),
            connected,
            {}};
}

CommandSpec raise()
{
    return {u"raise"_s,
            i18nc("@info:shell", "bring a running console to the front, or one display"),
            i18nc("@info:shell", "Brings a running console to the front, or one of its displays. Exit code 0: done, 1: there is none."),
            ArgumentSpec{u"DISPLAY"_s, i18nc("@info:shell", "The display's id; without it the console's window."), WordKind::Display, false},
            {}};
}

CommandSpec view()
{
    return {u"view"_s,
            i18nc("@info:shell", "show one VNC desktop, without a profile"),
            i18nc("@info:shell", "Shows one VNC desktop, without a profile."),
            ArgumentSpec{u"TARGET"_s,
                         i18nc("@info:shell", "HOST:PORT, HOST::DISPLAY or the path of a Unix socket; with --ssh as the far end sees it."),
                         WordKind::File},
            {{{u"ssh"_s}, i18nc("@info:shell", "Go through an ssh connection to this host."), u"USER@HOST[:PORT]"_s, WordKind::Host},
             {{u"identity"_s}, i18nc("@info:shell", "The private key to log in with."), i18nc("@info:shell placeholder", "FILE"), WordKind::File},
             flag(u"view-only"_s, i18nc("@info:shell", "Send neither keys nor mouse.")),
             flag(u"fullscreen"_s, i18nc("@info:shell", "Fill the monitor."))}};
}

CommandSpec check()
{
    return {u"check"_s,
            i18nc("@info:shell", "say what is wrong with profiles, with line and column"),
            i18nc("@info:shell",
                  "Says what is wrong with profiles: file:line:col: error: what. "
                  "Exit code 0: no errors, 1: errors, 2: something cannot be read."),
            ArgumentSpec{u"FILE|DIR"_s, i18nc("@info:shell", "A profile, or a facility directory."), WordKind::File, true, true},
            {flag(u"json"_s, i18nc("@info:shell", "Print a JSON array, for scripts."))}};
}

CommandSpec show()
{
    return {u"show"_s,
            i18nc("@info:shell", "say what is in force at a site, and where each value comes from"),
            i18nc("@info:shell",
                  "Prints a profile as it is in force: every key with its value and the line it comes from. "
                  "Exit code 0: good, 1: it has errors, 2: there is no such profile or site, or it cannot be read."),
            profile(i18nc("@info:shell", "The profile's id, or its file.")),
            {site(i18nc("@info:shell", "What is in force there; without it at this desk's site, if one is set.")),
             facility(),
             {{u"account"_s}, i18nc("@info:shell", "What {account} stands for."), i18nc("@info:shell placeholder", "ACCOUNT"), WordKind::Free},
             flag(u"json"_s, i18nc("@info:shell", "Print one JSON object, for scripts."))}};
}

CommandSpec reference()
{
    return {u"reference"_s,
            i18nc("@info:shell", "print every key of the profile format"),
            i18nc("@info:shell", "Prints every key of facility.toml and of profiles: a page of Markdown."),
            {},
            {{{u"schema"_s},
              i18nc("@info:shell keep facility and profile untranslated", "Print the JSON Schema for editors instead: of “facility” or of “profile”."),
              u"facility|profile"_s,
              WordKind::Schema}}};
}

CommandSpec trust()
{
    ArgumentSpec profiles = profile(i18nc("@info:shell", "The profile's id."));
    profiles.isRepeated = true;
    return {u"trust"_s,
            i18nc("@info:shell", "agree to what profiles run under your account"),
            i18nc("@info:shell",
                  "Shows what profiles run under your account, and what changed, and asks whether you agree. "
                  "Exit code 0: all are agreed to, 1: one is not, 2: one is not there or has errors, or the site is not known."),
            profiles,
            {site(i18nc("@info:shell", "The site it is for; without it this desk's.")),
             facility(),
             flag(u"yes"_s, i18nc("@info:shell", "Agree without being asked."))}};
}

CommandSpec board()
{
    return {
        u"board"_s,
        i18nc("@info:shell", "all desks of all sites, for support astronomers"),
        i18nc("@info:shell",
              "Opens the board: who observes at each desk of each site and how it goes, and each desk's desktops to look at. It needs the facility's "
              "broker and a credential for it."),
        {},
        {facility(),
         {{u"name"_s}, i18nc("@info:shell", "The support astronomer whose credential is meant."), i18nc("@info:shell placeholder", "NAME"), WordKind::Free}}};
}

CommandSpec status()
{
    return {u"status"_s,
            i18nc("@info:shell", "say what this user's running consoles show, and the board"),
            i18nc("@info:shell", "Says what this user's running consoles show, and what an open board shows. Exit code 0: at least one answers, 1: none."),
            {},
            {flag(u"json"_s, i18nc("@info:shell", "Print one JSON object a line for each console."))}};
}

CommandSpec xtrace()
{
    const QString file = i18nc("@info:shell placeholder", "FILE");
    return {.word = u"xtrace"_s,
            .summary = i18nc("@info:shell", "count and draw what an X program and its server say to each other"),
            .description = i18nc("@info:shell",
                                 "Runs an X program at a display of its own and tells, when it has ended or Ctrl+C was pressed, what it asked its X server and "
                                 "what it waited for: why its window is slow. All that is told goes to standard error; standard output is the program's. "
                                 "Exit code: the program's own; 1: not done, 2: wrong use, 126: it cannot be run, 127: it is not there."),
            .argument = ArgumentSpec{u"COMMAND"_s,
                                     i18nc("@info:shell", "The program and its arguments; options of nightdesk stand before it."),
                                     WordKind::Program,
                                     false,
                                     true},
            .options = {{{u"delay"_s},
                         i18nc("@info:shell", "Puts the program behind a line with this round-trip time (there and back), such as 100ms."),
                         i18nc("@info:shell placeholder", "RTT"),
                         WordKind::Free},
                        {{u"rate"_s},
                         i18nc("@info:shell", "Gives that line a rate in each direction, such as 30mbit."),
                         i18nc("@info:shell placeholder", "RATE"),
                         WordKind::Free},
                        {{u"json"_s},
                         i18nc("@info:shell keep --replay and --compare untranslated",
                               "Writes the trace, in JSON Lines; with --replay and --compare what is told, as one JSON object. - is standard output."),
                         file,
                         WordKind::File},
                        {{u"svg"_s}, i18nc("@info:shell", "Draws it: time across, bytes up, waiting coloured."), file, WordKind::File},
                        {{u"png"_s}, i18nc("@info:shell keep --svg untranslated", "Draws it as --svg does, in pixels."), file, WordKind::File},
                        {{u"replay"_s},
                         i18nc("@info:shell keep --json untranslated", "Tells of a trace that --json wrote, instead of running anything."),
                         file,
                         WordKind::File},
                        {{u"compare"_s},
                         i18nc("@info:shell", "Tells what differs between this trace and a second one, by request, the largest difference first."),
                         file,
                         WordKind::File},
                        flag(u"grid"_s, i18nc("@info:shell", "Adds what its start would take over links of other round-trip times and rates."))},
            .takesCommand = true};
}

CommandSpec broker()
{
    const QString file = i18nc("@info:shell placeholder", "FILE");
    ArgumentSpec action{
        u"ACTION"_s,
        i18nc("@info:shell keep all but the placeholders in capitals untranslated",
              "run (without a word, too): runs the broker until it is ended. add-desk SITE/DESK, add-sa NAME: lets a desk or a support astronomer in, "
              "and writes the credential to give them. remove SITE/DESK, remove NAME: lets them in no more. list: says whom it lets in."),
        WordKind::BrokerAction,
        false,
        true};
    return {.word = u"broker"_s,
            .summary = i18nc("@info:shell", "run the facility's broker, by which desks and support astronomers know of each other"),
            .description =
                i18nc("@info:shell",
                      "Runs a small broker for a facility with the system's mosquitto, and says whom it lets in. A broker that runs takes changes at once. "
                      "Exit code 0: done, 1: not done, or the broker died, 2: wrong use."),
            .argument = action,
            .options = {{{u"directory"_s},
                         i18nc("@info:shell", "Where the broker keeps whom it lets in; without it in this user's state directory."),
                         i18nc("@info:shell placeholder", "DIR"),
                         WordKind::Directory},
                        {{u"facility"_s},
                         i18nc("@info:shell keep [broker] and facility.toml untranslated",
                               "The facility's id at the broker, or its directory: then the id, and what wakes the support astronomer, are those of [broker] "
                               "in facility.toml."),
                         i18nc("@info:shell placeholder", "ID|DIR"),
                         WordKind::Directory},
                        {{u"port"_s},
                         i18nc("@info:shell", "A port of this computer's loopback to listen at; every account of this computer can connect there."),
                         i18nc("@info:shell placeholder", "PORT"),
                         WordKind::Free},
                        {{u"socket"_s},
                         i18nc("@info:shell keep the variables untranslated",
                               "A Unix socket to listen at, in a directory that others may not enter. Without it and a port: $RUNTIME_DIRECTORY/broker, or "
                               "$XDG_RUNTIME_DIR/nightdesk/broker."),
                         i18nc("@info:shell placeholder", "PATH"),
                         WordKind::File},
                        {{u"pager"_s},
                         i18nc("@info:shell", "The program that wakes the support astronomer when a desk calls; again for each of its arguments."),
                         i18nc("@info:shell placeholder", "WORD"),
                         WordKind::Free},
                        {{u"output"_s}, i18nc("@info:shell", "The file to write a credential to; it is never overwritten."), file, WordKind::File},
                        flag(u"json"_s, i18nc("@info:shell keep the word untranslated", "Print list as one JSON object, for scripts."))}};
}

CommandSpec complete()
{
    return {.word = u"complete"_s,
            .summary = i18nc("@info:shell", "what a shell may offer for the last word"),
            .description = i18nc("@info:shell",
                                 "Prints what the last of these words may become, one a line, with a tab before its description; the line “:files”, "
                                 "“:directories” or “:commands” stands for names that the shell knows. For the completions of shells."),
            .argument = ArgumentSpec{u"WORD"_s, i18nc("@info:shell", "The words typed so far, after --; the last may be empty."), WordKind::Free, false, true},
            .options = {},
            .isHidden = true};
}
}

const QString &optionHelp()
{
    static const QString help = u"help"_s;
    return help;
}

QList<CommandSpec> all()
{
    return {window(), connect(), disconnect(), raise(), view(), check(), show(), reference(), trust(), board(), status(), xtrace(), broker(), complete()};
}

std::optional<CommandSpec> command(const QString &word)
{
    const QList<CommandSpec> commands = all();
    const auto found = std::ranges::find(commands, word, &CommandSpec::word);
    return found == commands.end() ? std::nullopt : std::optional(*found);
}
}
