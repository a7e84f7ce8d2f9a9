// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"

#include <QWidget>

namespace Nightdesk
{
/// A small drawing of the monitors of this desk as they stand: which screens each shows, the desktops on them as tiles and the
/// X windows at their places. As long as no monitors are given, one stands for each screen. GUI thread. Owned by InstrumentPicker or ScreensDialog.
class ScreenPlan : public QWidget
{
    Q_OBJECT
public:
    explicit ScreenPlan(QWidget *parent = nullptr);

    /// @p screens: the site's screen names from left to right; names that only the profile has are added behind them.
    void setProfile(const InstrumentProfile &profile, const QStringList &screens);
    void setMonitors(const QList<Monitor> &monitors, const ScreenMapping &chosen);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Item {
        QString title;
        bool isWindow = false;
        QRectF place; ///< in parts of the monitor
    };
    struct MonitorDrawing {
        QRect rect; ///< on the desk
        QString names; ///< of the screens on it; empty: none
        QString monitor; ///< empty: not a real one
        QString connector; ///< the same where there is little room
        QList<Item> items;
    };
    void rebuild();
    void fill(MonitorDrawing &drawing, const ScreenMap &map, int monitor) const;
    void describeScreens();
    void paintMonitor(QPainter &painter, const MonitorDrawing &drawing, const QRectF &place) const;
    void paintCaption(QPainter &painter, const MonitorDrawing &drawing, const QRectF &room) const;
    QColor lineColor() const;
    QList<QRectF> tilesOf(const MonitorDrawing &drawing, const QRectF &inner) const;
    QRectF textPlace(const MonitorDrawing &drawing, const QList<QRectF> &tiles, qsizetype index, const QList<QRectF> &taken) const;

    InstrumentProfile m_profile;
    QStringList m_names;
    QList<Monitor> m_monitors;
    ScreenMapping m_chosen;
    QList<MonitorDrawing> m_drawings;
};
}
