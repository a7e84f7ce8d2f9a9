// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/notebook.h"

#include "sessions/common/displaytext.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
constexpr qsizetype maxSignature = 60;
/// A sending time that is further ahead of the local clock than this is wrong; the arrival time is used instead.
constexpr std::chrono::minutes ahead(2);
constexpr std::chrono::hours longestWait(24);

/// Whether the note was written here and may have to be sent again.
bool mayNeedResending(const NoteBook::Entry &entry)
{
    return entry.delivery != NoteBook::Delivery::Received && entry.delivery != NoteBook::Delivery::Sent;
}
}

std::expected<NoteBook::Entry, NoteBook::Refusal>
NoteBook::writeNote(const QString &id, const QString &text, const QString &writerName, const Correspondent &to, const QDateTime &now)
{
    const QString whole = displayText(text.trimmed(), maxNoteLength).trimmed();
    if (whole.isEmpty()) {
        return std::unexpected(Refusal::Empty);
    }
    const auto isOnlyHere = [](const Entry &entry) {
        return entry.delivery == Delivery::Waiting || entry.delivery == Delivery::Sending;
    };
    if (std::ranges::count_if(m_entries, isOnlyHere) >= maxWaitingNotes) {
        return std::unexpected(Refusal::TooMany);
    }
    const Entry entry{id, now.toUTC(), Delivery::Waiting, to, !to.desk && to.sa.isEmpty(), displayText(writerName.trimmed(), maxSignature), whole};
    m_seenIds.addIfNew(id);
    insert(entry);
    return entry;
}

std::optional<NoteBook::Entry>
NoteBook::receiveNote(const BoardWire::Note &note, const Correspondent &from, bool isToAll, bool isRetained, const QDateTime &now)
{
    const QString text = displayText(note.text.trimmed(), maxNoteLength).trimmed();
    if (note.id.isEmpty() || text.isEmpty() || m_seenIds.contains(note.id)) {
        return {};
    }
    if (!takeRateLimitToken(from, isRetained, now)) {
        ++m_noteCountRefusedByRateLimit;
        return {};
    }
    const QDateTime sent = note.stamp.sentAt.toUTC();
    const bool isLikely = sent.isValid() && sent <= now.addDuration(ahead);
    // How long the note waited at the writer, by the writer's clock alone. A live note is assumed to have been sent now.
    const std::chrono::milliseconds waited(sent.isValid() && note.writtenAt.isValid() ? note.writtenAt.msecsTo(sent) : 0);
    const QDateTime at = (isRetained && isLikely ? sent : now.toUTC()).addDuration(-std::clamp<std::chrono::milliseconds>(waited, {}, longestWait));
    const Entry entry{note.id, at, Delivery::Received, from, isToAll, displayText(note.signature.trimmed(), maxSignature), text};
    m_seenIds.addIfNew(note.id);
    m_unreadIds.insert(note.id);
    insert(entry);
    return entry;
}

bool NoteBook::takeRateLimitToken(const Correspondent &from, bool isRetained, const QDateTime &now)
{
    const TokenBucket::Clock::time_point moment{std::chrono::milliseconds(now.toMSecsSinceEpoch())};
    const QString writer = from.desk ? from.desk->text() : from.sa;
    auto &budgets = isRetained ? m_retainedNoteRateLimits : m_noteRateLimits;
    auto budget = budgets.find(writer);
    if (budget == budgets.end()) {
        const std::chrono::seconds every = isRetained ? std::chrono::seconds(retainedNoteRefillInterval) : noteRefillInterval;
        budget = budgets.insert(writer, TokenBucket(1.0 / static_cast<double>(every.count()), isRetained ? retainedBurstSize : noteBurstSize));
    }
    if (!budget->isWithinRateLimit(1, moment)) {
        return false;
    }
    budget->spendTokens(1, moment);
    return true;
}

void NoteBook::insert(const Entry &entry)
{
    const auto place = std::ranges::upper_bound(m_entries, entry.writtenAt, {}, &Entry::writtenAt);
    m_entries.insert(place, entry);
    if (m_entries.size() <= maxNotes) {
        return;
    }
    const auto whose = [](const Entry &one) {
        // the writer's name, to count notes by writer; empty: the note was written here
        return one.delivery == Delivery::Received ? (one.correspondent.desk ? one.correspondent.desk->text() : one.correspondent.sa) : QString();
    };
    QHash<QString, int> counts;
    for (const Entry &one : std::as_const(m_entries)) {
        counts[whose(one)] += mayNeedResending(one) ? 0 : 1;
    }
    const auto most = std::ranges::max_element(counts);
    if (most == counts.end() || *most == 0) {
        return;
    }
    const auto oldest = std::ranges::find_if(m_entries, [&](const Entry &one) {
        return !mayNeedResending(one) && whose(one) == most.key();
    });
    m_unreadIds.remove(oldest->id);
    m_entries.erase(oldest);
}

void NoteBook::setDelivery(const QString &id, Delivery delivery)
{
    const auto found = std::ranges::find(m_entries, id, &Entry::id);
    if (found != m_entries.end() && mayNeedResending(*found)) {
        found->delivery = delivery;
    }
}

void NoteBook::connectionLost()
{
    for (Entry &entry : m_entries) {
        entry.delivery = entry.delivery == Delivery::Sending ? Delivery::Waiting : entry.delivery;
    }
}

bool NoteBook::receiverConnected(const std::optional<DeskName> &desk)
{
    bool isAny = false;
    for (Entry &entry : m_entries) {
        if (entry.delivery == Delivery::NoReceiver && entry.correspondent.desk == desk) {
            entry.delivery = Delivery::Waiting;
            isAny = true;
        }
    }
    return isAny;
}

int NoteBook::discardUndeliveredNotes()
{
    return static_cast<int>(m_entries.removeIf(mayNeedResending));
}

int NoteBook::rateLimitedNoteCount() const
{
    return m_noteCountRefusedByRateLimit;
}

QList<NoteBook::Entry> NoteBook::waitingNotes() const
{
    QList<Entry> waitingNotes;
    std::ranges::copy_if(m_entries, std::back_inserter(waitingNotes), [](const Entry &entry) {
        return entry.delivery == Delivery::Waiting;
    });
    return waitingNotes;
}

const QList<NoteBook::Entry> &NoteBook::entries() const
{
    return m_entries;
}

QList<NoteBook::Entry> NoteBook::entriesOf(const DeskName &desk) const
{
    QList<Entry> result;
    std::ranges::copy_if(m_entries, std::back_inserter(result), [&desk](const Entry &entry) {
        return entry.correspondent.desk ? *entry.correspondent.desk == desk : entry.isToAll;
    });
    return result;
}

int NoteBook::unreadCount() const
{
    return static_cast<int>(m_unreadIds.size());
}

int NoteBook::unreadCountOf(const DeskName &desk) const
{
    return static_cast<int>(std::ranges::count_if(m_entries, [this, &desk](const Entry &entry) {
        return entry.correspondent.desk == desk && m_unreadIds.contains(entry.id);
    }));
}

void NoteBook::markAllRead()
{
    m_unreadIds.clear();
}

void NoteBook::markNotesOfDeskRead(const DeskName &desk)
{
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.correspondent.desk == desk) {
            m_unreadIds.remove(entry.id);
        }
    }
}

void NoteBook::beginNight()
{
    m_entries.removeIf([](const Entry &entry) {
        return entry.delivery != Delivery::Waiting && entry.delivery != Delivery::Sending;
    });
    m_unreadIds.clear();
}
}
