// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/windowsession.h"

#include <QPointer>
#include <QToolButton>

namespace Nightdesk
{
/// In a stage's strip: which X programs of its screen do not answer, wait in an old connection, or ended with their link; hidden
/// when all is well. A window of a program cannot be dimmed, so that this is the sign nearest to it. Takes no focus; a click
/// leads to the card. GUI thread. Owned by StageStrip.
class WindowChip : public QToolButton
{
    Q_OBJECT
public:
    explicit WindowChip(QWidget *parent = nullptr);

    void setWindows(const QList<WindowSession *> &windows);

Q_SIGNALS:
    void changed(); ///< it takes more room, or less

private:
    void refresh();

    QList<QPointer<WindowSession>> m_windows;
};
}
