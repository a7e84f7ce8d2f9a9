// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keytable.h"

#include "sessions/profiles/format/desktopcolor.h"
#include "sessions/profiles/textsof.h"

#include <KLocalizedString>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// The names of choices or colors as they are written in a file.
QStringList namesInQuotes(const auto &list)
{
    return textsOf(list, [](const auto &one) {
        return u"\"%1\""_s.arg(one.name);
    });
}
}

KLocalizedString valueExpectationText(const KeyInfo &key)
{
    using enum KeyType;
    // Of the types that expect the same for every key.
    static constexpr std::pair<KeyType, KLazyLocalizedString> expectations[] = {
        {Identifier, kli18nc("@info what a key of a profile expects", "lower-case letters, digits, - and _, beginning with a letter or digit")},
        {Identifiers,
         kli18nc("@info what a key of a profile expects", "a list of names (lower-case letters, digits, - and _), for example [\"left\", \"right\"]")},
        {Text, kli18nc("@info what a key of a profile expects", "text in quotes")},
        {Texts, kli18nc("@info what a key of a profile expects", "a list of texts, for example [\"one\", \"two\"]")},
        {Command, kli18nc("@info what a key of a profile expects", "a program and its arguments, for example [\"xterm\", \"-title\", \"Log\"]")},
        {Arguments, kli18nc("@info what a key of a profile expects", "a list of arguments, for example [\"-title\", \"Log\"]")},
        {Resources, kli18nc("@info what a key of a profile expects", "a list of X resources (name, colon, value), for example [\"XTerm*background: blue\"]")},
        {FontPaths,
         kli18nc("@info what a key of a profile expects",
                 "a list of font directories or X font servers, for example [\"/usr/share/fonts/X11/misc\", \"tcp/fonts.example:7100\"]")},
        {ServerShare,
         kli18nc("@info what a key of a profile expects; the words in quotes stay as they are, but NAME",
                 "\"account\", \"nobody\" or \"group:NAME\", for example \"group:observers\"")},
        {Path, kli18nc("@info what a key of a profile expects", "the path of a file; ~/ is the home directory")},
        {OutputLinePattern,
         kli18nc("@info what a key of a profile expects; display, port and socket stay as they are",
                 "a regular expression with a group named display, port or socket, for example '^:(?<display>\\d+)'")},
        {Boolean, kli18nc("@info what a key of a profile expects", "true or false")},
        {Paths, kli18nc("@info what a key of a profile expects", "a list of files, for example [\"~/.ssh/id_ed25519\"]")},
        {RemotePath, kli18nc("@info what a key of a profile expects", "an absolute path on the remote host")},
        {Host, kli18nc("@info what a key of a profile expects", "only the name or address of a host")},
        {UserName, kli18nc("@info what a key of a profile expects", "the name of an account")},
        {UserNames, kli18nc("@info what a key of a profile expects", "a list of accounts, for example [\"obs1\", \"obs2\"]")},
        {JumpHosts, kli18nc("@info what a key of a profile expects", "a list of hosts, for example [\"gateway.example\", \"guest@inner.example:2222\"]")},
        {SshAlgorithms, kli18nc("@info what a key of a profile expects", "a list of ssh algorithms, for example [\"ssh-rsa\", \"aes128-cbc\"]")},
        {VncDisplayNumber, kli18nc("@info what a key of a profile expects", "a display number, for example \":1\"")},
        {Geometry, kli18nc("@info what a key of a profile expects", "WIDTHxHEIGHT+X+Y, for example \"1200x900+20+20\"")},
        {Size, kli18nc("@info what a key of a profile expects", "WIDTHxHEIGHT in pixels, for example \"2560x1600\"")},
        {Visual, kli18nc("@info what a key of a profile expects", "the class and depth of a visual, for example \"TrueColor 24\"")},
        {Visuals, kli18nc("@info what a key of a profile expects", "a list of visuals, for example [\"PseudoColor 8\", \"TrueColor 24\"]")},
        {RegularExpression, kli18nc("@info what a key of a profile expects", "a regular expression")},
        {TimeZone, kli18nc("@info what a key of a profile expects", "a time zone, for example \"Pacific/Honolulu\"")},
        {TimeOfDay, kli18nc("@info what a key of a profile expects", "a time of day, for example \"17:30\"")},
        {Hours, kli18nc("@info what a key of a profile expects", "HH:MM-HH:MM, for example \"18:00-06:00\"")},
        {Email, kli18nc("@info what a key of a profile expects", "an e-mail address, for example \"support@observatory.example\"")},
        {Url, kli18nc("@info what a key of a profile expects", "a URL that begins with https:// or http://")},
        {GroupNames, kli18nc("@info what a key of a profile expects", "a list of groups, for example [\"telescope1\"]")},
        {SizesByName, kli18nc("@info what a key of a profile expects", "screen sizes, for example { left = \"2560x1600\" }")},
        {TextsByName, kli18nc("@info what a key of a profile expects", "named texts, for example { gateway = \"gateway.example\" }")},
        {LinkName, kli18nc("@info what a key of a profile expects", "the name of a connection")},
        {ScreenName, kli18nc("@info what a key of a profile expects", "the name of a screen")},
        {Table, kli18nc("@info what a key of a profile expects", "a table in the form { ... }")},
    };
    if (const auto found = std::ranges::find(expectations, key.type, &std::pair<KeyType, KLazyLocalizedString>::first); found != std::end(expectations)) {
        return found->second;
    }
    switch (key.type) {
    case FormatVersion:
        return ki18nc("@info what a key of a profile expects; %1: a version of the format", "the number %1").subs(QString::number(formatVersion));
    case Integer:
        return ki18nc("@info what a key of a profile expects", "a whole number from %1 to %2").subs(QString::number(key.min)).subs(QString::number(key.max));
    case Longitude:
        return ki18nc("@info what a key of a profile expects", "degrees from %1 to %2, positive to the east, for example -155.4747")
            .subs(QString::number(key.min))
            .subs(QString::number(key.max));
    case Choice: {
        QStringList names = namesInQuotes(key.choices);
        const QString last = names.takeLast();
        return ki18nc("@info what a key of a profile expects; %1: a list of words, %2: the last one", "%1 or %2").subs(names.join(u", "_s)).subs(last);
    }
    case Color:
        return ki18nc("@info what a key of a profile expects; %1: a list of colors", "%1 or a color, for example \"#2a62c9\"")
            .subs(namesInQuotes(desktopColors()).join(u", "_s));
    case TablesById:
        return ki18nc("@info what a key of a profile expects; %1: a key", "named tables in the form [%1.NAME]").subs(QString(key.name));
    case TableList:
        return ki18nc("@info what a key of a profile expects; %1: a key", "a list of tables in the form [[%1]]").subs(QString(key.name));
    default:
        return KLocalizedString();
    }
}

