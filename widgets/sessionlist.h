// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QScrollArea>

class QVBoxLayout;

namespace Nightdesk
{
class Session;
class LeftoverList;
class SessionCard;
class SupportDesk;

/// The displays of the connected profile, a card each, below what was left over at the summit. GUI thread.
class SessionList : public QScrollArea
{
    Q_OBJECT
public:
    explicit SessionList(QWidget *parent = nullptr);

    /// Whom the cards that are added from now on name beside a failure.
    void setSupport(SupportDesk *support);
    void add(Session *session);
    void remove(Session *session); ///< while it is still there
    void clear();

Q_SIGNALS:
    void retryRequested(Nightdesk::Session *session);
    void raiseRequested(Nightdesk::Session *session);
    void outputRequested(Nightdesk::Session *session);

private:
    QVBoxLayout *m_column;
    QList<SessionCard *> m_cards;
    QHash<const QObject *, LeftoverList *> m_leftovers; ///< above the cards, one for each link with X programs
    SupportDesk *m_support = nullptr;
};
}
