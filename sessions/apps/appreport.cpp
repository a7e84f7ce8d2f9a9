// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appreport.h"

#include <QSet>
#include <QTimeZone>

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxFacts = 64;
constexpr qsizetype maxSocketPath = 107;
constexpr qsizetype cookieLength = 16;
constexpr int maxDisplay = 65535;
constexpr qint64 maxOutputSize = 1LL << 53; ///< limit of the output's size, which leaves room for further counting

/// Whether @p path is an absolute path that a socket can have and that Nightdesk's scripts can create.
bool isSocketPath(const QByteArray &path)
{
    return path.startsWith('/') && path.size() <= maxSocketPath && !path.contains("/../") && std::ranges::all_of(path, [](char c) {
               return c > ' ' && c < 0x7f;
           });
}

std::optional<qint64> parseNumber(const QByteArray &text, qint64 max)
{
    bool isNumber = false;
    const qint64 value = text.toLongLong(&isNumber);
    return isNumber && value >= 0 && value <= max ? std::optional(value) : std::nullopt;
}

/// Parses a cookie written by od: three octal digits per byte.
std::optional<QByteArray> parseCookie(const QByteArray &digits)
{
    if (digits.size() != 3 * cookieLength) {
        return {};
    }
    QByteArray bytes;
    for (qsizetype i = 0; i < digits.size(); i += 3) {
        bool isNumber = false;
        const uint value = digits.sliced(i, 3).toUInt(&isNumber, 8);
        if (!isNumber || value > 0xff) {
            return {};
        }
        bytes += static_cast<char>(value);
    }
    return bytes;
}
}

AppReport::State AppReport::addBytes(const QByteArray &bytes)
{
    qsizetype at = 0;
    while (at < bytes.size() && m_reportState != State::InvalidReport && m_reportState != State::DisplayEnded) {
        const qsizetype end = bytes.indexOf('\n', at);
        m_partialLine += bytes.sliced(at, (end < 0 ? bytes.size() : end) - at);
        if (m_reportState == State::NotBegun) {
            m_shellOutputSize += (end < 0 ? bytes.size() : end + 1) - at;
            if (m_shellOutputSize > maxShellOutput) {
                m_reportState = State::InvalidReport;
            }
            m_partialLine.truncate(maxLineLength); // a login shell may write long lines
        } else if (m_partialLine.size() > maxLineLength) {
            m_reportState = State::InvalidReport;
        }
        if (end < 0) {
            break;
        }
        readLine(std::exchange(m_partialLine, {}));
        at = end + 1;
    }
    return m_reportState;
}

AppReport::State AppReport::state() const
{
    return m_reportState;
}

const AppDisplayFacts &AppReport::displayFacts() const
{
    return m_displayFacts;
}

QByteArray AppReport::runId() const
{
    return values("id").value(0);
}

qint64 AppReport::skippedOutputBytes() const
{
    return m_skippedOutputBytes;
}

QByteArrayList AppReport::finalReportWords() const
{
    return m_finalReport;
}

QByteArrayList AppReport::values(const QByteArray &key) const
{
    QByteArrayList found;
    for (const auto &[name, value] : m_otherFacts) {
        if (name == key) {
            found.append(value);
        }
    }
    return found;
}

void AppReport::readLine(const QByteArray &line)
{
    static const QSet<QByteArray> last{"exit", "linger", "server", "lost", "fail", "occupied"};
    if (m_reportState == State::NotBegun) {
        // The greeting of a shell may precede the line without a line break.
        m_reportState = line.endsWith("nightdesk-app 1") ? State::ReportBegun : m_reportState;
        return;
    }
    if (m_reportState == State::InvalidReport) {
        return;
    }
    const qsizetype blank = line.indexOf(' ');
    const QByteArray key = blank < 0 ? line : line.first(blank);
    const QByteArray value = blank < 0 ? QByteArray() : line.sliced(blank + 1).trimmed();
    if (last.contains(key)) {
        m_finalReport = {key, value};
        m_reportState = State::DisplayEnded;
    } else if (m_reportState == State::ReportBegun && key == "ready") {
        checkReadiness();
    } else if (m_reportState == State::ReportBegun) {
        readFact(key, value);
    }
}

void AppReport::readFact(const QByteArray &key, const QByteArray &value)
{
    const auto isTrue = [&value] {
        return value == "1";
    };
    bool isValid = m_otherFacts.size() < maxFacts;
    if (key == "socket" || key == "xsocket") {
        isValid = isValid && isSocketPath(value);
        (key == "socket" ? m_displayFacts.vncSocketPath : m_displayFacts.xSocketPath) = QString::fromLatin1(value);
    } else if (key == "display") {
        const auto display = parseNumber(value, maxDisplay);
        isValid = isValid && display;
        m_displayFacts.xDisplayNumber = static_cast<int>(display.value_or(0));
    } else if (key == "cookie") {
        const auto bytes = parseCookie(value);
        isValid = isValid && bytes;
        m_displayFacts.xCookie = bytes.value_or(QByteArray());
    } else if (key == "manager") {
        m_displayFacts.hasWindowManager = isTrue();
    } else if (key == "resize") {
        m_displayFacts.canResize = isTrue();
    } else if (key == "unseen") {
        m_displayFacts.hiddenProcesses = value == "all" ? std::optional(Occupied::HiddenProcessScope::AllAccounts)
            : value == "others"                         ? std::optional(Occupied::HiddenProcessScope::OtherAccounts)
                                                        : std::nullopt;
    } else if (key == "joined") {
        m_displayFacts.wasAlreadyRunning = isTrue();
    } else if (key == "since") {
        const auto seconds = parseNumber(value, std::numeric_limits<qint32>::max() * 4LL);
        isValid = isValid && seconds;
        m_displayFacts.programStartedAt = QDateTime::fromSecsSinceEpoch(seconds.value_or(0), QTimeZone::UTC);
    } else if (key == "output") {
        const auto count = parseNumber(value, maxOutputSize);
        isValid = isValid && count;
        m_skippedOutputBytes = count.value_or(0);
    } else {
        m_otherFacts.append({key, value});
    }
    if (!isValid) {
        m_reportState = State::InvalidReport;
    }
}

void AppReport::checkReadiness()
{
    if (m_displayFacts.xCookie.isEmpty()) {
        m_displayFacts.xSocketPath.clear(); // the X server cannot be used without a cookie
    }
    m_reportState = m_displayFacts.vncSocketPath.isEmpty() || !m_displayFacts.programStartedAt.isValid() ? State::InvalidReport : State::DisplayReady;
}
}
