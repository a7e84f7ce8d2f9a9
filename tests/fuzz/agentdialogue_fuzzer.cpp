// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What libssh and an agent send, in turn and cut anywhere. How it is cut makes no difference.
#include "sessions/links/login/agentdialogue.h"

#include <cstdint>
#include <cstdlib>

using namespace Nightdesk;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 3) {
        return 0;
    }
    const QByteArray input(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    const qsizetype split = std::min<qsizetype>(static_cast<quint8>(input[0]) % 64, input.size() - 2);
    const qsizetype step = 1 + static_cast<quint8>(input[1]) % 7;
    const QByteArray request = input.sliced(2, split);
    const QByteArray answer = input.sliced(2 + split);
    const AgentKeySelection order{.preferredKeys = {QByteArray("second"), QByteArray("k")}, .onlyKey = (input[1] & 0x40) ? QByteArray("k") : QByteArray()};
    AgentDialogue whole(order);
    const QByteArray asked = whole.addLibsshBytes(request);
    const QByteArray told = whole.addAgentBytes(answer);
    require(asked.size() <= request.size()); // an answer that is too short becomes an empty list
    AgentDialogue cut(order);
    QByteArray askedInParts;
    QByteArray toldInParts;
    for (qsizetype at = 0; at < request.size(); at += step) {
        askedInParts += cut.addLibsshBytes(QByteArrayView(request).sliced(at, std::min(step, request.size() - at)));
    }
    for (qsizetype at = 0; at < answer.size(); at += step) {
        toldInParts += cut.addAgentBytes(QByteArrayView(answer).sliced(at, std::min(step, answer.size() - at)));
    }
    require(whole.hasProtocolError() == cut.hasProtocolError());
    require(whole.hasProtocolError() || (asked == askedInParts && told == toldInParts));
    require(whole.isSigning() == cut.isSigning() && whole.lastSigningKey() == cut.lastSigningKey());
    return 0;
}
