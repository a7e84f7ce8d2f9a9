// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/facts/linkevent.h"
#include "sessions/links/facts/programflow.h"

#include <QObject>

#include <functional>
#include <mutex>

namespace Nightdesk
{
/// Carries events from a link's thread to the GUI thread, in order; after detach() events are dropped, even those already queued. Shared by both
/// threads. Owned by LinkThread and shared with the thread.
class LinkEventPoster : public std::enable_shared_from_this<LinkEventPoster>
{
public:
    /// @p context: the object that @p eventHandler belongs to; @p eventHandler runs in its thread.
    LinkEventPoster(QObject *context, std::function<void(const LinkEvent &)> eventHandler);
    void post(LinkEvent event);
    /// Drops all events from now on. Call in the GUI thread.
    void detach();

private:
    std::mutex m_mutex;
    QObject *m_receiver;
    const std::function<void(const LinkEvent &)> m_eventHandler;
};
}
