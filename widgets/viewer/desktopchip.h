// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/desktopfreshness.h"

#include <QColor>
#include <QToolButton>

namespace Nightdesk
{
/// A desktop's button in the toolbar of its viewer window: a light, its title, and its problem if it has one. Can be dragged to another monitor. GUI thread.
/// Owned by ChipRow.
class DesktopChip : public QToolButton
{
    Q_OBJECT
public:
    explicit DesktopChip(DesktopSession *session);

    DesktopSession *session() const
    {
        return m_session;
    }
    /// Title and state, not shortened.
    QString fullText() const
    {
        return m_stateText;
    }
    /// @p whole: shows fullText(); otherwise only the title, shortened to @p room pixels. Light and tooltip then show the state.
    void fitTextToWidth(bool showsFullText, int availableWidth);
    /// @p color: the color of the button; invalid: no color.
    void setColor(const QColor &color);
    /// True: the desktop's bell rang, and the user has not attended to the desktop since.
    void setHasUnseenBell(bool rung);
    /// Names of the support astronomers who view the desktop now.
    void setViewingAstronomers(const QStringList &viewers);

Q_SIGNALS:
    void fullTextChanged(); ///< fullText() changed
    void desktopDragged(const QPoint &global); ///< the button is being dragged over this point of the monitors
    void desktopDropped(const QPoint &global);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    DesktopSession *const m_session;
    DesktopFreshness m_desktopFreshness;
    QString m_stateText;
    QColor m_chipColor;
    QPoint m_pressPosition;
    bool m_isDragged = false;
    bool m_hasUnseenBell = false;
    QStringList m_viewingAstronomers;
};
}
