// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"
#include "sessions/links/hop/linkpolicy.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace Nightdesk
{
/// Owns one link and does what LinkPolicy decides: opens it as soon as a display needs it, renews it when it becomes silent, and opens it again after
/// a transient failure. A failure that a person has to fix is not retried automatically: a display's Retry does that. GUI thread. Owned by Desk,
/// HopPool, BoardLink or BoardConsole, whichever uses that link.
class LinkSupervisor : public QObject
{
    Q_OBJECT
public:
    explicit LinkSupervisor(const LinkTarget &target, const SharedLinkObjects &sharedLinkObjects = {}, QObject *parent = nullptr);
    explicit LinkSupervisor(std::unique_ptr<Link> link, QObject *parent = nullptr);

    Link *link() const;
    /// A display needs the link: opens it now unless it is open, opening, or waiting for its next retry.
    void keepLinkOpen();
    /// Opens or renews the link now, without waiting for the next retry (a person pressed Retry).
    void connectAtOnce();
    /// No display needs the link any more: closes it and does not reconnect.
    void releaseLink();

public Q_SLOTS:
    /// The network changed, or the computer woke up: pauses are ended, a silent link is renewed, a live one gets a probe.
    void checkConnectivity();

private:
    LinkPolicy::LinkStatus linkStatus() const;
    void executeDecision(LinkPolicy::Decision decision);

    std::unique_ptr<Link> m_link;
    LinkPolicy m_linkPolicy;
    QTimer m_retryTimer;
};
}
