// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskpublisher.h"
#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"

#include <QObject>

#include <memory>
#include <optional>

namespace Nightdesk
{
/// Exchanges a desk's messages with support astronomers (SAs) and with other desks of the same people, through the broker. It only
/// receives, or it also publishes the desk's state. GUI thread. Owned by ConsoleBoard.
class DeskMessenger : public QObject
{
    Q_OBJECT
public:
    enum class ConnectionMode {
        Off,
        Listening, ///< receives, but publishes nothing, because no instrument is connected here
        Publishing
    };

    explicit DeskMessenger(const DeskPublisher::FiguresFunction &source, QObject *parent = nullptr);
    ~DeskMessenger() override;

    /// Connects to the broker as the desk that @p credential names; the same arguments again change nothing. An earlier connection publishes
    /// its farewell first: this call returns at once, and the new connection begins when the farewell has been sent.
    void open(const BrokerCredential &credential, ConnectionMode mode);
    void close();
    void setTransport(std::unique_ptr<BrokerTransport> transport);
    /// The people whose layouts at other desks are to be received; empty: none.
    void setPeople(const QStringList &people);

    bool isSigningOff() const; ///< true: the farewell is being published; signOffFinished() follows within seconds
    ConnectionMode connectionMode() const;
    const BrokerClient &client() const;
    bool isConnected() const;
    DeskName name() const; ///< the desk's name; its parts are empty if there is no connection
    QString facility() const;
    QString observersTopicKey() const; ///< topic level that identifies the people passed to setPeople()
    /// The last message published on each topic; also after the farewell, until forgetPublishedMessages().
    QHash<QString, QByteArray> publishedMessages() const;
    QDateTime lastPublishedAt() const; ///< UTC; when the last of publishedMessages() was published
    void forgetPublishedMessages(); ///< called at the end of the night

    // Each send function sets the message's stamp. False: the broker is not connected, and the message is discarded, not queued.
    /// Sends a note to all SAs. The broker retains the last note for boards that connect later. noteDelivered() follows.
    bool sendNote(const BoardWire::Note &note);
    bool sendCall(const BoardWire::Call &call);
    bool sendTakeoverNotice(const DeskName &to, const BoardWire::TakeoverNotice &notice);
    bool sendLayout(const BoardWire::Layout &layout);
    bool removeSentLayoutFromBroker(const QString &observersTopicKey); ///< removes this desk's retained layout for these people

public Q_SLOTS:
    void publishStateSoon();
    void publishHistorySoon();

Q_SIGNALS:
    void brokerStatusChanged(); ///< the broker's state changed, or the broker refused a message
    void connected(); ///< the broker is connected; emitted after each connection, to publish all states now
    void signOffFinished();
    void publishedMessagesChanged();
    void saPresenceArrived(const QString &sa, const Nightdesk::BoardWire::Presence &presence);
    void watchingMessageArrived(const QString &sa, const Nightdesk::BoardWire::Watching &watching);
    // An SA may have several boards open: saBoardClosed() and saBoardStoppedWatching() name one of them by its run identifier.
    void saBoardClosed(const QString &sa, const QString &run); ///< this board of the SA was closed
    void saBoardStoppedWatching(const QString &sa, const QString &run); ///< this board no longer views anything of this desk
    void noteArrived(const QString &sa, const Nightdesk::BoardWire::Note &note, bool isToAll, bool isRetained);
    /// The result of sendNote(); not emitted if the connection ends before the broker answers.
    void noteDelivered(const QString &id, Nightdesk::BrokerDeliveryResult receipt);
    void callAcknowledged(const QString &sa, const Nightdesk::BoardWire::Acknowledgement &acknowledgement);
    void ownCallFound(const Nightdesk::BoardWire::Call &call); ///< the broker has a retained call of this desk
    void layoutPublished(const Nightdesk::DeskName &from, const Nightdesk::BoardWire::Layout &layout);
    void layoutWithdrawn(const Nightdesk::DeskName &from);
    void takeoverNoticeArrived(const Nightdesk::DeskName &from, const Nightdesk::BoardWire::TakeoverNotice &notice);

private:
    bool send(const QString &topic, const BoardWire::Message &message, const BrokerDeliveryOptions &delivery);
    void receiveMessages(const QList<BrokerMessage> &messages);
    void receiveMessages(const BrokerMessage &message);
    void continueAfterFarewell();
    BoardTopics topics() const;
    QStringList topicFilters() const; ///< all filters to subscribe to, except for those of layouts

    const DeskPublisher::FiguresFunction m_figuresFunction;
    BrokerClient m_brokerClient;
    std::unique_ptr<BoardMessageSender> m_sender; ///< open() creates it with a new run identifier: a DeskPublisher if the mode is Publishing
    std::optional<BrokerCredential> m_credential;
    DeskName m_deskName;
    QStringList m_observerNames;
    QString m_layoutTopicFilter;
    ConnectionMode m_connectionMode = ConnectionMode::Off;
    bool m_isSigningOff = false;
    QHash<QString, QByteArray> m_messagesOfEarlierRuns; ///< the last messages that earlier runs published, by topic
    QDateTime m_lastPublishedAt;
    struct Request {
        BrokerCredential credential;
        ConnectionMode connectionMode;
    };
    std::optional<Request> m_requestAfterFarewell; ///< arguments of an open() that waits until the earlier connection has sent its farewell
    std::optional<std::unique_ptr<BrokerTransport>> m_nextTransport;
};
}
