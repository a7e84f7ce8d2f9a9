// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/board/boardsender.h"
#include "sessions/boardwire/boardtopics.h"

#include <QTimer>

#include <chrono>
#include <functional>

namespace Nightdesk
{
/// Publishes the presence of an SA's board and what the SA views, on topics with the run id, because the SA may have other boards open. Published
/// again at each connection, and deleted when the board is closed. GUI thread; @p client outlives it. Owned by BoardConsole.
class BoardPresencePublisher : public BoardMessageSender
{
    Q_OBJECT
public:
    using Clock = std::function<std::chrono::steady_clock::time_point()>;
    /// Interval at which watch messages are published again, long before they expire at the broker.
    static constexpr std::chrono::hours republishInterval{4};

    /// @p clock: returns the current time; empty: the system's clock.
    BoardPresencePublisher(BrokerClient *client, const QString &facility, const QString &sa, QObject *parent = nullptr, const Clock &clock = {});

    const BoardTopics &topics() const;
    QString supportAstronomer() const;
    void close() override; ///< deletes the presence and the watch messages

    /// Publishes whether the board shows the page of @p desk, and which displays of that desk it views. If neither, the
    /// message is deleted.
    void watch(const DeskName &desk, bool hasPageOpen, const QStringList &displays);
    void republishDueWatchMessages(); ///< publishes the watch messages whose republishInterval is over; also called by a timer every few minutes

private:
    struct WatchedDesk {
        bool hasPageOpen = false;
        QStringList displays;
        std::chrono::steady_clock::time_point publishedAt = {};
        bool isNothingWatched() const
        {
            return !hasPageOpen && displays.isEmpty();
        }
    };
    BoardPresencePublisher(BrokerClient *client, const BoardTopics &topics, const QString &sa, const QString &run, QObject *parent, const Clock &clock);
    BoardWire::Presence presence(bool isOnline) const override;
    void publishWatchMessage(const DeskName &desk);
    void publishWatchedDesks();

    const BoardTopics m_topics;
    const QString m_saName;
    QHash<DeskName, WatchedDesk> m_watchedDesks; ///< the desks that were watched in this run, also those that are watched no more
    const Clock m_clockFunction;
    QTimer m_republishTimer;
};
}
