// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QMenu>
#include <QPointer>

class QActionGroup;

namespace Nightdesk
{
/// The menu of the display modes of one display. The current mode is checked; a mode that cannot be chosen says why.
/// GUI thread; the session may be destroyed first. Owned by DisplayActions.
class DisplayModeMenu : public QMenu
{
    Q_OBJECT
public:
    explicit DisplayModeMenu(Session *session, QWidget *parent = nullptr);

    void refresh();

Q_SIGNALS:
    void modeChosen(Nightdesk::Topology topology); ///< the user chose a mode other than the current one

private:
    const QPointer<Session> m_session;
    QActionGroup *m_modeGroup;
};
}
