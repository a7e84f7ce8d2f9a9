// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace Nightdesk
{
/// Reports whether anything that a widget paints can be visible on the monitor, and if not, how far it is from being visible. A window that is
/// covered by others counts as visible: no window system reports that. Member of the widget that it watches. GUI thread.
class SeenWatch : public QObject
{
    Q_OBJECT
public:
    enum class Sight {
        Seen,
        Behind, ///< one click makes it visible: its tab is not the current one, or its window is on another virtual desktop
        Away, ///< its window is minimized or closed, or it has none
    };
    explicit SeenWatch(QWidget *widget);
    bool isSeen() const;
    Sight sight() const;

Q_SIGNALS:
    void changed(bool seen); ///< also if only the distance from being visible has changed, and once at the start

private:
    /// The widget itself gets no event when an ancestor or its window is shown, is hidden or moves: theirs count as well.
    void consider(const QObject *affected);
    void updateVisibility();

    QWidget *const m_widget;
    Sight m_sight = Sight::Away;
    bool m_hasLooked = false;
};
}
