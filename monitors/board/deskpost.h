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
/// A desk's mail: what SAs and other desks of the same people send it by the broker, and what it sends them. It listens, or listens
/// and tells of the desk as well. GUI thread. Owned by ConsoleBoard.
class DeskPost : public QObject
{
    Q_OBJECT
public:
    enum class Mode {
        Off,
        Listening, ///< nothing is told: nothing is connected here
        Telling
    };

    explicit DeskPost(const DeskPublisher::Source &source, QObject *parent = nullptr);
    ~DeskPost() override;

    /// From now on as this desk. The same again changes nothing. Whatever was before says goodbye first; nobody waits for that, but what is
    /// wanted next begins when it was said.
    void open(const BrokerCredential &credential, Mode mode);
    void close();
    void setWay(std::unique_ptr<BrokerWay> way);
    /// Whose arrangements at other desks are wanted; empty: nobody's.
    void setPeople(const QStringList &people);

    bool isLeaving() const; ///< says goodbye: left() follows within seconds
    Mode mode() const;
    const BrokerClient &client() const;
    void retry();
    bool isConnected() const;
    DeskName name() const; ///< empty parts: there is none
    QString facility() const;
    QString personKey() const; ///< of setPeople()
    /// What lies at the broker or went last, by topic; also after the goodbye, until forgetPublished().
    QHash<QString, QByteArray> publishedMessages() const;
    QDateTime reportedAt() const; ///< UTC; the last of it
    void forgetPublished(); ///< the night is over

    // False: not connected: it goes nowhere, also not later. Stamped as they go.
    bool sendNote(const BoardWire::Note &note); ///< to all SAs; the last is kept for who comes later. noteDelivered() follows
    bool sendCall(const BoardWire::Call &call);
    bool sendMove(const DeskName &to, const BoardWire::Move &move);
    bool sendLayout(const BoardWire::Layout &layout);
    bool clearLayout(const QString &personKey); ///< nothing is there for those people any more

public Q_SLOTS:
    void stateChanged();
    void historyChanged();

Q_SIGNALS:
    void brokerChanged(); ///< its state, or it refused something
    void connected(); ///< each time: tell states now
    void left();
    void publishedChanged();
    void saPresence(const QString &sa, const Nightdesk::BoardWire::Presence &presence);
    void watched(const QString &sa, const Nightdesk::BoardWire::Watching &watching);
    // One of its boards, by its run.
    void saLeft(const QString &sa, const QString &run); ///< it was closed
    void unwatched(const QString &sa, const QString &run); ///< it looks at nothing here any more
    void noteArrived(const QString &sa, const Nightdesk::BoardWire::Note &note, bool isToAll, bool isRetained);
    /// What became of sendNote(); never, if the connection ends before that.
    void noteDelivered(const QString &id, Nightdesk::BrokerReceipt receipt);
    void acknowledged(const QString &sa, const Nightdesk::BoardWire::Acknowledgement &heard);
    void ownCallFound(const Nightdesk::BoardWire::Call &call); ///< what the broker still has of us
    void layoutPublished(const Nightdesk::DeskName &from, const Nightdesk::BoardWire::Layout &layout);
    void layoutWithdrawn(const Nightdesk::DeskName &from);
    void moveArrived(const Nightdesk::DeskName &from, const Nightdesk::BoardWire::Move &move);

private:
    bool send(const QString &topic, const BoardWire::Message &message, const BrokerDelivery &delivery);
    void receiveMessages(const QList<BrokerMessage> &messages);
    void receiveMessages(const BrokerMessage &message);
    void subscribe();
    void goOn();
    BoardTopics topics() const;

    const DeskPublisher::Source m_source;
    BrokerClient m_client;
    std::unique_ptr<BoardSender> m_sender; ///< a run of its own each time that it is opened; while it tells, a DeskPublisher
    std::optional<BrokerCredential> m_credential;
    DeskName m_name;
    QStringList m_people;
    QString m_personFilter;
    Mode m_mode = Mode::Off;
    bool m_isLeaving = false;
    QHash<QString, QByteArray> m_earlier; ///< told by the runs before
    QDateTime m_reportedAt;
    struct Request {
        BrokerCredential credential;
        Mode mode;
    };
    std::optional<Request> m_next; ///< once the goodbye was said
    std::optional<std::unique_ptr<BrokerWay>> m_nextWay;
};
}
