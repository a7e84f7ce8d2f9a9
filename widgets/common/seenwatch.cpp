// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/seenwatch.h"

#include "widgets/common/applicationfilter.h"

#include <QWidget>
#include <QWindow>

#include <utility>

namespace Nightdesk
{
SeenWatch::SeenWatch(QWidget *widget)
    : m_widget(widget)
{
    connect(ApplicationFilter::instance(), &ApplicationFilter::visibilityAffected, this, &SeenWatch::consider);
    // Called once now, because a widget that is never shown gets no event.
    QMetaObject::invokeMethod(this, &SeenWatch::updateVisibility, Qt::QueuedConnection);
}

bool SeenWatch::isSeen() const
{
    return m_sight == Sight::Seen;
}

SeenWatch::Sight SeenWatch::sight() const
{
    return m_sight;
}

void SeenWatch::consider(const QObject *affected)
{
    const auto *widget = qobject_cast<const QWidget *>(affected);
    if (widget ? widget == m_widget || widget->isAncestorOf(m_widget) : affected == m_widget->window()->windowHandle()) {
        // Queued, because the widget and the window change only after event filters.
        QMetaObject::invokeMethod(this, &SeenWatch::updateVisibility, Qt::QueuedConnection);
    }
}

void SeenWatch::updateVisibility()
{
    const QWindow *const window = m_widget->window()->windowHandle();
    const bool isAway = !window || !window->isVisible() || m_widget->window()->isMinimized();
    const Sight sight = isAway ? Sight::Away : m_widget->isVisible() && window->isExposed() ? Sight::Seen : Sight::Behind;
    if (std::exchange(m_sight, sight) != sight || !std::exchange(m_hasLooked, true)) {
        Q_EMIT changed(isSeen());
    }
}
}
