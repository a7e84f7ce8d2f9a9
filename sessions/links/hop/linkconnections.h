// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"
#include "sessions/links/hop/linkconnection.h"

#include <QTimer>

#include <vector>

namespace Nightdesk
{
/// The connections of one Link: the current one, a new one being made during a renewal, and old ones that are kept for their streams and programs.
/// Owned by Link, on the GUI thread.
class LinkConnections : public QObject
{
    Q_OBJECT
public:
    /// @p hops must outlive this object. If no other object owns the pool, @p hopPoolOwner is a reference to the same pool, which keeps it alive.
    /// @p user: the link that owns this object; hops identify the links that use them by this pointer.
    LinkConnections(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops, std::shared_ptr<HopPool> hopPoolOwner, const Link *user);
    ~LinkConnections() override;

    void open();
    void renew(bool mayAskUser);
    void stopRenewal();
    void close();
    void checkConnectivity();
    void answerQuestion(quint64 question, const LinkCommand &command);
    bool hasThreadEnded() const; ///< true: none of the connections' threads runs any more

    const LinkTarget &target() const;
    std::shared_ptr<LinkSecrets> linkSecrets() const;
    LinkState state() const;
    bool isHostAnswering() const;
    const LinkFacts &facts() const;
    const QList<StepTiming> &steps() const; ///< steps of the current or last attempt
    const std::optional<Failure> &lastFailure() const;
    LinkConnection *currentConnection() const; ///< the present connection; null: none
    const LinkConnection *renewalConnection() const; ///< the connection that a renewal is making; null: no renewal
    int oldConnectionCount() const;

Q_SIGNALS:
    void stateChanged(Nightdesk::LinkState state);
    /// Reports events of the current connection, and from all other connections only questions and X connections.
    void eventReported(const Nightdesk::LinkEvent &event);
    void answeringChanged(bool isHostAnswering);
    void renewalStartedOrEnded();
    void linkRenewalFailed(const Nightdesk::Failure &failure);
    void connectionRenewed(); ///< the link is live with a new connection in place of a silent one
    void failed(const Nightdesk::Failure &failure);

private:
    std::unique_ptr<LinkConnection> createConnection(const LinkAttemptOptions &attemptOptions);
    void handleEvent(const LinkConnection *connection, const LinkEvent &event);
    void handleConnectionChanged(LinkConnection *connection);
    void handleConnectionEnded(LinkConnection *connection, const std::optional<Failure> &reason);
    void handleCurrentEnded(const std::optional<Failure> &reason);
    void handleConnectionBlockedByHop(LinkConnection *connection, const Failure &reason);
    void reopenInteractively();
    void updateStateFromCurrentConnection();
    void switchToRenewalConnection();
    void discardConnection(std::unique_ptr<LinkConnection> connection);
    void endSurplusOldConnections();
    void deleteEndedConnections();

    const LinkTarget m_linkTarget;
    const std::shared_ptr<LinkSecrets> m_linkSecrets;
    const std::shared_ptr<HopPool> m_hopPoolOwner;
    HopPool *const m_hopPool;
    const Link *const m_owningLink;
    LinkState m_linkState = LinkState::Idle;
    bool m_isHostAnswering = false;
    LinkFacts m_linkFacts;
    QList<StepTiming> m_stepTimings;
    std::optional<Failure> m_lastFailure;
    std::unique_ptr<LinkConnection> m_currentConnection;
    std::unique_ptr<LinkConnection> m_renewalConnection; ///< being made while the current one is silent
    /// Old connections, kept for their streams and programs, oldest first.
    std::vector<std::unique_ptr<LinkConnection>> m_oldConnections;
    bool m_hasBeenLiveSinceOpen = false; ///< the link was live since a person last opened it
    /// Connections that are not used any more, until their threads have ended. Only the destructor of this object waits for the threads.
    std::vector<std::unique_ptr<LinkConnection>> m_endedOrEndingConnections;
    QTimer m_deleteEndedTimer;
};
}
