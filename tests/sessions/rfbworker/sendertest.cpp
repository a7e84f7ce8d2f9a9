// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How requests and quality open with the window of the host that sends: reno, cubic and BBR, near and far, on narrow and wide links.
#include "sessions/rfbworker/picture/earlyrequests.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/pacingmodel.h"
#include "tests/support/testprogram.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace Nightdesk;
using namespace Nightdesk::Test;

namespace
{
using SenderControl = TcpSender::Control;
constexpr double senderImageSize = 30'000; // bytes of an image of the film by JPEG 6

const char *senderNameOf(SenderControl control)
{
    return control == SenderControl::Reno ? "reno" : control == SenderControl::Cubic ? "cubic" : "BBR";
}

struct SenderSeen {
    PacingModel::Result start; ///< the first 3 s
    PacingModel::Result later; ///< 8 to 18 s
};

PacingModel::World senderWorldOf(SenderControl control, int roundTrip, double megabits)
{
    PacingModel::World world;
    world.control = control;
    world.roundTrip = roundTrip;
    world.linkRate = megabits * 1e6 / 8;
    world.size = senderImageSize;
    world.pings = true;
    world.ramps = true;
    return world;
}

SenderSeen senderSee(const PacingModel::World &world)
{
    PacingModel model(world, false);
    const int first = world.roundTrip + 50; // about when the first image is here
    model.run(0, first);
    SenderSeen seen;
    seen.start = model.run(first, first + 3000);
    model.run(first + 3000, first + 8000);
    seen.later = model.run(first + 8000, first + 18'000);
    if (std::getenv("NIGHTDESK_PACING_ALL")) {
        std::printf("%s %d ms %.0f Mbit/s: first 3 s %.1f/s, age %.0f, worst %.0f; later %.2f, age %.0f, worst %.0f\n",
                    senderNameOf(*world.control),
                    world.roundTrip,
                    world.linkRate * 8 / 1e6,
                    seen.start.updates / 3.0,
                    seen.start.ageMedian,
                    seen.start.ageWorst,
                    static_cast<double>(seen.later.updates) / seen.later.drawn,
                    seen.later.ageMedian,
                    seen.later.ageWorst);
    }
    return seen;
}

std::string senderNameOf(const PacingModel::World &world)
{
    return std::string(senderNameOf(*world.control)) + ", " + std::to_string(world.roundTrip) + " ms, "
        + std::to_string(static_cast<int>(world.linkRate * 8 / 1e6)) + " Mbit/s";
}

/// Links that carry more than the film needs.
void senderWideRows()
{
    for (const SenderControl control : {SenderControl::Reno, SenderControl::Cubic, SenderControl::Bbr}) {
        for (const int roundTrip : {20, 100, 200, 500, 1000}) {
            for (const double megabits : {30.0, 100.0, 1000.0}) {
                const auto world = senderWorldOf(control, roundTrip, megabits);
                row(senderNameOf(world) + ": all of the film is shown, and none of it waits", [&] {
                    const SenderSeen seen = senderSee(world);
                    // BBR stands still for a round trip each ten seconds, and no viewer can help that.
                    const double share = control == SenderControl::Bbr && roundTrip >= 500 ? 0.8 : 0.95;
                    CHECK(seen.later.updates >= share * seen.later.drawn);
                    CHECK(seen.later.ageMedian <= roundTrip / 2.0 + 30);
                    CHECK(control == SenderControl::Bbr || seen.later.ageWorst <= roundTrip / 2.0 + 150);
                    CHECK(seen.start.updates >= 3 * (roundTrip <= 200 ? 23 : roundTrip <= 500 ? 18 : 8));
                });
            }
        }
    }
}

/// A server that looks now and then for what was drawn.
void senderPollRows()
{
    for (const SenderControl control : {SenderControl::Reno, SenderControl::Cubic, SenderControl::Bbr}) {
        for (const int roundTrip : {20, 100, 500, 1000}) {
            auto world = senderWorldOf(control, roundTrip, 30);
            world.server = PacingModel::Server::Polls;
            row(senderNameOf(world) + ", a server that polls: what it finds is shown, and none of it waits", [&] {
                const SenderSeen seen = senderSee(world);
                CHECK(seen.later.updates >= (control == SenderControl::Bbr && roundTrip >= 500 ? 0.8 : 0.95) * seen.later.drawn);
                CHECK(seen.later.ageMedian <= roundTrip / 2.0 + 30 + world.pollPeriod);
            });
        }
    }
}

/// Links that the film fills.
void senderNarrowRows()
{
    for (const SenderControl control : {SenderControl::Reno, SenderControl::Cubic, SenderControl::Bbr}) {
        for (const int roundTrip : {20, 100, 200, 500, 1000}) {
            for (const double megabits : {1.0, 4.0}) {
                auto world = senderWorldOf(control, roundTrip, megabits);
                world.size *= megabits < 2 ? 0.18 / 0.57 : roundTrip > 500 ? 0.41 / 0.57 : 1; // by JPEG 2 and 5, which QualityChooser would come to
                row(senderNameOf(world) + ": the link is used, and the film does not wait long", [&] {
                    PacingModel model(world, false);
                    const int first = world.roundTrip + 50;
                    // A queue is seen after a round trip, and gone after some more.
                    const int settled = first + (roundTrip > 500 ? 22'000 : 8000);
                    model.run(0, settled);
                    const auto later = model.run(settled, settled + 10'000);
                    // BBR stands still for a round trip each ten seconds. From far away it cannot be told from a queue, which takes as long to go.
                    const bool standsStill = control == SenderControl::Bbr && roundTrip > 500;
                    CHECK(later.bytes >= (standsStill ? 0.75 : 0.85) * later.seconds * world.linkRate);
                    CHECK(later.ageMedian <= roundTrip / 2.0 + (standsStill ? roundTrip + 190 : 190) + world.size / world.linkRate * 1000);
                    if (std::getenv("NIGHTDESK_PACING_ALL")) {
                        std::printf("narrow %s: %.2f of the link, age %.0f, worst %.0f\n",
                                    senderNameOf(world).c_str(),
                                    later.bytes / later.seconds / world.linkRate,
                                    later.ageMedian,
                                    later.ageWorst);
                    }
                });
            }
        }
    }
}

/// Links that change.
void senderChangingRows()
{
    for (const SenderControl control : {SenderControl::Reno, SenderControl::Cubic, SenderControl::Bbr}) {
        for (const int roundTrip : {20, 100, 500, 1000}) {
            auto world = senderWorldOf(control, roundTrip, 30);
            row(senderNameOf(world) + ", then 4 Mbit/s, then 30 again: it follows", [&] {
                PacingModel model(world, false);
                model.run(0, 10'000);
                model.setRate(4e6 / 8);
                model.run(10'000, 20'000);
                const auto narrow = model.run(20'000, 30'000);
                CHECK(narrow.ageMedian <= roundTrip / 2.0 + 400);
                model.setRate(30e6 / 8);
                model.run(30'000, 45'000);
                const auto wide = model.run(45'000, 55'000);
                // BBR stands still each ten seconds, which asking takes for a full way: far away it finds back slowly.
                CHECK(wide.updates >= (control != SenderControl::Bbr || roundTrip < 500 ? 0.8 : roundTrip < 1000 ? 0.4 : 0.25) * wide.drawn);
                CHECK(wide.ageMedian <= roundTrip / 2.0 + 60);
                if (std::getenv("NIGHTDESK_PACING_ALL")) {
                    std::printf("%s changing: narrow age %.0f, wide %.2f\n",
                                senderNameOf(world).c_str(),
                                narrow.ageMedian,
                                static_cast<double>(wide.updates) / wide.drawn);
                }
            });
        }
    }
}

/// Seen at 1000 ms and 30 Mbit/s with reno, 10 s after the first image (2026-11-26): three losses in a row left 400 kB of the window,
/// what was asked for went on, and the film was 9 s old 15 s later.
void senderCollapseRows()
{
    for (const int roundTrip : {500, 1000}) {
        const auto world = senderWorldOf(SenderControl::Reno, roundTrip, 30);
        row(senderNameOf(world) + ": after losses that leave a third of the window the film is fresh again in 14 s", [&] {
            constexpr double left = 400 * 1024;
            PacingModel model(world, false);
            model.run(0, 10'000);
            model.collapse(left, 3 * roundTrip);
            model.run(10'000, 24'000);
            const auto later = model.run(24'000, 40'000);
            CHECK(later.ageMedian <= roundTrip / 2.0 + 250);
            CHECK(later.bytes >= 0.8 * later.seconds * std::min(left * 1000 / roundTrip, 25 * world.size));
        });
    }
}

/// The film of 896x672 pixels: 100 kB an image by JPEG 8.
void senderLargeRows()
{
    for (const SenderControl control : {SenderControl::Reno, SenderControl::Cubic, SenderControl::Bbr}) {
        auto world = senderWorldOf(control, 1000, 30);
        world.size = 57'000;
        row(senderNameOf(world) + ": large images do not come in bursts, of which one is seen", [&] {
            CHECK(senderSee(world).start.shown >= 3 * 4); // 8 of 26 with seven early requests and 160 KiB ahead
        });
    }
}

void senderEarlyRows()
{
    using Rfb::RequestsBeforeFirstImage;
    using std::chrono::milliseconds;
    row("the early requests of a long round trip are spread over it, and each later one has twice as many", [] {
        CHECK_EQUAL(RequestsBeforeFirstImage::pauseAfter(milliseconds(0), milliseconds(800)), milliseconds(400));
        CHECK_EQUAL(RequestsBeforeFirstImage::pauseAfter(milliseconds(799), milliseconds(800)), milliseconds(400));
        CHECK_EQUAL(RequestsBeforeFirstImage::pauseAfter(milliseconds(800), milliseconds(800)), milliseconds(200));
        CHECK_EQUAL(RequestsBeforeFirstImage::pauseAfter(milliseconds(1600), milliseconds(800)), milliseconds(100));
        CHECK_EQUAL(RequestsBeforeFirstImage::pauseAfter(std::chrono::hours(1), milliseconds(800)), RequestsBeforeFirstImage::shortestRequestInterval);
        CHECK_EQUAL(RequestsBeforeFirstImage::pauseAfter(milliseconds(0), milliseconds(60)), RequestsBeforeFirstImage::shortestRequestInterval);
    });
    row("early requests end", [] {
        RequestsBeforeFirstImage early;
        const RequestsBeforeFirstImage::Time first{std::chrono::hours(1)};
        CHECK(!early.nextRequestDueAt(first));
        early.setRoundTrip(milliseconds(700));
        CHECK(!early.nextRequestDueAt(first));
        early.noteFirstRequestSent(first);
        CHECK_EQUAL(early.nextRequestDueAt(first).value_or(first) - first, milliseconds(350));
        CHECK(early.nextRequestDueAt(first + milliseconds(2000)).has_value());
        CHECK(!early.nextRequestDueAt(first + milliseconds(2090)));
    });
}

void senderRampRows()
{
    for (const int roundTrip : {500, 1000}) {
        row("at " + std::to_string(roundTrip) + " ms more of the first three seconds is shown with the ramp than without", [&] {
            auto world = senderWorldOf(SenderControl::Cubic, roundTrip, 30);
            const SenderSeen with = senderSee(world);
            world.ramps = false;
            const SenderSeen without = senderSee(world);
            CHECK(with.start.updates > 1.3 * without.start.updates);
        });
    }
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    senderWideRows();
    senderPollRows();
    senderNarrowRows();
    senderChangingRows();
    senderCollapseRows();
    senderRampRows();
    senderLargeRows();
    senderEarlyRows();
    return result();
}
