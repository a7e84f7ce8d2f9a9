// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"

#include <QList>

#include <optional>

namespace Nightdesk
{
/// What was let go of at the desk and may still be down at the server: each release is owed until something proves that it
/// arrived there. Pure: the time comes in.
class ReleaseDebts
{
public:
    using Instant = BootClock::time_point;

    /// Releases were put on their way then.
    void sentKey(quint32 keysym, Instant at);
    void sentButtons(Instant at);
    /// These are down, and whoever could let go of them does not hear us.
    void owe(const QList<quint32> &keysDown, bool buttons);
    /// The server has what left us by then.
    void proved(Instant upTo);
    /// What is on its way and not proved did not get there: it is owed again.
    void connectionLost();
    /// All of it is put on its way now, what is on its way already included.
    void paid(Instant at);
    void clear();

    /// To be let go of, in that order: in the reverse one of how they went down, so that modifiers go last, as fingers do it.
    QList<quint32> owedKeys() const;
    bool owesButtons() const;

private:
    struct Debt {
        quint32 keysym = 0; ///< 0: the buttons
        std::optional<Instant> sentAt; ///< empty: owed
    };
    void put(quint32 keysym, std::optional<Instant> sentAt, qsizetype place);

    QList<Debt> m_debts; ///< the last of them is the first to let go of
};
}
