// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/linklistener.h"

namespace Nightdesk
{
LinkMailbox::LinkMailbox(LinkListener *listener, QObject *context)
    : m_listener(listener)
    , m_context(context)
{
}

void LinkMailbox::post(std::function<void(LinkListener &)> call)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_context) {
        return;
    }
    QMetaObject::invokeMethod(
        m_context,
        [self = shared_from_this(), call = std::move(call)] {
            // detach() happens on this same thread, so that no lock is needed to look.
            if (self->m_listener) {
                call(*self->m_listener);
            }
        },
        Qt::QueuedConnection);
}

void LinkMailbox::detach()
{
    const std::scoped_lock lock(m_mutex);
    m_listener = nullptr;
    m_context = nullptr;
}
}
