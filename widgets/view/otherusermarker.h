// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QRect>
#include <QTimer>

class QPainter;
class QPoint;
class QWidget;

namespace Nightdesk
{
class OtherUserPointer;
class ViewGeometry;

/// Shows for a while where another user's pointer is on a view. Member of the view, GUI thread.
class OtherUserMarker : public QObject
{
    Q_OBJECT
public:
    OtherUserMarker(QWidget *view, OtherUserPointer *others);

    /// The server reported the pointer's position.
    void noteReportedPosition(const QPoint &remote, const ViewGeometry &geometry);
    void paint(QPainter &painter, const ViewGeometry &geometry) const;
    bool isShown() const; ///< true also for a marker that disappears at the view's next paint

private:
    QWidget *const m_view;
    OtherUserPointer *const m_otherUserPointer;
    QTimer m_hideTimer;
    QRect m_markerRect; ///< the part of the view that the marker covers
};
}
