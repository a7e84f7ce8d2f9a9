// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "boardworld.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk::Test
{
namespace
{
BoardWire::DisplayReport display(const QString &key)
{
    return {.key = key,
            .title = key,
            .kind = BoardWire::DisplayKind::Desktop,
            .topology = u"vnc"_s,
            .state = u"live"_s,
            .answering = u"yes"_s,
            .isViewOnly = false,
            .problemText = {},
            .liveSince = QDateTime::currentDateTimeUtc()};
}
}

BoardWorld::BoardWorld()
{
    QObject::connect(&client, &BrokerClient::messagesArrived, &board, &Board::applyMessages);
    QObject::connect(&client, &BrokerClient::stateChanged, &board, [this](BrokerState state) {
        board.setConnected(state == BrokerState::Connected);
    });
}

bool BoardWorld::begin(const QStringList &desks)
{
    for (const QString &desk : desks) {
        credentials << broker.addDesk(desk);
    }
    if (!broker.start()) {
        return false;
    }
    client.setTransport(std::make_unique<DirectTransport>(broker.spec().address));
    client.subscribe(BoardTopics(broker.facility()).boardFilters());
    return join();
}

bool BoardWorld::join()
{
    client.open(sa, [this] {
        const BoardWire::Presence gone{
            .stamp = {.runId = u"0123456789abcdef"_s, .runBeganAt = QDateTime::currentDateTimeUtc(), .sequence = 2, .sentAt = QDateTime::currentDateTimeUtc()},
            .isOnline = false,
            .people = {u"ann"_s},
            .programVersion = {}};
        return BrokerWill{BoardTopics(broker.facility()).saPresenceTopic(u"ann"_s, gone.stamp.runId), BoardWire::write(gone)};
    });
    return WAIT_FOR(client.state() == BrokerState::Connected);
}

bool BoardWorld::isOnline(const DeskName &desk) const
{
    const BoardDesk *known = board.desk(desk);
    return known && known->presence && known->presence->isOnline;
}

std::optional<DeskHealth> BoardWorld::health(const DeskName &desk) const
{
    const BoardDesk *known = board.desk(desk);
    return known ? std::optional(known->health) : std::nullopt;
}

PlayedDesk::PlayedDesk(const TestBroker &broker, const BrokerCredential &credential)
    : credential(credential)
    , name(*DeskName::fromText(credential.name))
    , publisher(&client, credential.facility, name, [this] {
        DeskFigures all = figures;
        all.history = history;
        return all;
    })
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    figures.state.people = {u"A. Observer"_s};
    figures.state.programVersion = u"0.1.0"_s;
    figures.state.instruments = {{.id = u"lris"_s, .name = u"LRIS"_s, .since = now, .version = u"0123456789ab"_s, .profileFilesChangedAt = now.addDays(-3)}};
    figures.state.links = {{.id = u"lris/summit"_s, .state = u"live"_s, .isCompressed = false}};
    figures.state.displays = {display(u"lris/control0"_s), display(u"lris/control1"_s)};
    auto straight = std::make_unique<DirectTransport>(broker.spec().address);
    way = straight.get();
    client.setTransport(std::move(straight));
}

void PlayedDesk::observe(const QString &who)
{
    figures.state.people = {who};
    publisher.publishStateSoon();
}

void PlayedDesk::fail()
{
    const BoardWire::Trouble trouble{.at = QDateTime::currentDateTimeUtc(),
                                     .health = BoardWire::Health::Bad,
                                     .subjectKey = u"lris/control0"_s,
                                     .what = u"The connection was lost."_s};
    BoardWire::DisplayReport &first = figures.state.displays.first();
    first.state = u"retrying"_s;
    first.answering = u"waiting"_s;
    first.problemText = trouble.what;
    first.liveSince = {};
    figures.state.lastTrouble = trouble;
    history << trouble;
    publisher.publishStateSoon();
    publisher.publishHistorySoon();
}

Writer::Writer(const TestBroker &broker, const BrokerCredential &credential)
    : credential(credential)
    , name(*DeskName::fromText(credential.name))
    , m_topics(credential.facility)
{
    client.setTransport(std::make_unique<DirectTransport>(broker.spec().address));
}

bool Writer::begin()
{
    client.open(credential, [this] {
        const BoardWire::Presence gone{.stamp = stamp(), .isOnline = false, .people = {}, .programVersion = {}};
        return BrokerWill{m_topics.deskTopic(name, BoardTopics::MessageKind::Presence), BoardWire::write(gone)};
    });
    return WAIT_FOR(client.state() == BrokerState::Connected);
}

BoardWire::MessageStamp Writer::stamp()
{
    return {.runId = u"fedcba9876543210"_s,
            .runBeganAt = m_began.addSecs(skew.count()),
            .sequence = ++m_sequence,
            .sentAt = QDateTime::currentDateTimeUtc().addSecs(skew.count())};
}

BoardWire::DeskState Writer::state(const QString &who)
{
    return {.stamp = stamp(),
            .people = {who},
            .programVersion = u"0.1.0"_s,
            .instruments = {},
            .links = {},
            .displays = {display(u"lris/control0"_s)},
            .lastTrouble = {}};
}

void Writer::sayPresence(bool isOnline)
{
    const BoardWire::Presence presence{.stamp = stamp(), .isOnline = isOnline, .people = {u"A. Observer"_s}, .programVersion = u"0.1.0"_s};
    client.publish(m_topics.deskTopic(name, BoardTopics::MessageKind::Presence), BoardWire::write(presence), {.qos = 1, .shouldRetain = true, .expiry = {}});
}

void Writer::sayState(const QString &who)
{
    client.publish(m_topics.deskTopic(name, BoardTopics::MessageKind::State), BoardWire::write(state(who)), {.qos = 1, .shouldRetain = true, .expiry = {}});
}
}
