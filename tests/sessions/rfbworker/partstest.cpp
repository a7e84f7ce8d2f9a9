// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/rfbwire/clipboardchunks.h"
#include "sessions/rfbworker/clipboard/clipboardtext.h"
#include "sessions/rfbworker/input/inputqueue.h"
#include "sessions/rfbworker/picture/colormap.h"
#include "sessions/rfbworker/picture/colormapreporter.h"
#include "sessions/rfbworker/picture/cursorimage.h"
#include "sessions/rfbworker/picture/damagelist.h"
#include "sessions/rfbworker/picture/desktopsizer.h"
#include "sessions/rfbworker/picture/encodingoffersender.h"
#include "sessions/rfbworker/picture/framebuffer.h"
#include "sessions/rfbworker/picture/jpegrect.h"
#include "sessions/rfbworker/picture/picturepacer.h"
#include "sessions/rfbworker/picture/sharedpicture.h"
#include "sessions/rfbworker/picture/vncdecoder.h"
#include "sessions/rfbworker/protocol/clientmessages.h"
#include "sessions/rfbworker/protocol/heartbeat.h"
#include "sessions/rfbworker/protocol/rfbstream.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/jpegmaker.h"
#include "tests/support/testprogram.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace std::chrono_literals;
using Nightdesk::RfbWire::clipboardChunks;
using Nightdesk::RfbWire::Rect;
using Nightdesk::Test::row;

