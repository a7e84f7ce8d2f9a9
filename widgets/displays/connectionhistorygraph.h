// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/visibilitywatch.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QPainter;

namespace Nightdesk
{
class Link;

/// A small graph of the last ten minutes of a connection, in a toolbar: round trips as a curve from zero up, outages as
/// red bars of full height. Continues to move during an outage. GUI thread; the link may be destroyed first. Owned by
/// LinkStatusPanel or ViewerToolbar.
class ConnectionHistoryGraph : public QWidget
{
    Q_OBJECT
public:
    ConnectionHistoryGraph();

    void setLink(Link *link); ///< null: no connection is shown

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    void drawTimeSpanLabel(QPainter &painter, const QRectF &area, double widthBeforeFirstValue) const;

    QPointer<Link> m_link;
    VisibilityWatch m_visibilityWatch;
    QTimer m_refreshTimer;
};
}
