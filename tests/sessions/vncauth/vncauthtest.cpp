// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/vncauth/vncauth.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/testprogram.h"

using namespace Nightdesk;
using Nightdesk::Test::row;

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    row("VncAuth is DES with mirrored key bytes", [] {
        std::array<std::uint8_t, 16> asked{};
        for (std::size_t i = 0; i < asked.size(); ++i) {
            asked[i] = static_cast<std::uint8_t>(i);
        }
        // From OpenSSL's des-ecb with the bits of each key byte mirrored.
        using Answer = std::array<std::uint8_t, 16>;
        CHECK((answerVncAuth(asked, "observer") == Answer{0x9f, 0xab, 0x08, 0xba, 0x49, 0x88, 0xfb, 0xd4, 0xf2, 0x45, 0x9b, 0x53, 0x4a, 0xfd, 0x03, 0x15}));
        CHECK((answerVncAuth(asked, "keck") == Answer{0xaa, 0x9c, 0x5d, 0xb0, 0x9b, 0x2e, 0xa9, 0xee, 0x4e, 0xeb, 0xac, 0x65, 0x6a, 0x6c, 0x83, 0xe1}));
        CHECK((answerVncAuth(asked, "muchtoolongpassword")
               == Answer{0xf0, 0x3e, 0xd4, 0x6c, 0xf5, 0x14, 0x29, 0x3b, 0xf9, 0x9f, 0x01, 0x24, 0x9c, 0x7a, 0x31, 0xc6}));
    });
    row("an empty password, whose key DES calls weak, has an answer too", [] {
        using Answer = std::array<std::uint8_t, 16>;
        CHECK((answerVncAuth({}, "") == Answer{0x8c, 0xa6, 0x4d, 0xe9, 0xc1, 0xb1, 0x23, 0xa7, 0x8c, 0xa6, 0x4d, 0xe9, 0xc1, 0xb1, 0x23, 0xa7}));
    });
    return Nightdesk::Test::result();
}
