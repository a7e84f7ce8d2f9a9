// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace Nightdesk
{
/// The damage that a view has been told of and has not painted yet. The worker goes on when it is let through. Member of the
/// view, GUI thread.
class DamageGate : public QObject
{
    Q_OBJECT
public:
    explicit DamageGate(DesktopSession *session);

    void hold(quint32 generation, quint32 sequence);
    /// It will be painted soon; if Qt does not, it is let through all the same.
    void expectPaint();
    /// It is painted, or never will be.
    void letThrough();

private:
    QPointer<DesktopSession> m_session;
    quint32 m_generation = 0;
    quint32 m_sequence = 0; ///< 0: none waits
    QTimer m_limit;
};
}
