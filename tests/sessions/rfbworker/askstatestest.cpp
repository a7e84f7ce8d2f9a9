// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the update scheduler that wait for the server: a request for exact pixels, the promise of continuous updates, and the
// questions that measure the way.
#include "sessions/rfbworker/input/keyupdaterequests.h"
#include "sessions/rfbworker/input/outbox.h"
#include "sessions/rfbworker/picture/continuousupdates.h"
#include "sessions/rfbworker/picture/exactrequest.h"
#include "sessions/rfbworker/picture/pathprobe.h"
#include "sessions/rfbworker/protocol/serversocketstate.h"
#include "sessions/rfbworker/protocol/wholeimage.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <vector>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace std::chrono_literals;
using Nightdesk::RfbWire::Rect;
using Nightdesk::Test::row;
using State = ExactRequestState;
using Event = ExactRequestEvent;

namespace
{
/// All that can happen to a request for exact pixels, told once more and apart from the table itself.
constexpr Nightdesk::Test::StateSentence<State, Event> sentences[] = {
    {"it is asked for, and nothing else is", State::NoRequest, Event::RequestSent, State::Exclusive},
    {"it takes too long: the rest is asked for as well", State::Exclusive, Event::ExclusiveTimeOver, State::Late},
    {"it comes in time", State::Exclusive, Event::Answered, State::NoRequest},
    {"it is given up though nothing else was asked for", State::Exclusive, Event::GivenUp, State::NoRequest},
    {"the desktop has another size meanwhile", State::Exclusive, Event::DesktopResized, State::NoRequest},
    {"it comes late", State::Late, Event::Answered, State::NoRequest},
    {"it never comes", State::Late, Event::GivenUp, State::NoRequest},
    {"the desktop has another size while it is late", State::Late, Event::DesktopResized, State::NoRequest},
};

constexpr Nightdesk::Test::StateSentence<PacerState, PacerEvent> pacerSentences[] = {
    {"the first round is measured", PacerState::FirstProbeRound, PacerEvent::ProbeRoundMeasured, PacerState::TcpWindowOpening},
    {"the way is full before anything is measured", PacerState::FirstProbeRound, PacerEvent::PathSaturated, PacerState::SaturatedInFirstProbeRound},
    {"TCP has opened its window", PacerState::TcpWindowOpening, PacerEvent::PathSaturated, PacerState::Steady},
    {"the first round of a full way is measured", PacerState::SaturatedInFirstProbeRound, PacerEvent::ProbeRoundMeasured, PacerState::Steady},
};

constexpr Nightdesk::Test::StateSentence<WholeImageState, WholeImageEvent> imageSentences[] = {
    {"the desktop has a size before anything came", WholeImageState::Awaited, WholeImageEvent::DesktopResized, WholeImageState::RequestDue},
    {"an image that is shown has another size", WholeImageState::Arrived, WholeImageEvent::DesktopResized, WholeImageState::RequestDue},
    {"another size again", WholeImageState::ArrivedAndRequestDue, WholeImageEvent::DesktopResized, WholeImageState::RequestDue},
    {"everything is asked for", WholeImageState::RequestDue, WholeImageEvent::Requested, WholeImageState::Awaited},
    {"everything is asked for after its first pixels", WholeImageState::ArrivedAndRequestDue, WholeImageEvent::Requested, WholeImageState::Arrived},
    {"the first pixels", WholeImageState::Awaited, WholeImageEvent::PixelsCame, WholeImageState::Arrived},
    {"pixels in the update that told of the size", WholeImageState::RequestDue, WholeImageEvent::PixelsCame, WholeImageState::ArrivedAndRequestDue},
};

constexpr Nightdesk::Test::StateSentence<ServerSocketState, ServerSocketEvent> socketSentences[] = {
    {"the server reads too slowly", ServerSocketState::Writable, ServerSocketEvent::BufferBecameFull, ServerSocketState::Full},
    {"the server has closed", ServerSocketState::Writable, ServerSocketEvent::WriteFailed, ServerSocketState::Lost},
    {"the server reads again", ServerSocketState::Full, ServerSocketEvent::BufferDrained, ServerSocketState::Writable},
};

void tableRows()
{
    for (const auto &pair : Nightdesk::Test::everyPair(socketSentences, ServerSocketState::Lost, ServerSocketEvent::WriteFailed)) {
        row("socket to the server: " + pair.text, [&] {
            CHECK(nextState(pair.from, pair.on) == pair.to);
        });
    }
    for (const auto &pair : Nightdesk::Test::everyPair(imageSentences, WholeImageState::ArrivedAndRequestDue, WholeImageEvent::PixelsCame)) {
        row("whole image: " + pair.text, [&] {
            CHECK(nextState(pair.from, pair.on) == pair.to);
        });
    }
    for (const auto &pair : Nightdesk::Test::everyPair(pacerSentences, PacerState::Steady, PacerEvent::PathSaturated)) {
        row("pacer: " + pair.text, [&] {
            CHECK(nextState(pair.from, pair.on) == pair.to);
        });
    }
    for (const auto &pair : Nightdesk::Test::everyPair(sentences, State::Late, Event::DesktopResized)) {
        row(pair.text, [&] {
            CHECK(nextState(pair.from, pair.on) == pair.to);
        });
    }
}

constexpr Rect part{10, 10, 100, 50};
const ExactRequest::Time start{1000s};

void exactRows()
{
    row("all of it comes, in two updates", [] {
        ExactRequest request;
        request.noteRequestSent(part, start);
        request.rectCame({10, 10, 100, 20}, true, start + 20ms, 10ms);
        CHECK(!request.isAnswered());
        request.rectCame({0, 30, 500, 100}, true, start + 30ms, 10ms);
        CHECK(request.isAnswered());
        request.handle(Event::Answered, start + 30ms);
        CHECK_EQUAL(request.state(), State::NoRequest);
    });
    row("what was on its way before is no answer, with loss or not", [] {
        ExactRequest request;
        request.noteRequestSent(part, start);
        request.rectCame(part, false, start + 5ms, 10ms);
        CHECK(!request.isAnswered());
        request.rectCame(part, false, start + 10ms, 10ms);
        CHECK(request.isAnswered());
    });
    row("it is repeated once while nothing else is asked for", [] {
        ExactRequest request;
        request.noteRequestSent(part, start);
        CHECK(!request.takeDueRepeatRequest(start + 29ms));
        CHECK(request.takeDueRepeatRequest(start + 30ms));
        CHECK(!request.takeDueRepeatRequest(start + 40ms));
        CHECK(request.nextChangeAt() == start + 80ms);
    });
    row("a server that needs longer gets longer next time, up to a second", [] {
        ExactRequest request;
        auto now = start;
        for (const auto window : {80ms, 160ms, 320ms, 640ms, 1000ms, 1000ms}) {
            request.noteRequestSent(part, now);
            CHECK(!request.isExclusiveTimeOver(now + window - 1ms));
            CHECK(request.isExclusiveTimeOver(now + window));
            request.handle(Event::ExclusiveTimeOver, now + window);
            CHECK(!request.isExclusive() && request.isRequestOpen());
            CHECK(!request.mustGiveUp(now + 9999ms));
            CHECK(request.mustGiveUp(now + 10s));
            now += 10s;
            request.handle(Event::GivenUp, now);
        }
    });
    row("over longer times a stream is held for five per cent at most", [] {
        ExactRequest request;
        const auto settled = start + 1020ms; // a second and two round trips
        CHECK(request.mayRequest(start, std::nullopt, 10ms));
        CHECK(!request.mayRequest(start + 1019ms, start, 10ms));
        CHECK(request.mayRequest(settled, start, 10ms));
        request.noteRequestSent(part, settled);
        request.rectCame(part, true, settled + 20ms, 10ms);
        request.handle(Event::Answered, settled + 20ms);
        CHECK(!request.mayRequest(settled + 179ms, start, 10ms));
        CHECK(request.mayRequest(settled + 180ms, start, 10ms));
        // Five in a row for what has come to rest; then as rarely as before.
        auto now = settled + 180ms;
        int asked = 1;
        for (; now < settled + 20s; now += 10ms) {
            if (request.mayRequest(now, start, 10ms)) {
                request.noteRequestSent(part, now);
                request.rectCame(part, true, now + 20ms, 10ms);
                request.handle(Event::Answered, now + 20ms);
                ++asked;
            }
        }
        CHECK(asked >= 16 && asked <= 18);
    });
    row("a second one is not asked beside the first", [] {
        ExactRequest request;
        request.noteRequestSent(part, start);
        request.noteRequestSent({0, 0, 1, 1}, start + 1ms);
        CHECK(request.requestedRect() == part);
    });
}

void brokenPromiseRows()
{
    row("the server is told each change once", [] {
        ContinuousUpdates updates;
        CHECK(!updates.setOn(false, start));
        CHECK(updates.setOn(true, start));
        CHECK(!updates.setOn(true, start));
        CHECK(updates.isOn());
    });
    row("an end that it was told to is none of its own", [] {
        ContinuousUpdates updates;
        updates.setOn(true, start);
        updates.setOn(false, start + 1s);
        updates.setOn(true, start + 2s);
        CHECK(updates.handleReportedEnd(start + 3s));
        CHECK(!updates.handleReportedEnd(start + 4s));
    });
    row("an end that never comes is missed once, where updates do come", [] {
        ContinuousUpdates updates;
        updates.setOn(true, start);
        updates.setOn(false, start);
        CHECK(!updates.detectMissingEndConfirmation(start + 5s, 5s, start + 5s));
        CHECK(!updates.detectMissingEndConfirmation(start + 6s, 5s, start + 1s)); // it may only be slow
        CHECK(updates.detectMissingEndConfirmation(start + 6s, 5s, start + 3s));
        CHECK(!updates.detectMissingEndConfirmation(start + 7s, 5s, start + 7s));
    });
    row("after a pause of ours the wait for an end begins again", [] {
        ContinuousUpdates updates;
        updates.setOn(true, start);
        updates.setOn(false, start);
        updates.handleReadingPauseEnded(start + 10s);
        CHECK(!updates.detectMissingEndConfirmation(start + 12s, 5s, start + 12s));
    });
    row("a server that sends only what it is asked for has broken its promise the fourth time", [] {
        ContinuousUpdates updates;
        updates.setOn(true, start);
        auto now = start;
        for (int i = 1; i <= 4; ++i) {
            now = updates.testRequestDueAt(now);
            updates.noteTestRequestSent(now);
            now += 50ms;
            CHECK_EQUAL(updates.handlePixelsArrived(now, 300ms), i < 4);
        }
    });
    row("pixels that come of their own accord keep the promise", [] {
        ContinuousUpdates updates;
        updates.setOn(true, start);
        auto now = start;
        for (int i = 0; i < 20; ++i) {
            now = updates.testRequestDueAt(now);
            updates.noteTestRequestSent(now);
            CHECK(updates.handlePixelsArrived(now + 50ms, 300ms));
            CHECK(updates.handlePixelsArrived(now + 400ms, 300ms));
        }
    });
    row("where nothing answers it is asked ever less often", [] {
        ContinuousUpdates updates;
        updates.setOn(true, start);
        auto last = start;
        auto pause = ContinuousUpdates::Clock::duration::zero();
        for (int i = 0; i < 10; ++i) {
            const auto due = updates.testRequestDueAt(start);
            CHECK(due - last >= pause);
            pause = due - last;
            updates.noteTestRequestSent(due);
            last = due;
        }
        CHECK(pause == 32s);
    });
}

/// A probe with all that it needs, before a desktop of 800 × 600.
struct ProbeBench {
    Outbox outbox{false};
    EncodingOfferSender offers{outbox};
    Counters counters;
    ServerLiveness pulse{outbox.wakeFd()};
    RequestPacer pacer;
    RequestModeChooser chooser;
    PathProbe probe{outbox, offers, counters, pulse, pacer, chooser};

