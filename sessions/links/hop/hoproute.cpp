// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/hoproute.h"

#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/path/attemptlimiter.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace Nightdesk
{
HopRoute::HopRoute(std::unique_ptr<HopLease> lease, const LinkAttemptOptions &attemptOptions, const QStringList &hops, const QString &host, quint16 port)
    : m_hopLease(std::move(lease))
    , m_attemptOptions(attemptOptions)
    , m_hopName(hops.last())
    , m_destinationHost(host)
    , m_destinationPort(port)
    , m_routeKey(hops.join(u'>') + u'>' + host + u':' + QString::number(port))
{
    m_hostConnectionTimer.setSingleShot(true);
    connect(&m_hostConnectionTimer, &QTimer::timeout, this, &HopRoute::checkHop);
    Link *hop = m_hopLease->link();
    connect(hop, &Link::stateChanged, this, &HopRoute::checkHop);
    connect(hop, &Link::answeringChanged, this, &HopRoute::checkHop);
    connect(hop, &Link::sampleTaken, this, [this](const LinkSample &sample) {
        const auto answered = sample.sshRoundTrip ? sample.sshRoundTrip : m_hopSample.sshRoundTrip;
        m_hopSample = sample;
        // Keeps the round trip of the previous sample, because on a long path not every sample has one.
        m_hopSample.sshRoundTrip = answered;
    });
    connect(hop, &Link::failed, this, [this](const Failure &reason) {
        Q_EMIT hopResultReady(HopFailedCommand{LinkFailure::hopFailed(m_hopName, reason)});
    });
    connect(hop, &Link::linkRenewalFailed, this, &HopRoute::reportHopRefusal);
    connect(hop, &Link::connectionRenewed, this, [this] {
        if (m_linkStream) {
            Q_EMIT hopReconnected();
        } else {
            checkHop();
        }
    });
    connect(m_hopLease.get(), &HopLease::eventReceived, this, [this](LinkEvent event) {
        const auto ask = [this](auto &question) {
            question.isReconnection = question.isReconnection || m_attemptOptions.isReconnection;
            m_openQuestions << question.id;
        };
        if (auto *hostKey = std::get_if<HostKeyQuestion>(&event)) {
            ask(*hostKey);
        } else if (auto *secret = std::get_if<SecretQuestion>(&event)) {
            ask(*secret);
        } else if (const auto *withdrawn = std::get_if<QuestionWithdrawn>(&event)) {
            m_openQuestions.removeAll(withdrawn->question);
        }
        Q_EMIT eventReceived(event);
    });
}

HopRoute::~HopRoute()
{
    m_hopLease->disconnect(this); // the lease is destroyed last and then emits signals, which must not reach this object any more
}

void HopRoute::start()
{
    const LinkState state = m_hopLease->link()->state();
    std::optional<Failure> gone;
    if (m_attemptOptions.mayAskUser) {
        gone = m_hopLease->requestHop(m_attemptOptions.isReconnection);
    } else if (isEnded(state)) {
        // The hop is closed. Opening it may need a person's answer, but this route may not ask, so its attempt fails. The
        // link is opened later by an attempt that may ask.
        gone = LinkFailure::notLive();
        gone->hasPeerAnswered = false;
    }
    QMetaObject::invokeMethod(
        this,
        [this, gone] {
            if (gone) {
                Q_EMIT hopResultReady(HopFailedCommand{LinkFailure::hopFailed(m_hopName, *gone)});
            } else {
                checkHop();
            }
        },
        Qt::QueuedConnection);
}

void HopRoute::checkHop()
{
    const Link *hop = m_hopLease->link();
    if (m_linkStream || !hop) {
        return;
    }
    if (hop->state() != LinkState::Live || !hop->isHostAnswering()) {
        m_hostConnectionTimer.stop(); // the reserved time slot expires unused; the next attempt reserves a new slot, after those of the other routes
        m_hostConnectionDueAt.reset();
    }
    if (hop->state() == LinkState::Resolving) {
        Q_EMIT stateChanged(LinkState::Resolving);
    } else if (hop->state() == LinkState::Live && hop->isHostAnswering()) {
        scheduleHostConnection();
    } else if (!isEnded(hop->state())) {
        Q_EMIT stateChanged(LinkState::Connecting);
        reportHopRefusal();
    }
}

/// Reports that the renewal of the hop was refused. If this route may ask the user, it fails. Otherwise it keeps waiting, since the hop may come back
/// automatically, or after a person answers the question of another link.
void HopRoute::reportHopRefusal()
{
    const auto renewalRefusal = m_linkStream ? std::nullopt : m_hopLease->renewalRefusal();
    if (!renewalRefusal) {
        return;
    }
    const Failure failure = LinkFailure::hopFailed(m_hopName, *renewalRefusal);
    if (m_attemptOptions.mayAskUser) {
        Q_EMIT hopResultReady(HopFailedCommand{failure});
    } else {
        Q_EMIT blockedByHop(failure);
    }
}

/// The time is reserved now and not in start(): otherwise all routes that waited for the hop would connect at the same time.
void HopRoute::scheduleHostConnection()
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_hostConnectionDueAt) {
        m_hostConnectionDueAt = AttemptLimiter::instance().reserveAttemptTime(m_routeKey, now);
    }
    if (*m_hostConnectionDueAt > now) {
        m_hostConnectionTimer.start(std::chrono::ceil<std::chrono::milliseconds>(*m_hostConnectionDueAt - now));
    } else {
        openStream();
    }
}

