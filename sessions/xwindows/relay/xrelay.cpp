// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/relay/xrelay.h"

#include "sessions/base/waketime.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"
#include "sessions/common/queuedsignal.h"
#include "sessions/xwindows/server/commandqueue.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <thread>

namespace Nightdesk
{
namespace
{
/// A program has a few connections; more than this for one link is a fault or an attack. The limit is separate for each link.
constexpr std::ptrdiff_t maxConnectionsPerLink = 256;
}

/// The code that runs on the relay's thread. All members except the queue are used only by that thread.
class XRelay::Loop
{
public:
    Loop(XRelay *owner, const ConnectionCallbacks &callbacks)
        : m_owner(owner)
        , m_connectionCallbacks(callbacks)
        , m_hooks({
              .authorize = std::bind_front(&Loop::findAuthorizedProgram, this),
              .connectionOpened =
                  [this](const RelayedConnection &connection, std::uint32_t base, std::uint32_t mask) {
                      m_connectionCallbacks.connectionOpened(*connection.program(), base, mask);
                  },
              .serverRefused =
                  [this](const RelayedConnection &connection, const std::string &reason) {
                      queuedSignal(m_owner, &XRelay::serverRefused)(*connection.program(), displayText(QByteArrayView(reason)));
                  },
          })
        , m_thread([this] {
            run();
        })
    {
    }
    ~Loop()
    {
        m_commands.post([this] {
            m_isStopping = true;
        });
        m_thread.join();
    }

    /// Calls @p function, a member function of this object or a function with this object as its argument, on the relay's thread.
    template<typename Function, typename... Arguments>
    void post(Function function, const Arguments &...arguments)
    {
        m_commands.postCall(this, function, arguments...);
    }
    void addProgram(std::uint32_t program, const XCookie &cookie, RelayedConnection::AuthorizedProgram authorizedProgram)
    {
        m_cookies.add(program, cookie);
        m_programs.insert_or_assign(program, std::move(authorizedProgram));
    }
    void removeProgram(std::uint32_t program, const std::function<void()> &then)
    {
        m_cookies.remove(program);
        m_programs.erase(program);
        removeConnections([program](const RelayedConnection &connection) {
            return connection.program() == program;
        });
        if (then) {
            then();
        }
    }
    void setPressesWithheld(std::uint32_t program, bool arePressesWithheld)
    {
        if (const auto found = m_programs.find(program); found != m_programs.end()) {
            found->second.arePressesWithheld = arePressesWithheld;
        }
        for (const auto &connection : m_connections) {
            if (connection->program() == program) {
                connection->setPressesWithheld(arePressesWithheld);
            }
        }
    }
    void adoptX11Channel(const SharedFd &shared, std::uint32_t link)
    {
        UniqueFd channel = std::move(*shared);
        if (!channel.isValid()) {
            return;
        }
        const auto ofLink = std::ranges::count_if(m_connections, [link](const auto &connection) {
            return connection->linkNumber() == link;
        });
        if (ofLink >= maxConnectionsPerLink) {
            if (m_linksWithTooManyConnections.insert(link).second) {
                qCWarning(LogXWindow) << "more than" << maxConnectionsPerLink << "X connections of link" << link
                                      << ": closed the newest; no further one is told";
            }
            return;
        }
        m_connections.push_back(std::make_unique<RelayedConnection>(std::move(channel), link, m_hooks, RelayedConnection::Clock::now()));
    }

private:
    void run()
    {
        std::vector<pollfd> fds;
        while (!m_isStopping) {
            fds.assign(1, {.fd = m_commands.fd(), .events = POLLIN, .revents = 0});
            std::optional<RelayedConnection::Clock::time_point> wakeAt;
            for (const auto &connection : m_connections) {
                connection->appendPollFds(fds);
                wakeAt = WakeTime::earliest({wakeAt, connection->wakeAt()});
            }
            (void)::poll(fds.data(), fds.size(), WakeTime::pollTimeout(wakeAt)); // the result is not needed: each descriptor's revents is checked
            // Commands run first: after one that withholds input, no input may be sent. Then the loop starts again, since commands may change
            // m_connections, whose descriptors are in fds.
            if (m_commands.runAll()) {
                reportCounts();
                continue;
            }
            const auto now = RelayedConnection::Clock::now();
            for (std::size_t i = 0; i < m_connections.size(); ++i) {
                m_connections[i]->advance(&fds[1 + 2 * i], now);
            }
            removeConnections([](const RelayedConnection &connection) {
                return connection.isFinished();
            });
            reportCounts();
        }
        removeConnections([](const RelayedConnection &) {
            return true;
        });
    }
    template<typename Which>
    void removeConnections(Which which)
    {
        const auto kept = std::ranges::stable_partition(m_connections, [&](const auto &connection) {
            return !which(*connection);
        });
        for (const auto &gone : kept) {
            // A server that ended a connection may have given its numbers to the next connection already.
            const auto base = gone->resourceBase();
            const bool isBaseReused = std::any_of(m_connections.begin(), kept.begin(), [&](const auto &other) {
                return other->resourceBase() == base;
            });
            if (base && !isBaseReused) {
                m_connectionCallbacks.connectionClosed(*base);
            }
        }
        m_connections.erase(kept.begin(), kept.end());
    }
    std::optional<RelayedConnection::AuthorizedProgram> findAuthorizedProgram(const RelayedConnection &connection, const XSetupRequest &request)
    {
        const auto program = m_cookies.find(request.authorizationName, request.authorizationData);
        const auto found = program ? m_programs.find(*program) : m_programs.end();
        if (found != m_programs.end() && found->second.linkNumber == connection.linkNumber()) {
            return found->second;
        }
        // Only the first refusal is logged: a remote host that keeps trying must not fill the log.
        if (found == m_programs.end() && m_refusedConnectionCount++ == 0) {
            qCWarning(LogXWindow) << "refused an X connection that brings none of our cookies";
        } else if (found != m_programs.end() && m_linksUsingCookieOfOtherLink.insert(connection.linkNumber()).second) {
            qCWarning(LogXWindow) << "refused an X connection by link" << connection.linkNumber() << "that brings another link's cookie";
        }
        QMetaObject::invokeMethod(m_owner, &XRelay::connectionRefused, Qt::QueuedConnection);
        return {};
    }
    void reportCounts()
    {
        std::map<std::uint32_t, int> counts;
        for (const auto &[program, count] : m_reportedConnectionCounts) {
            counts[program] = 0;
        }
        for (const auto &connection : m_connections) {
            if (connection->resourceBase()) {
                ++counts[*connection->program()];
            }
        }
        for (const auto &[program, count] : counts) {
            const auto before = m_reportedConnectionCounts.find(program);
            if ((before == m_reportedConnectionCounts.end() ? 0 : before->second) != count) {
                queuedSignal(m_owner, &XRelay::connectionCountChanged)(program, count);
            }
        }
        std::erase_if(counts, [](const auto &entry) {
            return entry.second == 0;
        });
        m_reportedConnectionCounts = std::move(counts);
    }

