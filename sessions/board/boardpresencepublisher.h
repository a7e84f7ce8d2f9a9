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
/// What an SA's board tells: that it is there, and whom it looks at, on topics of its own, for the SA may have other boards open. Told
/// again with each connection, and taken off when it ends. GUI thread; @p client outlives it. Owned by BoardConsole.
class BoardPresencePublisher : public BoardSender
{
    Q_OBJECT
public:
    using Clock = std::function<std::chrono::steady_clock::time_point()>;
    /// What it looks at is told so often, long before the broker forgets it.
    static constexpr std::chrono::hours publishedEvery{4};

    /// @p clock: empty: the system's.
    BoardPresencePublisher(BrokerClient *client, const QString &facility, const QString &sa, QObject *parent = nullptr, const Clock &clock = {});

    const BoardTopics &topics() const;
    QString sa() const;
    void close() override; ///< takes back that it is there and what it looks at

    /// That desk's page is open, and these displays of it are looked at; neither: it is taken back.
    void watch(const DeskName &desk, bool opensPage, const QStringList &displays);
    void removeOldWatching(); ///< at the clock: what is to be told again; also done every few minutes

private:
    struct Watched {
        bool opensPage = false;
        QStringList displays;
        std::chrono::steady_clock::time_point reportedAt = {};
        bool isSame(const Watched &other) const
        {
            return opensPage == other.opensPage && displays == other.displays;
        }
        bool isNone() const
        {
            return !opensPage && displays.isEmpty();
        }
    };
    BoardPresencePublisher(BrokerClient *client, const BoardTopics &topics, const QString &sa, const QString &run, QObject *parent, const Clock &clock);
    BoardWire::Presence presence(bool isOnline) const override;
    void publishWatching(const DeskName &desk);
    void publishWatched();

    const BoardTopics m_topics;
    const QString m_sa;
    QHash<DeskName, Watched> m_watched;
    const Clock m_clock;
    QTimer m_look;
};
}
