// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskmessenger.h"

#include "monitors/board/keptnotes.h"
#include "sessions/common/logging.h"
#include "sessions/common/randomid.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using MessageKind = BoardTopics::MessageKind;

namespace
{
constexpr auto takeoverNoticeExpiry = 60s; // how long the broker keeps a takeover notice for a receiver that lost its connection

bool isSameCredential(const BrokerCredential &one, const BrokerCredential &other)
{
    return one.facility == other.facility && one.role == other.role && one.name == other.name && one.password.view() == other.password.view();
}
}

DeskMessenger::DeskMessenger(const DeskPublisher::FiguresFunction &source, QObject *parent)
    : QObject(parent)
    , m_figuresFunction(source)
{
    connect(&m_brokerClient, &BrokerClient::stateChanged, this, &DeskMessenger::brokerStatusChanged);
    connect(&m_brokerClient, &BrokerClient::messageRefused, this, &DeskMessenger::brokerStatusChanged);
    connect(&m_brokerClient, &BrokerClient::connectionClosed, this, &DeskMessenger::continueAfterFarewell);
    connect(&m_brokerClient, &BrokerClient::messageDelivered, this, &DeskMessenger::noteDelivered);
    connect(&m_brokerClient, &BrokerClient::messagesArrived, this, qOverload<const QList<BrokerMessage> &>(&DeskMessenger::receiveMessages));
}

DeskMessenger::~DeskMessenger()
{
    blockSignals(true); // receivers may already be destroyed
    close();
}

BoardTopics DeskMessenger::topics() const
{
    return BoardTopics(facility());
}

void DeskMessenger::open(const BrokerCredential &credential, ConnectionMode mode)
{
    const std::optional<DeskName> name = DeskName::fromText(credential.name);
    if (!name || mode == ConnectionMode::Off) {
        close();
        return;
    }
    if (m_isSigningOff) {
        m_requestAfterFarewell = Request{credential, mode};
        return;
    }
    const bool isSameDesk = m_credential && isSameCredential(*m_credential, credential);
    if (isSameDesk && mode == m_connectionMode) {
        return;
    }
    if (m_connectionMode != ConnectionMode::Off) {
        close();
        m_requestAfterFarewell = Request{credential, mode};
        return;
    }
    if (!isSameDesk) {
        m_credential = credential;
        m_deskName = *name;
        forgetPublishedMessages();
    }
    m_connectionMode = mode;
    m_brokerClient.subscribe(topicFilters());
    setPeople(m_observerNames); // subscribes to layouts
    if (mode == ConnectionMode::Publishing) {
        m_sender = std::make_unique<DeskPublisher>(&m_brokerClient, credential.facility, m_deskName, m_figuresFunction);
    } else {
        m_sender = std::make_unique<BoardMessageSender>(&m_brokerClient, randomId());
    }
    connect(m_sender.get(), &BoardMessageSender::publishedMessagesChanged, this, [this] {
        m_lastPublishedAt = QDateTime::currentDateTimeUtc();
        Q_EMIT publishedMessagesChanged();
    });
    connect(m_sender.get(), &BoardMessageSender::connected, this, &DeskMessenger::connected);
    m_sender->open(credential);
}

void DeskMessenger::continueAfterFarewell()
{
    if (!std::exchange(m_isSigningOff, false)) {
        return;
    }
    if (m_nextTransport) {
        m_brokerClient.setTransport(std::move(*std::exchange(m_nextTransport, std::nullopt)));
    }
    if (const auto next = std::exchange(m_requestAfterFarewell, std::nullopt)) {
        open(next->credential, next->connectionMode);
    }
    Q_EMIT signOffFinished();
    Q_EMIT brokerStatusChanged();
}

