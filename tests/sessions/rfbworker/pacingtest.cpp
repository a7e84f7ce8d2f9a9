// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How requests are paced, on thousands of modelled links and servers.
#include "sessions/rfbworker/picture/requestmodechooser.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/pacingmodel.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using RfbWire::RequestMode;

namespace
{
using World = PacingModel::World;

World randomWorld(unsigned seed, PacingModel::Server server)
{
    std::mt19937 random(seed);
    const auto number = [&random](double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random);
    };
    const auto magnitude = [&number](double least, double most) {
        return std::exp(number(std::log(least), std::log(most)));
    };
    World world;
    world.server = server;
    world.seed = seed;
    world.roundTrip = static_cast<int>(number(0, 1) < 0.1 ? 0 : number(0, 1000));
    world.linkRate = magnitude(64 * 1024, 125e6);
    world.size = magnitude(100, 2e6);
    world.framePeriod = static_cast<int>(number(17, 200));
    world.pollPeriod = static_cast<int>(number(10, 60));
    world.jitter = number(0, 1) < 0.5 ? 0 : static_cast<int>(number(0, 15));
    world.knowsLink = number(0, 1) < 0.7;
    return world;
}

std::string name(const World &w)
{
    char text[256];
    std::snprintf(text,
                  sizeof text,
                  "seed %u: %s, %d ms, %.0f kB/s, %.0f B each %d ms, poll %d, jitter %d, %s",
                  w.seed,
                  w.server == PacingModel::Server::Merges ? "merges" : "polls",
                  w.roundTrip,
                  w.linkRate / 1000,
                  w.size,
                  w.framePeriod,
                  w.pollPeriod,
                  w.jitter,
                  w.knowsLink ? "link known" : "link not known");
    return text;
}

/// Of a second, how much the updates keep the line busy if all are sent.
double loadOf(const World &w)
{
    const double perSecond = 1000.0 / (w.server == PacingModel::Server::Polls ? std::max(w.framePeriod, w.pollPeriod) : w.framePeriod);
    return w.size * perSecond / w.linkRate;
}

struct Verdict {
    int worlds = 0;
    int bad = 0;
    std::string first;
    void judge(bool good, const World &world, const std::string &what)
    {
        ++worlds;
        if (!good) {
            ++bad;
            if (first.empty()) {
                first = name(world) + ": " + what;
            }
            if (std::getenv("NIGHTDESK_PACING_ALL")) {
                std::printf("%s: %s\n", name(world).c_str(), what.c_str());
            }
        }
    }
};

void simulate(PacingModel::Server server, unsigned seeds, bool pings)
{
    Verdict rate;
    Verdict age;
    Verdict stock;
    Verdict requests;
    for (unsigned seed = 1; seed <= seeds; ++seed) {
        World world = randomWorld(seed, server);
        world.pings = pings && world.roundTrip > 5; // nearer, one request at a time will do
        world.knowsLink = world.knowsLink || world.pings;
        const double load = loadOf(world);
        const int warm = 3000 + 3 * world.roundTrip;
        const int end = warm + 6000 + 2 * world.roundTrip;
        PacingModel ours(world, false);
        PacingModel theirs(world, true);
        const auto our = ours.run(warm, end);
        const auto their = theirs.run(warm, end);
        const double possible = std::min<double>(our.drawn, our.drawn / load);
        char text[200];
        std::snprintf(text,
                      sizeof text,
                      "load %.2f, %d of %d drawn, possible %.0f, stock %d; age %.0f, %.0f to %.0f, stock %.0f; %d requests",
                      load,
                      our.updates,
                      our.drawn,
                      possible,
                      their.updates,
                      our.ageMedian,
                      our.ageFirstHalf,
                      our.ageSecondHalf,
                      their.ageMedian,
                      our.requests);
        if (load < 0.9 && possible > 20) {
            const double share = server == PacingModel::Server::Polls ? 0.9 : 0.97; // polls: two frames may fall into one look
            rate.judge(our.updates >= share
                               * std::min(possible,
                                          server == PacingModel::Server::Polls ? our.seconds * 1100 / std::max(world.pollPeriod, world.framePeriod) : possible),
                       world,
                       text);
        } else if (load > 1.1 && possible > 20) {
            rate.judge(our.updates >= 0.8 * possible, world, text);
        }
        if (their.updates > 10) {
            stock.judge(our.updates >= their.updates * 0.97 - 1, world, text);
        }
        const double oneUpdate = world.size / world.linkRate * 1000;
        age.judge(our.ageSecondHalf <= world.roundTrip / 2.0 + world.jitter + world.pollPeriod + 3.5 * oneUpdate + 150, world, text);
        requests.judge(our.requests <= our.seconds * 110, world, text);
    }
    const auto tell = [](const char *what, const Verdict &v) {
        std::printf("%s: %d of %d worlds fall short; %s\n", what, v.bad, v.worlds, v.first.c_str());
    };
    tell("rate", rate);
    tell("stock", stock);
    tell("age", age);
    tell("requests", requests);
    CHECK(rate.bad * 100 <= 4 * rate.worlds);
    CHECK(stock.bad * 100 <= stock.worlds);
    CHECK(age.bad * 100 <= 5 * age.worlds);
    CHECK_EQUAL(requests.bad, 0);
}

