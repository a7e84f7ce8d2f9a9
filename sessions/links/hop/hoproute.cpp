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
HopRoute::HopRoute(std::unique_ptr<HopLease> lease, const AttemptOptions &attemptOptions, const QStringList &hops, const QString &host, quint16 port)
    : m_lease(std::move(lease))
    , m_options(attemptOptions)
    , m_hopName(hops.last())
    , m_host(host)
    , m_port(port)
    , m_routeKey(hops.join(u'>') + u'>' + host + u':' + QString::number(port))
{
    m_turnTimer.setSingleShot(true);
    connect(&m_turnTimer, &QTimer::timeout, this, &HopRoute::checkHop);
    Link *hop = m_lease->link();
    connect(hop, &Link::stateChanged, this, &HopRoute::checkHop);
    connect(hop, &Link::answersChanged, this, &HopRoute::checkHop);
    connect(hop, &Link::sampleTaken, this, [this](const LinkSample &sample) {
        const auto answered = sample.sshRoundTrip ? sample.sshRoundTrip : m_sample.sshRoundTrip;
        m_sample = sample;
        // Keeps the round trip of the previous sample, because on a long path not every sample has one.
        m_sample.sshRoundTrip = answered;
    });
    connect(hop, &Link::failed, this, [this](const Failure &reason) {
        Q_EMIT attemptFinished(HopFailedCommand{LinkFailure::hopFailed(m_hopName, reason)});
    });
    connect(hop, &Link::renewalFailed, this, &HopRoute::reportRefusal);
    connect(hop, &Link::renewed, this, [this] {
        if (m_stream) {
            Q_EMIT hopReconnected();
        } else {
            checkHop();
        }
    });
    connect(m_lease.get(), &HopLease::eventReceived, this, [this](LinkEvent event) {
        const auto ask = [this](auto &question) {
            question.isReconnection = question.isReconnection || m_options.isReconnection;
            m_questions << question.id;
        };
        if (auto *hostKey = std::get_if<HostKeyQuestion>(&event)) {
            ask(*hostKey);
        } else if (auto *secret = std::get_if<SecretQuestion>(&event)) {
            ask(*secret);
        } else if (const auto *withdrawn = std::get_if<QuestionWithdrawn>(&event)) {
            m_questions.removeAll(withdrawn->question);
        }
        Q_EMIT eventReceived(event);
    });
}

HopRoute::~HopRoute()
{
    m_lease->disconnect(this); // the lease withdraws its questions when it is destroyed, after the other members
}

void HopRoute::start()
{
    const LinkState state = m_lease->link()->state();
    std::optional<Failure> gone;
    if (m_options.mayAsk) {
        gone = m_lease->requestHop(m_options.isReconnection);
    } else if (state == LinkState::Idle || state == LinkState::Closed) {
        // This attempt fails, because opening the hop may need a person's answer and this route may not ask. The link's
        // old connection has ended with the hop, or the link will be opened again with permission to ask.
        gone = LinkFailure::notLive();
        gone->answered = false;
    }
    QMetaObject::invokeMethod(
        this,
        [this, gone] {
            if (gone) {
                Q_EMIT attemptFinished(HopFailedCommand{LinkFailure::hopFailed(m_hopName, *gone)});
            } else {
                checkHop();
            }
        },
        Qt::QueuedConnection);
}

void HopRoute::checkHop()
{
    const Link *hop = m_lease->link();
    if (m_stream || !hop) {
        return;
    }
    if (hop->state() != LinkState::Live || !hop->answers()) {
        m_turnTimer.stop(); // an unused turn expires: the next attempt gets a turn after the other routes
        m_turnAt.reset();
    }
    switch (hop->state()) {
    case LinkState::Resolving:
        Q_EMIT stateChanged(LinkState::Resolving);
        break;
    case LinkState::Live:
        if (hop->answers()) {
            scheduleConnection();
            break;
        }
        [[fallthrough]];
    case LinkState::Connecting:
    case LinkState::CheckingHost:
    case LinkState::LoggingIn:
    case LinkState::Stalled:
    case LinkState::Dead:
        Q_EMIT stateChanged(LinkState::Connecting);
        reportRefusal();
        break;
    case LinkState::Idle:
    case LinkState::Closed:
        break;
    }
}

/// A route that may ask fails together with the hop's renewal. One that may not ask keeps waiting: the hop may come back automatically, or because
/// another user answers.
void HopRoute::reportRefusal()
{
    const auto refusal = m_stream ? std::nullopt : m_lease->refusal();
    if (!refusal) {
        return;
    }
    const Failure failure = LinkFailure::hopFailed(m_hopName, *refusal);
    if (m_options.mayAsk) {
        Q_EMIT attemptFinished(HopFailedCommand{failure});
    } else {
        Q_EMIT blocked(failure);
    }
}

/// The turn is reserved now and not in start(): otherwise all routes that waited for the hop would connect at the same time.
void HopRoute::scheduleConnection()
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_turnAt) {
        m_turnAt = AttemptLimiter::instance().reserveTime(m_routeKey, now);
    }
    if (*m_turnAt > now) {
        m_turnTimer.start(std::chrono::ceil<std::chrono::milliseconds>(*m_turnAt - now));
    } else {
        openStream();
    }
}

void HopRoute::openStream()
{
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        Q_EMIT attemptFinished(HopFailedCommand{LinkFailure::outOfResources(QString::fromLocal8Bit(std::strerror(errno)))});
        return;
    }
    const SharedFd mine = shareFd(UniqueFd(pair[1]));
    m_stream = m_lease->link()->openStream(StreamTcp{m_host, m_port}, UniqueFd(pair[0]));
    connect(m_stream.get(), &LinkStream::opened, this, [this, mine] {
        Q_EMIT attemptFinished(HopReadyCommand{mine, m_lease->link()->facts().address});
    });
    connect(m_stream.get(), &LinkStream::failed, this, [this](const Failure &reason) {
        Q_EMIT attemptFinished(HopFailedCommand{LinkFailure::hopFailed(m_lease->link()->facts().account, reason)});
    });
    // If the hop's connection is lost, its end of the socket pair closes, and the thread of the link behind the hop
    // notices that.
}

bool HopRoute::answer(quint64 question, const LinkCommand &command)
{
    if (!m_questions.removeOne(question)) {
        return false;
    }
    m_lease->answer(question, command);
    return true;
}

bool HopRoute::isAsking() const
{
    return !m_questions.isEmpty();
}

bool HopRoute::hasAttempted() const
{
    return m_stream != nullptr;
}

void HopRoute::abandonAndDelete()
{
    const auto questions = std::exchange(m_questions, {});
    for (const quint64 question : questions) {
        Q_EMIT eventReceived(QuestionWithdrawn{question});
    }
    m_turnTimer.stop();
    disconnect();
    if (Link *hop = m_lease->link()) {
        hop->disconnect(this);
    }
    deleteLater(); // this object may be emitting the current signal
}

void HopRoute::addPathTo(LinkSample &sample) const
{
    sample.tcpRoundTrip = m_sample.tcpRoundTrip;
    sample.tcpMinimumRoundTrip = m_sample.tcpMinimumRoundTrip;
    sample.tcpRoundTripVariation = m_sample.tcpRoundTripVariation;
    sample.retransmits = m_sample.retransmits;
    sample.tcp = m_sample.tcp;
    sample.tcpLeg = TcpLeg::FirstHop;
    sample.legs = m_sample.legs;
    sample.legs.append({m_hopName, m_sample.sshRoundTrip});
}
}
