// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/path/namelookup.h"

#include "sessions/common/backgroundjobs.h"

#include <QHash>

#include <netdb.h>
#include <sys/eventfd.h>

#include <cstring>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
// Age at which a running look-up is not shared any more. The system's resolver waits 5 s per try, two tries, for each
// server: a longer look-up is stuck, and a new one may not be.
constexpr auto joinLimit = 60s;

int resolveWithSystem(const QByteArray &host, const QByteArray &port, AddressFamily family, std::vector<SocketAddress> &addresses)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV;
    hints.ai_family = family == AddressFamily::Inet ? AF_INET : family == AddressFamily::Inet6 ? AF_INET6 : AF_UNSPEC;
    addrinfo *found = nullptr;
    int errorCode = ::getaddrinfo(host.constData(), port.constData(), &hints, &found);
    if (errorCode == EAI_NONAME || errorCode == EAI_ADDRFAMILY || errorCode == EAI_NODATA) {
        // AI_ADDRCONFIG is not set: it hides even loopback addresses on a machine that has no other interface up.
        hints.ai_flags = AI_NUMERICSERV;
        errorCode = ::getaddrinfo(host.constData(), port.constData(), &hints, &found);
    }
    for (const addrinfo *entry = found; errorCode == 0 && entry; entry = entry->ai_next) {
        SocketAddress address;
        std::memcpy(&address.storage, entry->ai_addr, entry->ai_addrlen);
        address.size = entry->ai_addrlen;
        addresses.push_back(address);
    }
    if (found) {
        ::freeaddrinfo(found);
    }
    return errorCode;
}

struct RunningLookups {
    std::mutex mutex;
    NameLookup::Resolver resolver = resolveWithSystem;
    QHash<QString, std::weak_ptr<NameLookup>> lookups;
};

RunningLookups &runningLookups()
{
    // Never destroyed: the thread of a look-up may outlive main().
    static auto *const all = new RunningLookups;
    return *all;
}
}

NameLookup::NameLookup()
    : m_begunAt(std::chrono::steady_clock::now())
    , m_readyFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

bool NameLookup::Answer::hasAddresses() const
{
    return errorCode == 0 && !addresses.empty();
}

bool NameLookup::Answer::isNoSuchName() const
{
    return !hasAddresses() && (errorCode == 0 || errorCode == EAI_NONAME || errorCode == EAI_NODATA || errorCode == EAI_ADDRFAMILY);
}

void NameLookup::setResolver(const Resolver &resolver)
{
    RunningLookups &all = runningLookups();
    const std::scoped_lock lock(all.mutex);
    all.resolver = resolver ? resolver : resolveWithSystem;
    all.lookups.clear();
}

std::shared_ptr<NameLookup> NameLookup::startOrJoin(const QString &host, quint16 port, AddressFamily family)
{
    RunningLookups &all = runningLookups();
    const std::scoped_lock lock(all.mutex);
    all.lookups.removeIf([](const auto &entry) {
        return entry.value().expired();
    });
    const QString key = u"%1 %2 %3"_s.arg(static_cast<int>(family)).arg(port).arg(host);
    if (auto found = all.lookups.value(key).lock(); found && found->canBeShared(std::chrono::steady_clock::now())) {
        return found;
    }
    auto lookup = std::make_shared<NameLookup>();
    all.lookups.insert(key, lookup);
    BackgroundJobs::shared().run([lookup, resolver = all.resolver, name = host.toUtf8(), service = QByteArray::number(port), family] {
        Answer answer;
        answer.errorCode = resolver(name, service, family, answer.addresses);
        lookup->setAnswer(std::move(answer));
    });
    return lookup;
}

void NameLookup::setAnswer(Answer answer)
{
    const std::scoped_lock lock(m_mutex);
    m_answer = std::move(answer);
    const std::uint64_t one = 1;
    (void)!::write(m_readyFd.get(), &one, sizeof one);
}

std::optional<NameLookup::Answer> NameLookup::answer() const
{
    const std::scoped_lock lock(m_mutex);
    return m_answer;
}

int NameLookup::readyFd() const
{
    return m_readyFd.get();
}

std::chrono::steady_clock::time_point NameLookup::begunAt() const
{
    return m_begunAt;
}

bool NameLookup::canBeShared(std::chrono::steady_clock::time_point now) const
{
    const std::scoped_lock lock(m_mutex);
    return !m_answer && now - m_begunAt < joinLimit;
}
}
