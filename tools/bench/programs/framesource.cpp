// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// framesource: covers a desktop with numbered frames, and writes down when it drew each.
//   framesource KIND LOG [FRAMES-A-SECOND [WIDTHxHEIGHT [ID]]]     on $DISPLAY; KIND is photo, patch, text, cursor, colors or still
// LOG gets "frame NUMBER NANOSECONDS" (monotonic clock, before it is drawn) and "key NUMBER NANOSECONDS" for each key, which is
// answered with a strip of its own at once. With patch it gets "rest SUM NANOSECONDS" whenever the region beside the film begins to rest.
// SIGUSR1 stops the frames, SIGUSR2 lets them go on; keys are answered all the time.
#include "tools/bench/programs/framecanvas.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <print>
#include <string_view>

using namespace Nightdesk;
using namespace std::string_view_literals;

namespace
{
std::int64_t now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

using Draw = void (FrameCanvas::*)(std::uint16_t);

Draw drawOf(std::string_view kind)
{
    return kind == "photo"sv  ? &FrameCanvas::drawPhoto
        : kind == "patch"sv   ? &FrameCanvas::drawPatch
        : kind == "text"sv    ? &FrameCanvas::drawText
        : kind == "cursor"sv  ? &FrameCanvas::drawCursor
        : kind == "colours"sv ? &FrameCanvas::drawColors
                              : nullptr;
}

/// Frames by an absolute clock: one that comes late does not make the next late.
class Source
{
public:
    Source(xcb_connection_t *connection, FrameCanvas &canvas, Draw draw, std::FILE *log, std::int64_t period)
        : m_connection(connection)
        , m_canvas(canvas)
        , m_draw(draw)
        , m_log(log)
        , m_period(period)
        , m_next(now() + period)
    {
    }

    /// How long until the next frame; draws it if that is now.
    std::int64_t turn()
    {
        std::int64_t time = now();
        if (time >= m_next) {
            if (m_draw && m_going) {
                ++m_frame;
                (m_canvas.*m_draw)(m_frame);
                xcb_flush(m_connection);
                std::println(m_log, "frame {} {}", m_frame, time);
                if (m_draw == &FrameCanvas::drawPatch && m_frame % RestingPatch::period == RestingPatch::moving - 1) {
                    if (const auto sum = m_canvas.patchSum()) {
                        std::println(m_log, "rest {} {}", *sum, time);
                    }
                }
                std::fflush(m_log);
            }
            while (m_next <= time) {
                m_next += m_period;
            }
            time = now();
        }
        return m_next - time;
    }

    void obey(const signalfd_siginfo &signal)
    {
        m_going = signal.ssi_signo == SIGUSR2;
    }

    /// False: the server has gone.
    bool listen()
    {
        while (const std::unique_ptr<xcb_generic_event_t, decltype(&std::free)> event{xcb_poll_for_event(m_connection), &std::free}) {
            const int kind = event->response_type & 0x7F;
            if (kind == XCB_KEY_PRESS) {
                const std::int64_t time = now();
                m_canvas.drawKey(++m_key);
                xcb_flush(m_connection);
                std::println(m_log, "key {} {}", m_key, time);
                std::fflush(m_log);
            } else if (kind == XCB_EXPOSE) {
                m_canvas.drawGround();
                xcb_flush(m_connection);
            }
        }
        return xcb_connection_has_error(m_connection) == 0;
    }

private:
    xcb_connection_t *m_connection;
    FrameCanvas &m_canvas;
    Draw m_draw;
    std::FILE *m_log;
    std::int64_t m_period;
    std::int64_t m_next;
    std::uint16_t m_frame = 0;
    std::uint16_t m_key = 0;
    bool m_going = true;
};

int run(Source &source, int server, int signals)
{
    for (;;) {
        const std::int64_t wait = source.turn();
        std::array<pollfd, 2> watched{{{.fd = server, .events = POLLIN, .revents = 0}, {.fd = signals, .events = POLLIN, .revents = 0}}};
        const timespec time{.tv_sec = wait / 1'000'000'000, .tv_nsec = wait % 1'000'000'000};
        if (!source.listen()) {
            return 1;
        }
        ::ppoll(watched.data(), watched.size(), &time, nullptr);
        if (watched[1].revents != 0) {
            signalfd_siginfo signal{};
            if (::read(signals, &signal, sizeof signal) == sizeof signal) {
                source.obey(signal);
            }
        }
    }
}
}

int main(int count, char **words)
{
    const std::string_view kind = count > 2 ? words[1] : "";
    const Draw draw = drawOf(kind);
    if (!draw && kind != "still"sv) {
        std::println(stderr, "usage: framesource photo|patch|text|cursor|colours|still LOG [FRAMES-A-SECOND [WIDTHxHEIGHT [ID]]]");
        return 2;
    }
    const double rate = count > 3 ? std::atof(words[3]) : 25;
    FrameCanvas::Look look;
    if (count > 4 && std::sscanf(words[4], "%dx%d", &look.width, &look.height) != 2) {
        return 2;
    }
    look.id = count > 5 ? std::atoi(words[5]) : 0;
    sigset_t asked;
    sigemptyset(&asked);
    sigaddset(&asked, SIGUSR1);
    sigaddset(&asked, SIGUSR2);
    sigprocmask(SIG_BLOCK, &asked, nullptr);
    ::prctl(PR_SET_TIMERSLACK, 50'000UL);
    std::FILE *log = std::fopen(words[2], "ae");
    xcb_connection_t *connection = xcb_connect(nullptr, nullptr);
    if (!log || xcb_connection_has_error(connection) != 0 || rate <= 0) {
        std::println(stderr, "framesource: the log or the display cannot be opened");
        return 1;
    }
    FrameCanvas canvas(connection, xcb_setup_roots_iterator(xcb_get_setup(connection)).data, look);
    xcb_flush(connection);
    Source source(connection, canvas, draw, log, static_cast<std::int64_t>(1e9 / rate));
    return run(source, xcb_get_file_descriptor(connection), ::signalfd(-1, &asked, SFD_CLOEXEC));
}
