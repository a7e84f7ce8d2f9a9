// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/vncauth/vncauth.h"

#include <gcrypt.h>

#include <algorithm>
#include <cstring>

namespace Nightdesk
{
namespace
{
bool initializeLibgcrypt()
{
    if (!gcry_check_version(nullptr)) {
        return false;
    }
    if (!gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) {
        gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
        gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    }
    return true;
}

/// VNC uses the bits of each key byte in reverse order.
std::uint8_t reversedBits(std::uint8_t byte)
{
    std::uint8_t result = 0;
    for (int bit = 0; bit < 8; ++bit) {
        result = static_cast<std::uint8_t>(result << 1 | (byte >> bit & 1));
    }
    return result;
}
}

std::optional<std::array<std::uint8_t, 16>> answerVncAuth(const std::array<std::uint8_t, 16> &challenge, std::string_view password)
{
    static const bool isReady = initializeLibgcrypt();
    gcry_cipher_hd_t des = nullptr;
    if (!isReady || gcry_cipher_open(&des, GCRY_CIPHER_DES, GCRY_CIPHER_MODE_ECB, 0) != 0) {
        return std::nullopt;
    }
    std::array<std::uint8_t, 8> key{};
    std::transform(password.begin(), password.begin() + std::min<std::size_t>(password.size(), key.size()), key.begin(), [](char c) {
        return reversedBits(static_cast<std::uint8_t>(c));
    });
    // The server chose the password, so a key that DES calls weak must be accepted like any other.
    gcry_cipher_ctl(des, GCRYCTL_SET_ALLOW_WEAK_KEY, nullptr, 1);
    const gcry_error_t refused = gcry_cipher_setkey(des, key.data(), key.size());
    ::explicit_bzero(key.data(), key.size());
    std::array<std::uint8_t, 16> answer = challenge;
    const bool isKeySet = refused == 0 || gcry_err_code(refused) == GPG_ERR_WEAK_KEY;
    const bool isDone = isKeySet && gcry_cipher_encrypt(des, answer.data(), answer.size(), nullptr, 0) == 0;
    gcry_cipher_close(des); // also wipes the key
    return isDone ? std::optional(answer) : std::nullopt;
}
}
