// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Servers like x11vnc at the start of a connection: the age of their first image, waking one that sleeps, and the measuring of its line.
#include "sessions/rfbworker/protocol/firstimageage.h"
#include "sessions/rfbworker/protocol/rfbtypes.h"
#include "sessions/rfbworker/protocol/serverspeedtest.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/realserver.h"
#include "tests/sessions/rfbworker/scriptedserver.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <ctime>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using Nightdesk::RfbWire::Rect;

namespace
{
using ColdTime = std::chrono::steady_clock::time_point;
constexpr ColdTime imageAt{1h};
constexpr Rect allOfIt{0, 0, 640, 480};

/// @p of: what the table is about.
template<class S, class E, std::size_t count>
void coldTableRows(const std::string &of, const StateSentence<S, E> (&sentences)[count], S lastState, E lastEvent)
{
    for (const auto &pair : everyPair(sentences, lastState, lastEvent)) {
        row(of + ": " + pair.text, [&] {
            CHECK(nextState(pair.from, pair.on) == pair.to);
        });
    }
}

constexpr StateSentence<FirstImageFreshness, FirstImageFreshnessEvent> ages[] = {
    {"an image that comes first may be an old one",
     FirstImageFreshness::NoImage,
     FirstImageFreshnessEvent::FirstPixelsCame,
     FirstImageFreshness::MaybeOutdated},
    {"a server that looks before it answers has none", FirstImageFreshness::NoImage, FirstImageFreshnessEvent::ServerIsNotX11vnc, FirstImageFreshness::Current},
    {"it shows only later that it is such a server",
     FirstImageFreshness::MaybeOutdated,
     FirstImageFreshnessEvent::ServerIsNotX11vnc,
     FirstImageFreshness::Current},
    {"a change shows that it looks", FirstImageFreshness::MaybeOutdated, FirstImageFreshnessEvent::UnrequestedChange, FirstImageFreshness::Current},
    {"it sleeps no longer than that", FirstImageFreshness::MaybeOutdated, FirstImageFreshnessEvent::WaitTimedOut, FirstImageFreshness::Current},
};

constexpr StateSentence<SpeedTestState, SpeedTestEvent> measures[] = {
    {"behind a large update it may measure", SpeedTestState::Idle, SpeedTestEvent::LargeUpdate, SpeedTestState::Suspected},
    {"another server does not", SpeedTestState::Idle, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
    {"it changes its corner", SpeedTestState::Suspected, SpeedTestEvent::CornerUpdate, SpeedTestState::Running},
    {"it does not change it", SpeedTestState::Suspected, SpeedTestEvent::CornerUpdateTimedOut, SpeedTestState::Idle},
    {"it did not so often that it never will", SpeedTestState::Suspected, SpeedTestEvent::LastSuspectedTestTimedOut, SpeedTestState::Finished},
    {"it turns out to be another server", SpeedTestState::Suspected, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
    {"it gives up", SpeedTestState::Running, SpeedTestEvent::CornerUpdateTimedOut, SpeedTestState::Finished},
    {"it gives up at last", SpeedTestState::Running, SpeedTestEvent::LastSuspectedTestTimedOut, SpeedTestState::Finished},
    {"it has all that it wants", SpeedTestState::Running, SpeedTestEvent::LastCornerUpdate, SpeedTestState::Finished},
    {"the corner was another server's", SpeedTestState::Running, SpeedTestEvent::ServerIsNotX11vnc, SpeedTestState::Finished},
};

/// An image of 640x480 has come at imageAt.
struct AgeBench {
    FirstImageFreshnessChecker age;

    AgeBench()
    {
        age.begin(640 * 480, imageAt - 500ms);
        update({allOfIt}, imageAt);
    }
    void update(const std::vector<Rect> &rects, ColdTime now, bool isAsked = false)
    {
        age.handleUpdateBegin();
        for (const Rect &rect : rects) {
            age.noteRectPainted(rect, isAsked);
        }
        age.handleUpdateEnd(now);
        age.checkChangeTimeout(now, 100ms);
    }
};

/// Sends all wake events of @p age, so that what is due next is something else.
void sendWakes(FirstImageFreshnessChecker &age)
{
    auto now = imageAt;
    for (int count = 0; count < FirstImageFreshnessChecker::maxWakeEventCount; now += 300ms) {
        count += age.takeDueWakeEvent(now, 0ms) ? 1 : 0;
    }
}

void coldAgeRows()
{
    row("nothing is said of an image before it comes", [] {
        FirstImageFreshnessChecker age;
        age.begin(100, imageAt);
        CHECK(!age.mayBeOutdated());
        CHECK(!age.takeFreshnessChange());
        CHECK(age.nextCheckDueAt(1s) == imageAt); // to wake the server
    });
    row("the age of the first image is not known, and that is said once", [] {
        AgeBench bench;
        CHECK(bench.age.takeFreshnessChange() == false);
        CHECK(!bench.age.takeFreshnessChange());
        bench.update({{100, 100, 32, 32}}, imageAt + 900ms);
        CHECK(bench.age.takeFreshnessChange() == true);
        CHECK(!bench.age.nextCheckDueAt(1s));
    });
    row("neither x11vnc's corner, nor a pixel, nor what was asked for shows that it looks at its screen", [] {
        AgeBench bench;
        bench.update({{0, 0, 16, 16}}, imageAt + 100ms);
        bench.update({{639, 479, 1, 1}}, imageAt + 200ms);
        bench.update({{64, 64, 64, 64}}, imageAt + 300ms, true);
        CHECK(bench.age.mayBeOutdated());
        bench.update({{0, 0, 16, 16}, {64, 64, 64, 64}}, imageAt + 400ms);
        CHECK(!bench.age.mayBeOutdated());
    });
    row("a later part of the first image does not count as a change", [] {
        FirstImageFreshnessChecker age;
        age.begin(640 * 480, imageAt - 500ms);
        for (int part = 0; part < 2; ++part) {
            age.handleUpdateBegin();
            age.noteRectPainted({0, part * 240u, 640, 240}, false);
            age.handleUpdateEnd(imageAt + part * 100ms);
        }
        CHECK(age.mayBeOutdated());
        sendWakes(age);
        CHECK(age.nextCheckDueAt(0ms) == imageAt + 100ms + FirstImageFreshnessChecker::maxServerSleep);
    });
    row("without a change it is believed when the server has slept its fill, and a round trip later", [] {
        AgeBench bench;
        bench.age.checkChangeTimeout(imageAt + 5099ms, 100ms);
        CHECK(bench.age.mayBeOutdated());
        bench.age.checkChangeTimeout(imageAt + 5100ms, 100ms);
        CHECK(!bench.age.mayBeOutdated());
    });
    row("a server that never sends all of it is believed too", [] {
        FirstImageFreshnessChecker age;
        age.begin(640 * 480, imageAt - 500ms);
        age.handleUpdateBegin();
        age.noteRectPainted({0, 0, 640, 100}, false);
        age.handleUpdateEnd(imageAt);
        sendWakes(age);
        CHECK(age.nextCheckDueAt(0ms) == imageAt + FirstImageFreshnessChecker::maxWaitForCompleteImage);
        age.checkChangeTimeout(imageAt + FirstImageFreshnessChecker::maxWaitForCompleteImage, 0ms);
        CHECK(!age.mayBeOutdated());
    });
    row("a server that may sleep is woken at once, closely at first, and for as long as it may sleep", [] {
        FirstImageFreshnessChecker age;
        age.begin(640 * 480, imageAt);
        auto at = imageAt;
        int count = 0;
        for (; age.nextCheckDueAt(100ms); ++count) {
            CHECK(age.nextCheckDueAt(100ms) == at);
            CHECK(!age.takeDueWakeEvent(at - 1ms, 100ms));
            CHECK(age.takeDueWakeEvent(at, 100ms));
            CHECK(!age.takeDueWakeEvent(at, 100ms));
            at += count + 1 < FirstImageFreshnessChecker::quickWakeEventCount ? 50ms : 300ms;
        }
        CHECK_EQUAL(count, FirstImageFreshnessChecker::maxWakeEventCount);
        CHECK(at - imageAt >= 3s);
    });
    row("over a long path few wake events are on their way", [] {
        FirstImageFreshnessChecker age;
        age.begin(640 * 480, imageAt);
        CHECK(age.takeDueWakeEvent(imageAt, 1s));
        CHECK(age.nextCheckDueAt(1s) == imageAt + 250ms);
    });
    row("nobody is woken who looks, before the first image or after it", [] {
        AgeBench bench;
        CHECK(bench.age.takeDueWakeEvent(imageAt + 300ms, 100ms));
        bench.age.noteServerIsNotX11vnc();
        CHECK(!bench.age.takeDueWakeEvent(imageAt + 3s, 100ms));
        FirstImageFreshnessChecker age;
        age.begin(640 * 480, imageAt);
        age.noteServerIsNotX11vnc();
        CHECK(!age.takeDueWakeEvent(imageAt + 3s, 100ms));
    });
}

void measured(ServerSpeedTest &measure, const std::vector<Rect> &rects, ColdTime now, std::uint64_t bytes, std::chrono::milliseconds roundTrip = 100ms)
{
    measure.handleUpdateBegin();
    for (const Rect &rect : rects) {
        measure.rectCame(rect);
    }
    measure.handleUpdateEnd(now, bytes, roundTrip);
}

void coldMeasureRows()
{
    constexpr Rect corner{0, 0, 16, 16};
    row("behind small updates x11vnc does not measure", [] {
        ServerSpeedTest measure;
        measured(measure, {allOfIt}, imageAt, ServerSpeedTest::minLargeUpdateBytes - 1);
        CHECK(!measure.mayBeRunning());
        CHECK(!measure.timeoutDueAt());
    });
    row("four changes of its corner, and it has measured", [corner] {
        ServerSpeedTest measure;
        measured(measure, {allOfIt}, imageAt, 50'000);
        CHECK(measure.mayBeRunning());
        CHECK(measure.timeoutDueAt() == imageAt + 700ms);
        for (int i = 1; i <= ServerSpeedTest::cornerUpdatesPerSpeedTest; ++i) {
            CHECK(measure.mayBeRunning());
            measured(measure, {corner}, imageAt + i * 600ms, 200);
        }
        CHECK(!measure.mayBeRunning());
        CHECK(measure.isServerWokenByRequests());
        measured(measure, {allOfIt}, imageAt + 10s, 50'000); // once in a connection
        CHECK(!measure.mayBeRunning());
    });
    row("a corner that changes with other things is none of its own", [corner] {
        ServerSpeedTest measure;
        measured(measure, {allOfIt}, imageAt, 50'000);
        measured(measure, {corner, {100, 100, 32, 32}}, imageAt + 600ms, 500);
        measure.checkTimeout(imageAt + 700ms);
        CHECK(!measure.mayBeRunning());
        CHECK(!measure.isServerWokenByRequests());
    });
    row("a film does not put off what waits for it", [] {
        ServerSpeedTest measure;
        int held = 0;
        for (int frame = 0; frame < 500; ++frame) { // 20 s
            measured(measure, {{100, 100, 300, 200}}, imageAt + frame * 40ms, 50'000);
            held += measure.mayBeRunning() ? 1 : 0;
        }
        CHECK(held >= 100); // it may measure when another viewer has been gone for 4 s
        CHECK(held <= 125);
        CHECK(measure.isServerWokenByRequests()); // it may be x11vnc all the same
    });
    row("on a short path, too, it may measure when another viewer has been gone for 4 s", [] {
        ServerSpeedTest measure;
        int before = 0;
        for (int frame = 0; frame < 500; ++frame) { // 20 s
            measured(measure, {{100, 100, 300, 200}}, imageAt + frame * 40ms, 50'000, 0ms);
            before += measure.mayBeRunning() ? 1 : 0;
            CHECK(frame != 90 || measure.isServerWokenByRequests()); // 3.6 s: no harm in these
        }
        CHECK(before >= 105);
        CHECK(before <= 125);
    });
    row("another server is not waited for", [] {
        ServerSpeedTest measure;
        measure.noteServerIsNotX11vnc();
        measured(measure, {allOfIt}, imageAt, 50'000);
        CHECK(!measure.mayBeRunning());
        CHECK(!measure.isServerWokenByRequests());
    });
}

Rfb::Bytes coldPointerPos(std::uint32_t x, std::uint32_t y)
{
    return ScriptedServer::rectHead(x, y, 0, 0, EncodingPointerPos);
}

/// A server that tells where its pointer is with its first image, as x11vnc does.
Rfb::Bytes coldFirstUpdate()
{
    const Rfb::Bytes image = ScriptedServer::rawUpdate(0, 0, 64, 48, 0x123456);
    return ScriptedServer::updateHead(2) + coldPointerPos(12, 34) + Rfb::Bytes(image.begin() + 4, image.end());
}

void coldScriptedRows()
{
    row("the console hears that the age is not known before it has the image, and the server is woken", [] {
        Rig rig;
        rig.server.showWakeEvents();
        CHECK((rig.server.receiveInput() == ScriptedServer::wakeEvent)); // before the first image, which may be late
        rig.server.send(coldFirstUpdate());
        REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
        REQUIRE(rig.console.count<RfbWire::ImageKnownCurrent>() == 1);
        CHECK(!rig.console.next<RfbWire::ImageKnownCurrent>()->isCurrent);
        CHECK((rig.server.receiveInput() == ScriptedServer::wakeEvent));
        CHECK_EQUAL(rig.console.count<RfbWire::ImageKnownCurrent>(), 0u);
        rig.server.send(ScriptedServer::rawUpdate(20, 20, 32, 20, 0xabcdef));
        const auto news = rig.console.next<RfbWire::ImageKnownCurrent>();
        REQUIRE(news.has_value());
        CHECK(news->isCurrent);
    });
    row("where nothing may be sent nothing is, and the label goes in time", [] {
        RfbWire::Start start;
        start.viewOnly = true;
        Rig rig(64, 48, start);
        rig.server.showWakeEvents();
        rig.server.send(coldFirstUpdate());
        const auto unknown = rig.console.next<RfbWire::ImageKnownCurrent>();
        REQUIRE(unknown.has_value());
        CHECK(!unknown->isCurrent);
        const auto known = rig.console.next<RfbWire::ImageKnownCurrent>();
        REQUIRE(known.has_value());
        CHECK(known->isCurrent);
        rig.server.send(ScriptedServer::fence(FenceRequest, {9})); // its answer is behind all that was sent
        Rfb::Bytes message;
        do {
            message = rig.server.receiveMessage();
            CHECK(message.empty() || (message[0] != 4 && message[0] != 5));
        } while (!message.empty() && message[0] != 248);
        CHECK(!message.empty());
    });
    row("a server with fences, or with extended keys, is believed at once", [] {
        for (const bool byFence : {true, false}) {
            Rig rig;
            const Rfb::Bytes image = ScriptedServer::rawUpdate(0, 0, 64, 48, 0x123456);
            if (byFence) {
                rig.server.send(ScriptedServer::fence(FenceRequest, {0}));
                rig.server.send(image);
            } else {
                rig.server.send(ScriptedServer::updateHead(2) + ScriptedServer::rectHead(0, 0, 0, 0, EncodingQemuKeys)
                                + Rfb::Bytes(image.begin() + 4, image.end()));
            }
            REQUIRE(rig.console.next<RfbWire::Damage>().has_value());
            CHECK_EQUAL(rig.console.count<RfbWire::ImageKnownCurrent>(), 0u);
        }
    });
    row("a server that measures its line is asked for nothing but changes until it has", [] {
        Rig rig(320, 200);
        auto sentAt = std::chrono::steady_clock::now();
        rig.server.send(ScriptedServer::rawUpdate(0, 0, 320, 200, 0x123456));
        bool isInTime = true; // once it has waited too long, it need not wait any more
        int cornerUpdateCount = 0;
        while (cornerUpdateCount < ServerSpeedTest::cornerUpdatesPerSpeedTest) {
            const Rfb::Bytes request = rig.server.receiveMessageOfType(3);
            REQUIRE(request.size() == 10);
            isInTime = isInTime && std::chrono::steady_clock::now() - sentAt < ServerSpeedTest::cornerUpdateTimeout;
            if (cornerUpdateCount > 0 && isInTime) {
                CHECK_EQUAL(static_cast<int>(request[1]), 1);
            }
            sentAt = std::chrono::steady_clock::now();
            rig.server.send(ScriptedServer::rawUpdate(0, 0, 16, 16, 0x123456));
            ++cornerUpdateCount;
        }
        Rfb::Bytes request; // a sign of life, when it is silent
        do {
            request = rig.server.receiveMessageOfType(3);
        } while (!request.empty() && request[1] != 0);
        CHECK(!request.empty());
    });
}

std::uint32_t coldColorAt(const TestConsole &console, std::uint32_t x, std::uint32_t y)
{
    return console.width() == 0 ? 0 : console.pixel(x, y) & 0xffffff;
}

/// What somebody sees who opens a desktop that nobody has watched for a while.
void checkColdStart(bool viewOnly)
{
    const XServer x({"Xvfb", "-screen", "0", "500x400x24"});
    const X11Vnc server(x, {"-sb", "1"}); // it sleeps after a second without a viewer, not after a minute
    outputOf({"xsetroot", "-solid", "#ff0000"}, x.display());
    {
        TestConsole before(server.connect());
        CHECK(before.until([&] {
            return coldColorAt(before, 250, 200) == 0xff0000;
        }));
    }
    // It sleeps if time() has gone on by more than one second since somebody watched.
    const std::time_t watched = std::time(nullptr);
    while (std::time(nullptr) <= watched + 2) {
        outputOf({"xsetroot", "-solid", "#00ff00"}, x.display());
    }
    outputOf({"xsetroot", "-solid", "#0000ff"}, x.display());
    RfbWire::Start start;
    start.viewOnly = viewOnly;
    TestConsole console(server.connect(), start);
    REQUIRE(console.next<RfbWire::Damage>().has_value());
    REQUIRE(console.count<RfbWire::ImageKnownCurrent>() >= 1); // it is said before anything is shown
    CHECK(!console.next<RfbWire::ImageKnownCurrent>()->isCurrent);
    const auto known = console.next<RfbWire::ImageKnownCurrent>();
    REQUIRE(known.has_value());
    CHECK(known->isCurrent);
    CHECK(console.until([&] {
        return coldColorAt(console, 250, 200) == 0x0000ff;
    }));
}

void coldRealRows()
{
    row("x11vnc that nobody watched shows an image of unknown age until it has looked at its screen", [] {
        checkColdStart(false);
    });
    row("so it does for who may send nothing", [] {
        checkColdStart(true);
    });
    row("the age of Xvnc's image is known", [] {
        const Directory directory;
        const XServer x(
            {"Xvnc", "-rfbport", "-1", "-rfbunixpath", directory.path() + "/vnc", "-geometry", "500x400", "-depth", "24", "-SecurityTypes", "None"});
        TestConsole console(connectUnix(directory.path() + "/vnc"));
        REQUIRE(console.next<RfbWire::Damage>().has_value());
        std::optional<RfbWire::Stats> stats; // a second later
        CHECK((stats = console.next<RfbWire::Stats>()).has_value());
        CHECK_EQUAL(console.count<RfbWire::ImageKnownCurrent>(), 0u);
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    coldTableRows("age", ages, FirstImageFreshness::Current, FirstImageFreshnessEvent::WaitTimedOut);
    coldTableRows("measuring", measures, SpeedTestState::Finished, SpeedTestEvent::ServerIsNotX11vnc);
    coldAgeRows();
    coldMeasureRows();
    coldScriptedRows();
    coldRealRows();
    return result();
}
