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

/// The use of a hop that others may share, as long as this object lives. What the hop has to ask is put to one of its users
/// only; when that one goes, to the next. GUI thread. Made by HopPool, owned by HopRoute.
class HopLease : public QObject
{
    Q_OBJECT
public:
    ~HopLease() override;

    /// Null when the pool has gone already.
    Link *link() const;
    /// Opens it unless it is open or being opened; a silent one is renewed, and may ask for that. A failure: it was refused
    /// before, and who comes by itself (@p isReturn) does not repeat that.
    std::optional<Failure> requestHop(bool isReturn = false);
    /// It is silent, and what would take its place was refused: a person has to act.
    std::optional<Failure> refusal() const;
    void answer(quint64 question, const LinkCommand &command);

Q_SIGNALS:
    void eventReceived(const Nightdesk::LinkEvent &event); ///< a question

private:
    friend class HopPool;
    HopLease(HopPool *pool, Link *link, const Link *user);

    const QPointer<HopPool> m_pool;
    const QPointer<Link> m_link;
    const Link *const m_user;
};
}
