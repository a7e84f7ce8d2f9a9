// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QSet>

#include <optional>

namespace Nightdesk
{
/// The short notes of a night between desks and SAs, as one of them has them: sent, received, and those that wait for the broker.
/// Pure: identifiers and "now" are arguments.
class NoteBook
{
public:
    static constexpr qsizetype maxNotes = 300; ///< the oldest go first
    static constexpr qsizetype maxWaiting = 20;
    static constexpr qsizetype maxLength = 500; ///< characters of a note

    enum class Way {
        Received,
        Sent,
        Waiting ///< written while the broker was away: goes when it is back
    };
    /// A note's other end. Nobody named: of a desk's note every SA, of an SA's note every desk.
    struct Party {
        std::optional<DeskName> desk;
        QString sa;
        bool operator==(const Party &) const = default;
    };
    struct Entry {
        QString id;
        QDateTime at; ///< UTC; when it was written
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

    /// A note of ours; it waits until sent().
    std::expected<Entry, Refusal> write(const QString &id, const QString &text, const QString &signature, const Party &to, const QDateTime &now);
    /// One that arrived; empty: it is known already, or one of ours. Who is @p from is the broker's word, the signature the writer's.
    std::optional<Entry> take(const BoardWire::Note &note, const Party &from, bool isToAll, const QDateTime &now);
    void sent(const QString &id);
    QList<Entry> waiting() const; ///< the oldest first

    const QList<Entry> &entries() const; ///< by the time of their writing, the newest last
    /// Between us and this desk, and what went to all.
    QList<Entry> entriesOf(const DeskName &desk) const;
    int unread() const;
    int unreadOf(const DeskName &desk) const;
    void readAll();
    void readOf(const DeskName &desk);
    /// A new night: what waits still goes.
    void beginNight();

private:
    void insert(const Entry &entry);
    static bool isOf(const Entry &entry, const DeskName &desk);

    QList<Entry> m_entries;
    QSet<QString> m_known; ///< ids of all of this run: a retained note comes again with each connection
    QSet<QString> m_unread;
};
}
