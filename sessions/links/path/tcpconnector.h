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
    UniqueFd fd; ///< the connected socket, non-blocking, with TCP_NODELAY
    QString address; ///< the peer's numeric address
    std::chrono::milliseconds resolveDuration{};
    std::chrono::milliseconds connectDuration{};
    QStringList notes; ///< translated; for example, that addresses of an earlier connection were used
};

/// Resolves a name and connects, on the link's thread, and stops immediately when its LinkControl is stopped. A silent host is tried once a second
/// until it answers (ConnectSchedule), and all links take turns (AttemptLimiter). If the look-up fails or takes longer than 2 s, the addresses of
/// the last connection are used; the look-up continues meanwhile and is repeated every few seconds, since a host may have moved. Made by LinkWorker
/// or DirectLinkWorker for one attempt.
class TcpConnector
{
public:
    enum class Pace {
        RateLimited, ///< for an ssh server, which counts attempts: all links together try the host once a second, until it answers
        Unlimited ///< tries each address once, without waiting for the attempts of other links
    };

    explicit TcpConnector(LinkControl &control, Pace pace = Pace::RateLimited);

    /// The error is an empty optional if the link was stopped. @p reportConnecting is called when the addresses are known.
    std::expected<TcpConnection, std::optional<Failure>>
    connect(const QString &host, quint16 port, AddressFamily family, const QString &where, const std::function<void()> &reportConnecting);

private:
    using Time = ConnectSchedule::Time;
    struct HostAddresses;
    struct Attempt {
        UniqueFd fd;
        ConnectSchedule::ScheduledAttempt scheduledAttempt;
        std::shared_ptr<void> unansweredAttemptToken; ///< copy of m_unansweredAttemptToken of the attempt's round
    };

    std::optional<Failure> lookUpName(HostAddresses &hostAddresses, ConnectSchedule &plan, Time now);
    void startDueAttempts(ConnectSchedule &plan, const QString &place, Time now);
    void wait(const HostAddresses &hostAddresses, const ConnectSchedule &plan, Time now);
    std::optional<Attempt> takeAnsweredAttempt(ConnectSchedule &plan);

    LinkControl &m_linkControl;
    const Pace m_attemptPace;
    std::optional<Time> m_nextRoundStartsAt; ///< when the next round of attempts may start: a time reserved with AttemptLimiter; empty: none
    std::shared_ptr<void> m_unansweredAttemptToken; ///< AttemptLimiter counts the latest round as unanswered while this token or a copy exists
    std::vector<Attempt> m_openAttempts;
};
}
