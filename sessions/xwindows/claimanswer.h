// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/appholder.h"
#include "sessions/display/occupied.h"

#include <QByteArray>

#include <optional>

namespace Nightdesk
{
/// The parsed answer of claim.sh on the remote host: whether the program may be started, and who runs it if not. The answer is untrusted, since
/// much of it is written by other accounts: it is limited, checked and made display-safe. Pure. Owned by ProgramClaim.
class ClaimAnswer
{
public:
    enum class State {
        Incomplete, ///< no answer yet, or only a part
        Claimed, ///< this console has the claim: further output is the program's own
        Occupied,
        Refused, ///< claims are not possible on this host
    };

    explicit ClaimAnswer(const QByteArray &tag = {});

    /// False: the line is not part of the answer. @p now: to convert ages in the answer to times.
    bool readLine(QByteArrayView line, const QDateTime &now);
    State state() const;
    AppHolder holder() const; ///< who runs the program; only in state Occupied
    Failure refusal() const; ///< why claims are not possible; only in state Refused
    std::optional<Occupied::HiddenProcesses> hiddenProcesses() const; ///< which processes could not be checked; only in state Claimed

private:
    void readFact(QByteArrayView key, QByteArrayView value, const QDateTime &now);

    QByteArray m_answerTag;
    State m_state = State::Incomplete;
    State m_announcedState = State::Incomplete; ///< the state once the answer is complete
    AppHolder m_programHolder;
    QByteArray m_refusalText;
    std::optional<Occupied::HiddenProcesses> m_hiddenProcesses;
};
}
