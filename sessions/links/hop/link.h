// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/facts/linkevent.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/hop/linkstream.h"
#include "sessions/links/hop/remoteprogram.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace Nightdesk
{
class HopPool;
class LinkConnection;
class LinkSecrets;
class NightSecrets;
class SharedConnectionRecords;

/// The objects that all links of one desk use together. GUI thread.
struct SharedLinkObjects {
    std::shared_ptr<NightSecrets> secrets; ///< a secret is asked for once per night and account; empty: each link asks separately
    std::shared_ptr<HopPool> hopPool; ///< jump hosts used by several links; empty: each link has its own
    std::shared_ptr<SharedConnectionRecords> connectionRecords = {}; ///< what worked in earlier runs; empty: nothing is known
};

/// One ssh connection to one host, with everything in it. This object lives on the GUI thread and never waits; a separate thread drives the libssh
/// session (a libssh session belongs to one thread). No listening socket is opened anywhere. close() and the destructor end within 1 s whatever
/// resolver, agent or peer do.
///
/// A link does not retry automatically: its owner (LinkSupervisor) decides that and calls open() and renew().
///
/// A link that is Stalled or Dead can be renewed: a new connection is made while the silent one is kept. When the new one is live,
/// connectionRenewed() asks desktops to move to it; the old one is kept for its X programs until its TCP connection ends or 15 minutes pass.
class Link : public QObject
{
    Q_OBJECT
public:
    /// @p sharedLinkObjects: objects that the links of one desk share; without them, this link shares nothing.
    explicit Link(const LinkTarget &target, const SharedLinkObjects &sharedLinkObjects = {}, QObject *parent = nullptr);
    ~Link() override;

    const LinkTarget &target() const
    {
        return m_linkTarget;
    }
    LinkState state() const
    {
        return m_linkState;
    }
    bool isLive() const ///< true: the state is Live or Stalled
    {
        return m_linkState == LinkState::Live || m_linkState == LinkState::Stalled;
    }
    bool canOpenStreams() const; ///< Live, or LoggingIn: the streams then open after the login, and fail if the login fails
    /// Whether the host has sent data recently. False: nothing was received for max(1.5 s, 5 RTT), or the link is not connected; input must not be
    /// sent.
    bool isHostAnswering() const
    {
        return m_isHostAnswering;
    }
    /// When the host last sent something, if the link does not answer; empty: it answers, or is not connected.
    std::optional<std::chrono::steady_clock::time_point> silentSince() const;
    /// When this console noticed that the host is silent; empty as for silentSince(). A sleep of the computer lies before it: the host had no time to
    /// answer then.
    std::optional<std::chrono::steady_clock::time_point> silenceNoticedAt() const;
    /// State of the new connection while a renewal is in progress; empty: no renewal.
    std::optional<LinkState> renewalState() const;
    /// Number of old connections kept for the programs in them.
    int oldConnectionCount() const
    {
        return static_cast<int>(m_oldConnections.size());
    }
    LinkFacts facts() const
    {
        return m_linkFacts;
    }
    QList<StepTiming> steps() const ///< steps of the current or last attempt
    {
        return m_stepTimings;
    }
    std::optional<Failure> lastFailure() const
    {
        return m_lastFailure;
    }
    std::shared_ptr<NightSecrets> secrets() const; ///< the desk's secrets, or the link's own
    std::shared_ptr<SharedConnectionRecords> connectionRecords() const; ///< the desk's records of earlier runs; null: there are none

    /// Connects @p localEnd (one end of a local socketpair) with a socket on the remote host. Always returns an object; if canOpenStreams() is false,
    /// that object emits failed(). @p warmUpRoundTrips: much data will come through the stream this many round trips after the request to open it, and until
    /// then the host's TCP may be prepared for it (see TcpWarmUp); 0: the data that comes need not hurry.
    std::unique_ptr<LinkStream> openStream(const StreamTarget &target, UniqueFd localEnd, int warmUpRoundTrips = 0);
    /// Starts a program on the remote host. Always returns an object; if the link is not live, that object emits failed().
    std::unique_ptr<RemoteProgram> startProgram(const ProgramSpec &spec);

public Q_SLOTS:
    /// Connects, from Idle or Closed; ignored in other states.
    void open();
    /// While the link does not answer: makes a new connection and keeps the silent one. No questions are asked: if a person is needed, the renewal
    /// fails as Refused. Ignored otherwise, and while a renewal is in progress.
    void renew();
    /// Like renew(), with permission to ask the user.
    void renewInteractively();
    /// The old connection answers again: the new one is not needed. If the new one is past TCP, its login is completed first (sshd penalizes clients
    /// that do not).
    void stopRenewal();
    /// There is reason to doubt that the link answers (the network changed): sends a probe now.
    void checkConnectivity();
    /// Ends all streams and programs. Allowed in every state; also cancels a connection being made.
    void close();
    void answerHostKey(quint64 question, Nightdesk::HostKeyAnswer answer);
    /// An empty optional means that the user cancelled the question: the link closes with a failure of the kind Refused.
    void answerSecret(quint64 question, const std::optional<Nightdesk::Secret> &secret);

Q_SIGNALS:
    void stateChanged(Nightdesk::LinkState state);
    void stepFinished(const Nightdesk::StepTiming &step);
    void hostKeyQuestionAsked(const Nightdesk::HostKeyQuestion &question);
    void secretQuestionAsked(const Nightdesk::SecretQuestion &question);
    /// The question is void (cancelled, link closed): receivers close its dialog.
    void questionWithdrawn(quint64 question);
    void sampleTaken(const Nightdesk::LinkSample &sample); ///< emitted once a second while live
    /// The host answered: immediately when the link becomes live, then twice a second, and more often while much data arrives.
    void pingAnswered(const Nightdesk::PingAnswer &ping);
    void answeringChanged(bool isHostAnswering);
    void renewalStartedOrEnded();
    void linkRenewalFailed(const Nightdesk::Failure &failure);
    /// The link is Live with a new connection; streams and programs from before are in the old one. Desktops reopen their streams.
    void connectionRenewed();
    /// The reason why the link is about to be Closed.
    void failed(const Nightdesk::Failure &failure);
    /// A remote program opened an X connection: the local end of its channel, from its first byte on. The receiver checks the cookie. Only emitted
    /// while a program with X11 forwarding runs; every other channel that a server opens is refused.
    void x11ChannelOpened(const Nightdesk::SharedFd &channel);

private:
    friend class AdditionalLinks;
    friend class HopLease;
    friend class HopPool;
    /// @p hops must outlive this object.
    Link(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops, QObject *parent);
    /// Creates a link for a hop that other links use, or for an additional connection with the same secrets.
    static std::unique_ptr<Link> createInternalLink(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops);

    std::unique_ptr<LinkConnection> createConnection(const LinkAttemptOptions &attemptOptions);
    std::vector<LinkConnection *> usedConnections() const;
    void startRenewal(bool mayAskUser);
    void answerQuestion(quint64 question, const LinkCommand &command);
    bool hasThreadEnded() const; ///< true: none of the connections' threads runs any more
    void handleEvent(const LinkConnection *connection, const LinkEvent &event);
    void handleConnectionChanged(LinkConnection *connection);
    void handleConnectionEnded(LinkConnection *connection, const std::optional<Failure> &reason);
    void handleCurrentEnded(const std::optional<Failure> &reason);
    void handleConnectionBlockedByHop(LinkConnection *connection, const Failure &reason);
    void openInteractively();
    void updateStateFromCurrentConnection();
    void switchToRenewalConnection();
    void discardConnection(std::unique_ptr<LinkConnection> connection);
    void discardAndStop(std::unique_ptr<LinkConnection> connection);
    void endSurplusOldConnections();
    void deleteEndedConnections();

    const LinkTarget m_linkTarget;
    const std::shared_ptr<LinkSecrets> m_linkSecrets;
    std::shared_ptr<HopPool> m_hopPoolOwner; ///< keeps the pool of m_hopPool alive; null: another object does
    HopPool *m_hopPool;
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
