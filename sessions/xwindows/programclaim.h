// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/claimanswer.h"
#include "sessions/xwindows/claimscript.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace Nightdesk
{
/// A program of which only one instance may run is claimed at its host before it starts. Reads the answer from the host's output and enforces a
/// time limit. Owned by WindowRun, GUI thread.
class ProgramClaim : public QObject
{
    Q_OBJECT
public:
    ProgramClaim();

    /// Starts waiting for the answer. Returns the command that claims the program and then runs @p command. @p claim: its tag is set here.
    QStringList beginClaim(ClaimScript::ClaimRequest claim, const QStringList &command);
    void clear(); ///< forgets the claim and its answer
    /// Reads the answer to the claim from @p bytes of standard output. Returns the other bytes: output of the program, or of a shell at its start.
    QByteArray separateAnswerFromOutput(const QByteArray &bytes);
    /// True: the host receives nothing, because input is withheld, so a missing answer is not a timeout.
    void setAnswerTimeoutPaused(bool isPaused);

Q_SIGNALS:
    /// The claim succeeded, but something could not be checked.
    void claimedWithHiddenProcesses(const Nightdesk::Occupied::HiddenProcessScope &hiddenProcesses);
    void occupied(const Nightdesk::AppHolder &holder);
    void claimRefused(const Nightdesk::Failure &failure);
    void answerTimedOut(); ///< no answer within the time limit

private:
    bool isAwaitingAnswer() const;

    std::optional<ClaimAnswer> m_claimAnswer; ///< empty: no claim
    QByteArray m_incompleteLine; ///< the line of the answer that is incomplete so far
    QTimer m_answerTimeout;
};
}
