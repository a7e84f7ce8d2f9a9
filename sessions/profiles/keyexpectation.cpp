// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/keytable.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
QString valueExpectation(const KeyInfo &key)
{
    switch (key.type) {
    case KeyType::Format:
        return i18nc("@info what a key of a profile expects; %1: a version of the format", "the number %1", QString::number(formatVersion));
    case KeyType::Identifier:
        return i18nc("@info what a key of a profile expects", "lower-case letters, digits, - and _, a letter or digit first");
    case KeyType::Identifiers:
        return i18nc("@info what a key of a profile expects", "a list of names of lower-case letters, digits, - and _, as in [\"left\", \"right\"]");
    case KeyType::Text:
        return i18nc("@info what a key of a profile expects", "text in quotes");
    case KeyType::Texts:
        return i18nc("@info what a key of a profile expects", "a list of texts, as in [\"one\", \"two\"]");
    case KeyType::Command:
        return i18nc("@info what a key of a profile expects", "a program and its arguments, as in [\"xterm\", \"-title\", \"Log\"]");
    case KeyType::Integer:
        return i18nc("@info what a key of a profile expects", "a whole number from %1 to %2", QString::number(key.min), QString::number(key.max));
    case KeyType::Boolean:
        return i18nc("@info what a key of a profile expects", "true or false");
    case KeyType::Choice: {
        QStringList names;
        for (const Choice &choice : key.choices) {
            names.append(u"\"%1\""_s.arg(choice.name));
        }
        const QString last = names.takeLast();
        return i18nc("@info what a key of a profile expects; %1: a list of words, %2: the last one", "%1 or %2", names.join(u", "_s), last);
    }
    case KeyType::Path:
        return i18nc("@info what a key of a profile expects", "the path of a file; ~/ is the home directory");
    case KeyType::Paths:
        return i18nc("@info what a key of a profile expects", "a list of files, as in [\"~/.ssh/id_ed25519\"]");
    case KeyType::RemotePath:
        return i18nc("@info what a key of a profile expects", "an absolute path at the summit");
    case KeyType::Host:
        return i18nc("@info what a key of a profile expects", "the name or address of a host, nothing else");
    case KeyType::User:
        return i18nc("@info what a key of a profile expects", "the name of an account");
    case KeyType::JumpHosts:
        return i18nc("@info what a key of a profile expects", "a list of hosts, as in [\"gateway.example\", \"guest@inner.example:2222\"]");
    case KeyType::Display:
        return i18nc("@info what a key of a profile expects", "a display number, as in \":1\"");
    case KeyType::Geometry:
        return i18nc("@info what a key of a profile expects", "WIDTHxHEIGHT+X+Y, as in \"1200x900+20+20\"");
    case KeyType::Size:
        return i18nc("@info what a key of a profile expects", "WIDTHxHEIGHT in pixels, as in \"2560x1600\"");
    case KeyType::Visual:
        return i18nc("@info what a key of a profile expects", "a visual's class and depth, as in \"TrueColor 24\"");
    case KeyType::Visuals:
        return i18nc("@info what a key of a profile expects", "a list of visuals, as in [\"PseudoColor 8\", \"TrueColor 24\"]");
    case KeyType::TimeZone:
        return i18nc("@info what a key of a profile expects", "a time zone, as in \"Pacific/Honolulu\"");
    case KeyType::LinkName:
        return i18nc("@info what a key of a profile expects", "the name of a link");
    case KeyType::ScreenName:
        return i18nc("@info what a key of a profile expects", "the name of a screen");
    case KeyType::OpenTable:
    case KeyType::Table:
        return i18nc("@info what a key of a profile expects", "a table, as in { ... }");
    case KeyType::TablesById:
        return i18nc("@info what a key of a profile expects; %1: a key", "tables with names, as in [%1.NAME]", QString(key.name));
    case KeyType::TableList:
        return i18nc("@info what a key of a profile expects; %1: a key", "a list of tables, as in [[%1]]", QString(key.name));
    }
    return {};
}

QString tableSpelling(TableId table)
{
    switch (table) {
    case TableId::Facility:
        return u"facility.toml"_s;
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
    case TableId::Expect:
        return u"expect"_s;
    case TableId::Needs:
        return u"needs"_s;
    }
    return {};
}
}
