// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"
#include "sessions/broker/brokerclient.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

namespace Nightdesk
{
/// What an SA's board tells: that it is there, and whom it looks at, on topics of its own, for the SA may have other boards open. Told
/// anew with each connection; taken back when it is over. GUI thread; @p client outlives it.
class BoardVoice : public QObject
{
    Q_OBJECT
public:
    using Clock = std::function<std::chrono::steady_clock::time_point()>;
    /// What it looks at is told so often, long before the broker forgets it.
    static constexpr std::chrono::hours toldEvery{4};

    /// @p clock: empty: the system's.
    BoardVoice(BrokerClient *client, const QString &facility, const QString &sa, QObject *parent = nullptr, const Clock &clock = {});

    const BoardTopics &topics() const;
    QString sa() const;
    void open(const BrokerCredential &credential); ///< with the will of this run
    void close(); ///< takes back that it is there and what it looks at

    /// That desk's page is open, and these displays of it are looked at; neither: it is taken back.
    void watch(const DeskName &desk, bool opensPage, const QStringList &displays);
    /// Stamps and sends what this SA says. False: not connected, it goes nowhere.
    bool send(const QString &topic, BoardWire::Message message, const BrokerDelivery &delivery);
    void look(); ///< at the clock: what is to be told again; also done every few minutes

private:
    struct Watched {
        bool opensPage = false;
        QStringList displays;
        std::chrono::steady_clock::time_point toldAt = {};
        bool isSame(const Watched &other) const
        {
            return opensPage == other.opensPage && displays == other.displays;
        }
        bool isNone() const
        {
            return !opensPage && displays.isEmpty();
        }
    };
    BoardWire::Stamp stamp();
    QString presenceTopic() const;
    QByteArray presence(bool isOnline, quint64 sequence) const;
    void tell(const DeskName &desk);
    void tellWatched();
    void tellAll();

    BrokerClient *m_client;
    const BoardTopics m_topics;
    const QString m_sa;
    const QString m_run;
    const QDateTime m_began;
    quint64 m_sequence = 0;
    quint64 m_presence = 0; ///< the sequence of this connection's, which its will comes after
    QHash<DeskName, Watched> m_watched;
    const Clock m_clock;
    QTimer m_look;
};
}
