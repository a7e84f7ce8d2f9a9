// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbworker/protocol/vncauth.h"

#include <algorithm>
#include <cstring>

extern "C" void rfbClientEncryptBytes(unsigned char *bytes, char *password); // exported, but in no header

namespace Nightdesk::Rfb
{
std::array<std::uint8_t, 16> answerVncAuth(const std::array<std::uint8_t, 16> &challenge, const std::string &password)
{
    std::array<std::uint8_t, 16> response = challenge;
    std::array<char, 9> key{};
    std::copy_n(password.begin(), std::min<std::size_t>(password.size(), 8), key.begin());
    rfbClientEncryptBytes(response.data(), key.data());
    ::explicit_bzero(key.data(), key.size());
    return response;
}

void wipe(std::string &secret)
{
    ::explicit_bzero(secret.data(), secret.size());
    secret.clear();
}
}
