// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A topic, a line break and a payload, as any client of the broker may send them; without a line break a payload below each topic
// in turn. What is read is written and read again, and is the same then.
#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <cstdint>
#include <cstdlib>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

void readOne(const QString &topic, const QByteArray &payload)
{
    require(!BoardTopics::parse(topic) || !BoardTopics::facilityOf(topic).isEmpty());
    const auto message = BoardWire::read(topic, payload);
    if (!message) {
        return;
    }
    const QByteArray written = BoardWire::write(*message);
    require(!written.isEmpty() && written.size() <= BoardWire::maxPayload);
    const auto again = BoardWire::read(topic, written);
    require(again && *again == *message);
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), static_cast<qsizetype>(size));
    if (const qsizetype end = input.indexOf('\n'); end >= 0) {
        readOne(QString::fromUtf8(input.first(end)), input.sliced(end + 1));
        return 0;
    }
    for (const QString &topic : {u"desk/a/b/presence"_s,
                                 u"desk/a/b/state"_s,
                                 u"desk/a/b/numbers"_s,
                                 u"desk/a/b/history"_s,
                                 u"desk/a/b/note"_s,
                                 u"desk/a/b/call"_s,
                                 u"desk/a/b/person/0123456789abcdef"_s,
                                 u"desk/a/b/to/c/d/move"_s,
                                 u"sa/ann/to/a/b/ack"_s,
                                 u"sa/ann/presence/0123456789abcdef"_s,
                                 u"sa/ann/note/00000000000000ff"_s,
                                 u"sa/ann/to/a/b/watch/0123456789abcdef"_s}) {
        readOne(u"nightdesk/1/keck/"_s + topic, input);
    }
    return 0;
}