/// Worlds of each row. It is arithmetic: a sanitizer has seen all of it after the first hundred.
#ifdef NIGHTDESK_SANITIZED
constexpr unsigned WorldsPerRow = 150;
#else
constexpr unsigned WorldsPerRow = 1500;
#endif

void modelRows()
{
    row("a server that merges requests gives what link and server can do, and no queue grows", [] {
        simulate(PacingModel::Server::Merges, WorldsPerRow, false);
    });
    row("the same where the pings of the link tell of the queue", [] {
        simulate(PacingModel::Server::Merges, WorldsPerRow, true);
    });
    row("a server that polls gives what link and server can do, and no queue grows", [] {
        simulate(PacingModel::Server::Polls, WorldsPerRow, false);
    });
    row("the same where the pings of the link tell of its queue", [] {
        simulate(PacingModel::Server::Polls, WorldsPerRow, true);
    });
}

void allowanceRows()
{
    row("what is allowed is used and not much more, and nobody waits long for the next request", [] {
        Verdict rate;
        Verdict pause;
        for (unsigned seed = 1; seed <= 200; ++seed) {
            World world = randomWorld(seed, seed % 2 ? PacingModel::Server::Merges : PacingModel::Server::Polls);
            const double drawn = loadOf(world) * world.linkRate; // bytes per second
            std::mt19937 random(seed);
            world.allowance = std::min(drawn, 0.8 * world.linkRate) * std::uniform_real_distribution<double>(0.1, 0.9)(random);
            PacingModel model(world, false);
            const int warm = 5000 + 5 * world.roundTrip;
            const auto seen = model.run(warm, warm + 20'000);
            char text[200];
            std::snprintf(text,
                          sizeof text,
                          "allowed %.0f kB/s, drawn %.0f, came %.0f; longest pause %d ms",
                          world.allowance / 1000,
                          drawn / 1000,
                          seen.bytes / seen.seconds / 1000,
                          seen.longestPause);
            // One that owes more than is ever held against it comes all the same.
            const bool isTiny = world.size / world.allowance > 1;
            rate.judge(isTiny || (seen.bytes <= 1.25 * world.allowance * seen.seconds + 2 * world.size), world, text);
            const double oneUpdate = world.size / world.linkRate * 1000;
            pause.judge(seen.longestPause <= 2200 + 2 * world.roundTrip + 2 * oneUpdate, world, text);
        }
        std::printf("allowance, rate: %d of %d worlds fall short; %s\n", rate.bad, rate.worlds, rate.first.c_str());
        std::printf("allowance, pause: %d of %d worlds fall short; %s\n", pause.bad, pause.worlds, pause.first.c_str());
        CHECK(rate.bad * 100 <= 3 * rate.worlds);
        CHECK(pause.bad * 100 <= pause.worlds);
    });
    row("a repaint at a tiny share freezes nothing, and the end of the limit frees at once", [] {
        World world;
        world.size = 300'000;
        world.allowance = 2048;
        PacingModel model(world, false);
        const auto held = model.run(0, 10'000);
        CHECK(held.longestPause <= 2500);
        CHECK(held.updates <= 8);
        model.setAllowedRate(0);
        CHECK(model.run(10'000, 10'300).requests >= 1);
    });
    row("a debt is owed at the rate of now", [] {
        const auto now = RequestPacer::Time{} + 100s;
        RequestPacer pacer;
        pacer.setRoundTrip(1ms);
        pacer.setAllowedRate(10'000, now);
        pacer.noteRequestSent(now);
        pacer.updateCame(now, 0ms, 15'000);
        CHECK(*pacer.nextRequestAt() == now + 1250ms);
        pacer.setAllowedRate(100'000, now);
        CHECK(*pacer.nextRequestAt() == now + 125ms);
        pacer.setAllowedRate(1000, now);
        CHECK(*pacer.nextRequestAt() == now + 1s);
        pacer.cancelRateLimitPause();
        CHECK(*pacer.nextRequestAt() == now);
    });
    row("the time in which an update came is paid for", [] {
        const auto now = RequestPacer::Time{} + 100s;
        RequestPacer pacer;
        pacer.setRoundTrip(1ms);
        pacer.setAllowedRate(100'000, now);
        pacer.noteRequestSent(now);
        pacer.updateCame(now + 2s, 2s, 200'000);
        CHECK(*pacer.nextRequestAt() == now + 2s);
    });
    row("updates that became smaller on a full path are soon requested more often", [] {
        auto now = RequestPacer::Time{} + 100s;
        RequestPacer pacer;
        pacer.setRoundTrip(100ms);
        const auto round = [&](int updates, std::chrono::milliseconds every, std::uint64_t bytes, std::chrono::milliseconds queue) {
            for (int i = 0; i < updates; ++i) {
                now += every;
                pacer.noteRequestSent(now);
                pacer.updateCame(now, 1ms, bytes); // ssh passes it on at once
            }
            pacer.handleQueueDelay(now, queue);
        };
        for (int i = 0; i < 10; ++i) {
            round(2, 100ms, 50'000, 400ms); // the path carries 500 kB/s
        }
        CHECK(pacer.isPathSaturated());
        CHECK(pacer.requestPeriod() >= 100ms);
        CHECK(pacer.toleratedQueueDelay() >= 130ms); // an update takes 100 ms
        for (int i = 0; i < 20; ++i) {
            round(2, 100ms, 16'000, 0ms);
        }
        CHECK(pacer.toleratedQueueDelay() <= 80ms);
        for (int i = 0; i < 6; ++i) {
            const auto period = std::chrono::duration_cast<std::chrono::milliseconds>(pacer.requestPeriod());
            round(2, std::max(period, 40ms), 16'000, 0ms);
        }
        CHECK(pacer.requestPeriod() <= 45ms);
    });
    row("x11vnc is woken by requests while the path has room", [] {
        auto now = RequestPacer::Time{} + 100s;
        RequestPacer pacer;
        pacer.setRoundTrip(100ms);
        const auto round = [&](std::chrono::milliseconds queue) {
            for (int i = 0; i < 5; ++i) {
                now += 40ms;
                pacer.noteRequestSent(now);
                pacer.updateCame(now, 10ms, 50'000);
            }
            pacer.handleQueueDelay(now, queue);
            pacer.noteRequestSent(now);
        };
        round(0ms);
        round(0ms);
        CHECK(*pacer.nextRequestAt() >= now + RequestPacer::shortestInterval);
        pacer.setServerWokenByRequests(true);
        CHECK(*pacer.nextRequestAt() == now + RequestPacer::intervalToWakeServer);
        round(30ms); // something waits on the path
        CHECK(*pacer.nextRequestAt() >= now + RequestPacer::shortestInterval);
        round(0ms);
        CHECK(*pacer.nextRequestAt() == now + RequestPacer::intervalToWakeServer);
        for (int i = 0; i < 10; ++i) {
            round(400ms);
        }
        round(0ms); // the path was full, so images would only wait again
        CHECK(*pacer.nextRequestAt() >= now + RequestPacer::shortestInterval);
    });
}

void chooserRows()
{
    using Facts = RequestModeChooser::Facts;
    const auto now = RequestModeChooser::Time{} + 100s;
    const auto modern = [] {
        RequestModeChooser chooser;
        chooser.noteFenceSupport();
        chooser.noteContinuousUpdateSupport();
        return chooser;
    };
    row("nothing is asked ahead before there is a picture, nor while it is not seen", [=] {
        RequestModeChooser chooser = modern();
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, false, false, 1ms}), RequestMode::OneAtATime);
        CHECK_EQUAL(chooser.chooseMode(now, Facts{false, true, false, 1ms}), RequestMode::OneAtATime);
    });
    row("a near server sends by itself, a far one is asked ahead without fences, and stays so", [=] {
        RequestModeChooser chooser = modern();
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, true, false, 39ms}), RequestMode::Continuous);
        CHECK(!chooser.mustNotOfferFences());
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, true, false, 40ms}), RequestMode::AheadOfUpdates);
        CHECK(chooser.mustNotOfferFences());
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, true, false, 1ms}), RequestMode::AheadOfUpdates);
    });
    row("continuous updates alone are not used", [=] {
        RequestModeChooser chooser;
        chooser.noteContinuousUpdateSupport();
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, true, false, 1ms}), RequestMode::AheadOfUpdates);
    });
    row("what is to be less than the server would send is asked for", [=] {
        RequestModeChooser chooser = modern();
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, true, true, 1ms}), RequestMode::AheadOfUpdates);
        CHECK(!chooser.mustNotOfferFences());
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, true, false, 1ms}), RequestMode::Continuous);
    });
    row("promises that were not kept are not believed again", [=] {
        RequestModeChooser chooser = modern();
        chooser.noteContinuousUpdateFailure();
        CHECK_EQUAL(chooser.chooseMode(now, Facts{true, true, false, 1ms}), RequestMode::AheadOfUpdates);
        RequestModeChooser other = modern();
        other.noteFenceFailure();
        CHECK_EQUAL(other.chooseMode(now, Facts{true, true, false, 1ms}), RequestMode::AheadOfUpdates);
        CHECK(!other.mayUseFences());
        CHECK(other.mustNotOfferFences());
    });
    row("a server that fell silent is asked one at a time for a minute, the third time for good", [=] {
        RequestModeChooser chooser;
        for (int i = 1; i <= RequestModeChooser::maxFailures; ++i) {
            chooser.noteAheadModeFailure(now);
            CHECK_EQUAL(chooser.chooseMode(now + 59s, Facts{true, true, false, 1ms}), RequestMode::OneAtATime);
            CHECK_EQUAL(chooser.chooseMode(now + 60s, Facts{true, true, false, 1ms}),
                        i < RequestModeChooser::maxFailures ? RequestMode::AheadOfUpdates : RequestMode::OneAtATime);
        }
    });
    row("failures that are long ago are forgotten", [=] {
        RequestModeChooser chooser;
        for (int i = 0; i < 2 * RequestModeChooser::maxFailures; ++i) {
            const auto then = now + i * 12min;
            chooser.noteAheadModeFailure(then);
            CHECK_EQUAL(chooser.chooseMode(then + 60s, Facts{true, true, false, 1ms}), RequestMode::AheadOfUpdates);
        }
    });
}

