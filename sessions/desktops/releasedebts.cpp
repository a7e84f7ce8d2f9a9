// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/releasedebts.h"

#include <algorithm>

namespace Nightdesk
{
namespace
{
constexpr quint32 theButtons = 0;
}

void ReleaseDebts::put(quint32 keysym, std::optional<Instant> sentAt, qsizetype place)
{
    m_debts.removeIf([keysym](const Debt &debt) {
        return debt.keysym == keysym;
    });
    m_debts.insert(std::min(place, m_debts.size()), {keysym, sentAt});
}

void ReleaseDebts::sentKey(quint32 keysym, Instant at)
{
    put(keysym, at, 0); // who is let go of last is a modifier
}

void ReleaseDebts::sentButtons(Instant at)
{
    put(theButtons, at, 0);
}

void ReleaseDebts::owe(const QList<quint32> &keysDown, bool buttons)
{
    for (const quint32 keysym : keysDown) {
        put(keysym, std::nullopt, m_debts.size());
    }
    if (buttons) {
        put(theButtons, std::nullopt, 0);
    }
}

void ReleaseDebts::proved(Instant upTo)
{
    m_debts.removeIf([upTo](const Debt &debt) {
        return debt.sentAt && *debt.sentAt < upTo;
    });
}

void ReleaseDebts::connectionLost()
{
    for (Debt &debt : m_debts) {
        debt.sentAt.reset();
    }
}

void ReleaseDebts::paid(Instant at)
{
    for (Debt &debt : m_debts) {
        debt.sentAt = at;
    }
}

void ReleaseDebts::clear()
{
    m_debts.clear();
}

QList<quint32> ReleaseDebts::owedKeys() const
{
    QList<quint32> keys;
    for (auto debt = m_debts.crbegin(); debt != m_debts.crend(); ++debt) {
        if (debt->keysym != theButtons && !debt->sentAt) {
            keys.append(debt->keysym);
        }
    }
    return keys;
}

bool ReleaseDebts::owesButtons() const
{
    return std::ranges::any_of(m_debts, [](const Debt &debt) {
        return debt.keysym == theButtons && !debt.sentAt;
    });
}
}
