// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/otherusermarker.h"

#include "widgets/input/otheruserpointer.h"
#include "widgets/view/viewgeometry.h"
#include "widgets/view/viewpaint.h"

#include <QWidget>

#include <utility>

namespace Nightdesk
{
OtherUserMarker::OtherUserMarker(QWidget *view, OtherUserPointer *others)
    : m_view(view)
    , m_otherUserPointer(others)
{
    m_hideTimer.setSingleShot(true);
    connect(&m_hideTimer, &QTimer::timeout, this, [this] {
        m_view->update(std::exchange(m_markerRect, {}));
    });
}

void OtherUserMarker::noteReportedPosition(const QPoint &remote, const ViewGeometry &geometry)
{
    if (!m_otherUserPointer->noteReportedPosition(remote, std::chrono::steady_clock::now())) {
        return;
    }
    m_view->update(m_markerRect);
    m_markerRect = otherUserPointerRect(geometry.toView(remote).toPoint(), m_view->font());
    m_view->update(m_markerRect);
    m_hideTimer.start(OtherUserPointer::markerDuration);
}

void OtherUserMarker::paint(QPainter &painter, const ViewGeometry &geometry) const
{
    if (const auto others = m_otherUserPointer->markerPosition(std::chrono::steady_clock::now())) {
        paintOtherUserPointer(painter, geometry.toView(*others).toPoint());
    }
}
bool OtherUserMarker::isShown() const
{
    return m_hideTimer.isActive();
}
}