namespace
{
void damageRows()
{
    row("neighbours without a gap become one rectangle", [] {
        DamageList list;
        for (std::uint32_t y = 0; y < 160; y += 16) {
            list.add(Rect{32, y, 100, 16});
        }
        CHECK_EQUAL(list.rects().size(), 1u);
        CHECK((list.rects()[0] == Rect{32, 0, 100, 160}));
    });
    row("what is covered already is not added", [] {
        DamageList list;
        list.add(Rect{0, 0, 100, 100});
        list.add(Rect{10, 10, 5, 5});
        CHECK_EQUAL(list.rects().size(), 1u);
    });
    row("what covers others replaces them", [] {
        DamageList list;
        list.add(Rect{10, 10, 5, 5});
        list.add(Rect{50, 50, 5, 5});
        list.add(Rect{0, 0, 100, 100});
        CHECK_EQUAL(list.rects().size(), 1u);
        CHECK((list.rects()[0] == Rect{0, 0, 100, 100}));
    });
    row("far ones stay apart", [] {
        DamageList list;
        list.add(Rect{0, 0, 5, 5});
        list.add(Rect{1000, 1000, 5, 5});
        CHECK_EQUAL(list.rects().size(), 2u);
    });
    row("empty ones are nothing", [] {
        DamageList list;
        list.add(Rect{5, 5, 0, 10});
        list.add(Rect{5, 5, 10, 0});
        CHECK(list.isEmpty());
    });
    row("with too many, the two cheapest are joined", [] {
        DamageList list;
        for (std::uint32_t i = 0; i < 32; ++i) {
            list.add(Rect{i * 400, 0, 10, 10});
        }
        list.add(Rect{5 * 400 + 12, 0, 10, 10});
        CHECK_EQUAL(list.rects().size(), RfbWire::maxRects);
        CHECK(std::ranges::find(list.rects(), Rect{5 * 400, 0, 22, 10}) != list.rects().end());
    });
    row("however many come, all stay covered, by 32 at most", [] {
        std::mt19937 engine(4);
        const auto random = [&engine](std::uint32_t below) {
            return static_cast<std::uint32_t>(engine() % below);
        };
        for (int round = 0; round < 50; ++round) {
            DamageList list;
            std::vector<bool> wanted(200 * 200);
            for (int i = 0; i < 200; ++i) {
                const Rect r{random(150), random(150), 1 + random(50), 1 + random(50)};
                list.add(r);
                for (std::uint32_t y = r.y; y < r.y + r.height; ++y) {
                    std::fill_n(wanted.begin() + y * 200 + r.x, r.width, true);
                }
            }
            CHECK(list.rects().size() <= RfbWire::maxRects);
            for (const Rect &r : list.rects()) {
                CHECK(r.x + r.width <= 200 && r.y + r.height <= 200);
                for (std::uint32_t y = r.y; y < r.y + r.height; ++y) {
                    std::fill_n(wanted.begin() + y * 200 + r.x, r.width, false);
                }
            }
            CHECK(std::ranges::find(wanted, true) == wanted.end());
        }
    });
}

void sizerRows()
{
    const DesktopSizer::Time t0{1000h};
    const DesktopScreen screen{5, 6};
    row("a server that has not told of its screens is not asked", [t0] {
        DesktopSizer sizer;
        sizer.requestSize(100, 50);
        CHECK(!sizer.takeDueSizeRequest(64, 48, t0));
        CHECK(!sizer.nextChangeAt());
    });
    row("the size that it has is not asked for", [t0, screen] {
        DesktopSizer sizer;
        CHECK(sizer.handleScreenLayout(0, 0, screen).has_value());
        CHECK(!sizer.handleScreenLayout(0, 0, screen)); // nothing new
        sizer.requestSize(64, 48);
        CHECK(!sizer.takeDueSizeRequest(64, 48, t0));
    });
    row("a server that never answers is asked for the next size after a while", [t0, screen] {
        DesktopSizer sizer;
        sizer.handleScreenLayout(0, 0, screen);
        sizer.requestSize(100, 50);
        CHECK(sizer.takeDueSizeRequest(64, 48, t0) == ClientMessages::setDesktopSize(100, 50, screen));
        CHECK(!sizer.nextChangeAt()); // nobody wants anything else
        sizer.requestSize(110, 55);
        CHECK(!sizer.takeDueSizeRequest(64, 48, t0 + 1s));
        CHECK(sizer.nextChangeAt() == t0 + DesktopSizer::answerTimeout);
        CHECK(sizer.takeDueSizeRequest(64, 48, t0 + DesktopSizer::answerTimeout) == ClientMessages::setDesktopSize(110, 55, screen));
    });
    row("an answer that nobody waits for is no refusal", [screen] {
        DesktopSizer sizer;
        sizer.handleScreenLayout(0, 0, screen);
        CHECK(!sizer.handleScreenLayout(1, 1, screen));
        CHECK(!sizer.handleScreenLayout(2, 1, screen)); // another viewer's
    });
    row("what did not go because the desktop is only looked at is not waited for", [t0, screen] {
        DesktopSizer sizer;
        sizer.handleScreenLayout(0, 0, screen);
        sizer.requestSize(100, 50);
        CHECK(sizer.takeDueSizeRequest(64, 48, t0).has_value());
        sizer.cancelOpenRequest();
        sizer.requestSize(100, 50);
        CHECK(sizer.takeDueSizeRequest(64, 48, t0).has_value());
    });
    row("a refusal is forgotten with the next size that it takes", [t0, screen] {
        DesktopSizer sizer;
        sizer.handleScreenLayout(0, 0, screen);
        for (const std::uint32_t status : {2u, 9u, 4u, 0u}) {
            using RfbWire::ResizeRefusal;
            sizer.requestSize(100 + status, 50);
            REQUIRE(sizer.takeDueSizeRequest(64, 48, t0).has_value());
            const auto told = sizer.handleScreenLayout(1, status, screen);
            const ResizeRefusal expected = status == 2 ? ResizeRefusal::OutOfResources : status == 9 ? ResizeRefusal::Other : ResizeRefusal::None;
            CHECK(told ? told->refusal == expected && told->canResize : status == 0);
        }
    });
}

void heartbeatRows()
{
    using Visibility = RfbWire::Visibility;
    using Probe = Heartbeat::Probe;
    const Heartbeat::Instant t0{1000h};
    row("nothing is asked before the desktop is up", [t0] {
        Heartbeat heartbeat;
        heartbeat.noteReceivedBytes(t0);
        CHECK(heartbeat.dueProbe(t0 + 1h) == Probe::None);
        CHECK(!heartbeat.nextChangeAt(t0));
        CHECK(!heartbeat.isAnswerOverdue(t0 + 1h));
    });
    row("a silent server is asked after 500 ms, once", [t0] {
        Heartbeat heartbeat;
        heartbeat.setServerHasFences(true);
        heartbeat.begin(t0);
        CHECK(heartbeat.dueProbe(t0 + 499ms) == Probe::None);
        CHECK(heartbeat.nextChangeAt(t0) == t0 + 500ms);
        CHECK(heartbeat.dueProbe(t0 + 500ms) == Probe::Fence);
        const auto number = heartbeat.noteProbeSent(Probe::Fence, t0 + 500ms);
        CHECK(heartbeat.dueProbe(t0 + 5s) == Probe::None);
        CHECK(heartbeat.fenceCameBack(number, t0 + 600ms) == 100ms);
        CHECK(heartbeat.dueProbe(t0 + 999ms) == Probe::None);
        CHECK(heartbeat.dueProbe(t0 + 1000ms) == Probe::Fence);
    });
    row("one without fences is asked for a pixel, and any byte answers", [t0] {
        Heartbeat heartbeat;
        heartbeat.begin(t0);
        CHECK(heartbeat.dueProbe(t0 + 500ms) == Probe::Pixel);
        heartbeat.noteProbeSent(Probe::Pixel, t0 + 500ms);
        CHECK(heartbeat.dueProbe(t0 + 5s) == Probe::None);
        CHECK(heartbeat.isAnswerOverdue(t0 + 1s));
        heartbeat.noteReceivedBytes(t0 + 5s);
        CHECK(!heartbeat.isAnswerOverdue(t0 + 5s));
        CHECK(heartbeat.dueProbe(t0 + 5499ms) == Probe::None);
        CHECK(heartbeat.dueProbe(t0 + 5500ms) == Probe::Pixel);
    });
    row("one that measures its line is asked for no pixel until it has", [t0] {
        Heartbeat heartbeat;
        heartbeat.begin(t0);
        heartbeat.setMayServerBeMeasuringSpeed(true);
        CHECK(heartbeat.dueProbe(t0 + 1h) == Probe::None);
        CHECK(!heartbeat.nextChangeAt(t0));
        heartbeat.setMayServerBeMeasuringSpeed(false);
        CHECK(heartbeat.nextChangeAt(t0) == t0 + 500ms);
        CHECK(heartbeat.dueProbe(t0 + 500ms) == Probe::Pixel);
        heartbeat.setMayServerBeMeasuringSpeed(true);
        heartbeat.setServerHasFences(true); // they stop nothing
        CHECK(heartbeat.dueProbe(t0 + 500ms) == Probe::Fence);
    });
    row("one that talks all the time is asked for its time only, and only by fences", [t0] {
        Heartbeat fences;
        Heartbeat pixels;
        fences.setServerHasFences(true);
        fences.begin(t0);
        pixels.begin(t0);
        for (int i = 1; i < 50; ++i) {
            const auto now = t0 + i * 40ms;
            fences.noteReceivedBytes(now);
            pixels.noteReceivedBytes(now);
            CHECK(fences.dueProbe(now) == Probe::None);
            CHECK(pixels.dueProbe(now) == Probe::None);
        }
        fences.noteReceivedBytes(t0 + 2s);
        pixels.noteReceivedBytes(t0 + 2s);
        CHECK(fences.dueProbe(t0 + 2s) == Probe::Fence);
        CHECK(pixels.dueProbe(t0 + 2s) == Probe::None);
    });
    row("what is hidden is asked every 2 s, and at once when it is shown", [t0] {
        Heartbeat heartbeat;
        heartbeat.setVisibility(Visibility::Hidden);
        heartbeat.begin(t0);
        CHECK(heartbeat.dueProbe(t0 + 1999ms) == Probe::None);
        CHECK(heartbeat.dueProbe(t0 + 2s) == Probe::Pixel);
        heartbeat.setVisibility(Visibility::Visible);
        CHECK(heartbeat.dueProbe(t0 + 1s) == Probe::Pixel);
    });
    row("input is followed by a fence, at most five times a second", [t0] {
        Heartbeat heartbeat;
        heartbeat.setServerHasFences(true);
        heartbeat.begin(t0);
        heartbeat.noteInputSent();
        CHECK(heartbeat.dueProbe(t0 + 199ms) == Probe::None);
        CHECK(heartbeat.nextChangeAt(t0) == t0 + 200ms);
        CHECK(heartbeat.dueProbe(t0 + 200ms) == Probe::Fence);
        const auto number = heartbeat.noteProbeSent(Probe::Fence, t0 + 200ms);
        CHECK(heartbeat.fenceCameBack(number, t0 + 201ms) == 1ms);
        CHECK(heartbeat.dueProbe(t0 + 400ms) == Probe::None); // nothing was typed since
    });
    row("a silent server that owes a fence for 5 s is asked for a pixel, and if it answers that by pixels only", [t0] {
        Heartbeat heartbeat;
        heartbeat.setServerHasFences(true);
        heartbeat.begin(t0);
        const auto number = heartbeat.noteProbeSent(Probe::Fence, t0);
        heartbeat.noteReceivedBytes(t0 + 1s);
        CHECK(heartbeat.dueProbe(t0 + 5999ms) == Probe::None);
        CHECK(heartbeat.dueProbe(t0 + 6s) == Probe::Pixel);
        heartbeat.noteProbeSent(Probe::Pixel, t0 + 6s);
        CHECK(heartbeat.isAnswerOverdue(t0 + 6s)); // nothing has come
        CHECK(heartbeat.dueProbe(t0 + 1h) == Probe::None);
        CHECK(!heartbeat.nextChangeAt(t0 + 6s));
        heartbeat.noteReceivedBytes(t0 + 7s);
        CHECK(!heartbeat.isAnswerOverdue(t0 + 1h));
        CHECK(heartbeat.dueProbe(t0 + 8s) == Probe::Pixel);
        heartbeat.fenceCameBack(number, t0 + 8s); // a line that was dead
        CHECK(heartbeat.dueProbe(t0 + 8s) == Probe::Fence);
    });
    row("a fence that is owed when fences are withdrawn is not waited for", [t0] {
        Heartbeat heartbeat;
        heartbeat.setServerHasFences(true);
        heartbeat.begin(t0);
        heartbeat.noteProbeSent(Probe::Fence, t0);
        heartbeat.setServerHasFences(false);
        CHECK(!heartbeat.isAnswerOverdue(t0 + 1h));
        CHECK(heartbeat.dueProbe(t0 + 500ms) == Probe::Pixel);
    });
    row("an answer is overdue after 500 ms or three round trips, while no other byte comes", [t0] {
        Heartbeat heartbeat;
        heartbeat.setServerHasFences(true);
        heartbeat.begin(t0);
        auto number = heartbeat.noteProbeSent(Probe::Fence, t0);
        CHECK(!heartbeat.isAnswerOverdue(t0 + 499ms));
        CHECK(heartbeat.nextChangeAt(t0) == t0 + 500ms);
        CHECK(heartbeat.isAnswerOverdue(t0 + 500ms));
        CHECK(heartbeat.nextChangeAt(t0 + 500ms) == t0 + Heartbeat::delayOfAdditionalPixelProbe);
        heartbeat.noteReceivedBytes(t0 + 600ms); // the answer is behind these
        CHECK(!heartbeat.isAnswerOverdue(t0 + 1099ms));
        CHECK(heartbeat.isAnswerOverdue(t0 + 1100ms));
        CHECK(heartbeat.fenceCameBack(number, t0 + 1200ms) == 1200ms);
        CHECK(!heartbeat.isAnswerOverdue(t0 + 1h));
        number = heartbeat.noteProbeSent(Probe::Fence, t0 + 2s);
        CHECK(!heartbeat.isAnswerOverdue(t0 + 2s + 3599ms));
        CHECK(heartbeat.isAnswerOverdue(t0 + 2s + 3600ms));
    });
    row("one slow answer makes none of the next less overdue", [t0] {
        for (const Probe probe : {Probe::Fence, Probe::Pixel}) {
            Heartbeat heartbeat;
            heartbeat.begin(t0);
            const auto answer = [&heartbeat, probe](std::uint64_t number, Heartbeat::Instant at) {
                probe == Probe::Fence ? (void)heartbeat.fenceCameBack(number, at) : heartbeat.noteReceivedBytes(at);
            };
            answer(heartbeat.noteProbeSent(probe, t0), t0 + 100ms);
            answer(heartbeat.noteProbeSent(probe, t0 + 1s), t0 + 61s); // the line was cut
            heartbeat.noteProbeSent(probe, t0 + 62s);
            CHECK(!heartbeat.isAnswerOverdue(t0 + 62s + 499ms));
            CHECK(heartbeat.isAnswerOverdue(t0 + 62s + 500ms));
        }
    });
    row("a first answer of an hour makes nobody wait for three", [t0] {
        Heartbeat heartbeat;
        heartbeat.begin(t0);
        heartbeat.fenceCameBack(heartbeat.noteProbeSent(Probe::Fence, t0), t0 + 1h);
        heartbeat.noteProbeSent(Probe::Fence, t0 + 2h);
        CHECK(!heartbeat.isAnswerOverdue(t0 + 2h + 14999ms));
        CHECK(heartbeat.isAnswerOverdue(t0 + 2h + 15s));
    });
    row("a fence that is not ours, or not the last, answers nothing", [t0] {
        Heartbeat heartbeat;
        heartbeat.setServerHasFences(true);
        heartbeat.begin(t0);
        CHECK(!heartbeat.fenceCameBack(0, t0));
        const auto number = heartbeat.noteProbeSent(Probe::Fence, t0);
        CHECK(!heartbeat.fenceCameBack(number + 1, t0 + 1ms));
        CHECK(heartbeat.isAnswerOverdue(t0 + 1s));
        CHECK(heartbeat.fenceCameBack(number, t0 + 1s));
        CHECK(!heartbeat.fenceCameBack(number, t0 + 1s));
    });
}

void pacerRows()
{
    using Visibility = RfbWire::Visibility;
    const PicturePacer::Clock::time_point t0{};
    row("without a picture nothing is published", [t0] {
        const PicturePacer pacer;
        CHECK(!pacer.mayPublish(t0));
        CHECK(!pacer.mustPauseReading(t0 + 1h));
    });
    row("a damage waits for the release of the one before", [t0] {
        PicturePacer pacer;
        pacer.setGeneration(1);
        CHECK(pacer.mayPublish(t0));
        CHECK_EQUAL(pacer.notePublishedDamage(t0), 1u);
        CHECK(!pacer.mayPublish(t0 + 10s));
        CHECK(pacer.handleDamagePainted(1, 1));
        CHECK(pacer.mayPublish(t0 + 10s));
        CHECK_EQUAL(pacer.notePublishedDamage(t0 + 10s), 2u);
    });
    row("a visible console that is slow stops the reading after 250 ms", [t0] {
        PicturePacer pacer;
        pacer.setGeneration(1);
        pacer.notePublishedDamage(t0);
        CHECK(!pacer.mustPauseReading(t0 + 249ms));
        CHECK(pacer.mustPauseReading(t0 + 250ms));
        CHECK(pacer.nextChangeAt(t0 + 100ms) == t0 + 250ms);
        CHECK(pacer.handleDamagePainted(1, 1));
        CHECK(!pacer.mustPauseReading(t0 + 300ms));
    });
    row("a hidden or slow view never stops the reading", [t0] {
        PicturePacer pacer;
        pacer.setGeneration(1);
        pacer.notePublishedDamage(t0);
        pacer.setVisibility(Visibility::Hidden);
        CHECK(!pacer.mustPauseReading(t0 + 1h));
        pacer.setVisibility(Visibility::OneHertz);
        CHECK(!pacer.mustPauseReading(t0 + 1h));
        pacer.setVisibility(Visibility::Visible);
        CHECK(pacer.mustPauseReading(t0 + 1h));
    });
    row("once a second is once a second", [t0] {
        PicturePacer pacer;
        pacer.setGeneration(1);
        pacer.setVisibility(Visibility::OneHertz);
        CHECK(pacer.mayPublish(t0));
        pacer.notePublishedDamage(t0);
        CHECK(pacer.handleDamagePainted(1, 1));
        CHECK(!pacer.mayPublish(t0 + 999ms));
        CHECK(pacer.nextChangeAt(t0 + 1ms) == t0 + 1s);
        CHECK(pacer.mayPublish(t0 + 1s));
        pacer.setVisibility(Visibility::Visible);
        CHECK(pacer.mayPublish(t0 + 2ms));
    });
    row("a new generation owes nothing for the old one", [t0] {
        PicturePacer pacer;
        pacer.setGeneration(1);
        pacer.notePublishedDamage(t0);
        pacer.invalidateFramebuffer();
        CHECK(!pacer.mayPublish(t0));
        CHECK(!pacer.mustPauseReading(t0 + 1h));
        pacer.setGeneration(2);
        CHECK(pacer.mayPublish(t0));
        CHECK(pacer.handleDamagePainted(1, 1)); // late, harmless
        CHECK_EQUAL(pacer.notePublishedDamage(t0), 1u);
    });
    row("a release of what was never sent is a lie", [t0] {
        PicturePacer pacer;
        pacer.setGeneration(4);
        CHECK(!pacer.handleDamagePainted(4, 1));
        CHECK(!pacer.handleDamagePainted(5, 1));
        pacer.notePublishedDamage(t0);
        CHECK(!pacer.handleDamagePainted(4, 2));
        CHECK(pacer.handleDamagePainted(4, 1));
    });
    row("an older release does not release the newer", [t0] {
        PicturePacer pacer;
        pacer.setGeneration(1);
        pacer.notePublishedDamage(t0);
        CHECK(pacer.handleDamagePainted(1, 1));
        pacer.notePublishedDamage(t0);
        CHECK(pacer.handleDamagePainted(1, 1));
        CHECK(!pacer.mayPublish(t0));
    });
}

RectHeader header(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height, std::int32_t encoding)
{
    return RectHeader{x, y, width, height, encoding};
}

void cursorRows()
{
    row("a RichCursor of 32 bits keeps its colours where the mask is set", [] {
        const RectHeader rect = header(1, 0, 2, 1, EncodingRichCursor);
        CHECK_EQUAL(*CursorImage::payloadSize(rect, 4), 9u);
        const std::uint32_t pixels[2]{0x00123456, 0x00abcdef};
        Bytes payload(9);
        std::memcpy(payload.data(), pixels, 8);
        payload[8] = 0x40;
        const CursorImage cursor(rect, 4, payload);
        CHECK((cursor.argb32({}) == std::vector<std::uint32_t>{0, 0xffabcdef}));
        CHECK_EQUAL(cursor.hotX(), 1u);
        CHECK(!cursor.isColorMapped());
    });
    row("a RichCursor of indexes takes them through the colour map", [] {
        const RectHeader rect = header(0, 0, 1, 2, EncodingRichCursor);
        CHECK_EQUAL(*CursorImage::payloadSize(rect, 1), 4u);
        const CursorImage cursor(rect, 1, {7, 9, 0x80, 0x80});
        ColorMap colors;
        const Bytes red{0xff, 0xff, 0, 0, 0, 0};
        CHECK(colors.set(9, red));
        CHECK((cursor.argb32(colors) == std::vector<std::uint32_t>{0xff070707, 0xffff0000}));
        CHECK(cursor.isColorMapped());
    });
    row("an XCursor has two colours and a mask", [] {
        const RectHeader rect = header(0, 0, 3, 1, EncodingXCursor);
        CHECK_EQUAL(*CursorImage::payloadSize(rect, 4), 8u);
        const CursorImage cursor(rect, 4, {0x11, 0x22, 0x33, 0xaa, 0xbb, 0xcc, 0x80, 0xc0});
        CHECK((cursor.argb32({}) == std::vector<std::uint32_t>{0xff112233, 0xffaabbcc, 0}));
    });
    row("bitmap rows of more than one byte", [] {
        const RectHeader rect = header(0, 0, 9, 2, EncodingXCursor);
        CHECK_EQUAL(*CursorImage::payloadSize(rect, 4), 14u);
        const CursorImage cursor(rect, 4, {0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0x80, 0x80, 0});
        const auto pixels = cursor.argb32({});
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            CHECK_EQUAL(pixels[i], i == 8 || i == 9 ? 0xff010203u : 0u);
        }
    });
    row("no cursor is no cursor", [] {
        const RectHeader rect = header(5, 5, 0, 7, EncodingRichCursor);
        CHECK_EQUAL(*CursorImage::payloadSize(rect, 4), 0u);
        const CursorImage cursor(rect, 4, {});
        CHECK_EQUAL(cursor.width(), 0u);
        CHECK_EQUAL(cursor.height(), 0u);
        CHECK_EQUAL(cursor.hotX(), 0u);
        CHECK(cursor.argb32({}).empty());
    });
    row("a hot spot outside is moved to the edge", [] {
        const CursorImage cursor(header(60000, 3, 2, 2, EncodingXCursor), 4, Bytes(10));
        CHECK_EQUAL(cursor.hotX(), 1u);
        CHECK_EQUAL(cursor.hotY(), 1u);
    });
    row("cursors beyond 256 are refused, the largest is not", [] {
        CHECK(!CursorImage::payloadSize(header(0, 0, 257, 1, EncodingRichCursor), 4));
        CHECK(!CursorImage::payloadSize(header(0, 0, 1, 257, EncodingXCursor), 4));
        CHECK(!CursorImage::payloadSize(header(0, 0, 65535, 0, EncodingXCursor), 4));
        CHECK(CursorImage::payloadSize(header(0, 0, 256, 256, EncodingRichCursor), 4).has_value());
    });
}

