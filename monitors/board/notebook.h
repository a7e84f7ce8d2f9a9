// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/keptnotes.h"
#include "monitors/board/seenids.h"
#include "monitors/board/tokenbucket.h"
#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>
#include <QSet>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The short notes of a night between desks and support astronomers (SAs), as one side has them: sent, received, or waiting for the broker.
/// Pure: identifiers and "now" are arguments. Owned by BoardConversation or ConsoleNotes.
class NoteBook
{
public:
    static constexpr qsizetype maxNotes = 300; ///< beyond this, the oldest note of the writer with the most notes is removed
    static constexpr qsizetype maxWaitingNotes = 20;
    static constexpr qsizetype maxNoteLength = 500; ///< limit of characters in a note
    // Rate limit per writer, so that no writer crowds out the others.
    static constexpr int noteBurstSize = 10;
    static constexpr std::chrono::seconds noteRefillInterval{10};
    // Rate limit for notes that the broker retained, which arrive all at once.
    static constexpr int retainedBurstSize = keptNotesAtOnce;
    static constexpr std::chrono::minutes retainedNoteRefillInterval{12};
    static constexpr std::chrono::minutes maxNotifiedNoteAge{5}; ///< older notes cause no notification

    enum class Delivery {
        Received,
        Sent,
        Waiting, ///< written while the broker was disconnected: sent after the next connection
        Sending, ///< sent, but not yet acknowledged by the broker
        /// the broker has received the note, but no receiver was connected: the note is sent again when one connects
        NoReceiver
    };
    /// The other party of a note. Both empty: a desk's note to every SA, or an SA's note to every desk.
    struct Correspondent {
        std::optional<DeskName> desk;
        QString sa;
        bool operator==(const Correspondent &) const = default;
    };
    struct Entry {
        QString id;
        QDateTime writtenAt; ///< when the note was written, UTC by the local clock, estimated as far as possible
        Delivery delivery = Delivery::Received;
        Correspondent correspondent; ///< who wrote the note, or whom it is for
        bool isToAll = false; ///< true for a received note that was addressed to all
        QString writerName; ///< the writer's name for display
        QString text; ///< can be displayed: without control characters
        bool operator==(const Entry &) const = default;
    };
    enum class Refusal {
        Empty,
        TooMany ///< maxWaitingNotes notes are waiting already
    };

    /// Adds an own note, waiting to be sent.
    std::expected<Entry, Refusal> writeNote(const QString &id, const QString &text, const QString &writerName, const Correspondent &to, const QDateTime &now);
    /// Adds a note that arrived. Empty: not added, because it is a duplicate, an own note, or over the rate limit. @p from: the sender as
    /// authenticated by the broker. @p isRetained: the broker had stored the note, so only the writer's clock tells when it was written.
    std::optional<Entry> receiveNote(const BoardWire::Note &note, const Correspondent &from, bool isToAll, bool isRetained, const QDateTime &now);
    QList<Entry> waitingNotes() const; ///< notes that wait to be sent, the oldest first
    /// Changes the delivery of a note that was written here, unless it was sent already. Waiting: sending failed, so the note is sent again.
    void setDelivery(const QString &id, Delivery delivery);
    /// notes that were being sent may be lost, so they are sent again; receivers recognize duplicates by the id
    void connectionLost();
    /// A receiver connected, so the notes that it has not received wait to be sent to it. False: there are no such notes. @p desk is empty if
    /// the receiver is an SA.
    bool receiverConnected(const std::optional<DeskName> &desk);
    /// The broker changed: discards all notes that were not delivered, and returns how many.
    int discardUndeliveredNotes();
    int rateLimitedNoteCount() const; ///< number of notes refused by the rate limit

    const QList<Entry> &entries() const; ///< all notes by the time of writing, the newest last
    /// Notes exchanged with this desk, and notes to all.
    QList<Entry> entriesOf(const DeskName &desk) const;
    int unreadCount() const;
    int unreadCountOf(const DeskName &desk) const;
    void markAllRead();
    void markNotesOfDeskRead(const DeskName &desk);
    /// Call when a new night begins: removes all notes except those that are still waiting to be sent or being sent.
    void beginNight();

private:
    void insert(const Entry &entry);
    bool takeRateLimitToken(const Correspondent &from, bool isRetained, const QDateTime &now);

    QList<Entry> m_entries;
    SeenIds m_seenIds; ///< ids of known notes: a retained note arrives again after each connection
    QHash<QString, TokenBucket> m_noteRateLimits; ///< rate limit of each writer, by the name of the desk or SA
    QHash<QString, TokenBucket> m_retainedNoteRateLimits; ///< rate limit of each writer for retained notes
    int m_noteCountRefusedByRateLimit = 0;
    QSet<QString> m_unreadIds;
};
}
