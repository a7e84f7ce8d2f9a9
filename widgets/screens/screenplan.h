// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"

#include <QWidget>

namespace Nightdesk
{
/// A small drawing of this workstation's monitors in their arrangement: the screens on each, desktops as tiles, and X windows at their places.
/// Without monitors, each screen has a typical one. GUI thread. Owned by InstrumentPicker or ScreensDialog.
class ScreenPlan : public QWidget
{
    Q_OBJECT
public:
    ScreenPlan();

    /// @p screens: the site's screen names from left to right; names that only the profile has are appended.
    void setProfile(const InstrumentProfile &profile, const QStringList &screens);
    void setMonitors(const QList<PhysicalMonitor> &monitors, const ScreenMapping &chosen);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct DisplayDrawing {
        QString title;
        bool isWindow = false;
        QRectF rectInMonitor; ///< the rectangle of the display, as fractions of the monitor
    };
    struct MonitorDrawing {
        QRect monitorRect; ///< the monitor's rectangle in the arrangement of all monitors
        QString screenNames; ///< names of the screens that this monitor shows; empty: none
        QString monitorName; ///< the monitor's name; empty: not a real monitor
        QString connectorName; ///< the connector's name, shown if there is little room
        QList<DisplayDrawing> displays;
    };
    void rebuild();
    void fillDrawing(MonitorDrawing &drawing, const ScreenMap &map, int monitor) const;
    void updateAccessibleDescription();
    void paintMonitor(QPainter &painter, const MonitorDrawing &drawing, const QRectF &place) const;
    void paintCaption(QPainter &painter, const MonitorDrawing &drawing, const QRectF &room) const;
    QColor lineColor() const;
    QList<QRectF> tileRects(const MonitorDrawing &drawing, const QRectF &inner) const;
    QRectF titleRect(const MonitorDrawing &drawing, const QList<QRectF> &tiles, qsizetype index, const QList<QRectF> &taken) const;

    InstrumentProfile m_profile;
    QStringList m_screenNames;
    QList<PhysicalMonitor> m_monitors;
    ScreenMapping m_screenMapping;
    QList<MonitorDrawing> m_monitorDrawings;
};
}
