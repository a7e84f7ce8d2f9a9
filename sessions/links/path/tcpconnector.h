// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/common/facts.h"
#include "sessions/links/facts/linkcontrol.h"
#include "sessions/links/path/connectschedule.h"
#include "sessions/links/path/namelookup.h"

#include <QStringList>

#include <expected>
#include <functional>
#include <vector>

struct pollfd;

namespace Nightdesk
{
struct TcpConnection {
    UniqueFd fd; ///< connected, non-blocking, TCP_NODELAY
    QString address; ///< the peer's, numeric
    std::chrono::milliseconds resolving{};
    std::chrono::milliseconds connecting{};
    QStringList notes; ///< translated: what was out of the ordinary
};

/// Looks a name up and connects, on the link's thread, and gives up at once when its LinkControl is stopped. A silent host
/// is tried once a second until it answers (ConnectSchedule) and all links take turns (AttemptGovernor). Where the look-up
/// fails or is silent for 2 s the addresses of the last connection are used; it goes on beside that, and is repeated
/// every few seconds, since a host may have moved. Made by LinkWorker or DirectWorker for one attempt.
class TcpConnector
{
public:
    using Resolver = NameLookup::Resolver;
    enum class Pace {
        InTurn, ///< a host that counts connections: one attempt a second for all links, until it answers
        Once ///< each address once, at once
    };

    explicit TcpConnector(LinkControl &control, Pace pace = Pace::InTurn);

    /// An empty optional as the error: stopped. @p connecting is called when the name is known.
    std::expected<TcpConnection, std::optional<Failure>>
    connect(const QString &host, quint16 port, AddressFamily family, const QString &where, const std::function<void()> &connecting);

    /// For tests of a resolver that hangs; an empty function brings back the system's.
    static void setResolver(const Resolver &resolver);

private:
    using Time = ConnectSchedule::Time;
    struct Names;
    struct Attempt {
        UniqueFd fd;
        ConnectSchedule::ScheduledAttempt nextAttempt;
        std::shared_ptr<void> turn;
    };

    std::optional<Failure> lookUp(Names &names, ConnectSchedule &plan, Time now);
    void nextAttempt(ConnectSchedule &plan, const QString &place, Time now);
    void wait(const Names &names, const ConnectSchedule &plan, Time now);
    std::optional<Attempt> answered(ConnectSchedule &plan);

    LinkControl &m_control;
    const Pace m_pace;
    std::optional<Time> m_turn; ///< of the next round
    std::shared_ptr<void> m_round; ///< of the one begun last
    std::vector<Attempt> m_attempts;
};
}
