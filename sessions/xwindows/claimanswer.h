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
    /// Whether this console may run the program, of which only one instance may run.
    enum class ClaimResult {
        Incomplete, ///< not known: no answer yet, or only a part of it
        Claimed, ///< this console may run the program and starts it: further output is the program's own
        OccupiedByOther, ///< another console or account already runs the program
        Refused, ///< claims are not possible on this host
    };

    explicit ClaimAnswer(const QByteArray &tag = {});

    /// False: the line is not part of the answer. @p now: to convert ages in the answer to times.
    bool readLine(QByteArrayView line, const QDateTime &now);
    ClaimResult claimResult() const;
    AppHolder holder() const; ///< who runs the program; only if OccupiedByOther
    Failure refusal() const; ///< why claims are not possible; only if Refused
    std::optional<Occupied::HiddenProcessScope> hiddenProcesses() const; ///< which processes could not be checked; only if Claimed

private:
    void readFact(QByteArrayView key, QByteArrayView value, const QDateTime &now);

    QByteArray m_answerTag;
    ClaimResult m_claimResult = ClaimResult::Incomplete;
    ClaimResult m_announcedResult = ClaimResult::Incomplete; ///< the result once the answer is complete
    AppHolder m_programHolder;
    QByteArray m_refusalText;
    std::optional<Occupied::HiddenProcessScope> m_hiddenProcesses;
};
}