void meterRows()
{
    const auto now = QueueDelayEstimator::Time{} + 100s;
    row("a round trip beyond the least is a queue, but for what the server slept", [=] {
        QueueDelayEstimator meter;
        CHECK(!meter.queueDelay().has_value());
        meter.handleProbeAnswer(now, 100ms, 0ms);
        CHECK(*meter.queueDelay() == 0ms);
        meter.handleProbeAnswer(now, 350ms, 40ms);
        CHECK(*meter.queueDelay() == 210ms);
        CHECK(*meter.minRoundTrip() == 100ms);
        meter.handleProbeAnswer(now, 1600ms, 1500ms);
        CHECK(*meter.queueDelay() == 0ms);
    });
    row("what the console knows of the link bounds the least", [=] {
        QueueDelayEstimator meter;
        meter.setLinkRoundTrips(120ms, 100ms, now);
        CHECK(*meter.minRoundTrip() == 100ms);
        meter.handleProbeAnswer(now, 900ms, 0ms);
        CHECK(*meter.minRoundTrip() == 100ms + QueueDelayEstimator::maxServerDelay);
        CHECK(*meter.queueDelay() == 800ms - QueueDelayEstimator::maxServerDelay);
    });
    row("nothing is decided by one answer, nor by the server's own time where the link is known", [=] {
        QueueDelayEstimator meter;
        meter.handleProbeAnswer(now, 900ms, 0ms);
        meter.handleProbeAnswer(now, 800ms, 0ms);
        CHECK(!meter.provenMinRoundTrip().has_value());
        meter.handleProbeAnswer(now, 20ms, 0ms);
        CHECK(meter.provenMinRoundTrip() == 20ms);
        QueueDelayEstimator linked;
        linked.setLinkRoundTrips(12ms, 12ms, now);
        linked.handleProbeAnswer(now, 900ms, 0ms);
        CHECK(linked.provenMinRoundTrip() == 12ms);
    });
    row("a line that has become longer is believed in a minute", [=] {
        QueueDelayEstimator meter;
        meter.handleProbeAnswer(now, 20ms, 0ms);
        meter.handleProbeAnswer(now + 31s, 200ms, 0ms);
        CHECK(*meter.minRoundTrip() == 20ms);
        meter.handleProbeAnswer(now + 62s, 200ms, 0ms);
        CHECK(*meter.minRoundTrip() == 200ms);
        CHECK(*meter.queueDelay() == 0ms);
    });
    row("a question that is not answered tells the least that waits", [=] {
        QueueDelayEstimator meter;
        meter.noteUnansweredProbe(5s, 0ms);
        CHECK(!meter.queueDelay().has_value());
        meter.handleProbeAnswer(now, 100ms, 0ms);
        meter.noteUnansweredProbe(600ms, 50ms);
        CHECK(*meter.queueDelay() == 450ms);
        meter.noteUnansweredProbe(200ms, 0ms);
        CHECK(*meter.queueDelay() == 450ms);
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    chooserRows();
    meterRows();
    allowanceRows();
    modelRows();
    return Nightdesk::Test::result();
}
