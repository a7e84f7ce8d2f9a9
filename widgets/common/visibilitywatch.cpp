// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/visibilitywatch.h"

#include "widgets/common/applicationeventfilter.h"

#include <QWidget>
#include <QWindow>

#include <utility>

namespace Nightdesk
{
VisibilityWatch::VisibilityWatch(QWidget *widget)
    : m_watchedWidget(widget)
{
    connect(ApplicationEventFilter::instance(), &ApplicationEventFilter::visibilityAffected, this, &VisibilityWatch::updateIfAffected);
    // Called once now, because a widget that is never shown gets no event.
    QMetaObject::invokeMethod(this, &VisibilityWatch::updateVisibility, Qt::QueuedConnection);
}

bool VisibilityWatch::isSeen() const
{
    return m_visibilityLevel == VisibilityLevel::Visible;
}

void VisibilityWatch::updateIfAffected(const QObject *affected)
{
    const auto *widget = qobject_cast<const QWidget *>(affected);
    if (widget ? widget == m_watchedWidget || widget->isAncestorOf(m_watchedWidget) : affected == m_watchedWidget->window()->windowHandle()) {
        // Queued, because the widget and the window change only after event filters.
        QMetaObject::invokeMethod(this, &VisibilityWatch::updateVisibility, Qt::QueuedConnection);
    }
}

void VisibilityWatch::updateVisibility()
{
    const QWindow *const window = m_watchedWidget->window()->windowHandle();
    const bool isAway = !window || !window->isVisible() || m_watchedWidget->window()->isMinimized();
    const VisibilityLevel visibilityLevel = isAway            ? VisibilityLevel::NotShown
        : m_watchedWidget->isVisible() && window->isExposed() ? VisibilityLevel::Visible
                                                              : VisibilityLevel::OneClickAway;
    if (std::exchange(m_visibilityLevel, visibilityLevel) != visibilityLevel || !std::exchange(m_hasReportedLevel, true)) {
        Q_EMIT visibilityChanged(isSeen());
    }
}
}