    XRelay *const m_owner;
    const ConnectionCallbacks m_connectionCallbacks;
    const RelayedConnection::Hooks m_hooks;
    CommandQueue m_commands;
    bool m_isStopping = false;
    CookieTable m_cookies;
    std::map<std::uint32_t, RelayedConnection::AuthorizedProgram> m_programs;
    std::vector<std::unique_ptr<RelayedConnection>> m_connections;
    std::map<std::uint32_t, int> m_reportedConnectionCounts; ///< connections per program, as last reported
    quint64 m_refusedConnectionCount = 0;
    std::set<std::uint32_t> m_linksWithTooManyConnections; ///< links for which a surplus connection was logged
    std::set<std::uint32_t> m_linksUsingCookieOfOtherLink; ///< links on which the use of another link's cookie was logged
    std::thread m_thread; ///< declared last: starts when all other members exist
};

XRelay::XRelay(const ConnectionCallbacks &callbacks, QObject *parent)
    : QObject(parent)
    , m_loop(std::make_unique<Loop>(this, callbacks))
{
}

XRelay::~XRelay() = default;

void XRelay::addProgram(std::uint32_t program,
                        const XCookie &cookie,
                        const XServerAccess &access,
                        const LocalDisplay &display,
                        const std::shared_ptr<RelayCounters> &counters,
                        const std::shared_ptr<XStreamObservers> &observers,
                        std::uint32_t link)
{
    m_loop->post([=](Loop *loop) {
        loop->addProgram(program,
                         cookie,
                         {.program = program, .access = access, .display = display, .counters = counters, .linkNumber = link, .observers = observers});
    });
}

void XRelay::setPressesWithheld(std::uint32_t program, bool arePressesWithheld)
{
    m_loop->post(&Loop::setPressesWithheld, program, arePressesWithheld);
}

void XRelay::removeProgram(std::uint32_t program, const std::function<void()> &then)
{
    m_loop->post(&Loop::removeProgram, program, then);
}

void XRelay::adoptX11Channel(const SharedFd &channel, std::uint32_t link)
{
    if (channel) {
        m_loop->post(&Loop::adoptX11Channel, channel, link);
    }
}
}
