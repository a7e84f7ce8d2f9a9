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

QStringList ProgramClaim::begin(ClaimScript::ClaimRequest claim, const QStringList &command)
{
    claim.tag = ClaimScript::newTag();
    m_answer.emplace(claim.tag);
    m_incompleteLine.clear();
    m_answerTimeout.start(claimLimit);
    return ClaimScript::run(claim, command);
}

void ProgramClaim::clear()
{
    m_answer.reset();
    m_incompleteLine.clear();
    m_answerTimeout.stop();
}

bool ProgramClaim::isAsking() const
{
    return m_answer && m_answer->state() == ClaimAnswer::State::Asking;
}

void ProgramClaim::setInputHeld(bool held)
{
    if (!isAsking()) {
        return;
    }
    if (held) {
        m_answerTimeout.stop(); // no answer can arrive while input is held
    } else if (!m_answerTimeout.isActive()) {
        m_answerTimeout.start(claimLimit);
    }
}

QByteArray ProgramClaim::takeAnswer(const QByteArray &bytes)
{
    if (!isAsking()) {
        return bytes;
    }
    m_incompleteLine += bytes;
    QByteArray others; // output of the shell's start-up files
    for (qsizetype end = 0; isAsking() && (end = m_incompleteLine.indexOf('\n')) >= 0;) {
        const QByteArray line = m_incompleteLine.first(end);
        m_incompleteLine.remove(0, end + 1);
        if (!m_answer->readLine(line, QDateTime::currentDateTimeUtc())) {
            others += line + '\n';
        }
    }
    switch (m_answer->state()) {
    case ClaimAnswer::State::Asking:
        if (m_incompleteLine.size() > maxClaimLine) {
            others += std::exchange(m_incompleteLine, {});
        }
        break;
    case ClaimAnswer::State::Held:
        m_answerTimeout.stop();
        if (const auto unseen = m_answer->unseen()) {
            Q_EMIT heldUnseen(*unseen);
        }
        others += std::exchange(m_incompleteLine, {});
        break;
    case ClaimAnswer::State::Occupied:
        Q_EMIT occupied(m_answer->holder());
        break;
    case ClaimAnswer::State::Refused:
        Q_EMIT refused(m_answer->refusal());
        break;
    }
    return others;
}
}