void colorRows()
{
    row("colours are set where they belong", [] {
        ColorMap map;
        const Bytes two{0x12, 0xff, 0x34, 0xff, 0x56, 0xff, 0xff, 0, 0, 0, 0, 0};
        CHECK(map.set(254, two));
        CHECK_EQUAL(map.rgb32(254), 0xff123456u);
        CHECK_EQUAL(map.rgb32(255), 0xffff0000u);
        CHECK_EQUAL(map.rgb32(253), 0xfffdfdfdu);
    });
    row("colours beyond the map change nothing", [] {
        ColorMap map;
        CHECK(!map.set(255, Bytes(12)));
        CHECK(!map.set(257, {}));
        CHECK(!map.set(65535, Bytes(6)));
        CHECK(!map.set(0, Bytes(7)));
        CHECK_EQUAL(map.rgb32(255), 0xffffffffu);
        CHECK(map.set(256, {}));
        CHECK(map.set(0, Bytes(256 * 6)));
    });
    row("the console is told of all 16 bits of a color, and at once", [] {
        ColorMapReporter news;
        const auto now = ColorMapReporter::Clock::now();
        CHECK(!news.takeColorsToReport(now).has_value());
        news.noteReceivedColors(7, Bytes{0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0, 1, 0, 2, 0, 3});
        const auto told = news.takeColorsToReport(now);
        REQUIRE(told.has_value());
        CHECK((*told == RfbWire::ColorCells{{{7, 0x1234, 0x5678, 0x9abc}, {8, 1, 2, 3}}, 0}));
        CHECK(!news.nextReportDueAt().has_value());
    });
    row("a map that rotates is told ten times a second, with every change counted", [] {
        ColorMapReporter news;
        auto now = ColorMapReporter::Clock::now();
        std::uint32_t changes = 0;
        std::size_t records = 0;
        std::uint8_t color = 0;
        for (int i = 0; i < 1000; ++i, now += std::chrono::milliseconds(1)) {
            ++color;
            news.noteReceivedColors(0, Bytes{color, 0, 0, 0, 0, 0, 0, color, 0, 0, 0, 0});
            if (const auto told = news.takeColorsToReport(now)) {
                ++records;
                changes += told->changes;
                CHECK_EQUAL(told->cells.size(), 2u);
            }
        }
        CHECK_EQUAL(records, 10u);
        const auto last = news.takeColorsToReport(now);
        REQUIRE(last.has_value());
        CHECK_EQUAL(changes + last->changes, 2u * 999);
        CHECK_EQUAL(last->cells[0].red, static_cast<std::uint16_t>(color << 8));
    });
    row("colors stored again as they were are no news; one that flashed is", [] {
        ColorMapReporter news;
        auto now = ColorMapReporter::Clock::now();
        const Bytes red{0xff, 0xff, 0, 0, 0, 0};
        news.noteReceivedColors(255, red);
        CHECK(news.takeColorsToReport(now).has_value());
        news.noteReceivedColors(255, red);
        CHECK(!news.nextReportDueAt().has_value());
        news.noteReceivedColors(255, Bytes(6));
        news.noteReceivedColors(255, red);
        CHECK(!news.takeColorsToReport(now).has_value());
        CHECK(news.nextReportDueAt() == now + ColorMapReporter::minReportInterval);
        const auto told = news.takeColorsToReport(now + ColorMapReporter::minReportInterval);
        REQUIRE(told.has_value());
        CHECK((*told == RfbWire::ColorCells{{{255, 0xffff, 0, 0}}, 2}));
    });
    row("an endless count of changes stops at its limit", [] {
        ColorMapReporter news;
        const auto now = ColorMapReporter::Clock::now();
        CHECK(!news.takeColorsToReport(now).has_value());
        for (std::uint32_t i = 0; i <= RfbWire::maxColorChanges + 1; ++i) {
            const std::uint8_t one[]{static_cast<std::uint8_t>(i), 0, 0, 0, 0, 0};
            news.noteReceivedColors(1, one);
        }
        const auto told = news.takeColorsToReport(now);
        REQUIRE(told.has_value());
        CHECK_EQUAL(told->changes, RfbWire::maxColorChanges);
    });
}

