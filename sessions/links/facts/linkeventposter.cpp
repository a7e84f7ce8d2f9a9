// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/linkeventposter.h"

namespace Nightdesk
{
LinkEventPoster::LinkEventPoster(QObject *context, std::function<void(const LinkEvent &)> eventHandler)
    : m_receiver(context)
    , m_eventHandler(std::move(eventHandler))
{
}

void LinkEventPoster::post(LinkEvent event)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_receiver) {
        return;
    }
    QMetaObject::invokeMethod(
        m_receiver,
        [self = shared_from_this(), event = std::move(event)] {
            // detach() runs on this same thread, so m_receiver can be read without a lock.
            if (self->m_receiver) {
                self->m_eventHandler(event);
            }
        },
        Qt::QueuedConnection);
}

void LinkEventPoster::detach()
{
    const std::scoped_lock lock(m_mutex);
    m_receiver = nullptr;
}
}
