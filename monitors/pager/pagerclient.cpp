// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/pager/pagerclient.h"

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/linkbrokertransport.h"
#include "sessions/brokerservice/brokerpassword.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// Time after the first topic to clear, in which the broker reports further ones, so that they are cleared together.
constexpr auto topicCollectingTime = 200ms;
constexpr auto nextBatch = 20ms; ///< pause between batches of topics: the client accepts some hundred at a time, a flood may leave 100,000
/// Delivery of the empty message that removes a retained message from the broker.
const BrokerDeliveryOptions retainedMessageRemoval{.qos = 1, .shouldRetain = true, .expiry = {}};

BrokerSpec brokerSpecOf(const BrokerListeners &listeners)
{
    BrokerSpec spec;
    if (listeners.port) {
        spec.address = TcpAddress{.host = u"127.0.0.1"_s, .port = *listeners.port};
    } else {
        spec.address = UnixSocket{listeners.socket};
    }
    return spec;
}
}

PagerClient::PagerClient(const QStringList &command, const QString &facility, const BrokerListeners &listeners, QObject *parent)
    : QObject(parent)
    , m_credential{.facility = facility, .role = BrokerRole::Service, .name = {}, .password = BrokerPassword::make()}
    , m_hasPager(!command.isEmpty())
    , m_brokerLink(LinkTarget())
    , m_pager(command)
{
    m_brokerClient.setTransport(std::make_unique<LinkBrokerTransport>(&m_brokerLink, brokerSpecOf(listeners)));
    QStringList filters = (m_hasPager ? BoardTopics(facility).pagerFilters() : QStringList()) + BrokerConfig::quotaFilters(facility);
    filters.removeDuplicates();
    m_brokerClient.subscribe(filters);
    m_topicClearingTimer.setSingleShot(true);
    connect(&m_topicClearingTimer, &QTimer::timeout, this, &PagerClient::clearQueuedTopics);
    connect(&m_pager, &Pager::logLineReady, this, &PagerClient::logLineReady);
    connect(&m_brokerClient, &BrokerClient::connected, this, &PagerClient::clearFixedRetainedTopics);
    connect(&m_brokerClient, &BrokerClient::messagesArrived, this, &PagerClient::receiveMessages);
    connect(&m_brokerClient, &BrokerClient::stateChanged, this, &PagerClient::logBrokerState);
}

QString PagerClient::user() const
{
    return m_credential.user();
}

QString PagerClient::passwordHash() const
{
    return BrokerPassword::hash(m_credential.password);
}

void PagerClient::connectToBroker()
{
    m_brokerLink.open();
    m_brokerClient.open(m_credential, {}); // without a will, because the pager publishes no state of its own
}

void PagerClient::removeMessagesOf(const QList<BrokerUser> &users)
{
    m_brokerClient.unsubscribe(topicFiltersOfRemovedUsers());
    m_removedUsers = users;
    m_removedUserNames.clear();
    m_topicsToClear.clear(); // the broker reports them again, but not those of a user who is authorized again: these keep their messages
    for (const BrokerUser &user : users) {
        m_retainedQuota.forget(user.user());
        m_removedUserNames.insert(user.user());
    }
    m_brokerClient.subscribe(topicFiltersOfRemovedUsers()); // the broker answers with the retained messages of removed users
    clearFixedRetainedTopics();
}

QStringList PagerClient::topicFiltersOfRemovedUsers() const
{
    QStringList filters;
    for (const BrokerUser &user : m_removedUsers) {
        filters << BrokerConfig::retainedFilters(m_credential.facility, user);
    }
    return filters;
}

void PagerClient::clearFixedRetainedTopics()
{
    for (const BrokerUser &user : std::as_const(m_removedUsers)) {
        for (const QString &topic : BrokerConfig::retainedTopics(m_credential.facility, user)) {
            // A failure is ignored: if not connected, the messages are removed after the next connection.
            (void)m_brokerClient.publish(topic, {}, retainedMessageRemoval);
        }
    }
}