    ProbeBench()
    {
        offers.setOffer(EncodingOffer::forQuality(RfbWire::Quality::High, false));
        probe.handleResize({0, 0, 800, 600});
    }

    /// The server has fences, and the first question is out.
    void useFences()
    {
        chooser.noteFenceSupport();
        probe.noteFenceSupport(start);
    }

    /// An update comes every 20 ms; the time when the first question goes out, or that of the end.
    ExactRequest::Time streamUntilAsked(std::chrono::milliseconds atMost)
    {
        auto now = start;
        for (; now < start + atMost && !probe.isProbeOpen(); now += 20ms) {
            pacer.noteRequestSent(now);
            pacer.updateCame(now, 5ms, 20'000);
            probe.handleUpdateEnd(now, 5ms);
            CHECK(!probe.doDueWork(now, now));
        }
        return now;
    }
};

void deliveryProbeRows()
{
    using ProbeFailure = PathProbe::ProbeFailure;
    row("a server with fences is asked at once, and its answer is the round trip", [] {
        ProbeBench bench;
        CHECK(!bench.probe.isProbeOpen());
        bench.useFences();
        CHECK(bench.probe.isProbeOpen());
        bench.probe.fenceCameBack(PathProbe::probeFenceBit | 7, start + 20ms); // another one
        CHECK(bench.probe.isProbeOpen());
        bench.probe.fenceCameBack(PathProbe::probeFenceBit | 1, start + 50ms);
        CHECK(!bench.probe.isProbeOpen());
        CHECK(bench.probe.roundTrip() == 50ms);
        CHECK(bench.probe.pathFacts().roundTrip == 50ms);
    });
    row("a fence that never comes is a fault, once, where updates do come", [] {
        ProbeBench bench;
        bench.useFences();
        const auto late = start + bench.probe.answerTimeout() + 1ms;
        CHECK(!bench.probe.doDueWork(late - 1ms, start + 3s));
        CHECK(bench.probe.doDueWork(late, start + 3s) == ProbeFailure::FenceNotReturned);
        CHECK(!bench.probe.doDueWork(late + 1ms, start + 3s));
    });
    row("where nothing at all comes the server is silent", [] {
        ProbeBench bench;
        bench.useFences();
        CHECK(bench.probe.doDueWork(start + bench.probe.answerTimeout() + 1ms, start) == ProbeFailure::NothingReceived);
    });
    row("a message that takes long to come holds the answer up", [] {
        ProbeBench bench;
        bench.useFences();
        const auto late = start + bench.probe.answerTimeout() + 1ms;
        bench.probe.handleMessageBegin(start + 1s);
        CHECK(bench.probe.isReadingMessage());
        CHECK(!bench.probe.doDueWork(late, start));
        bench.probe.handleMessageEnd(start + 21s);
        CHECK(!bench.probe.doDueWork(late + 19s, start + 21s));
        CHECK(bench.probe.doDueWork(late + 20s, start + 21s) == ProbeFailure::FenceNotReturned);
    });
    row("a question that waited for us measures nothing", [] {
        ProbeBench bench;
        bench.useFences();
        bench.probe.handleReadingPauseEnded(start + 10s);
        bench.probe.fenceCameBack(PathProbe::probeFenceBit | 1, start + 10s);
        CHECK(!bench.probe.pathFacts().roundTrip);
    });
    row("without fences a pixel is asked for, eight seconds after the first picture", [] {
        ProbeBench bench;
        const auto asked = bench.streamUntilAsked(12s);
        CHECK(bench.probe.isProbeOpen());
        CHECK(asked >= start + 8s && asked < start + 9s);
        CHECK_EQUAL(bench.counters.requests.load(), 1u);
        bench.probe.rectCame({100, 100, 400, 400}, asked); // covers no corner
        CHECK(bench.probe.isProbeOpen());
        bench.probe.rectCame({0, 0, 800, 600}, asked);
        CHECK(!bench.probe.isProbeOpen());
    });
    row("where pings of the link are told of, they measure the queue, and a pixel is asked for seldom", [] {
        ProbeBench bench;
        bench.offers.setOffersFences(false); // withdrawn, as far away
        bench.probe.noteFenceSupport(start);
        std::vector<ExactRequest::Time> asked;
        RfbWire::LinkShare share;
        share.leastRoundTripMicroseconds = 100'000;
        for (auto now = start; now < start + 10s; now += 40ms) {
            if ((now - start) % 200ms == 0ms) {
                share.roundTripMicroseconds = now - start < 8s ? 100'000 : 180'000;
                share.lastPingAnsweredAt = static_cast<std::uint64_t>(std::chrono::nanoseconds(now.time_since_epoch()).count());
                bench.probe.setLinkShare(share, now);
            }
            bench.pacer.updateCame(now, 5ms, 20'000);
            bench.probe.handleUpdateEnd(now, 5ms);
            const bool wasAsking = bench.probe.isProbeOpen();
            CHECK(!bench.probe.doDueWork(now, now));
            if (!wasAsking && bench.probe.isProbeOpen()) {
                asked.push_back(now);
            }
            if (bench.probe.isProbeOpen() && now >= asked.back() + 400ms) { // by a server that is slow
                bench.probe.rectCame({0, 0, 800, 600}, now);
                CHECK(bench.probe.pathFacts().queueDelay == (now - start < 8s ? 0us : 80'000us));
            }
        }
        CHECK_EQUAL(asked.size(), 3u);
        CHECK(bench.probe.pathFacts().queueDelay == 80'000us);
        // No ping any more: the server is asked as often as before.
        const std::size_t before = asked.size();
        for (auto now = start + 10s; now < start + 12s; now += 40ms) {
            bench.pacer.updateCame(now, 5ms, 20'000);
            bench.probe.handleUpdateEnd(now, 5ms);
            const bool wasAsking = bench.probe.isProbeOpen();
            bench.probe.doDueWork(now, now);
            if (!wasAsking && bench.probe.isProbeOpen()) {
                asked.push_back(now);
                bench.probe.rectCame({0, 0, 800, 600}, now);
            }
        }
        CHECK(asked.size() > before);
    });
    row("where pings are told of, a server like x11vnc is never asked for a pixel", [] {
        ProbeBench bench;
        RfbWire::LinkShare share;
        share.roundTripMicroseconds = share.leastRoundTripMicroseconds = 100'000;
        for (auto now = start; now < start + 20s; now += 40ms) {
            if ((now - start) % 200ms == 0ms) {
                share.lastPingAnsweredAt = static_cast<std::uint64_t>(std::chrono::nanoseconds(now.time_since_epoch()).count());
                bench.probe.setLinkShare(share, now);
            }
            bench.pacer.updateCame(now, 5ms, 20'000);
            bench.probe.handleUpdateEnd(now, 5ms);
            CHECK(!bench.probe.doDueWork(now, now));
            bench.probe.measureByUpdateGaps(now);
        }
        CHECK(!bench.probe.isProbeOpen());
        CHECK_EQUAL(bench.counters.requests.load(), 0u);
    });
    row("a ping that left before less was asked for does not make it less again", [] {
        RequestPacer pacer;
        pacer.setRoundTrip(100ms);
        auto now = start;
        const auto stream = [&](int frames) {
            for (int i = 0; i < frames; ++i, now += 40ms) {
                pacer.noteRequestSent(now);
                pacer.updateCame(now, 5ms, 20'000);
            }
        };
        for (int i = 0; i < 12; ++i) { // full for long
            stream(5);
            pacer.handleQueueDelay(now, 300ms, now - 400ms);
        }
        CHECK(pacer.isPathSaturated());
        stream(5);
        pacer.handleQueueDelay(now, 150ms, now - 10ms);
        const auto requestPeriod = pacer.requestPeriod();
        stream(10); // twice as much comes in the time
        pacer.handleQueueDelay(now, 900ms, now - 500ms);
        CHECK(pacer.requestPeriod() == requestPeriod);
        pacer.handleQueueDelay(now, 900ms, now - 1ms);
        CHECK(pacer.requestPeriod() > requestPeriod);
    });
    row("a server so near is never asked for a pixel", [] {
        ProbeBench bench;
        RfbWire::LinkShare share;
        share.roundTripMicroseconds = share.leastRoundTripMicroseconds = 2000;
        bench.probe.setLinkShare(share, start);
        CHECK(bench.streamUntilAsked(6s) >= start + 6s);
        CHECK(!bench.probe.isProbeOpen());
    });
}

void keyRows()
{
    constexpr BootClock::time_point pressed{1h};
    row("four requests follow a key, and a second key behind it adds none", [=] {
        UpdateRequestsAfterKeys requests;
        CHECK(!requests.nextChangeAt());
        requests.addSentKeyOrButton(pressed);
        requests.addSentKeyOrButton(pressed + 1ms); // its release
        for (const auto offset : UpdateRequestsAfterKeys::requestDelays) {
            CHECK(requests.nextChangeAt() == pressed + offset);
            CHECK(!requests.takeDueRequest(pressed + offset - 1ms));
            CHECK(requests.takeDueRequest(pressed + offset));
        }
        CHECK(!requests.nextChangeAt());
        CHECK(!requests.takeDueRequest(pressed + 10s));
        requests.addSentKeyOrButton(pressed + UpdateRequestsAfterKeys::minBurstInterval);
        CHECK(requests.takeDueRequest(pressed + UpdateRequestsAfterKeys::minBurstInterval + 12ms)); // two are due: one will do
        CHECK(requests.nextChangeAt() == pressed + UpdateRequestsAfterKeys::minBurstInterval + 19ms);
    });
    row("keys and buttons are presses, motion and text are none", [=] {
        Outbox outbox(false);
        outbox.startAcceptingInput(800, 600);
        const auto goes = [&](BootClock::time_point now) {
            while (!outbox.isEmpty()) {
                outbox.removeSentBytes(outbox.bytesToSend(1000, now).size());
            }
            return outbox.wasKeyOrButtonSentSinceLastCall();
        };
        outbox.addPointerEvent(10, 10, 0, pressed);
        outbox.addClipboardMessage({6, 0, 0, 0, 0, 0, 0, 0});
        CHECK(!goes(pressed));
        CHECK(!outbox.lastSentInput().keyOrButtonSentAt);
        outbox.addPointerEvent(10, 10, 1, pressed);
        CHECK(goes(pressed));
        outbox.addPointerEvent(20, 10, 1, pressed + 10ms);
        CHECK(!goes(pressed + 10ms));
        outbox.addPointerEvent(20, 10, 0, pressed + 20ms);
        CHECK(goes(pressed + 20ms));
        outbox.addKeyEvent(0x61, true, pressed + 400ms);
        CHECK(goes(pressed + 400ms));
        CHECK(outbox.lastSentInput().keyOrButtonSentAt == pressed + 400ms);
        CHECK(outbox.lastSentInput().typingSince == pressed);
        outbox.addKeyEvent(0x61, false, pressed + 900ms);
        CHECK(goes(pressed + 900ms));
        CHECK(outbox.lastSentInput().typingSince == pressed + 900ms);
    });
    row("what is to follow a key goes as long as it is told", [] {
        Outbox outbox(false);
        CHECK(!outbox.pushUpdateRequestAfterKeys());
        outbox.setUpdateRequestAfterKeys({3, 1});
        CHECK(outbox.pushUpdateRequestAfterKeys());
        CHECK(outbox.pushUpdateRequestAfterKeys());
        CHECK_EQUAL(outbox.bytesToSend(1000, BootClock::now()).size(), 4u);
        outbox.setUpdateRequestAfterKeys({});
        CHECK(!outbox.pushUpdateRequestAfterKeys());
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    tableRows();
    exactRows();
    brokenPromiseRows();
    deliveryProbeRows();
    keyRows();
    return Test::result();
}
