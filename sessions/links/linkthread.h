// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/linkworker.h"

#include <future>

namespace Nightdesk
{
/// The thread of one attempt. Stopping it raises the flag and ends its waits; the destructor gives it a second. Should it
/// still be at work then (a passphrase with very many rounds), it is left behind with everything it owns and ends by itself:
/// nobody waits for it and nobody ends it by force. GUI thread.
class LinkThread
{
public:
    LinkThread(const LinkTarget &target, LinkListener *listener, QObject *context, std::shared_ptr<LinkMemory> memory);
    ~LinkThread();
    LinkThread(const LinkThread &) = delete;
    LinkThread &operator=(const LinkThread &) = delete;

    LinkControl &control();
    std::shared_ptr<LinkControl> sharedControl() const;
    /// Tells it to end and drops what it may still report.
    void stop();
    bool isDone() const;

private:
    const std::shared_ptr<LinkControl> m_control;
    const std::shared_ptr<LinkMailbox> m_mailbox;
    std::future<void> m_done;
};
}
