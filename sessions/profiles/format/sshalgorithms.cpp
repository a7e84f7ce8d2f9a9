// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/format/sshalgorithms.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
using enum AlgorithmKind;
using enum SshAlgorithm::Use;

constexpr SshAlgorithm algorithms[] = {
    {"curve25519-sha256"_L1, KeyExchange, Usual},
    {"curve25519-sha256@libssh.org"_L1, KeyExchange, Usual},
    {"ecdh-sha2-nistp256"_L1, KeyExchange, Usual},
    {"ecdh-sha2-nistp384"_L1, KeyExchange, Usual},
    {"ecdh-sha2-nistp521"_L1, KeyExchange, Usual},
    {"diffie-hellman-group18-sha512"_L1, KeyExchange, Usual},
    {"diffie-hellman-group16-sha512"_L1, KeyExchange, Usual},
    {"diffie-hellman-group-exchange-sha256"_L1, KeyExchange, Usual},
    {"diffie-hellman-group14-sha256"_L1, KeyExchange, Usual},
    {"diffie-hellman-group-exchange-sha1"_L1, KeyExchange, OnRequest},
    {"diffie-hellman-group14-sha1"_L1, KeyExchange, OnRequest},
    {"diffie-hellman-group1-sha1"_L1, KeyExchange, OnRequest},
    {"sntrup761x25519-sha512"_L1, KeyExchange, Never},
    {"sntrup761x25519-sha512@openssh.com"_L1, KeyExchange, Never},
    {"mlkem768x25519-sha256"_L1, KeyExchange, Never},

    {"ssh-ed25519"_L1, HostKey, Usual},
    {"ecdsa-sha2-nistp521"_L1, HostKey, Usual},
    {"ecdsa-sha2-nistp384"_L1, HostKey, Usual},
    {"ecdsa-sha2-nistp256"_L1, HostKey, Usual},
    {"sk-ssh-ed25519@openssh.com"_L1, HostKey, Usual},
    {"sk-ecdsa-sha2-nistp256@openssh.com"_L1, HostKey, Usual},
    {"rsa-sha2-512"_L1, HostKey, Usual},
    {"rsa-sha2-256"_L1, HostKey, Usual},
    {"ssh-rsa"_L1, HostKey, OnRequest},
    {"ssh-dss"_L1, HostKey, Never},

    {"chacha20-poly1305@openssh.com"_L1, Cipher, Usual},
    {"aes256-gcm@openssh.com"_L1, Cipher, Usual},
    {"aes128-gcm@openssh.com"_L1, Cipher, Usual},
    {"aes256-ctr"_L1, Cipher, Usual},
    {"aes192-ctr"_L1, Cipher, Usual},
    {"aes128-ctr"_L1, Cipher, Usual},
    {"aes256-cbc"_L1, Cipher, OnRequest},
    {"aes192-cbc"_L1, Cipher, OnRequest},
    {"aes128-cbc"_L1, Cipher, OnRequest},
    {"3des-cbc"_L1, Cipher, OnRequest},
    {"rijndael-cbc@lysator.liu.se"_L1, Cipher, Never},
    {"blowfish-cbc"_L1, Cipher, Never},
    {"cast128-cbc"_L1, Cipher, Never},
    {"arcfour256"_L1, Cipher, Never},
    {"arcfour128"_L1, Cipher, Never},
    {"arcfour"_L1, Cipher, Never},

    {"hmac-sha2-256-etm@openssh.com"_L1, Mac, Usual},
    {"hmac-sha2-512-etm@openssh.com"_L1, Mac, Usual},
    {"hmac-sha2-256"_L1, Mac, Usual},
    {"hmac-sha2-512"_L1, Mac, Usual},
    {"hmac-sha1-etm@openssh.com"_L1, Mac, OnRequest},
    {"hmac-sha1"_L1, Mac, OnRequest},
    {"umac-128-etm@openssh.com"_L1, Mac, Never},
    {"umac-128@openssh.com"_L1, Mac, Never},
    {"umac-64-etm@openssh.com"_L1, Mac, Never},
    {"umac-64@openssh.com"_L1, Mac, Never},
    {"hmac-sha1-96"_L1, Mac, Never},
    {"hmac-ripemd160"_L1, Mac, Never},
    {"hmac-ripemd160@openssh.com"_L1, Mac, Never},
    {"hmac-md5-etm@openssh.com"_L1, Mac, Never},
    {"hmac-md5"_L1, Mac, Never},
    {"hmac-md5-96"_L1, Mac, Never},
};
}

std::span<const SshAlgorithm> sshAlgorithms()
{
    return algorithms;
}

const SshAlgorithm *findSshAlgorithm(QStringView name)
{
    const auto found = std::ranges::find_if(algorithms, [name](const SshAlgorithm &algorithm) {
        return algorithm.name == name;
    });
    return found == std::end(algorithms) ? nullptr : &*found;
}

QStringList sshAlgorithmNames(AlgorithmKind kind, SshAlgorithm::Use use)
{
    QStringList result;
    for (const SshAlgorithm &algorithm : algorithms) {
        if (algorithm.kind == kind && algorithm.use == use) {
            result << algorithm.name;
        }
    }
    return result;
}
}
