// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QWidget;
class QWindow;

namespace Nightdesk
{
/// Tells whether anything that a widget paints can reach the monitor, and how far away it is if not. A window that lies under
/// others counts as seen: no window system tells. Member of the widget it watches. GUI thread.
class SeenWatch : public QObject
{
    Q_OBJECT
public:
    enum class Sight {
        Seen,
        Behind, ///< a click away: its tab is not the current one, or its window is on another virtual desktop
        Away, ///< its window is minimised, closed, or there is none
    };
    explicit SeenWatch(QWidget *widget);
    bool isSeen() const;
    Sight sight() const;

Q_SIGNALS:
    void changed(bool seen); ///< or how far away it is; also once at the beginning

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void updateVisibility();
    void watchAncestors();

    QWidget *const m_widget;
    QList<QPointer<QWidget>> m_ancestors; ///< what is behind hears nothing itself when these come, go or move to another window
    QPointer<QWindow> m_window;
    Sight m_sight = Sight::Away;
    bool m_hasLooked = false;
};
}
