// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/links/facts/linkevent.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/hop/linkstream.h"
#include "sessions/links/hop/remoteprogram.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
class HopPool;
class LinkConnections;
class LinkMemory;
class NightSecrets;
class ReturnMemory;

/// What the links of one desk share. GUI thread.
struct LinkSurroundings {
    std::shared_ptr<NightSecrets> secrets; ///< asked once per night and account; empty: each link asks for itself
    std::shared_ptr<HopPool> hops; ///< jump hosts on the way of several links; empty: each link has its own
    std::shared_ptr<ReturnMemory> returns = {}; ///< what worked in other runs; empty: nobody knows
};

/// One ssh connection to one host, with everything in it. This object lives on the GUI thread and never waits; a thread of
/// its own drives the libssh session (a libssh session belongs to one thread). It opens no listening socket anywhere.
/// close() and the destructor end within 1 s whatever resolver, agent or peer do.
///
/// It does not try again by itself: that is its owner's decision (LinkSupervisor), made with open() and renew().
///
/// A link that is Stalled or Dead can be renewed: a new connection is made beside the silent one. When it is live, renewed()
/// tells desktops to move to it; the old one is kept for the X programs in it until its TCP ends or 15 minutes pass.
class Link : public QObject
{
    Q_OBJECT
public:
    /// @p surroundings: what the links of one desk share; without, it shares nothing.
    explicit Link(const LinkTarget &target, const LinkSurroundings &surroundings = {}, QObject *parent = nullptr);
    ~Link() override;

    const LinkTarget &target() const;
    LinkState state() const;
    bool isLive() const; ///< Live or Stalled
    bool takesStreams() const; ///< Live, or LoggingIn: then they open with the login, and fail with it
    /// False: nothing came back for max(1.5 s, 5 RTT), and what is typed now must not be sent.
    bool answers() const;
    /// When it was last heard of, while it does not answer; empty: it answers, or is not connected.
    std::optional<std::chrono::steady_clock::time_point> silentSince() const;
    /// How far the new connection beside a silent one is; empty: none is being made.
    std::optional<LinkState> renewal() const;
    /// How many old connections are kept for the programs in them.
    int oldConnections() const;
    LinkFacts facts() const;
    QList<StepTiming> steps() const; ///< of the current or last attempt
    std::optional<Failure> lastFailure() const;
    std::shared_ptr<NightSecrets> secrets() const; ///< the desk's, or its own
    std::shared_ptr<ReturnMemory> returns() const; ///< the desk's, or null

    /// Connects a descriptor (one end of a socketpair of ours) with a socket at the far end. Never null; where the link does
    /// not takesStreams() failed() follows.
    std::unique_ptr<LinkStream> openStream(const StreamTarget &target, UniqueFd localEnd);
    /// Starts a program at the far end. Never null; when the link is not live failed() follows.
    std::unique_ptr<RemoteProgram> startProgram(const ProgramSpec &spec);

public Q_SLOTS:
    /// From Idle or Closed: connects. Ignored otherwise.
    void open();
    /// While it does not answer: makes a new connection beside the silent one. Asks nobody anything: where a person is needed
    /// it fails as Refused. Ignored otherwise, and while one is being made.
    void renew();
    /// renew() for a person who is there and may be asked.
    void renewAsking();
    /// The old one speaks again: the new one is not needed. What has got beyond TCP logs in first (sshd counts those who do not).
    void stopRenewal();
    /// There is reason to doubt that it answers (the network changed): asks the host at once.
    void lookAgain();
    /// Ends everything in it. Allowed in every state; also cancels a connection being made.
    void close();
    void answerHostKey(quint64 question, Nightdesk::HostKeyAnswer answer);
    /// An empty optional means the person cancelled: the link closes, kind Refused.
    void answerSecret(quint64 question, const std::optional<Nightdesk::Secret> &secret);

Q_SIGNALS:
    void stateChanged(Nightdesk::LinkState state);
    void stepFinished(const Nightdesk::StepTiming &step);
    void hostKeyQuestion(const Nightdesk::HostKeyQuestion &question);
    void secretQuestion(const Nightdesk::SecretQuestion &question);
    /// The question is void (cancelled, link closed): close its dialog.
    void questionWithdrawn(quint64 question);
    void sampleTaken(const Nightdesk::LinkSample &sample); ///< once a second while live
    /// The host answered: at once when it is live, then twice a second, and more often while much arrives.
    void pulsed(const Nightdesk::LinkPulse &pulse);
    void answersChanged(bool answers);
    void renewalChanged();
    void renewalFailed(const Nightdesk::Failure &failure);
    /// It is Live by way of a new connection; what was opened before lies in the old one. Desktops open again.
    void renewed();
    /// The reason why it is about to be Closed.
    void failed(const Nightdesk::Failure &failure);
    /// A program of ours opened an X connection: the local end of its channel, from its first byte on. The receiver checks
    /// the cookie. Only emitted while a program with X11 forwarding runs; every other channel a server opens is refused.
    void x11Opened(const Nightdesk::SharedFd &channel);

private:
    friend class FurtherLinks;
    friend class HopLease;
    friend class HopPool;
    friend class LinkConnections;
    explicit Link(QObject *parent = nullptr);
    /// A hop on the way of others, or a further connection with the same secrets.
    static std::unique_ptr<Link> inside(const LinkTarget &target, std::shared_ptr<LinkMemory> memory, HopPool *hops);

    void create(const LinkTarget &target, std::shared_ptr<LinkMemory> memory, HopPool *hops, std::shared_ptr<HopPool> keptHops);
    void forward(const LinkEvent &event);

    std::unique_ptr<LinkConnections> m_connections;
};
}

Q_DECLARE_METATYPE(Nightdesk::SharedFd)
