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
/// Delivery of watch messages, which report what an SA views. If the board crashes, its messages stay at the broker until they expire; they are
/// ignored, because their run is offline.
const BrokerDeliveryOptions keptForAWhile{.qos = 1, .shouldRetain = true, .expiry = 12h};
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
    : BoardMessageSender(client, run, topics.saPresenceTopic(sa, run), parent)
    , m_topics(topics)
    , m_saName(sa)
    , m_clockFunction(clock ? clock : Clock(&std::chrono::steady_clock::now))
{
    connect(this, &BoardPresencePublisher::connected, this, &BoardPresencePublisher::publishWatchedDesks);
    m_republishTimer.setTimerType(Qt::VeryCoarseTimer);
    m_republishTimer.setInterval(lookEvery);
    connect(&m_republishTimer, &QTimer::timeout, this, &BoardPresencePublisher::republishDueWatchMessages);
    m_republishTimer.start();
}

const BoardTopics &BoardPresencePublisher::topics() const
{
    return m_topics;
}

QString BoardPresencePublisher::supportAstronomer() const
{
    return m_saName;
}

BoardWire::Presence BoardPresencePublisher::presence(bool isOnline) const
{
    return {.stamp = {}, .isOnline = isOnline, .isFarewell = false, .people = {m_saName}, .programVersion = u"" NIGHTDESK_VERSION ""_s};
}

void BoardPresencePublisher::close()
{
    for (const DeskName &desk : m_watchedDesks.keys()) {
        watch(desk, false, {});
    }
    client()->close(BrokerWill{m_topics.saPresenceTopic(m_saName, runId()), {}});
}

void BoardPresencePublisher::watch(const DeskName &desk, bool hasPageOpen, const QStringList &displays)
{
    if (const WatchedDesk known = m_watchedDesks.value(desk); known.hasPageOpen == hasPageOpen && known.displays == displays) {
        return;
    }
    // A desk that is no longer watched stays here: if its message cannot be deleted now, it is deleted at the next connection.
    m_watchedDesks.insert(desk, {hasPageOpen, displays});
    publishWatchMessage(desk);
}

void BoardPresencePublisher::publishWatchMessage(const DeskName &desk)
{
    const QString topic = m_topics.watchingTopic(m_saName, desk, runId());
    WatchedDesk &watched = m_watchedDesks[desk];
    if (watched.isNothingWatched()) {
        removeRetainedMessage(topic);
        return;
    }
    watched.publishedAt = m_clockFunction();
    send(topic, BoardWire::Watching{.stamp = {}, .astronomerName = m_saName, .hasPageOpen = watched.hasPageOpen, .displays = watched.displays}, keptForAWhile);
}

void BoardPresencePublisher::republishDueWatchMessages()
{
    const auto now = m_clockFunction();
    for (const DeskName &desk : m_watchedDesks.keys()) {
        const WatchedDesk watched = m_watchedDesks.value(desk);
        if (!watched.isNothingWatched() && now - watched.publishedAt >= republishInterval) {
            publishWatchMessage(desk);
        }
    }
}

void BoardPresencePublisher::publishWatchedDesks()
{
    for (const DeskName &desk : m_watchedDesks.keys()) {
        publishWatchMessage(desk);
    }
}
}
