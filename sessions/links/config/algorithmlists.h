// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/config/sshhostconfig.h"
#include "sessions/profiles/format/sshalgorithms.h"

namespace Nightdesk
{
/// The algorithms that one link offers its host, as values for libssh's options: the user's ssh configuration first, then what the profile adds for
/// an old sshd. Empty: libssh's own list. Pure. A value: made by SessionSetup for one connection.
struct AlgorithmLists {
    QByteArray keyExchange;
    QByteArray hostKeyAlgorithms;
    QByteArray ciphers;
    QByteArray macs;
    QByteArray userKeyAlgorithms; ///< signature algorithms for the user's keys

    /// @p config: Ciphers and similar options of the ssh configuration, at most one of each is used. @p added: algorithms.add of the profile.
    /// @p knownTypes: key types that are known for the host ("ssh-rsa"); they come first if the configuration sets no order.
    static AlgorithmLists make(const QList<SshOption> &config, const QStringList &added, const QByteArrayList &knownTypes);
    bool operator==(const AlgorithmLists &) const = default;
};
}
