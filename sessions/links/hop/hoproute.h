// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/hoplease.h"

#include <QTimer>

namespace Nightdesk
{
class HopPool;

/// The way of one connection through a hop: waits until the hop is live and answers, then has it open a stream to the host
/// behind it, when that host's turn has come. A silent hop is not gone through: it is being renewed, and that is waited for.
/// GUI thread. Owned by LinkConnection.
class HopRoute : public QObject
{
    Q_OBJECT
public:
    /// @p hops: outermost first.
    HopRoute(std::unique_ptr<HopLease> lease, const AttemptOptions &errand, const QStringList &hops, const QString &host, quint16 port);
    ~HopRoute() override;

    /// Emits nothing before it returns.
    void start();
    /// True: the question was one of the hop's.
    bool answer(quint64 question, const LinkCommand &command);
    bool isAsking() const;
    bool hasAttempted() const; ///< the hop was told to connect to the host
    /// Nothing comes of it any more: its questions are void.
    void leave();
    /// What the hop's own connection measures of the way to the hop: TCP to the first hop, and every leg so far.
    void addTo(LinkSample &sample) const;

Q_SIGNALS:
    void stateChanged(Nightdesk::LinkState state); ///< as far as the link behind it is concerned
    /// HopReadyCommand or HopFailedCommand.
    void decided(const Nightdesk::LinkCommand &command);
    /// The hop is silent and its renewal was refused; it goes on waiting, for whoever mends that.
    void held(const Nightdesk::Failure &failure);
    /// The hop has a new connection; what was begun through the old one gets nowhere.
    void outdated();
    void eventReceived(const Nightdesk::LinkEvent &event); ///< a question

private:
    void checkHop();
    void reportRefusal();
    void attempt();
    void openStream();

    const std::unique_ptr<HopLease> m_lease;
    const AttemptOptions m_options;
    const QString m_hopName;
    const QString m_host;
    const quint16 m_port;
    const QString m_place; ///< the host, with the way there
    QTimer m_turn; ///< until it may be knocked at
    std::optional<std::chrono::steady_clock::time_point> m_turnAt;
    std::unique_ptr<LinkStream> m_stream;
    LinkSample m_sample; ///< the hop's newest
    QList<quint64> m_questions;
};
}
