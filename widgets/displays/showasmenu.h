// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QMenu>
#include <QPointer>

class QActionGroup;

namespace Nightdesk
{
/// The ways to show one display: the present one is checked, one that cannot be chosen says why. GUI thread; the session may go
/// before it. Owned by DisplayActions.
class ShowAsMenu : public QMenu
{
    Q_OBJECT
public:
    explicit ShowAsMenu(Session *session, QWidget *parent = nullptr);

    bool hasChoice() const; ///< there is more than one way
    void refresh();

Q_SIGNALS:
    void chosen(Nightdesk::Topology topology); ///< another than the present one

private:
    const QPointer<Session> m_session;
    QActionGroup *m_group;
};
}
