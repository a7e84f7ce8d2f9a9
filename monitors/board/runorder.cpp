// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/runorder.h"

namespace Nightdesk
{
namespace
{
constexpr qsizetype remembered = 8;
}

const BoardWire::Stamp &stampOf(const BoardWire::Message &message)
{
    return std::visit(
        [](const auto &one) -> const BoardWire::Stamp & {
            return one.stamp;
        },
        message);
}

RunOrder::Verdict RunOrder::take(BoardTopics::Sort sort, const BoardWire::Message &message, bool isRetained)
{
    const BoardWire::Stamp &stamp = stampOf(message);
    const auto *presence = std::get_if<BoardWire::Presence>(&message);
    const bool isNewRun = stamp.run != m_run;
    if (isNewRun) {
        if (!isReplacement(sort, stamp, presence && !presence->isOnline, isRetained)) {
            return Verdict::Stale;
        }
        if (m_isLive && !isRetained) {
            m_replaced.append(m_run);
            m_replaced = m_replaced.last(qMin(m_replaced.size(), remembered));
        }
        m_run = stamp.run;
        m_began = stamp.began;
        m_isLive = false;
        m_hasPresence = false;
        m_sequences.clear();
    }
    m_isLive = m_isLive || !isRetained;
    m_hasPresence = m_hasPresence || presence;
    quint64 &last = m_sequences[sort];
    if (stamp.sequence <= last) {
        return Verdict::Stale;
    }
    last = stamp.sequence;
    return isNewRun ? Verdict::NewRun : Verdict::News;
}

bool RunOrder::isReplacement(BoardTopics::Sort sort, const BoardWire::Stamp &stamp, bool isWill, bool isRetained) const
{
    if (m_run.isEmpty()) {
        return true;
    }
    if (m_replaced.contains(stamp.run)) {
        return false;
    }
    if (!isRetained) {
        return !isWill; // of a run that we never heard of, or no longer do
    }
    if (m_isLive) {
        return false; // what is retained is older than what it says
    }
    // A run tells its presence first: of what is retained nothing can be newer than that.
    return sort == BoardTopics::Sort::Presence || (!m_hasPresence && stamp.began > m_began);
}

void RunOrder::comeBack()
{
    m_isLive = false;
    m_hasPresence = false;
}

QString RunOrder::run() const
{
    return m_run;
}
}
