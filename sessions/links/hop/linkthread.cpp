// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkthread.h"

#include "sessions/common/logging.h"
#include "sessions/links/path/directlinkworker.h"

#include <sys/prctl.h>

#include <thread>

namespace Nightdesk
{
LinkThread::LinkThread(const LinkTarget &target,
                       const LinkAttemptOptions &attemptOptions,
                       std::shared_ptr<LinkEventPoster> eventPoster,
                       std::shared_ptr<LinkSecrets> linkSecrets)
    : m_linkControl(std::make_shared<LinkControl>())
    , m_eventPoster(std::move(eventPoster))
{
    std::promise<void> done;
    m_threadDone = done.get_future();
    std::thread(
        [target, attemptOptions, control = m_linkControl, eventPoster = m_eventPoster, linkSecrets = std::move(linkSecrets), done = std::move(done)]() mutable {
            ::prctl(PR_SET_NAME, "nightdesk-link");
            if (target.spec.host.isEmpty()) {
                DirectLinkWorker(control, eventPoster).run();
            } else {
                LinkWorker worker(target, attemptOptions, control, eventPoster, std::move(linkSecrets));
                worker.run();
            }
            control.reset();
            eventPoster.reset();
            done.set_value_at_thread_exit();
        })
        .detach();
}

LinkThread::~LinkThread()
{
    if (m_isThreadAbandoned) {
        return;
    }
    stop();
    if (m_threadDone.wait_until(*m_stopDeadline) != std::future_status::ready) {
        qCWarning(LogLink, "a link's thread is still busy; it is left to end by itself");
    }
}

const std::shared_ptr<LinkControl> &LinkThread::control() const
{
    return m_linkControl;
}

bool LinkThread::hasThreadEnded() const
{
    return m_threadDone.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

void LinkThread::stop(LinkControl::UnsentData unsentData)
{
    if (!m_stopDeadline) {
        m_stopDeadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    }
    m_eventPoster->detach();
    m_linkControl->stop(unsentData);
}

void LinkThread::abandon()
{
    m_isThreadAbandoned = true;
    m_eventPoster->detach();
    m_linkControl->finishLoginAndStop();
}
}
