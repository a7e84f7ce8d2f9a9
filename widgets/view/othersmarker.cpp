// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/othersmarker.h"

#include "widgets/input/otherspointer.h"
#include "widgets/view/viewgeometry.h"
#include "widgets/view/viewpaint.h"

#include <QWidget>

#include <utility>

namespace Nightdesk
{
OthersMarker::OthersMarker(QWidget *view, OthersPointer *others)
    : m_view(view)
    , m_others(others)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_view->update(std::exchange(m_rect, {}));
    });
}

void OthersMarker::moved(const QPoint &remote, const ViewGeometry &geometry)
{
    if (!m_others->moved(remote, std::chrono::steady_clock::now())) {
        return;
    }
    m_view->update(m_rect);
    m_rect = othersPointerRect(geometry.toView(remote).toPoint(), m_view->font());
    m_view->update(m_rect);
    m_timer.start(OthersPointer::shownFor);
}

void OthersMarker::paint(QPainter &painter, const ViewGeometry &geometry) const
{
    if (const auto others = m_others->position(std::chrono::steady_clock::now())) {
        paintOthersPointer(painter, geometry.toView(*others).toPoint());
    }
}
bool OthersMarker::isShown() const
{
    return m_timer.isActive();
}
}
