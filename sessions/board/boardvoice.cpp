// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardvoice.h"

#include "sessions/common/randomid.h"

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const BrokerDelivery kept{.qos = 1, .isRetained = true, .expiry = {}};
/// What a board that died looked at is of no run that is there, and goes in the end.
const BrokerDelivery keptForAWhile{.qos = 1, .isRetained = true, .expiry = 12h};
constexpr auto lookEvery = 5min;
}

BoardVoice::BoardVoice(BrokerClient *client, const QString &facility, const QString &sa, QObject *parent, const Clock &clock)
    : QObject(parent)
    , m_client(client)
    , m_topics(facility)
    , m_sa(sa)
    , m_run(randomId())
    , m_began(QDateTime::currentDateTimeUtc())
    , m_clock(clock ? clock : Clock(&std::chrono::steady_clock::now))
{
    connect(client, &BrokerClient::connected, this, &BoardVoice::tellAll);
    m_look.setTimerType(Qt::VeryCoarseTimer);
    m_look.setInterval(lookEvery);
    connect(&m_look, &QTimer::timeout, this, &BoardVoice::look);
    m_look.start();
}

const BoardTopics &BoardVoice::topics() const
{
    return m_topics;
}

QString BoardVoice::sa() const
{
    return m_sa;
}

BoardWire::Stamp BoardVoice::stamp()
{
    return {.run = m_run, .began = m_began, .sequence = ++m_sequence, .at = QDateTime::currentDateTimeUtc()};
}

QString BoardVoice::presenceTopic() const
{
    return m_topics.saPresence(m_sa, m_run);
}

QByteArray BoardVoice::presence(bool isOnline, quint64 sequence) const
{
    const BoardWire::Stamp stamp{.run = m_run, .began = m_began, .sequence = sequence, .at = QDateTime::currentDateTimeUtc()};
    return BoardWire::write(
        BoardWire::Presence{.stamp = stamp, .isOnline = isOnline, .isFarewell = false, .people = {m_sa}, .program = u"" NIGHTDESK_VERSION ""_s});
}

void BoardVoice::open(const BrokerCredential &credential)
{
    m_client->open(credential, [this] {
        m_presence = ++m_sequence;
        return BrokerWill{presenceTopic(), presence(false, ++m_sequence)};
    });
}

void BoardVoice::close()
{
    const QList<DeskName> desks = m_watched.keys();
    for (const DeskName &desk : desks) {
        watch(desk, false, {});
    }
    m_client->close(BrokerWill{presenceTopic(), {}});
}

void BoardVoice::watch(const DeskName &desk, bool opensPage, const QStringList &displays)
{
    const Watched wanted{opensPage, displays};
    if (m_watched.value(desk).isSame(wanted)) {
        return;
    }
    if (wanted.isNone()) {
        m_watched.remove(desk);
    } else {
        m_watched.insert(desk, wanted);
    }
    tell(desk);
}

bool BoardVoice::send(const QString &topic, BoardWire::Message message, const BrokerDelivery &delivery)
{
    std::visit(
        [this](auto &one) {
            one.stamp = stamp();
        },
        message);
    return m_client->publish(topic, BoardWire::write(message), delivery);
}

void BoardVoice::tell(const DeskName &desk)
{
    const QString topic = m_topics.watching(m_sa, desk, m_run);
    const auto watched = m_watched.find(desk);
    if (watched == m_watched.end()) {
        m_client->publish(topic, {}, kept); // an empty one ends what the broker keeps
        return;
    }
    watched->toldAt = m_clock();
    send(topic, BoardWire::Watching{.stamp = {}, .name = m_sa, .opensPage = watched->opensPage, .displays = watched->displays}, keptForAWhile);
}

void BoardVoice::tellAll()
{
    m_client->publish(presenceTopic(), presence(true, m_presence), kept);
    tellWatched();
}

void BoardVoice::look()
{
    const auto now = m_clock();
    const QList<DeskName> desks = m_watched.keys();
    for (const DeskName &desk : desks) {
        if (now - m_watched.value(desk).toldAt >= toldEvery) {
            tell(desk);
        }
    }
}

void BoardVoice::tellWatched()
{
    for (const DeskName &desk : m_watched.keys()) {
        tell(desk);
    }
}
}