void HopRoute::openStream()
{
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        Q_EMIT hopResultReady(HopFailedCommand{LinkFailure::outOfResources(QString::fromLocal8Bit(std::strerror(errno)))});
        return;
    }
    const SharedFd mine = shareFd(UniqueFd(pair[1]));
    m_linkStream = m_hopLease->link()->openStream(TcpStreamTarget{m_destinationHost, m_destinationPort}, UniqueFd(pair[0]));
    connect(m_linkStream.get(), &LinkStream::opened, this, [this, mine] {
        Q_EMIT hopResultReady(HopReadyCommand{mine, m_hopLease->link()->facts().address});
    });
    connect(m_linkStream.get(), &LinkStream::failed, this, [this](const Failure &reason) {
        Q_EMIT hopResultReady(HopFailedCommand{LinkFailure::hopFailed(m_hopLease->link()->facts().account, reason)});
    });
    // If the hop's connection is lost, its end of the socket pair closes, and the thread of the link behind the hop
    // notices that.
}

bool HopRoute::answerQuestion(quint64 question, const LinkCommand &command)
{
    if (!m_openQuestions.removeOne(question)) {
        return false;
    }
    m_hopLease->answerQuestion(question, command);
    return true;
}

bool HopRoute::isAskingUser() const
{
    return !m_openQuestions.isEmpty();
}

bool HopRoute::hasRequestedHostConnection() const
{
    return m_linkStream != nullptr;
}

void HopRoute::abandonAndDelete()
{
    const auto questions = std::exchange(m_openQuestions, {});
    for (const quint64 question : questions) {
        Q_EMIT eventReceived(QuestionWithdrawn{question});
    }
    m_hostConnectionTimer.stop();
    disconnect();
    if (Link *hop = m_hopLease->link()) {
        hop->disconnect(this);
    }
    deleteLater(); // this object may be emitting the current signal
}

void HopRoute::addHopPathTo(LinkSample &sample) const
{
    sample.tcpRoundTrip = m_hopSample.tcpRoundTrip;
    sample.tcpMinimumRoundTrip = m_hopSample.tcpMinimumRoundTrip;
    sample.tcpRoundTripVariation = m_hopSample.tcpRoundTripVariation;
    sample.retransmits = m_hopSample.retransmits;
    sample.tcp = m_hopSample.tcp;
    sample.tcpMeasuredPathPart = TcpMeasuredPathPart::FirstHop;
    sample.hopRoundTrips = m_hopSample.hopRoundTrips;
    sample.hopRoundTrips.append({m_hopName, m_hopSample.sshRoundTrip});
}
}
