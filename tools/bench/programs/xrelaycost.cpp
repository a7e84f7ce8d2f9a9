// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the X relay costs, with a trace being written and without: a client of its own draws through it at a rate, and asks for the
// focus in between. Prints one JSON object. Usage: xrelaycost SECONDS MBITS [witness]; the X server is DISPLAY's.
#include "sessions/xtrace/xtracelog.h"
#include "sessions/xwindows/relay/xrelay.h"
#include "sessions/xwindows/server/displaysocket.h"
#include "sessions/xwindows/server/xauthorization.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <sys/resource.h>
#include <time.h>
#include <xcb/xcb.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace Nightdesk;
using namespace std::chrono_literals;

namespace
{
using Clock = std::chrono::steady_clock;
constexpr auto turn = 10ms;
constexpr std::uint16_t side = 64; ///< of a picture: 16 kB
constexpr int smallRequests = 20; ///< of each turn: a window's usual drawing

double seconds(const timespec &time)
{
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double cpu(clockid_t clock)
{
    timespec time{};
    (void)::clock_gettime(clock, &time);
    return seconds(time);
}

struct Result {
    std::vector<double> roundTrips; ///< microseconds
    double cpu = 0; ///< the client's own
    double wall = 0;
    double bytes = 0;
    double messages = 0;
    bool isBroken = false;
};

Result draw(const QByteArray &display, const XCookie &cookie, std::chrono::seconds time, double bytesPerSecond)
{
    Result result;
    std::string name(xCookieProtocol);
    std::string data(cookie.begin(), cookie.end());
    xcb_auth_info_t authorization{static_cast<int>(name.size()), name.data(), static_cast<int>(data.size()), data.data()};
    xcb_connection_t *xcb = xcb_connect_to_display_with_auth_info(display.constData(), &authorization, nullptr);
    if (xcb_connection_has_error(xcb)) {
        result.isBroken = true;
        return result;
    }
    const xcb_screen_t *screen = xcb_setup_roots_iterator(xcb_get_setup(xcb)).data;
    const xcb_pixmap_t pixmap = xcb_generate_id(xcb);
    xcb_create_pixmap(xcb, screen->root_depth, pixmap, screen->root, side, side);
    const xcb_gcontext_t gc = xcb_generate_id(xcb);
    xcb_create_gc(xcb, gc, pixmap, 0, nullptr);
    const std::vector<std::uint8_t> picture(side * side * 4, 0x5a);
    const xcb_rectangle_t rectangle{1, 1, 5, 5};
    const double began = cpu(CLOCK_THREAD_CPUTIME_ID);
    const auto begin = Clock::now();
    auto next = begin;
    while (Clock::now() - begin < time && !xcb_connection_has_error(xcb)) {
        const double due = std::chrono::duration<double>(Clock::now() - begin).count() * bytesPerSecond;
        while (result.bytes < due) {
            xcb_put_image(xcb,
                          XCB_IMAGE_FORMAT_Z_PIXMAP,
                          pixmap,
                          gc,
                          side,
                          side,
                          0,
                          0,
                          0,
                          screen->root_depth,
                          static_cast<std::uint32_t>(picture.size()),
                          picture.data());
            result.bytes += static_cast<double>(picture.size()) + 24;
            ++result.messages;
        }
        for (int i = 0; i < smallRequests; ++i) {
            xcb_poly_fill_rectangle(xcb, pixmap, gc, 1, &rectangle);
        }
        xcb_flush(xcb);
        // What was drawn is taken in first: the round trip that is measured finds the relay idle.
        std::free(xcb_get_input_focus_reply(xcb, xcb_get_input_focus(xcb), nullptr));
        const auto asked = Clock::now();
        std::free(xcb_get_input_focus_reply(xcb, xcb_get_input_focus(xcb), nullptr));
        result.roundTrips.push_back(std::chrono::duration<double, std::micro>(Clock::now() - asked).count());
        result.messages += smallRequests + 4;
        result.bytes += smallRequests * 20 + 2 * 36;
        next += turn;
        std::this_thread::sleep_until(next);
    }
    result.isBroken = xcb_connection_has_error(xcb) != 0;
    result.wall = std::chrono::duration<double>(Clock::now() - begin).count();
    result.cpu = cpu(CLOCK_THREAD_CPUTIME_ID) - began;
    xcb_disconnect(xcb);
    return result;
}
}

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    if (argc < 3) {
        std::fputs("usage: xrelaycost SECONDS MBITS [witness]\n", stderr);
        return 2;
    }
    const std::chrono::seconds time(std::atoi(argv[1]));
    const double bytesPerSecond = std::atof(argv[2]) * 1e6 / 8;
    const bool isWitnessed = argc > 3;
    const auto display = LocalDisplay::parse(qEnvironmentVariable("DISPLAY"));
    auto socket = DisplaySocket::open();
    if (!display || !socket) {
        std::fputs("xrelaycost: no display\n", stderr);
        return 1;
    }
    XRelay relay(
        XRelay::ConnectionCallbacks{.connectionOpened = [](std::uint32_t, std::uint32_t, std::uint32_t) { }, .connectionClosed = [](std::uint32_t) { }});
    const auto log = isWitnessed ? std::make_shared<XTraceLog>(XTraceTitle{.program = "cost", .display = {}, .topology = "x11", .host = {}}) : nullptr;
    relay.addProgram(1,
                     (*socket)->cookie(),
                     {.authorization = readAuthority(qEnvironmentVariable("XAUTHORITY"), *display)},
                     *display,
                     std::make_shared<RelayCounters>(),
                     log);
    QSocketNotifier notifier((*socket)->fd(), QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, &relay, [&] {
        relay.adoptX11Channel(shareFd((*socket)->accept()));
    });
    const double before = cpu(CLOCK_PROCESS_CPUTIME_ID);
    Result result;
    std::thread client([&, name = (*socket)->name().toLatin1()] {
        result = draw(name, (*socket)->cookie(), time, bytesPerSecond);
        QMetaObject::invokeMethod(qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    });
    QCoreApplication::exec();
    client.join();
    const double relayed = cpu(CLOCK_PROCESS_CPUTIME_ID) - before - result.cpu;
    if (result.isBroken || result.roundTrips.empty()) {
        std::fputs("xrelaycost: the connection broke\n", stderr);
        return 1;
    }
    std::ranges::sort(result.roundTrips);
    const auto at = [&](double part) {
        return result.roundTrips[static_cast<std::size_t>(part * static_cast<double>(result.roundTrips.size() - 1))];
    };
    std::printf("{\"witness\": %s, \"core\": %.5f, \"mbits\": %.2f, \"messages\": %.0f, \"roundTrip50\": %.1f, \"roundTrip95\": %.1f, \"records\": %zu}\n",
                isWitnessed ? "true" : "false",
                relayed / result.wall,
                result.bytes * 8 / 1e6 / result.wall,
                result.messages,
                at(0.5),
                at(0.95),
                log ? log->snapshot().size() : std::size_t(0));
    return 0;
}
