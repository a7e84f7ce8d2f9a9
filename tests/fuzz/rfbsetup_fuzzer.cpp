// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A server's whole stream through everything of ours that reads it: version, security, ServerInit, messages, cursors, colors,
// sizes, text, damage, JPEG. The library's decoders stand outside: what is found in them belongs to their maintainers.
#include "sessions/rfbworker/picture/jpegrect.h"
#include "sessions/rfbworker/rfbsession.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;

namespace
{
constexpr std::uint64_t enoughPixels = 256 * 1024;

/// A console that does all it is asked for, and checks what it is told.
class Console : public ConsoleSink
{
public:
    explicit Console(Mailbox &mailbox)
        : m_mailbox(mailbox)
    {
    }
    void send(const RfbWire::FromWorker &message) override
    {
        if (!RfbWire::encode(message)) {
            std::abort(); // the worker must never say what the console must refuse
        }
        if (std::holds_alternative<RfbWire::Challenge>(message)) {
            m_mailbox.put(RfbWire::ChallengeAnswer{});
        } else if (const auto *want = std::get_if<RfbWire::RequestSharedFramebuffer>(&message)) {
            if (std::uint64_t{want->width} * want->height <= enoughPixels) {
                answer(*want);
            }
        } else if (const auto *damage = std::get_if<RfbWire::Damage>(&message)) {
            for (const RfbWire::Rect &rect : damage->rects) {
                if (damage->generation != m_generation || rect.x + rect.width > m_width || rect.y + rect.height > m_height) {
                    std::abort();
                }
            }
            m_mailbox.put(RfbWire::DamagePainted{damage->generation, damage->sequence});
        }
    }

private:
    void answer(const RfbWire::RequestSharedFramebuffer &want)
    {
        UniqueFd fd(::memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        if (::ftruncate(fd.get(), static_cast<off_t>(want.width) * want.height * 4) != 0
            || ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
            std::abort();
        }
        ++m_generation;
        m_width = want.width;
        m_height = want.height;
        m_mailbox.put(FramebufferRecord{{m_generation, want.width, want.height}, std::move(fd)});
    }

    Mailbox &m_mailbox;
    std::uint32_t m_generation = 0;
    std::uint32_t m_width = 0;
    std::uint32_t m_height = 0;
};

/// In place of the library: Tight's JPEG, which we decode ourselves, and nothing else.
class JpegOnly : public RectDecoder
{
public:
    explicit JpegOnly(RfbStream &stream)
        : m_stream(stream)
    {
    }
    bool supports(std::int32_t encoding) const override
    {
        return encoding == EncodingTight;
    }
    void setTarget(Framebuffer *target) override
    {
        m_target = target;
        if (target && std::uint64_t{target->width()} * target->height() > enoughPixels) {
            m_stream.stop(); // large copies are only slow
        }
    }
    void setJpegTarget(JpegTarget target) override
    {
        m_jpegTarget = std::move(target);
    }
    bool wasLastRectLossy() const override
    {
        return true;
    }
    bool decode(const RectHeader &rect) override
    {
        std::uint8_t head[3];
        Bytes jpeg;
        if (!m_stream.read(head, sizeof(head)) || head[0] != 0x90 || !m_stream.read(jpeg, read16(head + 1))) {
            return false;
        }
        if (m_target->bytesPerPixel() != 4) {
            return false;
        }
        std::uint32_t *pixels = m_jpegTarget ? m_jpegTarget(rect) : nullptr;
        if (!pixels) {
            pixels = reinterpret_cast<std::uint32_t *>(static_cast<void *>(m_target->at(rect.x, rect.y)));
        }
        return decodeJpeg(jpeg, pixels, m_target->width(), rect.width, rect.height);
    }

private:
    RfbStream &m_stream;
    Framebuffer *m_target = nullptr;
    JpegTarget m_jpegTarget;
};
}

namespace
{
/// One worker's session with a server that says @p data and no more.
void play(const std::uint8_t *data, std::size_t size, const RfbWire::RememberedServer &remembered)
{
    int fds[2]{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) {
        return;
    }
    const UniqueFd ours(fds[0]);
    const UniqueFd server(fds[1]);
    // Both fit the socket's buffer, so nobody waits.
    if (::send(server.get(), data, size, MSG_NOSIGNAL) != static_cast<ssize_t>(size)) {
        return;
    }
    ::shutdown(server.get(), SHUT_WR);
    Mailbox mailbox;
    Outbox outbox(false);
    ClipboardExchange clipboards;
    Console console(mailbox);
    Counters counters;
    ServerLiveness pulse(outbox.wakeFd());
    const auto stream = std::make_unique<RfbStream>(ours.get(), mailbox.wakeFd());
    JpegOnly decoder(*stream);
    RfbWire::Start start;
    start.remembered = remembered;
    mailbox.put(start);
    RfbSession session(*stream, outbox, clipboards, mailbox, console, counters, pulse, decoder);
    if (!RfbWire::encode(RfbWire::Failed{session.run().code, {}})) {
        std::abort();
    }
}
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size > 64 * 1024) {
        return 0;
    }
    play(data, size, {});
    play(data, size, {0, false, 0, 0, true});
    play(data, size, {1, false, 16, 16});
    play(data, size, {2, true, 64, 48});
    return 0;
}
