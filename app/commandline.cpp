// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commandline.h"

#include "app/commandparser.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr int usageError = 2;

bool isLink(const QString &word)
{
    return word.startsWith("vnc:"_L1, Qt::CaseInsensitive) || word.startsWith("nightdesk:"_L1, Qt::CaseInsensitive);
}

Command parseWindow(CommandParser &words)
{
    if (words.isSet(u"version"_s)) {
        return PrintCommand{u"nightdesk " NIGHTDESK_VERSION "\n"_s, 0};
    }
    const QString link = words.argument();
    if (!link.isEmpty() && !isLink(link)) {
        return words.mistake(i18nc("@info:shell", "Expected no further words, but “%1” follows.", link));
    }
    if (words.isSet(u"resume"_s) && words.isSet(u"facility"_s)) {
        return words.mistake(i18nc("@info:shell keep the options untranslated", "--resume knows its facility; --facility cannot be given with it."));
    }
    if (words.isSet(u"resume"_s) && !link.isEmpty()) {
        return words.mistake(i18nc("@info:shell keep the option untranslated", "A link cannot be given with --resume."));
    }
    if (!link.isEmpty()) {
        return OpenCommand{link, words.value(u"facility"_s)};
    }
    return WindowCommand{words.value(u"facility"_s), words.isSet(u"resume"_s)};
}

Command parseConnect(CommandParser &words)
{
    return ConnectCommand{words.argument(), words.value(u"site"_s), words.value(u"facility"_s)};
}

Command parseDisconnect(CommandParser &words)
{
    return DisconnectCommand{words.argument()};
}

Command parseRaise(CommandParser &words)
{
    return RaiseCommand{words.argument()};
}

Command parseView(CommandParser &words)
{
    DesktopCommand view;
    view.target = words.argument();
    const auto address = CommandLine::desktopAddress(view.target);
    if (!address) {
        return words.mistake(i18nc("@info:shell", "“%1” is no desktop; expected HOST:PORT, HOST::DISPLAY or the path of a Unix socket.", view.target));
    }
    view.address = *address;
    if (words.isSet(u"ssh"_s) && !CommandLine::readSshTarget(words.value(u"ssh"_s), view)) {
        return words.mistake(i18nc("@info:shell", "“%1” is no ssh host; expected USER@HOST or USER@HOST:PORT.", words.value(u"ssh"_s)));
    }
    view.identity = words.value(u"identity"_s);
    view.viewOnly = words.isSet(u"view-only"_s);
    view.fullScreen = words.isSet(u"fullscreen"_s);
    return view;
}

Command parseCheck(CommandParser &words)
{
    return CheckCommand{words.arguments(), words.isSet(u"json"_s)};
}

Command parseShow(CommandParser &words)
{
    return ShowCommand{words.argument(), words.value(u"site"_s), words.value(u"facility"_s), words.value(u"account"_s), words.isSet(u"json"_s)};
}

Command parseReference(CommandParser &words)
{
    if (!words.isSet(u"schema"_s)) {
        return ReferenceCommand{};
    }
    const QString schema = words.value(u"schema"_s);
    if (schema != u"facility" && schema != u"profile") {
        return words.mistake(i18nc("@info:shell keep facility and profile untranslated", "There is no schema “%1”; expected facility or profile.", schema));
    }
    return ReferenceCommand{schema == u"facility" ? ReferenceCommand::Form::FacilitySchema : ReferenceCommand::Form::ProfileSchema};
}

Command parseTrust(CommandParser &words)
{
    return TrustCommand{words.arguments(), words.value(u"site"_s), words.value(u"facility"_s), words.isSet(u"yes"_s)};
}

Command parseStatus(CommandParser &words)
{
    return StatusCommand{words.isSet(u"json"_s)};
}

/// What becomes of each row of CommandTable.
struct Reader {
    QLatin1StringView word;
    Command (*read)(CommandParser &words);
};
constexpr Reader readers[] = {
    {""_L1, parseWindow},
    {"connect"_L1, parseConnect},
    {"disconnect"_L1, parseDisconnect},
    {"raise"_L1, parseRaise},
    {"view"_L1, parseView},
    {"check"_L1, parseCheck},
    {"show"_L1, parseShow},
    {"reference"_L1, parseReference},
    {"trust"_L1, parseTrust},
    {"status"_L1, parseStatus},
};
}

Command CommandLine::parse(const QStringList &arguments)
{
    const QString first = arguments.value(1);
    const bool isWindow = first.isEmpty() || first.startsWith(u'-') || isLink(first);
    const QString word = isWindow ? QString() : first;
    const QStringList rest = arguments.mid(isWindow ? 1 : 2);
    if (word == "complete"_L1 && rest.value(0) == "--"_L1) {
        return CompleteCommand{rest.mid(1)}; // not read: these are somebody's words before they are finished
    }
    const auto command = CommandTable::command(word);
    if (!command) {
        return PrintCommand{i18nc("@info:shell", "There is no command “%1”.", word) + u'\n' + CommandParser::commandsText(), usageError};
    }
    CommandParser words(*command);
    if (const auto print = words.parse(rest)) {
        return *print;
    }
    const auto reader = std::ranges::find(readers, word, &Reader::word);
    return reader == std::end(readers) ? CompleteCommand{words.arguments()} : reader->read(words);
}

bool CommandLine::readSshTarget(const QString &text, DesktopCommand &view)
{
    QString host = text;
    if (const qsizetype at = host.lastIndexOf(u'@'); at >= 0) {
        view.sshUser = host.left(at);
        host = host.mid(at + 1);
        if (view.sshUser.isEmpty()) {
            return false;
        }
    }
    const qsizetype colon = host.lastIndexOf(u':');
    if (colon >= 0 && (host.count(u':') == 1 || host.at(colon - 1) == u']')) {
        bool ok = false;
        const uint port = QStringView(host).mid(colon + 1).toUInt(&ok);
        if (!ok || port < 1 || port > 65535) {
            return false;
        }
        view.sshPort = static_cast<quint16>(port);
        host = host.left(colon);
    }
    if (host.startsWith(u'[') && host.endsWith(u']')) {
        host = host.mid(1, host.size() - 2);
    }
    // A leading dash could pass for an option somewhere down the line.
    if (host.isEmpty() || host.startsWith(u'-')) {
        return false;
    }
    view.sshHost = host;
    return true;
}

std::optional<DesktopAddress> CommandLine::desktopAddress(const QString &target)
{
    if (target.startsWith(u'/')) {
        return UnixSocket{target};
    }
    const qsizetype colon = target.lastIndexOf(u':');
    if (colon < 0) {
        return {};
    }
    bool ok = false;
    const int number = QStringView(target).mid(colon + 1).toInt(&ok);
    QString host = target.left(colon);
    if (host.endsWith(u':') && !host.endsWith(u"]:"_s) && host.count(u':') == 1) {
        host.chop(1);
    }
    if (host.startsWith(u'[') && host.endsWith(u']')) {
        host = host.mid(1, host.size() - 2);
    } else if (host.contains(u':')) {
        return {};
    }
    if (!ok || number < 0 || number > 65535 || host.startsWith(u'-')) {
        return {};
    }
    const auto port = static_cast<quint16>(number < 100 ? 5900 + number : number);
    return TcpPort{host.isEmpty() ? u"127.0.0.1"_s : host, port};
}
}
