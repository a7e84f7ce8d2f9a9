// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/linkworker.h"

#include <chrono>
#include <future>
#include <optional>

namespace Nightdesk
{
/// The thread of one attempt. Stopping it raises the flag and ends its waits; it has a second from then on, which the
/// destructor waits for: many that were told together end together. Should it still be at work then (a passphrase with very many rounds), it is left behind
/// with everything it owns and ends by itself: nobody waits for it and nobody ends it by force. GUI thread. Owned by LinkConnection.
class LinkThread
{
public:
    LinkThread(const LinkTarget &target, const AttemptOptions &errand, std::shared_ptr<LinkEventPoster> mailbox, std::shared_ptr<LinkMemory> memory);
    ~LinkThread();
    LinkThread(const LinkThread &) = delete;
    LinkThread &operator=(const LinkThread &) = delete;

    LinkControl &control();
    std::shared_ptr<LinkControl> sharedControl() const;
    /// Tells it to end and drops what it may still report.
    void stop();
    /// stop(), and nothing that was not delivered yet ever is.
    void discard();
    /// Not wanted any more: it ends by itself when it can do so politely (LinkControl::standDown), and nobody waits for it.
    void abandon();
    bool isDone() const;

private:
    void forget();

    const std::shared_ptr<LinkControl> m_control;
    const std::shared_ptr<LinkEventPoster> m_mailbox;
    std::future<void> m_done;
    std::optional<std::chrono::steady_clock::time_point> m_deadline; ///< since it was first told
    bool m_isReleased = false;
};
}
