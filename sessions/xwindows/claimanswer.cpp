// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/claimanswer.h"

#include "sessions/common/displaytext.h"

#include <KLocalizedString>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxNameLength = 60; ///< longest name, in characters
constexpr qsizetype maxPathLength = 200; ///< longest path of a claim file or directory, in characters

/// A socket path that claim.sh accepts, checked again here: no other path may be connected to.
bool isSocketPath(QByteArrayView path)
{
    return path.startsWith("/tmp/nightdesk-") && path.size() < 108 && !path.contains("/../") && !path.contains('\0');
}

QPair<QByteArrayView, QByteArrayView> splitAtBlank(QByteArrayView text)
{
    const qsizetype blank = text.indexOf(' ');
    return blank < 0 ? QPair(text, QByteArrayView()) : QPair(text.first(blank), text.sliced(blank + 1).trimmed());
}
}

ClaimAnswer::ClaimAnswer(const QByteArray &tag)
    : m_answerTag(tag)
{
}

ClaimAnswer::ClaimResult ClaimAnswer::claimResult() const
{
    return m_claimResult;
}

AppHolder ClaimAnswer::holder() const
{
    return m_programHolder;
}

std::optional<Occupied::HiddenProcessScope> ClaimAnswer::hiddenProcesses() const
{
    return m_hiddenProcesses;
}

bool ClaimAnswer::readLine(QByteArrayView line, const QDateTime &now)
{
    if (m_answerTag.isEmpty() || !line.startsWith(m_answerTag) || line.size() <= m_answerTag.size() || line[m_answerTag.size()] != ' ') {
        return false;
    }
    if (m_claimResult == ClaimResult::Incomplete) {
        const auto [key, value] = splitAtBlank(line.sliced(m_answerTag.size() + 1).trimmed());
        readFact(key, value, now);
    }
    return true;
}

void ClaimAnswer::readFact(QByteArrayView key, QByteArrayView value, const QDateTime &now)
{
    constexpr qint64 year = 366LL * 24 * 60 * 60;
    if (key == "held") {
        m_claimResult = ClaimResult::Claimed;
        if (value == "all") {
            m_hiddenProcesses = Occupied::HiddenProcessScope::AllAccounts;
        } else if (value == "others") {
            m_hiddenProcesses = Occupied::HiddenProcessScope::OtherAccounts;
        }
    } else if (key == "occupied") {
        m_announcedResult = ClaimResult::OccupiedByOther;
    } else if (key == "refused") {
        m_announcedResult = ClaimResult::Refused;
        m_refusalText = value.first(std::min(value.size(), maxPathLength)).toByteArray();
    } else if (key == "end") {
        m_claimResult = m_announcedResult;
    } else if (key == "claimed") {
        m_programHolder.isStartedByNightdesk = true;
    } else if (key == "own") {
        m_programHolder.isStartedByThisDesk = true;
    } else if (key == "account") {
        m_programHolder.account = displayText(value, maxNameLength);
    } else if (key == "site") {
        m_programHolder.site = displayText(value, maxNameLength);
    } else if (key == "program") {
        m_programHolder.program = displayText(value, maxNameLength);
    } else if (key == "unsure") {
        m_programHolder.claimFile = displayText(value, maxPathLength);
    } else if (key == "process") {
        m_programHolder.process = std::clamp<qint64>(value.toLongLong(), 0, std::numeric_limits<qint32>::max());
    } else if (key == "age") {
        m_programHolder.since = now.toUTC().addSecs(-std::clamp<qint64>(value.toLongLong(), 0, year));
    } else if (key == "since") {
        const QDateTime since = QDateTime::fromString(QString::fromLatin1(value.first(std::min<qsizetype>(value.size(), 20))), Qt::ISODate);
        if (since.isValid() && std::abs(since.secsTo(now)) < year) {
            m_programHolder.since = since.toUTC();
        }
    } else if (key == "watch" && isSocketPath(value)) {
        m_programHolder.canWatch = true;
        m_programHolder.socket = QString::fromUtf8(value);
    }
}

Failure ClaimAnswer::refusal() const
{
    const auto [kind, rest] = splitAtBlank(m_refusalText);
    const qsizetype blank = rest.lastIndexOf(' ');
    const QString what = displayText(blank < 0 ? rest : rest.first(blank), maxPathLength);
    const QString account = displayText(blank < 0 ? QByteArrayView() : rest.sliced(blank + 1), maxNameLength);
    Failure failure{.kind = FailureKind::Refused};
    if (kind == "group") {
        failure.what = i18nc("@info %1 a group of the host",
                             "The program was not started: your account on the host is not in the program’s Unix group, %1.",
                             displayText(rest, maxNameLength));
        failure.advice =
            i18nc("@info", "Ask the host’s administrator to add the account, or the facility staff to correct “share” in the profile. Then press Retry.");
    } else if (kind == "directory") {
        failure.what = i18nc("@info %1 a directory",
                             "Nightdesk cannot record on the remote host whether this program runs: %1 belongs to another account, or is full.",
                             what);
        if (account == "?"_L1) { // the directory belongs to this account but is not writable
            failure.advice = i18nc("@info %1 a directory",
                                   "Only one instance may run; nothing was started. Ask the host’s administrator to make %1 writable. Then press Retry.",
                                   what);
        } else {
            failure.affectedItem = i18nc("@info %1 an account of the host", "The directory belongs to %1.", account);
            failure.advice = i18nc("@info %1 a directory",
                                   "Only one instance may run; nothing was started. Ask the host’s administrator to remove %1. Then press Retry.",
                                   what);
        }
    } else if (kind == "crowd") {
        failure.what = i18nc("@info", "The program was not started. Too many lock files say that it is already running, and Nightdesk cannot check them all.");
        failure.affectedItem = i18nc("@info %1 files, %2 an account of the host", "%1, of %2 and others", what, account);
        failure.advice = i18nc("@info", "Only one instance may run. Ask the host’s administrator to remove the lock files, then press Retry.");
    } else {
        failure.what = i18nc("@info", "The host did not report the name of this account, so Nightdesk cannot check whether the program is already running.");
        failure.advice = i18nc("@info", "Only one instance may run; nothing was started. Press Retry. If this repeats, ask the host’s administrator.");
    }
    return failure;
}
}
