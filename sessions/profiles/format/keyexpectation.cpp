// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/keytable.h"

#include "sessions/profiles/format/desktopcolor.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
KLocalizedString valueExpectationText(const KeyInfo &key)
{
    switch (key.type) {
    case KeyType::FormatVersion:
        return ki18nc("@info what a key of a profile expects; %1: a version of the format", "the number %1").subs(QString::number(formatVersion));
    case KeyType::Identifier:
        return ki18nc("@info what a key of a profile expects", "lower-case letters, digits, - and _, beginning with a letter or digit");
    case KeyType::Identifiers:
        return ki18nc("@info what a key of a profile expects", "a list of names (lower-case letters, digits, - and _), for example [\"left\", \"right\"]");
    case KeyType::Text:
        return ki18nc("@info what a key of a profile expects", "text in quotes");
    case KeyType::Texts:
        return ki18nc("@info what a key of a profile expects", "a list of texts, for example [\"one\", \"two\"]");
    case KeyType::Command:
        return ki18nc("@info what a key of a profile expects", "a program and its arguments, for example [\"xterm\", \"-title\", \"Log\"]");
    case KeyType::Arguments:
        return ki18nc("@info what a key of a profile expects", "a list of arguments, for example [\"-title\", \"Log\"]");
    case KeyType::Resources:
        return ki18nc("@info what a key of a profile expects", "a list of X resources (name, colon, value), for example [\"XTerm*background: blue\"]");
    case KeyType::FontPaths:
        return ki18nc("@info what a key of a profile expects",
                      "a list of font directories or X font servers, for example [\"/usr/share/fonts/X11/misc\", \"tcp/fonts.example:7100\"]");
    case KeyType::ServerShare:
        return ki18nc("@info what a key of a profile expects; the words in quotes stay as they are, but NAME",
                      "\"account\", \"nobody\" or \"group:NAME\", for example \"group:observers\"");
    case KeyType::Integer:
        return ki18nc("@info what a key of a profile expects", "a whole number from %1 to %2").subs(QString::number(key.min)).subs(QString::number(key.max));
    case KeyType::Longitude:
        return ki18nc("@info what a key of a profile expects", "degrees from %1 to %2, positive to the east, for example -155.4747")
            .subs(QString::number(key.min))
            .subs(QString::number(key.max));
    case KeyType::Boolean:
        return ki18nc("@info what a key of a profile expects", "true or false");
    case KeyType::Choice: {
        QStringList names;
        for (const KeyChoice &choice : key.choices) {
            names.append(u"\"%1\""_s.arg(choice.name));
        }
        const QString last = names.takeLast();
        return ki18nc("@info what a key of a profile expects; %1: a list of words, %2: the last one", "%1 or %2").subs(names.join(u", "_s)).subs(last);
    }
    case KeyType::Path:
        return ki18nc("@info what a key of a profile expects", "the path of a file; ~/ is the home directory");
    case KeyType::Paths:
        return ki18nc("@info what a key of a profile expects", "a list of files, for example [\"~/.ssh/id_ed25519\"]");
    case KeyType::RemotePath:
        return ki18nc("@info what a key of a profile expects", "an absolute path on the remote host");
    case KeyType::Host:
        return ki18nc("@info what a key of a profile expects", "only the name or address of a host");
    case KeyType::UserName:
        return ki18nc("@info what a key of a profile expects", "the name of an account");
    case KeyType::UserNames:
        return ki18nc("@info what a key of a profile expects", "a list of accounts, for example [\"obs1\", \"obs2\"]");
    case KeyType::JumpHosts:
        return ki18nc("@info what a key of a profile expects", "a list of hosts, for example [\"gateway.example\", \"guest@inner.example:2222\"]");
    case KeyType::SshAlgorithms:
        return ki18nc("@info what a key of a profile expects", "a list of ssh algorithms, for example [\"ssh-rsa\", \"aes128-cbc\"]");
    case KeyType::VncDisplayNumber:
        return ki18nc("@info what a key of a profile expects", "a display number, for example \":1\"");
    case KeyType::Geometry:
        return ki18nc("@info what a key of a profile expects", "WIDTHxHEIGHT+X+Y, for example \"1200x900+20+20\"");
    case KeyType::Size:
        return ki18nc("@info what a key of a profile expects", "WIDTHxHEIGHT in pixels, for example \"2560x1600\"");
    case KeyType::Color: {
        QStringList names;
        for (const DesktopColor &color : desktopColors()) {
            names.append(u"\"%1\""_s.arg(color.name));
        }
        return ki18nc("@info what a key of a profile expects; %1: a list of colors", "%1 or a color, for example \"#2a62c9\"").subs(names.join(u", "_s));
    }
    case KeyType::Visual:
        return ki18nc("@info what a key of a profile expects", "the class and depth of a visual, for example \"TrueColor 24\"");
    case KeyType::Visuals:
        return ki18nc("@info what a key of a profile expects", "a list of visuals, for example [\"PseudoColor 8\", \"TrueColor 24\"]");
    case KeyType::RegularExpression:
        return ki18nc("@info what a key of a profile expects", "a regular expression");
    case KeyType::OutputLinePattern:
        return ki18nc("@info what a key of a profile expects; display, port and socket stay as they are",
                      "a regular expression with a group named display, port or socket, for example '^:(?<display>\\d+)'");
    case KeyType::TimeZone:
        return ki18nc("@info what a key of a profile expects", "a time zone, for example \"Pacific/Honolulu\"");
    case KeyType::TimeOfDay:
        return ki18nc("@info what a key of a profile expects", "a time of day, for example \"17:30\"");
    case KeyType::Hours:
        return ki18nc("@info what a key of a profile expects", "HH:MM-HH:MM, for example \"18:00-06:00\"");
    case KeyType::Email:
        return ki18nc("@info what a key of a profile expects", "an e-mail address, for example \"support@observatory.example\"");
    case KeyType::Url:
        return ki18nc("@info what a key of a profile expects", "a URL that begins with https:// or http://");
    case KeyType::GroupNames:
        return ki18nc("@info what a key of a profile expects", "a list of groups, for example [\"telescope1\"]");
    case KeyType::SizesByName:
        return ki18nc("@info what a key of a profile expects", "screen sizes, for example { left = \"2560x1600\" }");
    case KeyType::TextsByName:
        return ki18nc("@info what a key of a profile expects", "named texts, for example { gateway = \"gateway.example\" }");
    case KeyType::LinkName:
        return ki18nc("@info what a key of a profile expects", "the name of a connection");
    case KeyType::ScreenName:
        return ki18nc("@info what a key of a profile expects", "the name of a screen");
    case KeyType::Table:
        return ki18nc("@info what a key of a profile expects", "a table in the form { ... }");
    case KeyType::TablesById:
        return ki18nc("@info what a key of a profile expects; %1: a key", "named tables in the form [%1.NAME]").subs(QString(key.name));
    case KeyType::TableList:
        return ki18nc("@info what a key of a profile expects; %1: a key", "a list of tables in the form [[%1]]").subs(QString(key.name));
    }
    return KLocalizedString();
}

