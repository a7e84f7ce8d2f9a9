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
/// A clock that goes before ours by more is wrong: the note came now.
constexpr std::chrono::minutes ahead(2);
}

std::expected<NoteBook::Entry, NoteBook::Refusal>
NoteBook::write(const QString &id, const QString &text, const QString &signature, const Party &to, const QDateTime &now)
{
    const QString whole = displayText(text.trimmed(), maxLength).trimmed();
    if (whole.isEmpty()) {
        return std::unexpected(Refusal::Empty);
    }
    if (waiting().size() >= maxWaiting) {
        return std::unexpected(Refusal::TooMany);
    }
    const Entry entry{id, now.toUTC(), Way::Waiting, to, !to.desk && to.sa.isEmpty(), displayText(signature.trimmed(), maxSignature), whole};
    m_known.insert(id);
    insert(entry);
    return entry;
}

std::optional<NoteBook::Entry> NoteBook::take(const BoardWire::Note &note, const Party &from, bool isToAll, const QDateTime &now)
{
    const QString text = displayText(note.text.trimmed(), maxLength).trimmed();
    if (note.id.isEmpty() || text.isEmpty() || m_known.contains(note.id)) {
        return {};
    }
    const QDateTime written = note.stamp.at.toUTC();
    const bool isLikely = written.isValid() && written <= now.addDuration(ahead);
    const Entry entry{note.id, isLikely ? written : now.toUTC(), Way::Received, from, isToAll, displayText(note.signature.trimmed(), maxSignature), text};
    m_known.insert(note.id);
    m_unread.insert(note.id);
    insert(entry);
    return entry;
}

void NoteBook::insert(const Entry &entry)
{
    const auto place = std::ranges::upper_bound(m_entries, entry.at, {}, &Entry::at);
    m_entries.insert(place, entry);
    const auto oldest = std::ranges::find_if(m_entries, [](const Entry &one) {
        return one.way != Way::Waiting;
    });
    if (m_entries.size() > maxNotes && oldest != m_entries.end()) {
        m_unread.remove(oldest->id);
        m_entries.erase(oldest);
    }
}

void NoteBook::sent(const QString &id)
{
    const auto found = std::ranges::find(m_entries, id, &Entry::id);
    if (found != m_entries.end() && found->way == Way::Waiting) {
        found->way = Way::Sent;
    }
}

QList<NoteBook::Entry> NoteBook::waiting() const
{
    QList<Entry> waiting;
    std::ranges::copy_if(m_entries, std::back_inserter(waiting), [](const Entry &entry) {
        return entry.way == Way::Waiting;
    });
    return waiting;
}

const QList<NoteBook::Entry> &NoteBook::entries() const
{
    return m_entries;
}

bool NoteBook::isOf(const Entry &entry, const DeskName &desk)
{
    return entry.party.desk ? *entry.party.desk == desk : entry.isToAll;
}

QList<NoteBook::Entry> NoteBook::entriesOf(const DeskName &desk) const
{
    QList<Entry> result;
    std::ranges::copy_if(m_entries, std::back_inserter(result), [&desk](const Entry &entry) {
        return isOf(entry, desk);
    });
    return result;
}

int NoteBook::unread() const
{
    return static_cast<int>(m_unread.size());
}

int NoteBook::unreadOf(const DeskName &desk) const
{
    return static_cast<int>(std::ranges::count_if(m_entries, [this, &desk](const Entry &entry) {
        return entry.party.desk == desk && m_unread.contains(entry.id);
    }));
}

void NoteBook::readAll()
{
    m_unread.clear();
}

void NoteBook::readOf(const DeskName &desk)
{
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.party.desk == desk) {
            m_unread.remove(entry.id);
        }
    }
}

void NoteBook::beginNight()
{
    m_entries = waiting();
    m_unread.clear();
}
}