void textRows()
{
    row("Latin-1 becomes UTF-8 and back", [] {
        CHECK_EQUAL(utf8FromLatin1("caf\xe9 \x80\xff"), std::string("caf\u00e9 \u0080\u00ff"));
        CHECK_EQUAL(latin1FromUtf8("caf\u00e9 \u0080\u00ff"), std::string("caf\xe9 \x80\xff"));
    });
    row("what Latin-1 cannot say becomes one question mark", [] {
        CHECK_EQUAL(latin1FromUtf8("\u03b1 Cen \U0001F52D!"), std::string("? Cen ?!"));
    });
    row("broken UTF-8 becomes question marks and never reads on", [] {
        CHECK_EQUAL(latin1FromUtf8("\xc3"), std::string("?"));
        CHECK_EQUAL(latin1FromUtf8("\xf0\x9f"), std::string("?"));
        CHECK_EQUAL(latin1FromUtf8("\xc0\x80z"), std::string("?z"));
    });
    row("chunks are cut between characters and make the text again", [] {
        std::string text;
        for (int i = 0; i < 5000; ++i) {
            text += i % 3 == 0 ? "\u03b1" : i % 3 == 1 ? "\U0001F52D" : "x";
        }
        const auto chunks = clipboardChunks(3, text);
        CHECK(chunks.size() > 3);
        ClipboardAssembler assembler;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            CHECK(chunks[i].text.size() <= RfbWire::maxChunk);
            CHECK((static_cast<unsigned char>(chunks[i].text[0]) & 0xc0) != 0x80);
            CHECK_EQUAL(assembler.add(chunks[i]),
                        i + 1 == chunks.size() ? ClipboardAssembler::ChunkResult::Complete : ClipboardAssembler::ChunkResult::Incomplete);
        }
        CHECK(assembler.takeText() == text);
    });
    row("an empty text is one empty chunk", [] {
        const auto chunks = clipboardChunks(1, "");
        REQUIRE(chunks.size() == 1);
        CHECK(chunks[0].last && chunks[0].text.empty());
    });
    row("bytes that are no characters are cut all the same", [] {
        const auto chunks = clipboardChunks(1, std::string(10'000, '\x80'));
        CHECK_EQUAL(chunks.size(), 4u);
    });
    row("a text beyond the limit is cut", [] {
        const auto chunks = clipboardChunks(1, std::string(RfbWire::maxClipboard + 100, 'a'));
        CHECK_EQUAL(chunks.back().offset + chunks.back().text.size(), RfbWire::maxClipboard);
    });
    row("chunks that do not follow are wrong, a new transfer starts anew", [] {
        using ChunkResult = ClipboardAssembler::ChunkResult;
        ClipboardAssembler assembler;
        CHECK_EQUAL(assembler.add({1, 0, false, "abc"}), ChunkResult::Incomplete);
        CHECK_EQUAL(assembler.add({1, 2, false, "c"}), ChunkResult::Invalid);
        CHECK_EQUAL(assembler.add({2, 0, false, "abc"}), ChunkResult::Incomplete);
        CHECK_EQUAL(assembler.add({3, 0, true, "new"}), ChunkResult::Complete);
        CHECK_EQUAL(assembler.takeText(), std::string("new"));
        CHECK_EQUAL(assembler.add({4, 3, true, "x"}), ChunkResult::Invalid);
    });
}

void jpegRows()
{
    row("a JPEG fills its rectangle and nothing beside it", [] {
        const auto jpeg = Test::makeJpeg(20, 10, 0x3366cc);
        std::vector<std::uint32_t> pixels(32 * 12, 1);
        CHECK(decodeJpeg(jpeg, pixels.data() + 32 + 4, 32, 20, 10));
        for (std::uint32_t y = 0; y < 12; ++y) {
            for (std::uint32_t x = 0; x < 32; ++x) {
                const std::uint32_t pixel = pixels[y * 32 + x];
                if (x >= 4 && x < 24 && y >= 1 && y < 11) {
                    const auto near = [pixel](int shift, int wanted) {
                        return std::abs(static_cast<int>(pixel >> shift & 0xff) - wanted) <= 3;
                    };
                    CHECK(near(16, 0x33) && near(8, 0x66) && near(0, 0xcc) && pixel >> 24 == 0xff);
                } else {
                    CHECK_EQUAL(pixel, 1u);
                }
            }
        }
    });
    row("a JPEG of another size than its rectangle is refused before a pixel is written", [] {
        for (const auto &[width, height] : {std::pair{21u, 10u}, std::pair{20u, 11u}, std::pair{2000u, 2000u}, std::pair{1u, 1u}}) {
            std::vector<std::uint32_t> pixels(20 * 10, 1);
            CHECK(!decodeJpeg(Test::makeJpeg(width, height, 0x808080), pixels.data(), 20, 20, 10));
            CHECK(std::ranges::all_of(pixels, [](std::uint32_t p) {
                return p == 1;
            }));
        }
    });
    row("a JPEG cut anywhere is refused", [] {
        const auto jpeg = Test::makeJpeg(16, 16, 0x123456);
        std::vector<std::uint32_t> pixels(256);
        for (std::size_t size = 0; size + 2 < jpeg.size(); ++size) {
            CHECK(!decodeJpeg(std::span(jpeg).first(size), pixels.data(), 16, 16, 16));
        }
        CHECK(decodeJpeg(jpeg, pixels.data(), 16, 16, 16));
    });
    row("a damaged JPEG never writes outside", [] {
        std::mt19937 random(5);
        const auto jpeg = Test::makeJpeg(16, 16, 0x123456);
        for (int i = 0; i < 5000; ++i) {
            auto damaged = jpeg;
            for (int n = 0; n < 4; ++n) {
                damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
            }
            std::vector<std::uint32_t> pixels(18 * 16, 1);
            decodeJpeg(damaged, pixels.data() + 1, 18, 16, 16);
            for (std::size_t y = 0; y < 16; ++y) {
                CHECK(pixels[y * 18] == 1 && pixels[y * 18 + 17] == 1);
            }
        }
    });
}

UniqueFd memory(std::size_t size, int seals)
{
    UniqueFd fd(::memfd_create("picture", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    CHECK_EQUAL(::ftruncate(fd.get(), static_cast<off_t>(size)), 0);
    if (seals != 0) {
        CHECK_EQUAL(::fcntl(fd.get(), F_ADD_SEALS, seals), 0);
    }
    return fd;
}

/// A picture as the console sees it, the worker's framebuffer, and what the server's desktop looks like.
class Shared
{
public:
    static constexpr std::uint32_t width = 24;
    static constexpr std::uint32_t height = 16;
    static constexpr Rect all{0, 0, width, height};

    Shared()
    {
        UniqueFd fd = memory(size, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
        m_seen = static_cast<const std::uint32_t *>(::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0));
        m_picture = std::move(*SharedPicture::map(std::move(fd), width, height));
    }
    ~Shared()
    {
        ::munmap(const_cast<std::uint32_t *>(m_seen), size);
    }
    Shared(const Shared &) = delete;
    Shared &operator=(const Shared &) = delete;

    /// True: it was decoded straight into the picture.
    bool jpeg(const Rect &rect, bool mayWrite)
    {
        std::uint32_t *target = mayWrite ? m_picture->directDecodingTarget(*m_pixels, rect, now) : nullptr;
        fill(rect, target ? target : reinterpret_cast<std::uint32_t *>(static_cast<void *>(m_pixels->at(rect.x, rect.y))));
        m_picture->noteRectPainted(*m_pixels, rect, mayWrite, now);
        return target;
    }
    void plain(const Rect &rect, bool mayWrite)
    {
        fill(rect, reinterpret_cast<std::uint32_t *>(static_cast<void *>(m_pixels->at(rect.x, rect.y))));
        m_picture->noteRectPainted(*m_pixels, rect, mayWrite, now);
    }
    void copy(std::uint32_t x, std::uint32_t y, const Rect &to, bool mayWrite)
    {
        m_picture->copyNewerPixelsToFramebuffer(*m_pixels, {x, y, to.width, to.height});
        m_pixels->copy(x, y, header(to.x, to.y, to.width, to.height, EncodingCopyRect));
        const auto before = m_truth;
        for (std::uint32_t row = 0; row < to.height; ++row) {
            std::copy_n(before.begin() + (y + row) * width + x, to.width, m_truth.begin() + (to.y + row) * width + to.x);
        }
        m_picture->noteRectPainted(*m_pixels, to, mayWrite, now);
    }
    void update()
    {
        m_picture->update(*m_pixels, {});
    }
    bool isWhole() const
    {
        return std::ranges::equal(std::span(m_seen, width * height), m_truth, [](std::uint32_t a, std::uint32_t b) {
            return (a & 0xffffff) == b;
        });
    }
    bool framebufferIsWhole(const Rect &rect)
    {
        m_picture->copyNewerPixelsToFramebuffer(*m_pixels, rect);
        for (std::uint32_t y = rect.y; y < rect.y + rect.height; ++y) {
            for (std::uint32_t x = rect.x; x < rect.x + rect.width; ++x) {
                if (inFramebuffer(x, y) != m_truth[y * width + x]) {
                    return false;
                }
            }
        }
        return true;
    }
    std::uint32_t inFramebuffer(std::uint32_t x, std::uint32_t y) const
    {
        std::uint32_t value = 0;
        std::memcpy(&value, m_pixels->at(x, y), 4);
        return value & 0xffffff;
    }

    SharedPicture::Clock::time_point now{1h};

private:
    static constexpr std::size_t size = std::size_t{width} * height * 4;

    void fill(const Rect &rect, std::uint32_t *target)
    {
        for (std::uint32_t y = 0; y < rect.height; ++y) {
            for (std::uint32_t x = 0; x < rect.width; ++x) {
                ++m_last;
                target[y * width + x] = 0xff000000u | m_last;
                m_truth[(rect.y + y) * width + rect.x + x] = m_last;
            }
        }
    }

    std::unique_ptr<SharedPicture> m_picture;
    std::unique_ptr<Framebuffer> m_pixels = Framebuffer::create(width, height, 4);
    const std::uint32_t *m_seen = nullptr;
    std::array<std::uint32_t, width * height> m_truth{};
    std::uint32_t m_last = 0;
};

void sharedRows()
{
    row("a film is decoded into the picture and never copied", [] {
        Shared shared;
        for (int frame = 0; frame < 10; ++frame) {
            CHECK(shared.jpeg({0, 0, 16, 16}, true));
            shared.plain({2, 2, 5, 3}, true); // a caption
            CHECK(shared.jpeg({16, 0, 8, 16}, true));
            shared.update();
            CHECK(shared.isWhole());
            CHECK_EQUAL(shared.inFramebuffer(20, 8), 0u);
        }
    });
    row("a console that has not painted yet is not written to", [] {
        Shared shared;
        CHECK(shared.jpeg(Shared::all, true));
        shared.update();
        CHECK(!shared.jpeg({4, 4, 8, 8}, false));
        CHECK(!shared.isWhole());
        CHECK(shared.framebufferIsWhole(Shared::all));
        shared.update();
        CHECK(shared.isWhole());
    });
    row("where the framebuffer was needed, direct decoding rests", [] {
        Shared shared;
        CHECK(shared.jpeg(Shared::all, true));
        shared.jpeg({4, 4, 8, 8}, false);
        CHECK(!shared.jpeg(Shared::all, true));
        shared.now += SharedPicture::directDecodingPause;
        CHECK(shared.jpeg(Shared::all, true));
        shared.jpeg(Shared::all, false); // all of it comes again: nothing is brought back
        CHECK(shared.jpeg(Shared::all, true));
        shared.update();
        CHECK(shared.isWhole());
    });
    row("what is copied from a film is the film", [] {
        Shared shared;
        CHECK(shared.jpeg({0, 0, 12, 16}, true));
        shared.copy(2, 0, {10, 4, 12, 8}, false);
        shared.update();
        CHECK(shared.isWhole());
    });
    row("whatever comes in whatever order, both have the desktop", [] {
        std::mt19937 random(11);
        for (int game = 0; game < 300; ++game) {
            Shared shared;
            bool isPainted = true;
            for (int step = 0; step < 120; ++step) {
                const auto one = [&](std::uint32_t most) {
                    return static_cast<std::uint32_t>(random() % most);
                };
                Rect rect{one(Shared::width), one(Shared::height), 1, 1};
                rect.width += one(Shared::width - rect.x);
                rect.height += one(Shared::height - rect.y);
                switch (one(8)) {
                case 0:
                case 1:
                case 2:
                    shared.jpeg(rect, isPainted);
                    break;
                case 3:
                case 4:
                    shared.plain(rect, isPainted);
                    break;
                case 5:
                    shared.copy(one(Shared::width - rect.width + 1), one(Shared::height - rect.height + 1), rect, isPainted);
                    break;
                case 6:
                    if (isPainted) {
                        shared.update();
                        CHECK(shared.isWhole());
                    }
                    isPainted = !isPainted;
                    break;
                default:
                    CHECK(one(4) != 0 || shared.framebufferIsWhole(rect));
                    shared.now += std::chrono::milliseconds(one(500));
                }
            }
            shared.update();
            CHECK(shared.isWhole());
            CHECK(shared.framebufferIsWhole(Shared::all));
        }
    });
}

void pictureRows()
{
    constexpr int sealed = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    row("a sealed picture of the right size is mapped, and written where it should be", [] {
        UniqueFd fd = memory(8 * 4 * 4, sealed);
        const void *view = ::mmap(nullptr, 8 * 4 * 4, PROT_READ, MAP_SHARED, fd.get(), 0);
        auto picture = SharedPicture::map(std::move(fd), 8, 4);
        REQUIRE(picture.has_value());
        const auto pixels = Framebuffer::create(8, 4, 4);
        REQUIRE(pixels != nullptr);
        std::memset(pixels->at(0, 0), 0x11, 8 * 4 * 4);
        (*picture)->markFramebufferNewer(Rect{2, 1, 3, 2});
        (*picture)->update(*pixels, {});
        const auto *seen = static_cast<const std::uint32_t *>(view);
        for (std::uint32_t y = 0; y < 4; ++y) {
            for (std::uint32_t x = 0; x < 8; ++x) {
                CHECK_EQUAL(seen[y * 8 + x], x >= 2 && x < 5 && y >= 1 && y < 3 ? 0xff111111u : 0u);
            }
        }
        ::munmap(const_cast<void *>(view), 8 * 4 * 4);
    });
    row("rows of any width are copied whole and made opaque", [] {
        for (const std::uint32_t width : {1u, 15u, 16u, 17u, 47u, 64u}) {
            UniqueFd fd = memory(80 * 3 * 4, sealed);
            const void *view = ::mmap(nullptr, 80 * 3 * 4, PROT_READ, MAP_SHARED, fd.get(), 0);
            auto picture = SharedPicture::map(std::move(fd), 80, 3);
            const auto pixels = Framebuffer::create(80, 3, 4);
            REQUIRE(picture.has_value() && pixels != nullptr);
            for (std::uint32_t i = 0; i < 80 * 3; ++i) {
                const std::uint32_t pixel = i << 8 | 0x21;
                std::memcpy(pixels->at(i % 80, i / 80), &pixel, 4);
            }
            (*picture)->markFramebufferNewer(Rect{3, 1, width, 1});
            (*picture)->update(*pixels, {});
            const auto *seen = static_cast<const std::uint32_t *>(view);
            for (std::uint32_t i = 0; i < 80 * 3; ++i) {
                CHECK_EQUAL(seen[i], i >= 83 && i < 83 + width ? 0xff000000u | i << 8 | 0x21 : 0u);
            }
            ::munmap(const_cast<void *>(view), 80 * 3 * 4);
        }
    });
    sharedRows();
    struct Bad {
        const char *name;
        std::size_t size;
        int seals;
    };
    for (const Bad &bad : {Bad{"unsealed", 128, 0},
                           Bad{"sealed against growing alone", 128, F_SEAL_GROW | F_SEAL_SEAL},
                           Bad{"sealed against shrinking alone", 128, F_SEAL_SHRINK | F_SEAL_SEAL},
                           Bad{"not sealed against sealing", 128, F_SEAL_SHRINK | F_SEAL_GROW},
                           Bad{"too small", 127, sealed},
                           Bad{"empty", 0, sealed},
                           Bad{"sealed against writing", 128, sealed | F_SEAL_WRITE}}) {
        row(std::string("a picture that is ") + bad.name + " is refused", [bad] {
            CHECK(!SharedPicture::map(memory(bad.size, bad.seals), 8, 4));
        });
    }
    row("what is no memfd is refused", [] {
        CHECK(!SharedPicture::map(UniqueFd(::open("/dev/zero", O_RDWR | O_CLOEXEC)), 8, 4));
        CHECK(!SharedPicture::map(UniqueFd(), 8, 4));
    });
    row("copies within the framebuffer may overlap in every direction", [] {
        for (const auto &[dx, dy] :
             {std::pair{1, 1}, std::pair{-1, -1}, std::pair{1, -1}, std::pair{-1, 1}, std::pair{0, 2}, std::pair{2, 0}, std::pair{-2, 0}}) {
            const auto pixels = Framebuffer::create(10, 10, 1);
            REQUIRE(pixels != nullptr);
            for (std::uint32_t i = 0; i < 100; ++i) {
                *pixels->at(i % 10, i / 10) = static_cast<std::uint8_t>(i);
            }
            pixels->copy(3, 3, header(static_cast<std::uint32_t>(3 + dx), static_cast<std::uint32_t>(3 + dy), 4, 4, EncodingCopyRect));
            for (std::uint32_t y = 0; y < 4; ++y) {
                for (std::uint32_t x = 0; x < 4; ++x) {
                    const auto *p = pixels->at(static_cast<std::uint32_t>(3 + dx) + x, static_cast<std::uint32_t>(3 + dy) + y);
                    CHECK_EQUAL(int{*p}, static_cast<int>((3 + y) * 10 + 3 + x));
                }
            }
        }
    });
}

/// A server that says @p said, in pieces of @p piece bytes, and a decoder on the other end.
struct Decoding {
    std::array<int, 2> ends{-1, -1};
    UniqueFd near;
    UniqueFd far;
    WakeFd wake;
    std::unique_ptr<RfbStream> stream;
    std::unique_ptr<VncDecoder> decoder;
    std::unique_ptr<Framebuffer> pixels = Framebuffer::create(64, 64, 4);
    std::thread server;

    Decoding(Bytes said, std::size_t piece)
    {
        CHECK_EQUAL(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
        near.reset(ends[0]);
        far.reset(ends[1]);
        stream = std::make_unique<RfbStream>(near.get(), wake);
        decoder = std::make_unique<VncDecoder>(*stream);
        decoder->setTarget(pixels.get());
        server = std::thread([this, said, piece] {
            for (std::size_t at = 0; at < said.size(); at += piece) {
                if (::send(far.get(), said.data() + at, std::min(piece, said.size() - at), MSG_NOSIGNAL) < 0) {
                    return;
                }
            }
            far.reset();
        });
    }
    ~Decoding()
    {
        near.reset();
        server.join();
    }
    std::uint32_t pixel(std::uint32_t x, std::uint32_t y) const
    {
        std::uint32_t value = 0;
        std::memcpy(&value, pixels->at(x, y), 4);
        return value & 0xffffff;
    }
};

void decoderRows()
{
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1} << 20}) {
        row("what the library has not read of a rectangle's neighbours is there for the next, in pieces of " + std::to_string(piece), [piece] {
            const auto jpeg = Test::makeJpeg(64, 64, 0x3366cc);
            Bytes said;
            for (int i = 0; i < 40; ++i) {
                said.insert(said.end(), {0x80, static_cast<std::uint8_t>(i), 2, 3}); // a fill
                said.insert(said.end(), {'o', 'u', 'r', 's'});
                said.insert(said.end(), {0x90, static_cast<std::uint8_t>(0x80 | (jpeg.size() & 0x7f)), static_cast<std::uint8_t>(jpeg.size() >> 7)});
                said.insert(said.end(), jpeg.begin(), jpeg.end());
            }
            REQUIRE(jpeg.size() < 1 << 14);
            Decoding decoding(said, piece);
            for (std::uint32_t i = 0; i < 40; ++i) {
                CHECK(decoding.decoder->decode(header(0, 0, 4, 4, EncodingTight)));
                CHECK_EQUAL(decoding.pixel(3, 3), i << 16 | 0x203);
                Bytes between;
                CHECK(decoding.stream->read(between, 4));
                CHECK((between == Bytes{'o', 'u', 'r', 's'}));
                CHECK(decoding.decoder->decode(header(0, 0, 64, 64, EncodingTight)));
                CHECK(std::abs(static_cast<int>(decoding.pixel(3, 3) & 0xff) - 0xcc) <= 3);
            }
            std::uint8_t byte = 0;
            CHECK(!decoding.stream->read(&byte, 1));
        });
    }
    row("a rectangle that ends in the middle is refused", [] {
        Decoding decoding({0x80, 1, 2}, 3);
        CHECK(!decoding.decoder->decode(header(0, 0, 4, 4, EncodingTight)));
        CHECK(decoding.stream->hasEnded());
    });
    row("a stream takes back no more than it gave", [] {
        Decoding decoding({1, 2, 3, 4}, 4);
        std::array<std::uint8_t, 4> bytes{};
        CHECK(decoding.stream->read(bytes.data(), 3));
        CHECK(!decoding.stream->putBackBytes(4));
        CHECK(decoding.stream->putBackBytes(2));
        CHECK(decoding.stream->read(bytes.data(), 3));
        CHECK_EQUAL(int{bytes[0]}, 2);
        CHECK_EQUAL(int{bytes[2]}, 4);
    });
}

void messageRows()
{
    row("lossless offers no JPEG, nor does a colour map", [] {
        const auto offers = [](const Bytes &message, std::int32_t encoding) {
            for (std::size_t i = 4; i < message.size(); i += 4) {
                if (static_cast<std::int32_t>(read32(message.data() + i)) == encoding) {
                    return true;
                }
            }
            return false;
        };
        const auto offersJpeg = [&offers](const Bytes &message) {
            for (int level = 0; level < 10; ++level) {
                if (offers(message, EncodingQualityLevel0 + level)) {
                    return true;
                }
            }
            return false;
        };
        using RfbWire::Quality;
        for (const Quality quality : {Quality::Lossless, Quality::High, Quality::Balanced, Quality::Low}) {
            const Bytes message = EncodingOffer::forQuality(quality, false).message();
            CHECK_EQUAL(read16(message.data() + 2) * 4u + 4u, message.size());
            CHECK(offers(message, EncodingTight) && offers(message, EncodingRaw) && offers(message, EncodingDesktopSize));
            CHECK_EQUAL(offersJpeg(message), quality != Quality::Lossless);
            CHECK(!offersJpeg(EncodingOffer::forQuality(quality, true).message()));
        }
    });
    row("the first image over a long path has little JPEG, and of several desktops a little more", [] {
        const struct {
            std::chrono::milliseconds roundTrip;
            std::uint32_t desktopCount;
            int level;
            std::optional<int> fineJpegQuality;
        } cases[] = {
            {0ms, 1, 6, {}},
            {19ms, 4, 6, {}},
            {20ms, 0, 0, 12},
            {100ms, 1, 0, 12},
            {100ms, 2, 0, 25},
            {199ms, 4, 0, 25},
            {200ms, 4, 0, 12},
            {399ms, 1, 0, 12},
            {400ms, 1, 0, 1},
            {1000ms, 4, 0, 1},
        };
        for (const auto &[roundTrip, desktopCount, level, fineJpegQuality] : cases) {
            Outbox outbox{false};
            EncodingOfferSender offers{outbox};
            offers.beginFirstImage(roundTrip, desktopCount);
            offers.setOffer(EncodingOffer::forQuality(RfbWire::Quality::Auto, false));
            CHECK_EQUAL(offers.sentOffer().jpegLevel.value_or(-1), level);
            CHECK(offers.sentOffer().fineJpegQuality == fineJpegQuality);
            CHECK_EQUAL(offers.offersReducedQuality(), level < 6);
            offers.endFirstImage();
            CHECK(offers.sentOffer().jpegLevel == 6 && !offers.sentOffer().fineJpegQuality);
        }
    });
    row("beyond a satellite the least JPEG is less still, and only that", [] {
        const auto fineJpegQuality = [](const EncodingOfferSender &offers) {
            return offers.sentOffer().fineJpegQuality;
        };
        Outbox outbox{false};
        EncodingOfferSender offers{outbox};
        offers.beginFirstImage(400ms, 1);
        offers.setOffer(EncodingOffer::forQuality(RfbWire::Quality::Auto, false));
        CHECK(fineJpegQuality(offers) == 1);
        Bytes message = offers.sentOffer().message();
        CHECK_EQUAL(static_cast<std::int32_t>(read32(message.data() + message.size() - 8)), EncodingQualityLevel0 + 0);
        CHECK_EQUAL(static_cast<std::int32_t>(read32(message.data() + message.size() - 4)), EncodingFineQuality0 + 1);
        offers.setMaxJpegLevel(2);
        CHECK(!fineJpegQuality(offers));
        message = offers.sentOffer().message();
        CHECK_EQUAL(static_cast<std::int32_t>(read32(message.data() + message.size() - 4)), EncodingQualityLevel0 + 2);
        offers.setMaxJpegLevel(0);
        offers.setOffersExactOnly(true);
        CHECK(!offers.sentOffer().jpegLevel);
        message = offers.sentOffer().message();
        CHECK_EQUAL(static_cast<std::int32_t>(read32(message.data() + message.size() - 4)), EncodingCompressLevel0 + 2);
        offers.setOffersExactOnly(false);
        offers.endFirstImage();
        CHECK(offers.sentOffer().jpegLevel == 6 && !fineJpegQuality(offers));
    });
    row("messages have the layout of RFC 6143", [] {
        CHECK((ClientMessages::keyEvent(0xff0d, true) == Bytes{4, 1, 0, 0, 0, 0, 0xff, 0x0d}));
        CHECK((ClientMessages::pointerEvent(0x102, 0x304, 5) == Bytes{5, 5, 1, 2, 3, 4}));
        CHECK((ClientMessages::extendedKeyEvent(0xff0d, true, 0x9c) == Bytes{255, 0, 0, 1, 0, 0, 0xff, 0x0d, 0, 0, 0, 0x9c}));
        CHECK((ClientMessages::extendedPointerEvent(0x102, 0x304, 5) == Bytes{5, 5, 1, 2, 3, 4}));
        CHECK((ClientMessages::extendedPointerEvent(0x102, 0x304, 0x181) == Bytes{5, 0x81, 1, 2, 3, 4, 3}));
        CHECK((ClientMessages::updateRequest(true, 0x500, 0x400) == Bytes{3, 1, 0, 0, 0, 0, 5, 0, 4, 0}));
        CHECK((ClientMessages::clientCutText("ab") == Bytes{6, 0, 0, 0, 0, 0, 0, 2, 'a', 'b'}));
        CHECK((ClientMessages::setPixelFormat(PixelFormat{}) == Bytes{0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0}));
    });
}

/// All that may go, joined.
Bytes takeAll(InputQueue &queue, InputQueue::Instant now)
{
    Bytes all;
    while (!queue.isEmpty()) {
        const Bytes message = queue.takeNextMessage(now);
        all.insert(all.end(), message.begin(), message.end());
    }
    return all;
}

Bytes joined(std::initializer_list<Bytes> messages)
{
    Bytes all;
    for (const Bytes &message : messages) {
        all.insert(all.end(), message.begin(), message.end());
    }
    return all;
}

void inputRows()
{
    constexpr std::uint32_t a = 0x61;
    constexpr std::uint32_t scanA = 0x1e;
    using namespace ClientMessages;
    const InputQueue::Instant now{1h};
    row("scan codes go to a server that has shown to know them, and to no other", [now] {
        InputQueue queue;
        queue.addKeyEvent(a, true, now, scanA);
        queue.addKeyEvent(a, false, now, scanA);
        CHECK(takeAll(queue, now) == joined({keyEvent(a, true), keyEvent(a, false)}));
        queue.useExtendedKeys();
        queue.addKeyEvent(a, true, now, scanA);
        queue.addKeyEvent(a, false, now, scanA);
        CHECK(takeAll(queue, now) == joined({extendedKeyEvent(a, true, scanA), extendedKeyEvent(a, false, scanA)}));
    });
    row("a key without a scan code goes as its keysym alone, whatever the server knows", [now] {
        InputQueue queue;
        queue.useExtendedKeys();
        queue.addKeyEvent(a, true, now);
        queue.addKeyEvent(a, false, now);
        CHECK(takeAll(queue, now) == joined({keyEvent(a, true), keyEvent(a, false)}));
    });
    row("a key that went down plain goes up plain, though the server has shown more meanwhile", [now] {
        InputQueue queue;
        queue.addKeyEvent(a, true, now, scanA);
        takeAll(queue, now);
        queue.useExtendedKeys();
        queue.addKeyEvent(a, true, now, scanA); // it repeats
        queue.addKeyEvent(a, false, now, scanA);
        CHECK(takeAll(queue, now) == joined({keyEvent(a, true), keyEvent(a, false)}));
    });
    row("all that is down goes up as it went down, the last first", [now] {
        InputQueue queue;
        queue.setSize(100, 100);
        queue.useExtendedKeys();
        queue.addKeyEvent(0xffe3, true, now, 0x1d);
        queue.addKeyEvent(a, true, now, scanA);
        queue.addKeyEvent(0x62, true, now);
        takeAll(queue, now);
        queue.releaseAllKeysAndButtons();
        CHECK(takeAll(queue, now) == joined({keyEvent(0x62, false), extendedKeyEvent(a, false, scanA), extendedKeyEvent(0xffe3, false, 0x1d)}));
        queue.releaseAllKeysAndButtons();
        CHECK(takeAll(queue, now).empty());
    });
    row("two keys of one keysym are two keys", [now] {
        InputQueue queue;
        queue.useExtendedKeys();
        queue.addKeyEvent(a, true, now, scanA);
        queue.addKeyEvent(a, true, now, 0x56);
        queue.addKeyEvent(a, false, now, scanA);
        takeAll(queue, now);
        queue.releaseAllKeysAndButtons();
        CHECK(takeAll(queue, now) == extendedKeyEvent(a, false, 0x56));
    });
    row("an extended key that became old is dropped, with its release", [now] {
        InputQueue queue;
        queue.useExtendedKeys();
        queue.addKeyEvent(a, true, now - 10s, scanA);
        queue.addKeyEvent(a, false, now, scanA);
        CHECK(takeAll(queue, now).empty());
    });
    row("what is owed from a connection before goes as keysyms", [now] {
        InputQueue queue;
        queue.useExtendedKeys();
        queue.releaseKeysAndButtons({a, 0xffe3}, false, 0, 0);
        CHECK(takeAll(queue, now) == joined({keyEvent(a, false), keyEvent(0xffe3, true), keyEvent(0xffe3, false)}));
    });
    row("back and forward go as the server reads them", [now] {
        InputQueue queue;
        queue.setSize(100, 100);
        const auto sent = [&queue, now](std::uint16_t buttons) {
            queue.addPointerEvent(1, 2, buttons, now);
            return takeAll(queue, now);
        };
        CHECK((sent(1 << 7 | 1) == Bytes{5, 1, 0, 1, 0, 2})); // it may take bit 7 for "one byte more"
        CHECK((sent(0) == Bytes{5, 0, 0, 1, 0, 2}));
        queue.setButtonSupport(InputQueue::ButtonSupport::Eight);
        CHECK((sent(1 << 7 | 1 << 8) == Bytes{5, 0x80, 0, 1, 0, 2}));
        CHECK((sent(0) == Bytes{5, 0, 0, 1, 0, 2}));
        queue.setButtonSupport(InputQueue::ButtonSupport::Nine);
        CHECK((sent(1 << 8) == Bytes{5, 0x80, 0, 1, 0, 2, 2}));
        queue.releaseAllKeysAndButtons();
        CHECK((takeAll(queue, now) == Bytes{5, 0, 0, 1, 0, 2}));
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    damageRows();
    sizerRows();
    heartbeatRows();
    pacerRows();
    cursorRows();
    colorRows();
    textRows();
    jpegRows();
    pictureRows();
    decoderRows();
    messageRows();
    inputRows();
    return Nightdesk::Test::result();
}
