// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/facts/tcpinfo.h"

#include <linux/tcp.h> // glibc's tcp_info is shorter than the kernel's
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

namespace Nightdesk
{
namespace
{
/// Offset of the field tcpi_rcv_wnd. Linux 6.2 and later have it, but the header of the build system may not declare it.
constexpr std::size_t receiveWindowAt = offsetof(tcp_info, tcpi_snd_wnd) + sizeof(__u32);
}

std::optional<std::chrono::microseconds> TcpInfo::roundTripOf(int fd)
{
    const auto tcp = read(fd);
    return tcp && tcp->roundTrip.count() > 0 ? std::optional(tcp->roundTrip) : std::nullopt;
}

std::optional<TcpInfo> TcpInfo::read(int fd)
{
    std::array<std::byte, sizeof(tcp_info) + 64> bytes{};
    socklen_t size = bytes.size();
    if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, bytes.data(), &size) != 0) {
        return {};
    }
    tcp_info info;
    std::memcpy(&info, bytes.data(), sizeof info);
    const auto tells = [size](std::size_t end) {
        return size >= end;
    };
    TcpInfo read;
    TcpFacts &facts = read.facts;
    const auto time = [](__u64 microseconds) {
        return std::chrono::microseconds(static_cast<std::int64_t>(microseconds));
    };
    read.roundTrip = time(info.tcpi_rtt);
    read.roundTripVariation = time(info.tcpi_rttvar);
    const std::int64_t segmentSize = info.tcpi_snd_mss;
    facts.segmentSize = Bytes{segmentSize};
    facts.congestionWindow = Bytes{segmentSize * info.tcpi_snd_cwnd};
    facts.bytesInFlight = Bytes{segmentSize * info.tcpi_unacked};
    facts.retransmits = info.tcpi_total_retrans;
    facts.lostSegments = info.tcpi_lost;
    if (tells(offsetof(tcp_info, tcpi_data_segs_out) + sizeof(__u32))) {
        if (info.tcpi_min_rtt != 0 && info.tcpi_min_rtt != ~0U) { // all bits set: no value was measured yet
            facts.minimumRoundTrip = time(info.tcpi_min_rtt);
        }
        facts.unsentBytes = Bytes{info.tcpi_notsent_bytes};
        facts.sentSegments = info.tcpi_data_segs_out;
    }
    if (tells(offsetof(tcp_info, tcpi_sndbuf_limited) + sizeof(__u64))) {
        facts.deliveryRate = Bytes{static_cast<std::int64_t>(info.tcpi_delivery_rate)};
        facts.busySendingTime = time(info.tcpi_busy_time);
        facts.receiveWindowLimitedTime = time(info.tcpi_rwnd_limited);
        facts.sendBufferLimitedTime = time(info.tcpi_sndbuf_limited);
    }
    if (tells(offsetof(tcp_info, tcpi_reord_seen) + sizeof(__u32))) {
        facts.reorderedSegments = info.tcpi_reord_seen;
        // Computed from counts of bytes, because segments may be far from full. The count of acknowledged bytes includes one for the SYN.
        const auto sent = static_cast<std::int64_t>(info.tcpi_bytes_sent - info.tcpi_bytes_retrans);
        facts.bytesInFlight = Bytes{std::max<std::int64_t>(0, sent - std::max<std::int64_t>(0, static_cast<std::int64_t>(info.tcpi_bytes_acked) - 1))};
    }
    if (tells(offsetof(tcp_info, tcpi_snd_wnd) + sizeof(__u32))) {
        facts.peerReceiveWindow = Bytes{info.tcpi_snd_wnd};
    }
    if (__u32 window = 0; tells(receiveWindowAt + sizeof window)) {
        std::memcpy(&window, bytes.data() + receiveWindowAt, sizeof window);
        facts.ownReceiveWindow = Bytes{window};
    }
    return read;
}
}
