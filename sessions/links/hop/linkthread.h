// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/linkworker.h"

#include <chrono>
#include <future>
#include <optional>

namespace Nightdesk
{
/// The thread of one attempt. stop() sets the stop flag and ends the thread's waits; the thread has one second from then on, for which the destructor
/// waits: several threads that were stopped together end together. A thread that still works after that (a passphrase with very many rounds) is
/// abandoned with everything it owns and ends later without being waited for or terminated. GUI thread. Owned by LinkConnection.
class LinkThread
{
public:
    LinkThread(const LinkTarget &target,
               const LinkAttemptOptions &attemptOptions,
               std::shared_ptr<LinkEventPoster> eventPoster,
               std::shared_ptr<LinkSecrets> linkSecrets);
    ~LinkThread();
    Q_DISABLE_COPY_MOVE(LinkThread)

    const std::shared_ptr<LinkControl> &control() const;
    /// Stops the thread and drops events that it may still report.
    void stop(LinkControl::UnsentData unsentData = LinkControl::UnsentData::Send);
    /// The thread is not needed any more: it ends when it can do so without harm (LinkControl::finishLoginAndStop) and is
    /// not waited for.
    void abandon();
    bool hasThreadEnded() const;

private:
    const std::shared_ptr<LinkControl> m_linkControl;
    const std::shared_ptr<LinkEventPoster> m_eventPoster;
    std::future<void> m_threadDone;
    std::optional<std::chrono::steady_clock::time_point> m_stopDeadline; ///< one second after the first stop
    bool m_isThreadAbandoned = false;
};
}
