// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a broker sends, whole and byte by byte: the same packets come of it, none of them longer than agreed.
#include "sessions/broker/mqttframer.h"

#include <QByteArrayList>

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

namespace
{
QByteArrayList packets(MqttFramer &framer, qsizetype limit)
{
    QByteArrayList result;
    while (const auto packet = framer.takePacket()) {
        require(packet->size() >= 2 && packet->size() <= limit);
        result.append(*packet);
    }
    return result;
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    constexpr qsizetype limit = 300;
    const QByteArrayView input(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    MqttFramer whole(limit);
    whole.addBytes(input);
    const QByteArrayList atOnce = packets(whole, limit);
    MqttFramer cut(limit);
    QByteArrayList inParts;
    for (const char byte : input) {
        cut.addBytes(QByteArrayView(&byte, 1));
        inParts += packets(cut, limit);
    }
    require(atOnce == inParts);
    require(whole.isBroken() == cut.isBroken() && whole.skippedPacketCount() == cut.skippedPacketCount());
    return 0;
}