bool PagerClient::queueForClearing(const BrokerMessage &message)
{
    const auto writer = RetainedQuota::writerOf(message.topic);
    if (!writer || !m_removedUserNames.contains(*writer) || message.payload.isEmpty()) {
        return false;
    }
    m_topicsToClear.append(message.topic);
    if (!m_topicClearingTimer.isActive()) {
        m_topicClearingTimer.start(topicCollectingTime);
    }
    return true;
}

/// Clears as many topics as the client accepts at a time. If there are very many, the broker reports only some of them,
/// so it is queried until none is left.
void PagerClient::clearQueuedTopics()
{
    if (m_brokerClient.state() != BrokerState::Connected) {
        m_topicsToClear.clear(); // the broker reports these topics again after the next connection
        m_hasClearedTopics = false;
        return;
    }
    while (!m_topicsToClear.isEmpty() && m_brokerClient.publish(m_topicsToClear.constLast(), {}, retainedMessageRemoval)) {
        m_topicsToClear.removeLast();
        m_hasClearedTopics = true;
    }
    if (!m_topicsToClear.isEmpty()) {
        m_topicClearingTimer.start(nextBatch);
    } else if (std::exchange(m_hasClearedTopics, false)) {
        m_brokerClient.unsubscribe(topicFiltersOfRemovedUsers());
        m_brokerClient.subscribe(topicFiltersOfRemovedUsers());
        m_topicClearingTimer.start(topicCollectingTime);
    }
}

void PagerClient::receiveMessages(const QList<BrokerMessage> &messages)
{
    for (const BrokerMessage &message : messages) {
        const auto topic = BoardTopics::parse(message.topic);
        const auto read = BoardWire::read(message.topic, message.payload);
        if (queueForClearing(message)) {
            continue;
        }
        if (const auto writer = m_retainedQuota.countMessage(message.topic, message.payload.size(), message.arrivedAt)) {
            Q_EMIT retainedQuotaExceeded(*writer);
        }
        if (topic && topic->fromDesk && topic->kind == BoardTopics::MessageKind::Call && message.payload.isEmpty()) { // the desk withdrew its call
            m_callsByDesk.remove(*topic->fromDesk);
            passCallToPager(*topic->fromDesk);
        } else if (const auto *call = read ? std::get_if<BoardWire::Call>(&*read) : nullptr) {
            m_callsByDesk.insert(*topic->fromDesk, *call);
            passCallToPager(*topic->fromDesk);
        } else if (const auto *heard = read ? std::get_if<BoardWire::Acknowledgement>(&*read) : nullptr;
                   heard && m_acknowledgedCalls.applyAcknowledgement(*topic->toDesk, topic->sendingSa, *heard) && m_callsByDesk.contains(*topic->toDesk)) {
            passCallToPager(*topic->toDesk);
        }
    }
}

/// Combines the desk's call with the acknowledgements of support astronomers, as the desk may be offline and unable to do so.
void PagerClient::passCallToPager(const DeskName &desk)
{
    BoardWire::Call call = m_acknowledgedCalls.withAcknowledgement(desk, m_callsByDesk.value(desk));
    if (!m_callsByDesk.contains(desk)) {
        call.state = BoardWire::CallState::Over;
    }
    m_pager.receiveCall(desk, call);
}

void PagerClient::logBrokerState(BrokerState state)
{
    if (state == BrokerState::Connected && m_hasPager) {
        Q_EMIT logLineReady(i18nc("@info:shell", "The pager is connected and waits for calls"));
    } else if (state == BrokerState::Refused) {
        const auto failure = m_brokerClient.failure();
        const QString why = failure ? failure->what : QString();
        Q_EMIT logLineReady(m_hasPager ? i18nc("@info:shell %1: why", "The pager is not connected: %1", why)
                                       : i18nc("@info:shell %1: why", "Revoked credentials cannot be removed from the status boards: %1", why));
    }
}
}
