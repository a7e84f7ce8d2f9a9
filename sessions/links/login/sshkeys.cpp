// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/login/sshkeys.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace Nightdesk::SshKeys
{
namespace
{
/// libssh calls this function if the file is encrypted and no passphrase was given.
int notePassphraseNeeded(const char *, char *, size_t, int, int, void *wanted)
{
    *static_cast<bool *>(wanted) = true;
    return -1;
}

Key certificateOf(const QString &file)
{
    ssh_key key = nullptr;
    return Key(ssh_pki_import_cert_file(QFile::encodeName(file).constData(), &key) == SSH_OK ? key : nullptr);
}
}

std::expected<Key, KeyProblem> privateKey(const QString &file, const char *passphrase)
{
    ssh_key key = nullptr;
    bool isWanted = false;
    const int result = ssh_pki_import_privkey_file(QFile::encodeName(file).constData(), passphrase, notePassphraseNeeded, &isWanted, &key);
    if (result == SSH_OK) {
        return Key(key);
    }
    return std::unexpected(isWanted || passphrase ? KeyProblem::Locked : KeyProblem::Unreadable);
}

Key publicKey(const QString &file)
{
    for (const QString &name : {file, QString(file + u".pub"_s)}) {
        ssh_key key = nullptr;
        if (ssh_pki_import_pubkey_file(QFile::encodeName(name).constData(), &key) == SSH_OK) {
            return Key(key);
        }
    }
    return nullptr;
}

Key certifiedKey(const QString &file, const QString &certificate)
{
    const Key key = publicKey(file);
    Key result = certificateOf(certificate);
    return key && result && ssh_key_cmp(key.get(), result.get(), SSH_KEY_CMP_PUBLIC) == 0 ? std::move(result) : nullptr;
}

bool addCertificate(const Key &key, const QString &certificate)
{
    const Key found = certificateOf(certificate);
    return found && ssh_pki_copy_cert_to_privkey(found.get(), key.get()) == SSH_OK;
}

bool isOnHardwareToken(const Key &key)
{
    const ssh_keytypes_e type = key ? ssh_key_type(key.get()) : SSH_KEYTYPE_UNKNOWN;
    return type == SSH_KEYTYPE_SK_ECDSA || type == SSH_KEYTYPE_SK_ED25519;
}

QByteArray agentKeyBlob(const Key &key)
{
    char *base64 = nullptr;
    if (!key || ssh_pki_export_pubkey_base64(key.get(), &base64) != SSH_OK) {
        return {};
    }
    const QByteArray result = QByteArray::fromBase64(base64);
    ssh_string_free_char(base64);
    return result;
}
}
