// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

namespace Nightdesk
{
/// The troubles of a night: each one once, and its end. What comes back within two minutes of its end goes on: a display that flaps
/// all night is one line, not all there are. Pure. Owned by DeskReporter.
class TroubleLog
{
public:
    static constexpr std::chrono::minutes sameWithin{2};

    /// True: entries() changed.
    bool begin(const QString &about, BoardWire::Health health, const QString &what, const QDateTime &at);
    bool end(const QString &about, const QString &what, const QDateTime &at);
    void clear();
    /// Before all that begins: those of a console that ended. What was not over then is over by @p what since @p at; if it
    /// is there still, it goes on.
    void restore(const QList<BoardWire::Trouble> &entries, const QString &what, const QDateTime &at);

    const QList<BoardWire::Trouble> &entries() const; ///< the newest last, at most 60
    /// The newest that is not over, else the newest there was. Empty: none.
    std::optional<BoardWire::Trouble> last() const;

private:
    qsizetype newestOf(const QString &about) const; ///< -1: none

    QList<BoardWire::Trouble> m_entries;
};
}
