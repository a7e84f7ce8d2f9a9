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
/// The short notes of a night between desks and SAs, as one of them has them: sent, received, and those that wait for the broker.
/// Pure: identifiers and "now" are arguments. Owned by BoardConversation or ConsoleNotes.
class NoteBook
{
public:
    static constexpr qsizetype maxNotes = 300; ///< the oldest of whoever has most go first
    static constexpr qsizetype maxWaiting = 20;
    static constexpr qsizetype maxLength = 500; ///< characters of a note
    // What a writer may send, so that nobody fills the night of the others.
    static constexpr int atOnce = 10;
    static constexpr std::chrono::seconds oneEvery{10};
    // The same of what a broker has kept for a night, which comes at once.
    static constexpr int keptAtOnce = keptNotesAtOnce;
    static constexpr std::chrono::minutes keptOneEvery{12};
    static constexpr std::chrono::minutes news{5}; ///< one that is older is no reason to disturb anybody

    enum class Way {
        Received,
        Sent,
        Waiting, ///< written while the broker was away: goes when it is back
        Underway, ///< on its way to the broker, which has not answered yet
        Unheard ///< the broker has the last of them, but nobody is there: goes again when somebody comes
    };
    /// A note's other end. Nobody named: of a desk's note every SA, of an SA's note every desk.
    struct Party {
        std::optional<DeskName> desk;
        QString sa;
        bool operator==(const Party &) const = default;
    };
    struct Entry {
        QString id;
        QDateTime at; ///< UTC by our clock; when it was written, as far as that is known
        Way way = Way::Received;
        Party party; ///< who wrote it, or whom it is for
        bool isToAll = false; ///< received: it was written to all
        QString signature; ///< who wrote it, as people read it
        QString text; ///< display-safe
        bool operator==(const Entry &) const = default;
    };
    enum class Refusal {
        Empty,
        TooMany ///< maxWaiting wait already
    };

    /// A note of ours; it waits to be sent.
    std::expected<Entry, Refusal> write(const QString &id, const QString &text, const QString &signature, const Party &to, const QDateTime &now);
    /// One that arrived; empty: it is known already, one of ours, or one too many. Who is @p from is the broker's word, the signature the
    /// writer's. @p isRetained: the broker has kept it, and when it was written is the writer's word, too.
    std::optional<Entry> receiveNote(const BoardWire::Note &note, const Party &from, bool isToAll, bool isRetained, const QDateTime &now);
    QList<Entry> waiting() const; ///< the oldest first
    void noteSending(const QString &id);
    void noteSent(const QString &id); ///< the broker has it
    void noteUnanswered(const QString &id); ///< the broker has it, and nobody to tell it to
    void queueNote(const QString &id); ///< it did not go after all: it waits
    void connectionLost(); ///< what is under way may be lost: it waits; who has it already knows it by its id
    /// Somebody is there now: what they have not heard waits to be sent. False: they have heard all. @p desk: empty: an SA.
    bool somebodyCame(const std::optional<DeskName> &desk);
    /// The broker is another one: what nobody has heard goes nowhere. How many that were.
    int forgetUnsent();
    int dropped() const; ///< beyond what a writer may send

    const QList<Entry> &entries() const; ///< by the time of their writing, the newest last
    /// Between us and this desk, and what went to all.
    QList<Entry> entriesOf(const DeskName &desk) const;
    int unread() const;
    int unreadOf(const DeskName &desk) const;
    void readAll();
    void readOf(const DeskName &desk);
    /// A new night: what waits still goes; what nobody came to hear does not.
    void beginNight();

private:
    void insert(const Entry &entry);
    void setWay(const QString &id, Way way);
    bool affords(const Party &from, bool isRetained, const QDateTime &now);
    static bool isOf(const Entry &entry, const DeskName &desk);

    QList<Entry> m_entries;
    SeenIds m_known; ///< a retained note comes again with each connection
    QHash<QString, TokenBucket> m_budgets; ///< by desk or SA
    QHash<QString, TokenBucket> m_keptBudgets; ///< the same, of what was retained
    int m_dropped = 0;
    QSet<QString> m_unread;
};
}
