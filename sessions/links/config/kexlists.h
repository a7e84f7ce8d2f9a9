// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/sshalgorithms.h"

#include <QHash>

namespace Nightdesk
{
/// The algorithms of each kind that both sides of a handshake offered. libssh has no function for them but writes them to its log line by line: this
/// class reads these lines. Pure. Owned by KexListener or AlgorithmAdvice.
class KexLists
{
public:
    /// @p line: "ssh_list_kex: kex algos: a,b"; other lines are ignored. libssh logs this end's lists before the host's.
    void readLogLine(QByteArrayView line);

    /// The lists of both sides are known.
    bool isComplete() const;
    QStringList clientAlgorithms(AlgorithmKind kind) const;
    QStringList serverAlgorithms(AlgorithmKind kind) const;
    /// The kinds without a common algorithm, in the order of ssh's negotiation.
    QList<AlgorithmKind> unmatchedAlgorithmKinds() const;

private:
    /// The algorithms that one side offers, by libssh's name of their kind; the two directions of ciphers and MACs are separate kinds.
    using Side = QHash<QByteArray, QStringList>;
    QStringList algorithmsOf(const Side &side, AlgorithmKind kind) const;

    Side m_clientSide;
    Side m_serverSide;
    Side *m_currentSide = nullptr;
};
}
