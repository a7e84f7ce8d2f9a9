// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"

#include <QLabel>
#include <QPointer>

namespace Nightdesk
{
/// Says of a desktop, in one quiet word, whether every pixel of its picture is the server's own. Shows nothing while there is no
/// live picture. As wide for one word as for the other, so that nothing moves when it changes. GUI thread. Owned by the frame, chip or strip that shows it.
class ClaritySign : public QLabel
{
    Q_OBJECT
public:
    explicit ClaritySign(DesktopSession *session = nullptr, QWidget *parent = nullptr);

    void setSession(DesktopSession *session);
    /// The whole of it, for a tool tip.
    static QString words(const DesktopSession &session);

    QSize sizeHint() const override;

private:
    void refresh();

    QPointer<DesktopSession> m_session;
};
}
