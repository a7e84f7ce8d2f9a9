// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/linkemu/packetport.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstring>

using namespace std::chrono;

namespace Nightdesk
{
namespace
{
class TunPort : public PacketPort
{
public:
    explicit TunPort(Descriptor fd)
        : m_fd(std::move(fd))
    {
    }

    int fd() const override
    {
        return m_fd.get();
    }

    void receive(int most, const Received &received) override
    {
        std::array<std::uint8_t, 2048> buffer;
        for (int count = 0; count < most; ++count) {
            const ssize_t size = ::read(m_fd.get(), buffer.data(), buffer.size());
            if (size <= 0) {
                return;
            }
            received(std::span(buffer.data(), static_cast<std::size_t>(size)), steady_clock::now());
        }
    }

    bool send(std::span<const std::uint8_t> packet) override
    {
        return ::write(m_fd.get(), packet.data(), packet.size()) == static_cast<ssize_t>(packet.size());
    }

private:
    Descriptor m_fd;
};

constexpr unsigned ringFrame = 2048; // an MTU of 1500 and the header of some 80 bytes fit
constexpr unsigned ringBlock = 64 * 1024;
constexpr unsigned ringBlocks = 128; // 4096 packets, 8 MiB

class VethPort : public PacketPort
{
public:
    VethPort(Descriptor fd, const sockaddr_ll &peer, std::uint8_t *ring)
        : m_fd(std::move(fd))
        , m_peer(peer)
        , m_ring(ring)
    {
    }
    ~VethPort() override
    {
        ::munmap(m_ring, std::size_t(ringBlock) * ringBlocks);
    }
    VethPort(const VethPort &) = delete;
    VethPort &operator=(const VethPort &) = delete;

    int fd() const override
    {
        return m_fd.get();
    }

    void receive(int most, const Received &received) override
    {
        for (int count = 0; count < most; ++count) {
            auto *frame = reinterpret_cast<tpacket2_hdr *>(m_ring + std::size_t(m_next) * ringFrame);
            std::atomic_ref<std::uint32_t> status(frame->tp_status);
            if ((status.load(std::memory_order_acquire) & TP_STATUS_USER) == 0) {
                break;
            }
            if (frame->tp_snaplen == frame->tp_len) {
                received(std::span(m_ring + std::size_t(m_next) * ringFrame + frame->tp_net, frame->tp_snaplen), arrivalOf(*frame));
            }
            status.store(TP_STATUS_KERNEL, std::memory_order_release);
            m_next = (m_next + 1) % (ringBlock / ringFrame * ringBlocks);
        }
    }

    bool send(std::span<const std::uint8_t> packet) override
    {
        return ::sendto(m_fd.get(), packet.data(), packet.size(), MSG_DONTWAIT, reinterpret_cast<const sockaddr *>(&m_peer), sizeof m_peer)
            == static_cast<ssize_t>(packet.size());
    }

private:
    /// The kernel stamps arrivals by the wall clock: believed only as a small age, so that a step of that clock does no harm.
    /// The wall clock is read first, and after the packet has come: this thread may be interrupted between any two lines, and
    /// a packet that is taken for older than it is would leave too early.
    static LinkModel::Time arrivalOf(const tpacket2_hdr &frame)
    {
        const auto wall = system_clock::now();
        const auto now = steady_clock::now();
        const auto stamp = system_clock::time_point(duration_cast<system_clock::duration>(seconds(frame.tp_sec) + nanoseconds(frame.tp_nsec)));
        const auto age = wall - stamp;
        return age > 0ns && age < 20ms ? now - age : now;
    }

    Descriptor m_fd;
    sockaddr_ll m_peer;
    std::uint8_t *m_ring;
    unsigned m_next = 0;
};
}

std::expected<std::unique_ptr<PacketPort>, SystemError> openTunPort(const std::string &name)
{
    Descriptor fd(::open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK));
    if (!fd) {
        return std::unexpected(systemError("cannot open /dev/net/tun", errno));
    }
    ifreq request{};
    name.copy(request.ifr_name, IFNAMSIZ - 1);
    // No virtio header: so the kernel cuts segments and fills in checksums before we see a packet.
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    if (::ioctl(fd.get(), TUNSETIFF, &request) < 0) {
        return std::unexpected(systemError("cannot make a TUN interface", errno));
    }
    return std::make_unique<TunPort>(std::move(fd));
}

std::expected<std::unique_ptr<PacketPort>, SystemError> openVethPort(const std::string &name, const MacAddress &peerAddress)
{
    // Cooked and bound to IPv4: no link header to handle, no packet of our own seen again.
    Descriptor fd(::socket(AF_PACKET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!fd) {
        return std::unexpected(systemError("cannot open a packet socket", errno));
    }
    const int version = TPACKET_V2;
    const int on = 1;
    tpacket_req ring{};
    ring.tp_block_size = ringBlock;
    ring.tp_block_nr = ringBlocks;
    ring.tp_frame_size = ringFrame;
    ring.tp_frame_nr = ringBlock / ringFrame * ringBlocks;
    if (::setsockopt(fd.get(), SOL_PACKET, PACKET_VERSION, &version, sizeof version) < 0
        || ::setsockopt(fd.get(), SOL_PACKET, PACKET_RX_RING, &ring, sizeof ring) < 0) {
        return std::unexpected(systemError("cannot make the ring of a packet socket", errno));
    }
    ::setsockopt(fd.get(), SOL_PACKET, PACKET_QDISC_BYPASS, &on, sizeof on);
    void *memory = ::mmap(nullptr, std::size_t(ringBlock) * ringBlocks, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    if (memory == MAP_FAILED) {
        return std::unexpected(systemError("cannot map the ring of a packet socket", errno));
    }
    sockaddr_ll address{};
    address.sll_family = AF_PACKET;
    address.sll_protocol = htons(ETH_P_IP);
    address.sll_ifindex = static_cast<int>(::if_nametoindex(name.c_str()));
    sockaddr_ll peer = address;
    peer.sll_halen = static_cast<unsigned char>(peerAddress.size());
    std::memcpy(peer.sll_addr, peerAddress.data(), peerAddress.size());
    auto port = std::make_unique<VethPort>(std::move(fd), peer, static_cast<std::uint8_t *>(memory));
    if (::bind(port->fd(), reinterpret_cast<const sockaddr *>(&address), sizeof address) < 0) {
        return std::unexpected(systemError("cannot listen on " + name, errno));
    }
    return port;
}
}
