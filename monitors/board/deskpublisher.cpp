// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskpublisher.h"

#include "monitors/board/reportpacer.h"
#include "sessions/broker/brokerclient.h"
#include "sessions/common/randomid.h"

#include <QHash>
#include <QPointer>
#include <QTimer>

namespace Nightdesk
{
using namespace std::chrono_literals;
using Sort = BoardTopics::Sort;
using Part = ReportPacer::Part;

class DeskPublisher::Private
{
public:
    Private(BrokerClient *client, const QString &facility, const DeskName &desk, const Source &source);

    BoardWire::Stamp stamp();
    BrokerWill will();
    QByteArray presence(bool isOnline, quint64 sequence);
    /// The bytes that went, its topic included; 0: none.
    qsizetype publish(const QString &topic, BoardWire::Message message, const BrokerDelivery &delivery);
    void publishPart(Part part, const DeskFigures &figures);
    void turn();

    BrokerClient *const client;
    const BoardTopics topics;
    const DeskName desk;
    const Source source;
    ReportPacer pacer;
    BoardWire::Stamp run; ///< run and began; the sequence last used
    quint64 onlineSequence = 0; ///< of this connection's presence
    QHash<QString, QByteArray> told;
    std::optional<BoardWire::DeskState> state; ///< the last one that was told
    bool isTold = false; ///< something was, in this turn
    QTimer timer;
};

DeskPublisher::Private::Private(BrokerClient *client, const QString &facility, const DeskName &desk, const Source &source)
    : client(client)
    , topics(facility)
    , desk(desk)
    , source(source)
    , pacer(desk)
{
    run.run = randomId();
    run.began = QDateTime::currentDateTimeUtc();
    timer.setSingleShot(true);
}

BoardWire::Stamp DeskPublisher::Private::stamp()
{
    ++run.sequence;
    run.at = QDateTime::currentDateTimeUtc();
    return run;
}

QByteArray DeskPublisher::Private::presence(bool isOnline, quint64 sequence)
{
    const BoardWire::DeskState state = source.figures().state;
    BoardWire::Presence presence{.stamp = run, .isOnline = isOnline, .isFarewell = false, .people = state.people, .program = state.program};
    presence.stamp.sequence = sequence;
    presence.stamp.at = QDateTime::currentDateTimeUtc();
    return BoardWire::write(presence);
}

BrokerWill DeskPublisher::Private::will()
{
    // It goes to the broker before this connection's presence, and has to win over it: the presence has a number that is kept for it.
    onlineSequence = ++run.sequence;
    return {.topic = topics.ofDesk(desk, Sort::Presence), .payload = presence(false, ++run.sequence)};
}

qsizetype DeskPublisher::Private::publish(const QString &topic, BoardWire::Message message, const BrokerDelivery &delivery)
{
    const auto stamped = stamp();
    std::visit(
        [&stamped](auto &one) {
            one.stamp = stamped;
        },
        message);
    const QByteArray payload = BoardWire::write(message);
    if (payload.isEmpty() || !client->publish(topic, payload, delivery)) {
        return 0;
    }
    told.insert(topic, payload);
    isTold = true;
    return topic.size() + payload.size();
}

void DeskPublisher::Private::publishPart(Part part, const DeskFigures &figures)
{
    qsizetype bytes = 0;
    switch (part) {
    case Part::State:
        bytes = publish(topics.ofDesk(desk, Sort::State), figures.state, {.qos = 1, .isRetained = true, .expiry = DeskPublisher::expiry});
        if (bytes > 0) {
            state = figures.state;
        }
        break;
    case Part::Numbers:
        bytes = publish(topics.ofDesk(desk, Sort::Numbers), figures.numbers, {});
        break;
    case Part::History:
        bytes = publish(topics.ofDesk(desk, Sort::History),
                        BoardWire::DeskHistory{.stamp = {}, .entries = source.history ? source.history() : QList<BoardWire::Trouble>()},
                        {.qos = 1, .isRetained = true, .expiry = DeskPublisher::expiry});
        break;
    }
    if (bytes > 0) {
        pacer.sent(part, bytes, figures, ReportPacer::Clock::now());
    }
}

void DeskPublisher::Private::turn()
{
    if (client->state() != BrokerState::Connected) {
        timer.stop();
        return; // all is told when it is there again
    }
    const DeskFigures figures = source.figures();
    const auto now = ReportPacer::Clock::now();
    const ReportPacer::Plan plan = pacer.plan(figures, now);
    if (plan.state) {
        publishPart(Part::State, figures);
    }
    if (plan.numbers) {
        publishPart(Part::Numbers, figures);
    }
    if (plan.history) {
        publishPart(Part::History, figures);
    }
    // Not too often, should the client not take it.
    timer.start(std::max<std::chrono::milliseconds>(100ms, std::chrono::ceil<std::chrono::milliseconds>(plan.again - now)));
}

DeskPublisher::DeskPublisher(BrokerClient *client, const QString &facility, const DeskName &desk, const Source &source, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(client, facility, desk, source))
{
    connect(&d->timer, &QTimer::timeout, this, [this] {
        d->turn();
        if (std::exchange(d->isTold, false)) {
            Q_EMIT toldChanged();
        }
    });
    connect(client, &BrokerClient::connected, this, [this] {
        const QString topic = d->topics.ofDesk(d->desk, Sort::Presence);
        const QByteArray presence = d->presence(true, d->onlineSequence);
        if (d->client->publish(topic, presence, {.qos = 1, .isRetained = true, .expiry = {}})) {
            d->told.insert(topic, presence);
            d->isTold = true;
        }
        d->pacer.connected(ReportPacer::Clock::now());
        d->turn();
        Q_EMIT opened();
        if (std::exchange(d->isTold, false)) {
            Q_EMIT toldChanged();
        }
    });
    connect(client, &BrokerClient::refused, this, [this](const QString &topic) {
        if (d->told.remove(topic)) {
            Q_EMIT toldChanged();
        }
    });
}

DeskPublisher::~DeskPublisher() = default;

void DeskPublisher::open(const BrokerCredential &credential)
{
    d->client->open(credential, [self = QPointer(this)] {
        return self ? self->d->will() : BrokerWill();
    });
}

void DeskPublisher::close()
{
    d->timer.stop();
    // What changed in this turn still goes, above all that the people here are named no more.
    if (d->client->state() == BrokerState::Connected) {
        const DeskFigures figures = d->source.figures();
        if (d->state != figures.state) {
            d->publishPart(Part::State, figures);
        }
        if (d->pacer.plan(figures, ReportPacer::Clock::now()).history) {
            d->publishPart(Part::History, figures);
        }
    }
    const BoardWire::Presence farewell{.stamp = d->stamp(), .isOnline = false, .isFarewell = true, .people = {}, .program = {}};
    const BrokerWill will{.topic = d->topics.ofDesk(d->desk, Sort::Presence), .payload = BoardWire::write(farewell)};
    if (d->client->state() == BrokerState::Connected) {
        d->told.insert(will.topic, will.payload);
    }
    d->client->close(will);
}

bool DeskPublisher::send(const QString &topic, BoardWire::Message message, bool isRetained, std::optional<std::chrono::seconds> expiry, const QString &mark)
{
    if (d->publish(topic, std::move(message), {.qos = 1, .isRetained = isRetained, .expiry = expiry, .mark = mark}) == 0) {
        return false;
    }
    d->isTold = false;
    Q_EMIT toldChanged();
    return true;
}

bool DeskPublisher::takeBack(const QString &topic)
{
    if (!d->client->publish(topic, {}, {.qos = 1, .isRetained = true, .expiry = {}})) {
        return false;
    }
    d->told.remove(topic);
    Q_EMIT toldChanged();
    return true;
}

QHash<QString, QByteArray> DeskPublisher::told() const
{
    return d->told;
}

QString DeskPublisher::run() const
{
    return d->run.run;
}

void DeskPublisher::stateChanged()
{
    // At once, but with what else changes in this turn.
    if (d->client->state() == BrokerState::Connected && (!d->timer.isActive() || d->timer.remainingTimeAsDuration() > 0ms)) {
        d->timer.start(0);
    }
}

void DeskPublisher::historyChanged()
{
    d->pacer.historyGrew();
    stateChanged();
}
}
