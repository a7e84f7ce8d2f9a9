// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <libssh/libssh.h>

#include <expected>
#include <memory>

namespace Nightdesk::SshKeys
{
struct Free {
    void operator()(ssh_key key) const
    {
        ssh_key_free(key);
    }
};
using Key = std::unique_ptr<ssh_key_struct, Free>;

/// Why there is no private key.
enum class Trouble {
    Locked, ///< it wants a passphrase, or another one
    Unreadable
};

/// @p passphrase: null: none.
std::expected<Key, Trouble> privateKey(const QString &file, const char *passphrase);
/// The public half, from the key file itself where its format has it in the clear, else from the .pub file beside it.
Key publicKey(const QString &file);
/// A key with its certificate. @p certificate: a file; null where the two do not belong together.
Key certified(const QString &file, const QString &certificate);
/// Adds the certificate to a private key; false: they do not belong together.
bool addCertificate(const Key &key, const QString &certificate);
/// The private half never leaves a token; only an agent can sign with it.
bool isHardware(const Key &key);
/// As an agent's protocol has it.
QByteArray blob(const Key &key);
}
