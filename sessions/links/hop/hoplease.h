// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/facts/linkevent.h"
#include "sessions/links/hop/link.h"

#include <QPointer>

namespace Nightdesk
{
class HopPool;

/// Permission to use a hop that other links may share, as long as this object lives. Questions of the hop are sent to one of its users only; when
/// that user leaves, to the next. GUI thread. Made by HopPool, owned by HopRoute.
class HopLease : public QObject
{
    Q_OBJECT
public:
    ~HopLease() override;

    /// The link to the hop. Null: the pool was destroyed already.
    Link *link() const;
    /// Opens the hop unless it is open or being opened; a silent hop is renewed, and the renewal may ask questions. A failure: the hop was refused
    /// before, and an automatic reconnection (@p isReconnection) does not repeat that.
    std::optional<Failure> requestHop(bool isReconnection = false);
    /// The reason why the renewal of a silent hop was refused, so that a person has to act; empty: the hop answers, or its renewal was not refused.
    std::optional<Failure> renewalRefusal() const;
    void answerQuestion(quint64 question, const LinkCommand &command);

Q_SIGNALS:
    void eventReceived(const Nightdesk::LinkEvent &event); ///< @p event: a question of the hop

private:
    friend class HopPool;
    HopLease(HopPool *pool, Link *link, const Link *linkUsingHop);

    const QPointer<HopPool> m_hopPool;
    const QPointer<Link> m_link;
    const Link *const m_linkUsingHop;
};
}
