// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Nightdesk
{
/// The supported login methods.
enum class LoginMethod {
    Gssapi,
    PublicKey,
    Password,
    KeyboardInteractive
};

/// The method and key of the last successful login: the next login to the same account tries them first, without asking which methods the server
/// offers.
struct ProvenLogin {
    LoginMethod method = LoginMethod::PublicKey;
    QString keyFile; ///< the key file used with PublicKey; empty: a key of the agent was used
    QString certificate; ///< the certificate file sent for keyFile; empty: the key was sent without a certificate
    QByteArray agentKey; ///< the agent's key used with PublicKey, as encoded in the agent protocol
    bool operator==(const ProvenLogin &) const = default;
};
}
