// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopsession.h"

#include <QLabel>
#include <QPointer>

namespace Nightdesk
{
/// Shows in one word whether every pixel of a desktop's image is identical to the server's. Empty while there is no live image. The label is as wide
/// as its longest word, so that nothing moves when the word changes. GUI thread. Owned by the frame, chip or toolbar that shows it.
class LosslessIndicator : public QLabel
{
    Q_OBJECT
public:
    explicit LosslessIndicator(DesktopSession *session = nullptr);

    void setSession(DesktopSession *session);
    /// The full sentence, for a tooltip.
    static QString fullText(const DesktopSession &session);

    QSize sizeHint() const override;

private:
    void refresh();

    QPointer<DesktopSession> m_session;
};
}
