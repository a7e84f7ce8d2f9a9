// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/keptnotes.h"

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QDateTime>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <ranges>

namespace Nightdesk
{
namespace
{
struct RetainedNote {
    QString writer;
    QString id;
    QDateTime sentAt;
    const BrokerMessage *message;
};

/// Parses a message that is a note and was retained by the broker; empty: it is another message.
std::optional<RetainedNote> parseRetainedNote(const BrokerMessage &message)
{
    const auto topic = message.isRetained && !message.payload.isEmpty() ? BoardTopics::parse(message.topic) : std::nullopt;
    if (!topic || topic->kind != BoardTopics::MessageKind::Note) {
        return {};
    }
    const auto read = BoardWire::read(message.topic, message.payload);
    const auto *note = read ? std::get_if<BoardWire::Note>(&*read) : nullptr;
    if (!note) {
        return {};
    }
    return RetainedNote{topic->fromDesk ? topic->fromDesk->text() : topic->sendingSa, note->id, note->stamp.sentAt, &message};
}
}

QList<BrokerMessage> withKeptNotesInOrder(const QList<BrokerMessage> &messages)
{
    QList<BrokerMessage> result;
    QList<RetainedNote> kept;
    for (const BrokerMessage &message : messages) {
        if (const auto note = parseRetainedNote(message)) {
            kept.append(*note);
        } else {
            result.append(message);
        }
    }
    std::ranges::stable_sort(kept, {}, &RetainedNote::sentAt);
    // ids of the notes kept so far, by writer, because the same note may arrive on two topics
    QHash<QString, QSet<QString>> taken;
    QList<const BrokerMessage *> newest;
    for (const RetainedNote &note : kept | std::views::reverse) {
        QSet<QString> &ids = taken[note.writer];
        if (ids.size() < keptNotesAtOnce || ids.contains(note.id)) {
            ids.insert(note.id);
            newest.append(note.message);
        }
    }
    for (const BrokerMessage *message : newest | std::views::reverse) {
        result.append(*message);
    }
    return result;
}
}
