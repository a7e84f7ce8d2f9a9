// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace Nightdesk
{
/// Reports whether the user can see what a widget paints, or can see it after one click. A widget in a window that is covered by others counts as
/// visible, because no window system reports that. Member of the widget that it watches. GUI thread.
class VisibilityWatch : public QObject
{
    Q_OBJECT
public:
    enum class VisibilityLevel {
        Visible,
        /// One click makes the widget visible: its tab is not the current one, or its window is on another virtual
        /// desktop.
        OneClickAway,
        NotShown, ///< the widget's window is minimized or closed, or the widget has no window
    };
    explicit VisibilityWatch(QWidget *widget);
    bool isSeen() const;
    VisibilityLevel visibilityLevel() const
    {
        return m_visibilityLevel;
    }

Q_SIGNALS:
    void visibilityChanged(bool seen); ///< visibilityLevel() has changed, even if @p seen has not; also emitted once at the start

private:
    /// Call for an event of @p affected. The watched widget itself gets no event when an ancestor or its window is
    /// shown, is hidden or moves.
    void updateIfAffected(const QObject *affected);
    void updateVisibility();

    QWidget *const m_watchedWidget;
    VisibilityLevel m_visibilityLevel = VisibilityLevel::NotShown;
    bool m_hasReportedLevel = false;
};
}