void DeskMessenger::close()
{
    m_requestAfterFarewell.reset();
    if (m_connectionMode == ConnectionMode::Off) {
        return;
    }
    m_isSigningOff = true;
    m_connectionMode = ConnectionMode::Off;
    m_sender->close();
    m_messagesOfEarlierRuns.insert(m_sender->publishedMessages());
    m_sender.reset();
    m_lastPublishedAt = QDateTime::currentDateTimeUtc();
    Q_EMIT publishedMessagesChanged();
    m_brokerClient.unsubscribe(topicFilters());
    setPeople(m_observerNames); // unsubscribes from layouts
}

QStringList DeskMessenger::topicFilters() const
{
    return topics().deskFilters(m_deskName) << topics().deskTopic(m_deskName, MessageKind::Call);
}

void DeskMessenger::setPeople(const QStringList &people)
{
    m_observerNames = people;
    const QString key = observersTopicKey();
    const QString filter = m_connectionMode == ConnectionMode::Off || key.isEmpty() ? QString() : topics().layoutFilter(key);
    const QString before = std::exchange(m_layoutTopicFilter, filter);
    if (before == filter) {
        return;
    }
    if (!before.isEmpty()) {
        m_brokerClient.unsubscribe({before});
    }
    if (!filter.isEmpty()) {
        m_brokerClient.subscribe({filter});
    }
}

void DeskMessenger::setTransport(std::unique_ptr<BrokerTransport> transport)
{
    if (m_isSigningOff) {
        m_nextTransport = std::move(transport);
    } else {
        m_brokerClient.setTransport(std::move(transport));
    }
}

bool DeskMessenger::isSigningOff() const
{
    return m_isSigningOff;
}

DeskMessenger::ConnectionMode DeskMessenger::connectionMode() const
{
    return m_connectionMode;
}

const BrokerClient &DeskMessenger::client() const
{
    return m_brokerClient;
}

bool DeskMessenger::isConnected() const
{
    return m_connectionMode != ConnectionMode::Off && m_brokerClient.state() == BrokerState::Connected;
}

DeskName DeskMessenger::name() const
{
    return m_deskName;
}

QString DeskMessenger::facility() const
{
    return m_credential ? m_credential->facility : QString();
}

QString DeskMessenger::observersTopicKey() const
{
    return m_credential ? topics().observersKey(m_observerNames) : QString();
}

QHash<QString, QByteArray> DeskMessenger::publishedMessages() const
{
    QHash<QString, QByteArray> told = m_messagesOfEarlierRuns;
    if (m_sender) {
        told.insert(m_sender->publishedMessages());
    }
    return told;
}

QDateTime DeskMessenger::lastPublishedAt() const
{
    return m_lastPublishedAt;
}

void DeskMessenger::forgetPublishedMessages()
{
    m_messagesOfEarlierRuns.clear();
    Q_EMIT publishedMessagesChanged();
}

void DeskMessenger::publishStateSoon()
{
    if (m_connectionMode == ConnectionMode::Publishing) {
        static_cast<DeskPublisher &>(*m_sender).publishStateSoon();
    }
}

void DeskMessenger::publishHistorySoon()
{
    if (m_connectionMode == ConnectionMode::Publishing) {
        static_cast<DeskPublisher &>(*m_sender).publishHistorySoon();
    }
}

bool DeskMessenger::send(const QString &topic, const BoardWire::Message &message, const BrokerDeliveryOptions &delivery)
{
    return m_sender && m_sender->send(topic, message, delivery);
}

bool DeskMessenger::sendNote(const BoardWire::Note &note)
{
    return send(topics().deskTopic(m_deskName, MessageKind::Note),
                note,
                {.qos = 1, .shouldRetain = true, .expiry = DeskPublisher::retainedMessageExpiry, .receiptId = note.id});
}

bool DeskMessenger::sendCall(const BoardWire::Call &call)
{
    return send(topics().deskTopic(m_deskName, MessageKind::Call), call, {.qos = 1, .shouldRetain = true, .expiry = DeskPublisher::retainedMessageExpiry});
}

