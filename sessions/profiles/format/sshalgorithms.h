// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QStringList>

#include <span>

namespace Nightdesk
{
/// What ssh agrees on before a login.
enum class AlgorithmKind {
    KeyExchange,
    HostKey, ///< and the signatures of our own keys
    Cipher,
    Mac
};

/// An algorithm of ssh, by OpenSSH's name for it.
struct SshAlgorithm {
    enum class Use {
        Usual, ///< offered to every host
        OnRequest, ///< weak: offered where a profile says so
        Never ///< libssh has no code for it
    };
    QLatin1StringView name;
    AlgorithmKind kind = AlgorithmKind::KeyExchange;
    Use use = Use::Usual;
};

/// All that a profile can name, each kind best first. What libssh really has is asked of it when a link is made; a test
/// holds this table against it.
std::span<const SshAlgorithm> sshAlgorithms();
/// nullptr: nobody has ever heard of it.
const SshAlgorithm *findSshAlgorithm(QStringView name);
/// Those of one kind and use, in the table's order.
QStringList sshAlgorithmNames(AlgorithmKind kind, SshAlgorithm::Use use);
}
