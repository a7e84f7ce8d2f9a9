// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/facts.h"
#include "sessions/links/config/kexlists.h"

namespace Nightdesk
{
/// Advice for the user when the two sides of a handshake have no algorithm in common: which kind is missing, what each side offers, and the line of
/// the profile that would help, if one can. Pure. Made by SshSession for one failure.
class AlgorithmAdvice
{
public:
    /// @p added: algorithms that the profile adds already; the proposed line includes them.
    AlgorithmAdvice(const KexLists &lists, const QStringList &added);

    /// Value for algorithms.add: everything that is missing. Empty: no algorithm that Nightdesk could add would help.
    QStringList algorithmsToAdd() const;
    /// The failure with this advice as its text. @p where: the destination, for example "user@host, port 22".
    Failure failure(const QString &where) const;

private:
    KexLists m_kexLists;
    QList<AlgorithmKind> m_unmatchedAlgorithmKinds;
    QStringList m_algorithmsToAdd;
    bool m_isAnyKindUnsupported = false;
    /// What the host offers for those kinds of algorithms where libssh supports none of the host's algorithms.
    QStringList m_unsupportedAlgorithms;
};
}
