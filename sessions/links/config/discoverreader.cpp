// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/config/discoverreader.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk::DiscoverReader
{
namespace
{
constexpr int firstRfbPort = 5900;
constexpr qsizetype maxOthers = 3;
constexpr qsizetype shownLine = 120;
constexpr qsizetype longestTitle = 60;

/// Limits of PCRE; a pattern that begins with its own limits can only lower them. Matching a line of 500 characters with (a+)+$ ends after 3 ms with
/// these limits, and never without.
QRegularExpression withMatchLimits(const QString &pattern)
{
    return QRegularExpression(u"(*LIMIT_MATCH=20000)(*LIMIT_DEPTH=5000)(*LIMIT_HEAP=4096)"_s + pattern);
}

std::optional<TcpAddress> tcpAddressOf(const DesktopAddress &address)
{
    if (const auto *display = std::get_if<DisplayNumber>(&address)) {
        return TcpAddress{.port = static_cast<quint16>(firstRfbPort + display->number)};
    }
    const auto *port = std::get_if<TcpAddress>(&address);
    return port ? std::optional(*port) : std::nullopt;
}

bool isNumber(const QString &text)
{
    return !text.isEmpty() && text.size() <= 5 && std::ranges::all_of(text, [](QChar c) {
        return c >= u'0' && c <= u'9';
    });
}

std::optional<DesktopAddress> displayAddress(QString text)
{
    if (text.startsWith(u':')) {
        text.remove(0, 1);
    }
    if (!isNumber(text) || text.toInt() + firstRfbPort > 65535) {
        return std::nullopt;
    }
    return DisplayNumber{text.toInt()};
}

std::optional<DesktopAddress> portAddress(const QString &text)
{
    if (!isNumber(text) || text.toInt() < 1 || text.toInt() > 65535) {
        return std::nullopt;
    }
    return TcpAddress{.port = static_cast<quint16>(text.toInt())};
}

std::optional<DesktopAddress> socketAddress(const QString &text)
{
    const bool isPath = text.startsWith(u'/') && !text.endsWith(u'/') && text.toUtf8().size() < 108; // size of sun_path in sockaddr_un
    const bool isClean = std::ranges::none_of(text.toUcs4(), [](char32_t c) {
        const QChar::Category category = QChar::category(c);
        return category == QChar::Other_Control || category == QChar::Other_Format || c == QChar::ReplacementCharacter;
    });
    return isPath && isClean ? std::optional<DesktopAddress>(UnixSocket{text}) : std::nullopt;
}

/// The address in the capture groups of a matching line. Empty: the address is not valid, and @p why says what is wrong with it.
std::optional<DesktopAddress> addressOf(const QRegularExpressionMatch &match, QString &why)
{
    if (const QString display = match.captured(u"display"_s); !display.isEmpty()) {
        const auto address = displayAddress(display);
        why = address ? QString() : i18nc("@info of a line of output; %1: a part of it", "“%1” is not a display number", displayText(display, shownLine));
        return address;
    }
    if (const QString port = match.captured(u"port"_s); !port.isEmpty()) {
        const auto address = portAddress(port);
        why = address ? QString() : i18nc("@info of a line of output; %1: a part of it", "“%1” is not a port number", displayText(port, shownLine));
        return address;
    }
    const QString socket = match.captured(u"socket"_s);
    const auto address = socketAddress(socket);
    why = address          ? QString()
        : socket.isEmpty() ? i18nc("@info of a line of output", "the line has no display, port or socket")
                           : i18nc("@info of a line of output; %1: a part of it", "“%1” is not the path of a socket", displayText(socket, shownLine));
    return address;
}
}

DiscoverReport read(const QString &pattern, const QByteArray &answer, bool isOutputCut, QDeadlineTimer deadline)
{
    const QRegularExpression expression = withMatchLimits(pattern);
    DiscoverReport report;
    QList<DiscoverReport::UnusableLine> wrong;
    QList<DiscoverReport::UnusableLine> unmatched;
    QList<QByteArray> lines = answer.first(std::min(answer.size(), maxAnswer)).split('\n');
    report.isOutputTruncated = isOutputCut || answer.size() > maxAnswer || lines.size() > maxLines;
    if (isOutputCut || answer.size() > maxAnswer) {
        lines.removeLast();
    }
    for (qsizetype i = 0; i < std::min(lines.size(), maxLines); ++i) {
        const QByteArray bytes = lines.at(i).trimmed();
        if (bytes.isEmpty()) {
            continue;
        }
        const int number = static_cast<int>(i) + 1;
        QString why;
        std::optional<DesktopAddress> address;
        QRegularExpressionMatch match;
        const QString line = QString::fromUtf8(bytes.first(std::min(bytes.size(), 4 * maxLine)));
        if (deadline.hasExpired()) {
            report.tookTooLong = true;
            break;
        }
        if (line.size() > maxLine) {
            why =
                i18ncp("@info of a line of output", "the line is longer than %1 character", "the line is longer than %1 characters", static_cast<int>(maxLine));
        } else {
            match = expression.match(line);
            if (!match.isValid()) { // the match stopped at a limit of PCRE
                report.tookTooLong = true;
                why = i18nc("@info of a line of output", "comparing the line with the pattern takes too long");
            } else if (match.hasMatch()) {
                address = addressOf(match, why);
            }
        }
        if (!address) {
            ++report.unusableLineCount;
            auto &list = why.isEmpty() ? unmatched : wrong;
            if (list.size() < maxOthers) {
                list.append({number, displayText(line, shownLine), why});
            }
            continue;
        }
        const bool isKnown = std::ranges::any_of(report.foundDesktops, [&address](const FoundDesktop &other) {
            return areSameAddress(other.address, *address);
        });
        if (isKnown) {
            continue;
        }
        if (report.foundDesktops.size() == maxFound) {
            report.isOutputTruncated = true;
            break;
        }
        report.foundDesktops.append({*address, displayText(match.captured(u"title"_s).trimmed(), longestTitle), line});
    }
    report.unusableLines = (wrong + unmatched).first(std::min(wrong.size() + unmatched.size(), maxOthers));
    return report;
}

std::optional<FoundDesktop> findDesktop(const DesktopSelector &wanted, const QList<FoundDesktop> &found, QDeadlineTimer deadline)
{
    const QRegularExpression expression = wanted.title.isEmpty() ? withMatchLimits(wanted.linePattern) : QRegularExpression();
    // The requested title in the display-safe form that the titles of found desktops have.
    const QString title = displayText(wanted.title.trimmed(), longestTitle);
    for (const FoundDesktop &desktop : found) {
        if (deadline.hasExpired()) {
            break;
        }
        if (wanted.title.isEmpty() ? expression.match(desktop.outputLine).hasMatch() : desktop.title == title) {
            return desktop;
        }
    }
    return std::nullopt;
}

bool areSameAddress(const DesktopAddress &a, const DesktopAddress &b)
{
    const auto portA = tcpAddressOf(a);
    const auto portB = tcpAddressOf(b);
    return portA && portB ? *portA == *portB : a == b;
}
}
