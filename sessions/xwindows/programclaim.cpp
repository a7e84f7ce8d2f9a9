// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/programclaim.h"

#include <QDateTime>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto claimLimit = 60s; ///< claim.sh waits 15 s at most; an account's start-up files may wait a minute for a lock
constexpr qsizetype maxClaimLine = 4096;
}

ProgramClaim::ProgramClaim()
{
    m_answerTimeout.setSingleShot(true);
    connect(&m_answerTimeout, &QTimer::timeout, this, &ProgramClaim::answerTimedOut);
}

QStringList ProgramClaim::beginClaim(ClaimScript::ClaimRequest claim, const QStringList &command)
{
    claim.tag = ClaimScript::newTag();
    m_claimAnswer.emplace(claim.tag);
    m_incompleteLine.clear();
    m_answerTimeout.start(claimLimit);
    return ClaimScript::runCommand(claim, command);
}

void ProgramClaim::clear()
{
    m_claimAnswer.reset();
    m_incompleteLine.clear();
    m_answerTimeout.stop();
}

bool ProgramClaim::isAwaitingAnswer() const
{
    return m_claimAnswer && m_claimAnswer->claimResult() == ClaimAnswer::ClaimResult::Incomplete;
}

void ProgramClaim::setAnswerTimeoutPaused(bool isPaused)
{
    if (!isAwaitingAnswer()) {
        return;
    }
    if (isPaused) {
        m_answerTimeout.stop(); // no answer can arrive while input is held
    } else if (!m_answerTimeout.isActive()) {
        m_answerTimeout.start(claimLimit);
    }
}

QByteArray ProgramClaim::separateAnswerFromOutput(const QByteArray &bytes)
{
    if (!isAwaitingAnswer()) {
        return bytes;
    }
    m_incompleteLine += bytes;
    QByteArray others; // output of the shell's start-up files
    for (qsizetype end = 0; isAwaitingAnswer() && (end = m_incompleteLine.indexOf('\n')) >= 0;) {
        const QByteArray line = m_incompleteLine.first(end);
        m_incompleteLine.remove(0, end + 1);
        if (!m_claimAnswer->readLine(line, QDateTime::currentDateTimeUtc())) {
            others += line + '\n';
        }
    }
    switch (m_claimAnswer->claimResult()) {
    case ClaimAnswer::ClaimResult::Incomplete:
        if (m_incompleteLine.size() > maxClaimLine) {
            others += std::exchange(m_incompleteLine, {});
        }
        break;
    case ClaimAnswer::ClaimResult::Claimed:
        m_answerTimeout.stop();
        if (const auto hiddenProcesses = m_claimAnswer->hiddenProcesses()) {
            Q_EMIT claimedWithHiddenProcesses(*hiddenProcesses);
        }
        others += std::exchange(m_incompleteLine, {});
        break;
    case ClaimAnswer::ClaimResult::OccupiedByOther:
        Q_EMIT occupied(m_claimAnswer->holder());
        break;
    case ClaimAnswer::ClaimResult::Refused:
        Q_EMIT claimRefused(m_claimAnswer->refusal());
        break;
    }
    return others;
}
}