QString valueExpectation(const KeyInfo &key)
{
    return valueExpectationText(key).toString();
}

QString tableSpelling(TableId table)
{
    using enum TableId;
    static constexpr std::pair<TableId, QLatin1StringView> spellings[] = {
        {Facility, "facility.toml"_L1},
        {Default, "[default]"_L1},
        {FacilityGroup, "[group.ID]"_L1},
        {Person, "[[person]]"_L1},
        {VideoRoom, "[[room]]"_L1},
        {Broker, "[broker]"_L1},
        {FacilitySite, "[site.ID]"_L1},
        {ProfileSite, "[site.ID]"_L1},
        {Profile, "profile"_L1},
        {Link, "[link.ID]"_L1},
        {Desktop, "[[desktop]]"_L1},
        {Window, "[[window]]"_L1},
        {DesktopExpect, "expect"_L1},
        {WindowNeeds, "needs"_L1},
        {LinkAlgorithms, "algorithms"_L1},
        {LinkDiscover, "discover of [link.ID]"_L1},
        {DesktopDiscover, "discover of [[desktop]]"_L1},
        {DesktopViewer, "viewer of [[desktop]]"_L1},
        {WindowViewer, "viewer of [[window]]"_L1},
        {WindowServer, "server"_L1},
        {WindowArguments, "args"_L1},
    };
    const auto found = std::ranges::find(spellings, table, &std::pair<TableId, QLatin1StringView>::first);
    return found == std::end(spellings) ? QString() : QString(found->second);
}
}
