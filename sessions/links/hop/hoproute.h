// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/hoplease.h"

#include <QTimer>

namespace Nightdesk
{
class HopPool;

/// The route of one connection through a hop: waits until the hop is live and answers, then opens a stream from the hop to the host behind it, when
/// that host's turn has come. A silent hop is not used: the route waits for its renewal. GUI thread. Owned by LinkConnection.
class HopRoute : public QObject
{
    Q_OBJECT
public:
    /// @p hops: the jump hosts on the route, outermost first.
    HopRoute(std::unique_ptr<HopLease> lease, const LinkAttemptOptions &attemptOptions, const QStringList &hops, const QString &host, quint16 port);
    ~HopRoute() override;

    /// Opens the hop if necessary and begins to wait for it. All signals are emitted after this function has returned.
    void start();
    /// Passes on the user's answer @p command. True: the question came from the hop.
    bool answerQuestion(quint64 question, const LinkCommand &command);
    bool isAskingUser() const;
    bool hasRequestedHostConnection() const; ///< whether this route has requested a connection to the host from the hop
    /// The route is not needed any more: withdraws its questions and deletes this object.
    void abandonAndDelete();
    /// Adds what the hop's own connection measures of the path to the hop: TCP to the first hop, and every part of the path so far.
    void addHopPathTo(LinkSample &sample) const;

Q_SIGNALS:
    void stateChanged(Nightdesk::LinkState state); ///< @p state: the state to show for the link behind the hop
    /// The route has succeeded or failed: @p command is a HopReadyCommand or a HopFailedCommand for the link's thread.
    void hopResultReady(const Nightdesk::LinkCommand &command);
    /// The hop is silent and its renewal was refused; the route keeps waiting until a person acts.
    void blockedByHop(const Nightdesk::Failure &failure);
    /// The hop has a new connection; an attempt through the old one cannot succeed.
    void hopReconnected();
    void eventReceived(const Nightdesk::LinkEvent &event); ///< @p event: a question of the hop

private:
    void checkHop();
    void reportHopRefusal();
    void scheduleHostConnection();
    void openStream();

    const std::unique_ptr<HopLease> m_hopLease;
    const LinkAttemptOptions m_attemptOptions;
    const QString m_hopName;
    const QString m_destinationHost;
    const quint16 m_destinationPort;
    const QString m_routeKey; ///< the hops and the host behind them, as key for AttemptLimiter
    QTimer m_hostConnectionTimer; ///< runs until m_hostConnectionDueAt
    std::optional<std::chrono::steady_clock::time_point> m_hostConnectionDueAt; ///< when the hop may connect to the host; reserved at AttemptLimiter
    std::unique_ptr<LinkStream> m_linkStream;
    LinkSample m_hopSample; ///< the hop's newest sample
    QList<quint64> m_openQuestions;
};
}
