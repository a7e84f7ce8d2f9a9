// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/format/sshalgorithms.h"

#include <QHash>

namespace Nightdesk
{
/// What both sides of a handshake offered each other, of each kind of algorithm. libssh has no call for it but tells it to
/// its log line by line: these are the lines' reader. Pure. Owned by KexListener or AlgorithmAdvice.
class KexLists
{
public:
    /// @p line: "ssh_list_kex: kex algos: a,b"; any other is passed over. libssh tells ours before the host's.
    void readLine(QByteArrayView line);

    /// Both sides are known.
    bool isComplete() const;
    QStringList ours(AlgorithmKind kind) const;
    QStringList theirs(AlgorithmKind kind) const;
    /// The kinds of which they have nothing in common, in the order ssh agrees on them.
    QList<AlgorithmKind> gaps() const;

private:
    /// By libssh's words for it; the two directions of ciphers and MACs count by themselves.
    struct Side {
        QHash<QByteArray, QStringList> lists;
    };
    static bool agree(const QStringList &ours, const QStringList &theirs);
    QStringList list(const Side &side, AlgorithmKind kind) const;

    Side m_ours;
    Side m_theirs;
    Side *m_current = nullptr;
};
}