QString valueExpectation(const KeyInfo &key)
{
    return valueExpectationText(key).toString();
}

QString tableSpelling(TableId table)
{
    switch (table) {
    case TableId::Facility:
        return u"facility.toml"_s;
    case TableId::Default:
        return u"[default]"_s;
    case TableId::FacilityGroup:
        return u"[group.ID]"_s;
    case TableId::Person:
        return u"[[person]]"_s;
    case TableId::VideoRoom:
        return u"[[room]]"_s;
    case TableId::Broker:
        return u"[broker]"_s;
    case TableId::FacilitySite:
    case TableId::ProfileSite:
        return u"[site.ID]"_s;
    case TableId::Profile:
        return u"profile"_s;
    case TableId::Link:
        return u"[link.ID]"_s;
    case TableId::Desktop:
        return u"[[desktop]]"_s;
    case TableId::Window:
        return u"[[window]]"_s;
    case TableId::DesktopExpect:
        return u"expect"_s;
    case TableId::WindowNeeds:
        return u"needs"_s;
    case TableId::LinkAlgorithms:
        return u"algorithms"_s;
    case TableId::LinkDiscover:
        return u"discover of [link.ID]"_s;
    case TableId::DesktopDiscover:
        return u"discover of [[desktop]]"_s;
    case TableId::DesktopViewer:
        return u"viewer of [[desktop]]"_s;
    case TableId::WindowViewer:
        return u"viewer of [[window]]"_s;
    case TableId::WindowServer:
        return u"server"_s;
    case TableId::WindowArguments:
        return u"args"_s;
    }
    return {};
}
}
