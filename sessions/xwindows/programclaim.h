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
/// A program that may run only once claims that at its host, before its own output: reads the answer out of what the host sends, and
/// waits for it with a limit. Owned by WindowRun, GUI thread.
class ProgramClaim : public QObject
{
    Q_OBJECT
public:
    ProgramClaim();

    /// Begins to wait. Returns @p command behind its claim. @p claim: its tag is made here.
    QStringList begin(ClaimScript::Claim claim, const QStringList &command);
    void clear(); ///< nothing is claimed
    /// Standard output; returns what of it is the program's, or a shell's start-up files'.
    QByteArray takeAnswer(const QByteArray &bytes);
    /// The host hears nothing while it is held: then no answer is missing.
    void setHeld(bool held);

Q_SIGNALS:
    void heldUnseen(const Nightdesk::Occupied::Unseen &unseen); ///< it is ours, but something could not be looked at
    void occupied(const Nightdesk::AppHolder &holder);
    void refused(const Nightdesk::Failure &failure);
    void notReported(); ///< no answer in time

private:
    bool isAsking() const;

    std::optional<ClaimAnswer> m_answer; ///< empty: it is not asked
    QByteArray m_line; ///< as far as it is here
    QTimer m_limit;
};
}
