// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/board/boardpresencepublisher.h"

#include "sessions/common/randomid.h"

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
/// Delivery of watch messages, which report what an SA views. Those of a crashed board belong to an offline run, and
/// expire.
const BrokerDelivery keptForAWhile{.qos = 1, .isRetained = true, .expiry = 12h};
constexpr auto lookEvery = 5min;
}

BoardPresencePublisher::BoardPresencePublisher(BrokerClient *client, const QString &facility, const QString &sa, QObject *parent, const Clock &clock)
    : BoardPresencePublisher(client, BoardTopics(facility), sa, randomId(), parent, clock)
{
}

BoardPresencePublisher::BoardPresencePublisher(BrokerClient *client,
                                               const BoardTopics &topics,
                                               const QString &sa,
                                               const QString &run,
                                               QObject *parent,
                                               const Clock &clock)
    : BoardSender(client, run, topics.saPresence(sa, run), parent)
    , m_topics(topics)
    , m_sa(sa)
    , m_clock(clock ? clock : Clock(&std::chrono::steady_clock::now))
{
    connect(this, &BoardPresencePublisher::opened, this, &BoardPresencePublisher::publishWatched);
    m_look.setTimerType(Qt::VeryCoarseTimer);
    m_look.setInterval(lookEvery);
    connect(&m_look, &QTimer::timeout, this, &BoardPresencePublisher::republishDueWatching);
    m_look.start();
}

const BoardTopics &BoardPresencePublisher::topics() const
{
    return m_topics;
}

QString BoardPresencePublisher::sa() const
{
    return m_sa;
}

BoardWire::Presence BoardPresencePublisher::presence(bool isOnline) const
{
    return {.stamp = {}, .isOnline = isOnline, .isFarewell = false, .people = {m_sa}, .program = u"" NIGHTDESK_VERSION ""_s};
}

void BoardPresencePublisher::close()
{
    const QList<DeskName> desks = m_watched.keys();
    for (const DeskName &desk : desks) {
        watch(desk, false, {});
    }
    client()->close(BrokerWill{m_topics.saPresence(m_sa, run()), {}});
}

void BoardPresencePublisher::watch(const DeskName &desk, bool opensPage, const QStringList &displays)
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
    publishWatching(desk);
}

void BoardPresencePublisher::publishWatching(const DeskName &desk)
{
    const QString topic = m_topics.watching(m_sa, desk, run());
    const auto watched = m_watched.find(desk);
    if (watched == m_watched.end()) {
        removeRetained(topic);
        return;
    }
    watched->reportedAt = m_clock();
    send(topic, BoardWire::Watching{.stamp = {}, .name = m_sa, .opensPage = watched->opensPage, .displays = watched->displays}, keptForAWhile);
}

void BoardPresencePublisher::republishDueWatching()
{
    const auto now = m_clock();
    const QList<DeskName> desks = m_watched.keys();
    for (const DeskName &desk : desks) {
        if (now - m_watched.value(desk).reportedAt >= publishedEvery) {
            publishWatching(desk);
        }
    }
}

void BoardPresencePublisher::publishWatched()
{
    const QList<DeskName> desks = m_watched.keys();
    for (const DeskName &desk : desks) {
        publishWatching(desk);
    }
}
}