bool DeskMessenger::sendTakeoverNotice(const DeskName &to, const BoardWire::TakeoverNotice &notice)
{
    return send(topics().takeoverNoticeTopic(m_deskName, to), notice, {.qos = 1, .shouldRetain = false, .expiry = takeoverNoticeExpiry});
}

bool DeskMessenger::sendLayout(const BoardWire::Layout &layout)
{
    const QString key = topics().observersKey(layout.people);
    return !key.isEmpty()
        && send(topics().layoutTopic(m_deskName, key), layout, {.qos = 1, .shouldRetain = true, .expiry = DeskPublisher::retainedMessageExpiry});
}

bool DeskMessenger::removeSentLayoutFromBroker(const QString &observersTopicKey)
{
    const QString topic = topics().layoutTopic(m_deskName, observersTopicKey);
    if (observersTopicKey.isEmpty() || !m_sender || !m_sender->removeRetainedMessage(topic)) {
        return false;
    }
    m_messagesOfEarlierRuns.remove(topic);
    return true;
}

void DeskMessenger::receiveMessages(const QList<BrokerMessage> &messages)
{
    for (const BrokerMessage &message : withKeptNotesInOrder(messages)) {
        receiveMessages(message);
    }
}

void DeskMessenger::receiveMessages(const BrokerMessage &message)
{
    const auto topic = BoardTopics::parse(message.topic);
    if (!topic || m_connectionMode == ConnectionMode::Off) {
        return;
    }
    if (message.payload.isEmpty()) { // an empty payload: the retained message was removed
        if (topic->kind == MessageKind::Layout && topic->fromDesk != m_deskName) {
            Q_EMIT layoutWithdrawn(*topic->fromDesk);
        } else if (topic->kind == MessageKind::Watching) {
            Q_EMIT saBoardStoppedWatching(topic->sendingSa, topic->boardRunId);
        } else if (topic->kind == MessageKind::Presence && !topic->sendingSa.isEmpty()) {
            Q_EMIT saBoardClosed(topic->sendingSa, topic->boardRunId);
        }
        return;
    }
    const auto read = BoardWire::read(message.topic, message.payload);
    if (!read) {
        if (topic->kind == MessageKind::Layout && topic->fromDesk != m_deskName) {
            Q_EMIT layoutWithdrawn(*topic->fromDesk); // the previous layout was replaced by one that cannot be read
        }
        qCInfo(LogMonitor) << "a message for this desk was dropped:" << static_cast<int>(read.error()) << "on" << message.topic.left(200);
        return;
    }
    if (!topic->sendingSa.isEmpty()) {
        const QString &sa = topic->sendingSa;
        if (const auto *presence = std::get_if<BoardWire::Presence>(&*read)) {
            Q_EMIT saPresenceArrived(sa, *presence);
        } else if (const auto *watching = std::get_if<BoardWire::Watching>(&*read)) {
            Q_EMIT watchingMessageArrived(sa, *watching);
        } else if (const auto *note = std::get_if<BoardWire::Note>(&*read)) {
            Q_EMIT noteArrived(sa, *note, !topic->toDesk, message.isRetained);
        } else if (const auto *acknowledgement = std::get_if<BoardWire::Acknowledgement>(&*read)) {
            Q_EMIT callAcknowledged(sa, *acknowledgement);
        }
        return;
    }
    const DeskName from = topic->fromDesk.value_or(DeskName{});
    if (const auto *call = std::get_if<BoardWire::Call>(&*read); call && from == m_deskName) {
        if (message.isRetained) { // the broker also sends this desk its own messages, but these are not marked as retained
            Q_EMIT ownCallFound(*call);
        }
    } else if (from == m_deskName) {
        return;
    } else if (const auto *layout = std::get_if<BoardWire::Layout>(&*read)) {
        Q_EMIT layoutPublished(from, *layout);
    } else if (const auto *notice = std::get_if<BoardWire::TakeoverNotice>(&*read); notice && topic->toDesk == m_deskName && !message.isRetained) {
        Q_EMIT takeoverNoticeArrived(from, *notice);
    }
}
}
