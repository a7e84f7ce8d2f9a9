// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QStringList>

#include <span>

namespace Nightdesk
{
/// The kinds of algorithms that ssh negotiates before a login.
enum class AlgorithmKind {
    KeyExchange,
    HostKey, ///< signature algorithms: for the host's key, and for the user's keys at login
    Cipher,
    Mac
};

/// An algorithm of ssh; the name is OpenSSH's.
struct SshAlgorithm {
    enum class Use {
        Usual, ///< algorithm that the ssh client offers to every host
        OnRequest, ///< weak algorithm: offered only if a profile requests it
        Never ///< algorithm that libssh does not support
    };
    QLatin1StringView name;
    AlgorithmKind kind = AlgorithmKind::KeyExchange;
    Use use = Use::Usual;
};

/// All algorithms that a profile can name, best first within each kind. A link asks libssh what it really supports; a test compares this table with
/// libssh.
std::span<const SshAlgorithm> sshAlgorithms();
/// The algorithm @p name; nullptr: unknown name.
const SshAlgorithm *findSshAlgorithm(QStringView name);
/// The algorithms of one kind and use, in the table's order.
QStringList sshAlgorithmNames(AlgorithmKind kind, SshAlgorithm::Use use);
}
