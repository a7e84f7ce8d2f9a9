// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/linkemulator.h"

#include <linux/sched/types.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <format>

using namespace std::chrono;
using namespace std::string_view_literals;

namespace Nightdesk
{
namespace
{
// A sleeping thread wakes some 50 us late. So packets may leave this much early, and the alarm is set that much early.
constexpr auto early = 40us;
// Above everything ordinary, far below what the kernel runs at 50 and more.
constexpr int realtimePriority = 10;
// The smallest time slice that Linux 6.12 and newer grant anybody: who asks for little is let in sooner.
constexpr auto shortSlice = 100us;

std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> found;
    while (!text.empty()) {
        const std::size_t space = std::min(text.find(' '), text.size());
        if (space > 0) {
            found.push_back(text.substr(0, space));
        }
        text.remove_prefix(std::min(space + 1, text.size()));
    }
    return found;
}

std::string jsonString(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        if (static_cast<unsigned char>(c) < 0x20) {
            result += std::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string endJson(const LinkEnd &end)
{
    return std::format(R"({{"pid":{},"address":"{}"}})", end.holder, end.address);
}

std::string carrierJson(const LinkCarrier &carrier)
{
    const LinkModel::Counters counters = carrier.model().counters();
    const LinkSettings &settings = carrier.model().settings();
    return std::format(R"({{"packetsIn":{},"bytesIn":{},"packetsOut":{},"bytesOut":{},)"
                       R"("lostToQueue":{},"lostByChance":{},"lostToCut":{},"refusedByKernel":{},)"
                       R"("queuedPackets":{},"queuedBytes":{},"packetsOnTheWay":{},)"
                       R"("delayMicroseconds":{},"jitterMicroseconds":{},"rateBitsPerSecond":{},"loss":{},"cut":{}}})",
                       counters.packetsIn,
                       counters.bytesIn,
                       counters.packetsOut,
                       counters.bytesOut,
                       counters.lostToQueue,
                       counters.lostByChance,
                       counters.lostToCut,
                       carrier.refused(),
                       counters.queuedPackets,
                       counters.queuedBytes,
                       counters.packetsOnTheWay,
                       duration_cast<microseconds>(settings.delay).count(),
                       duration_cast<microseconds>(settings.jitter).count(),
                       settings.rate ? std::to_string(settings.rate->bitsPerSecond) : std::string("null"),
                       settings.loss,
                       settings.cut);
}
}

LinkEmulator::LinkEmulator(const LinkOptions &options, const LinkNamespaces &namespaces, ControlServer &control)
    : m_options(options)
    , m_namespaces(namespaces)
    , m_control(control)
    , m_settings(options.link)
    , m_up(*namespaces.nearEnd.port, *namespaces.farEnd.port, options.link.up, upSeed(options.seed))
    , m_down(*namespaces.farEnd.port, *namespaces.nearEnd.port, options.link.down, downSeed(options.seed))
{
    asPunctualAsAllowed();
}

void LinkEmulator::asPunctualAsAllowed()
{
    ::prctl(PR_SET_TIMERSLACK, 1UL);
    const sched_param priority{.sched_priority = realtimePriority};
    m_realtime = ::sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &priority) == 0;
    if (!m_realtime) {
        sched_attr attributes{};
        if (::syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == 0) {
            attributes.size = sizeof attributes;
            attributes.sched_runtime = static_cast<std::uint64_t>(nanoseconds(shortSlice).count());
            ::syscall(SYS_sched_setattr, 0, &attributes, 0); // older kernels ignore it
        }
    }
}

std::string LinkEmulator::readyJson() const
{
    return std::format(R"({{"control":{},"near":{},"far":{},"userNamespace":{},"backend":"{}","realtime":{},"mtu":{},"seed":{}}})",
                       jsonString(m_control.file().path),
                       endJson(m_namespaces.nearEnd),
                       endJson(m_namespaces.farEnd),
                       static_cast<bool>(m_namespaces.user),
                       m_namespaces.backend == LinkBackend::Tun ? "tun" : "packet",
                       m_realtime,
                       linkMtu,
                       m_options.seed)
        + '\n';
}

std::string LinkEmulator::statsJson() const
{
    return std::format(R"({{"up":{},"down":{}}})", carrierJson(m_up), carrierJson(m_down));
}

ControlAnswer LinkEmulator::answer(std::string_view request)
{
    const std::vector<std::string_view> parts = words(request);
    const std::string_view verb = parts.empty() ? ""sv : parts.front();
    if (verb == "stats"sv) {
        return {.text = statsJson(), .descriptors = {}};
    }
    if (verb == "set"sv) {
        const auto settings = withAssignments(m_settings, std::span(parts).subspan(1));
        if (!settings) {
            return {.text = "error: " + settings.error(), .descriptors = {}};
        }
        m_settings = *settings;
        const auto now = steady_clock::now();
        m_up.change(m_settings.up, now);
        m_down.change(m_settings.down, now);
        return {.text = "ok", .descriptors = {}};
    }
    if (verb == "enter"sv && parts.size() == 2 && (parts[1] == "near"sv || parts[1] == "far"sv)) {
        const LinkEnd &end = parts[1] == "near"sv ? m_namespaces.nearEnd : m_namespaces.farEnd;
        ControlAnswer result{.text = "ok", .descriptors = {end.net.get()}};
        if (m_namespaces.user) {
            result.descriptors.push_back(m_namespaces.user.get());
        }
        return result;
    }
    return {.text = "error: not a request", .descriptors = {}};
}

std::optional<timespec> LinkEmulator::untilNext() const
{
    const auto next = std::min(m_up.model().nextDeparture().value_or(LinkModel::Time::max()), m_down.model().nextDeparture().value_or(LinkModel::Time::max()));
    if (next == LinkModel::Time::max()) {
        return std::nullopt;
    }
    const auto wait = std::max(nanoseconds(0), nanoseconds(next - early - steady_clock::now()));
    const auto whole = duration_cast<seconds>(wait);
    return timespec{.tv_sec = whole.count(), .tv_nsec = (wait - whole).count()};
}

std::expected<void, SystemError> LinkEmulator::run(const Descriptor &parent)
{
    sigset_t ending;
    ::sigemptyset(&ending);
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        ::sigaddset(&ending, number);
    }
    const Descriptor signals(::signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals) {
        return std::unexpected(systemError("cannot listen for signals", errno));
    }
    std::vector<pollfd> waits;
    while (true) {
        waits.assign(
            {{signals.get(), POLLIN, 0}, {parent.get(), POLLIN, 0}, {m_namespaces.nearEnd.port->fd(), POLLIN, 0}, {m_namespaces.farEnd.port->fd(), POLLIN, 0}});
        const std::size_t own = waits.size();
        m_control.addTo(waits);
        const auto timeout = untilNext();
        if (::ppoll(waits.data(), waits.size(), timeout ? &*timeout : nullptr, nullptr) < 0 && errno != EINTR) {
            return std::unexpected(systemError("cannot wait for packets", errno));
        }
        if (waits[0].revents != 0 || waits[1].revents != 0) {
            return {};
        }
        if (waits[2].revents != 0) {
            m_up.receive();
        }
        if (waits[3].revents != 0) {
            m_down.receive();
        }
        const auto now = steady_clock::now() + early;
        m_up.deliver(now);
        m_down.deliver(now);
        const auto asked = [](const pollfd &wait) {
            return wait.revents != 0;
        };
        if (std::any_of(waits.begin() + static_cast<std::ptrdiff_t>(own), waits.end(), asked)) {
            m_control.serve([this](std::string_view request) {
                return answer(request);
            });
        }
    }
}
}
