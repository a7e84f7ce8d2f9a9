// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace Nightdesk
{
/// The ways to log in that we know.
enum class LoginMethod {
    Gssapi,
    PublicKey,
    Password,
    Interactive
};

/// What a login began with that worked: the next one to the same account begins with it, without asking what is offered.
struct ProvenLogin {
    LoginMethod method = LoginMethod::PublicKey;
    QString keyFile; ///< PublicKey: empty: the agent's
    QString certificate; ///< PublicKey: the file that was shown for keyFile; empty: the key itself
    QByteArray agentKey; ///< PublicKey: the agent's key, as the protocol has it
    bool operator==(const ProvenLogin &) const = default;
};
}
