// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandvalues.h"

#include <QRegularExpression>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

bool CommandValues::readSshTarget(const QString &text, DesktopCommand &command)
{
    QString host = text;
    if (const qsizetype at = host.lastIndexOf(u'@'); at >= 0) {
        command.sshUser = host.left(at);
        host = host.mid(at + 1);
        if (command.sshUser.isEmpty()) {
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
        command.sshPort = static_cast<quint16>(port);
        host = host.left(colon);
    }
    if (host.startsWith(u'[') && host.endsWith(u']')) {
        host = host.mid(1, host.size() - 2);
    }
    // A leading dash is refused: a program that gets the host as an argument, such as ssh, could parse it as an option.
    if (host.isEmpty() || host.startsWith(u'-')) {
        return false;
    }
    command.sshHost = host;
    return true;
}

std::optional<DesktopAddress> CommandValues::readDesktopAddress(const QString &target)
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
    return TcpAddress{host.isEmpty() ? u"127.0.0.1"_s : host, port};
}

std::optional<std::chrono::microseconds> CommandValues::readDuration(const QString &text)
{
    static const QRegularExpression pattern(uR"(\A([0-9]{1,9}(?:\.[0-9]{1,6})?)(us|ms|s)\z)"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch()) {
        return {};
    }
    const QString unit = match.captured(2);
    const double microseconds = match.captured(1).toDouble() * (unit == "s"_L1 ? 1e6 : unit == "ms"_L1 ? 1e3 : 1);
    return microseconds <= 60e6 ? std::optional(std::chrono::microseconds(qRound64(microseconds))) : std::nullopt;
}

std::optional<double> CommandValues::readByteRate(const QString &text)
{
    static const QRegularExpression pattern(uR"(\A([0-9]{1,9}(?:\.[0-9]{1,6})?)(kbit|mbit|gbit)\z)"_s);
    const QRegularExpressionMatch match = pattern.match(text);
    if (!match.hasMatch()) {
        return {};
    }
    const QString unit = match.captured(2);
    const double bytes = match.captured(1).toDouble() * (unit == "gbit"_L1 ? 1e9 : unit == "mbit"_L1 ? 1e6 : 1e3) / 8;
    // Rates below 100 bytes/s are not valid: no window would ever appear.
    return bytes >= 100 ? std::optional(bytes) : std::nullopt;
}
}
