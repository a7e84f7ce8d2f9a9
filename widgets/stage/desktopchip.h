// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/desktopfreshness.h"

#include <QColor>
#include <QToolButton>

namespace Nightdesk
{
/// A desktop on the strip of its stage: a light, its title, and what is the matter with it. It can be dragged to another
/// monitor. GUI thread. Owned by StageStrip.
class DesktopChip : public QToolButton
{
    Q_OBJECT
public:
    explicit DesktopChip(DesktopSession *session);

    DesktopSession *session() const;
    /// Title and state, whole.
    QString words() const;
    /// As much of it as this room allows; the light and the tool tip tell the state where the words do not.
    void fit(bool whole, int room);
    /// Invalid: none.
    void setColour(const QColor &colour);
    /// Its bell rang, and nobody has looked since.
    void setRung(bool rung);
    /// These SAs look at it now; names.
    void setViewers(const QStringList &viewers);

Q_SIGNALS:
    void changed(); ///< words() are others
    void dragged(const QPoint &global); ///< it is being dragged, over this point
    void dropped(const QPoint &global);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    DesktopSession *const m_session;
    DesktopFreshness m_freshness;
    QString m_words;
    QColor m_colour;
    QPoint m_pressedAt;
    bool m_isDragged = false;
    bool m_hasRung = false;
    QStringList m_viewers;
};
}
