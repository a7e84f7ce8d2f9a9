// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/calldeleter.h"

#include <QByteArray>
#include <QString>

#include <libssh/libssh.h>

#include <expected>
#include <memory>

namespace Nightdesk::SshKeys
{
using Key = std::unique_ptr<ssh_key_struct, CallDeleter<ssh_key_free>>;

/// Why the private key cannot be used.
enum class KeyProblem {
    Locked, ///< the key needs a passphrase, or the given passphrase is wrong
    Unreadable
};

/// @p passphrase: null if there is none.
std::expected<Key, KeyProblem> privateKey(const QString &file, const char *passphrase);
/// The public key, from the key file itself if its format stores it unencrypted, otherwise from the .pub file next to it.
Key publicKey(const QString &file);
/// Returns the key in @p file with its certificate from the file @p certificate; null if the two do not belong
/// together.
Key certifiedKey(const QString &file, const QString &certificate);
/// Adds the certificate to a private key. False: certificate and key do not belong together.
bool addCertificate(const Key &key, const QString &certificate);
/// Whether the private key is on a hardware token, which it never leaves. Only an agent can sign with such a key.
bool isOnHardwareToken(const Key &key);
/// The key as encoded in the agent protocol.
QByteArray agentKeyBlob(const Key &key);
}
