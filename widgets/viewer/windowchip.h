// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/windowsession.h"

#include <QPointer>
#include <QToolButton>

namespace Nightdesk
{
/// In a viewer window's toolbar: which X programs of its screen do not answer, wait in an old connection, or ended with their connection; hidden if there is
/// no problem. Takes no focus; a click opens the program's card. GUI thread. Owned by ViewerToolbar.
class ProgramProblemsChip : public QToolButton
{
    Q_OBJECT
public:
    ProgramProblemsChip();

    void setWindowSessions(const QList<WindowSession *> &windows);

Q_SIGNALS:
    void sizeHintChanged(); ///< the button needs more or less room

private:
    void refresh();

    QList<QPointer<WindowSession>> m_windowSessions;
};
}
