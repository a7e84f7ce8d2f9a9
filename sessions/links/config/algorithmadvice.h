// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/config/kexlists.h"

namespace Nightdesk
{
/// What a person reads when the two sides of a handshake have nothing in common: what is missing, what each side has, and
/// the line of the profile that would help, if any can. Pure. Made by SshSession for one failure.
class AlgorithmAdvice
{
public:
    /// @p added: what the profile adds already; the line that is proposed holds it too.
    AlgorithmAdvice(const KexLists &lists, const QStringList &added);

    /// For algorithms.add: all that is needed at once. Empty: nothing that we could add would help.
    QStringList line() const;
    /// @p where: "user@host, port 22".
    Failure failure(const QString &where) const;

private:
    KexLists m_lists;
    QList<AlgorithmKind> m_gaps;
    QStringList m_line;
    bool m_isHopeless = false;
    QStringList m_hopeless; ///< all that the host offers of a kind that cannot be helped
};
}
