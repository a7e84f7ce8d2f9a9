// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What decides how faithful a picture is, and which part of it is asked for again in exact pixels.
#include "sessions/rfbworker/picture/exactpixelmap.h"
#include "sessions/rfbworker/picture/exactrequest.h"
#include "sessions/rfbworker/picture/qualitychooser.h"
#include "sessions/rfbworker/picture/qualityramp.h"
#include "sessions/rfbworker/picture/refinebudget.h"
#include "sessions/rfbworker/picture/refiner.h"
#include "sessions/rfbworker/picture/sharelimit.h"
#include "sessions/rfbworker/picture/updatemeter.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <random>
#include <string>
#include <vector>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace std::chrono_literals;
using Nightdesk::RfbWire::Quality;
using Nightdesk::RfbWire::Rect;
using Nightdesk::Test::row;
using Instant = std::chrono::steady_clock::time_point;

namespace
{
const Instant start{1h};
constexpr auto Refused = Refiner::RequestFailure::Refused;
constexpr auto Silent = Refiner::RequestFailure::Unanswered;

/// One bool a pixel: slow and plain, to compare with.
class PlainMap
{
public:
    PlainMap(std::uint32_t width, std::uint32_t height)
        : m_width(width)
        , m_inexact(std::size_t{width} * height, true)
    {
    }
    void painted(const Rect &rect, bool exact)
    {
        for (std::uint32_t y = rect.y; y < rect.y + rect.height; ++y) {
            for (std::uint32_t x = rect.x; x < rect.x + rect.width; ++x) {
                m_inexact[std::size_t{y} * m_width + x] = !exact;
            }
        }
    }
    void noteCopiedRect(std::uint32_t fromX, std::uint32_t fromY, const Rect &to)
    {
        const std::vector<bool> before = m_inexact;
        for (std::uint32_t y = 0; y < to.height; ++y) {
            for (std::uint32_t x = 0; x < to.width; ++x) {
                m_inexact[std::size_t{to.y + y} * m_width + to.x + x] = before[std::size_t{fromY + y} * m_width + fromX + x];
            }
        }
    }
    bool isExact(const Rect &rect) const
    {
        for (std::uint32_t y = rect.y; y < rect.y + rect.height; ++y) {
            for (std::uint32_t x = rect.x; x < rect.x + rect.width; ++x) {
                if (m_inexact[std::size_t{y} * m_width + x]) {
                    return false;
                }
            }
        }
        return true;
    }

private:
    std::uint32_t m_width;
    std::vector<bool> m_inexact;
};

Rect anyRect(std::mt19937 &random, std::uint32_t width, std::uint32_t height)
{
    const auto upTo = [&random](std::uint32_t most) {
        return static_cast<std::uint32_t>(random() % (most + 1));
    };
    Rect rect;
    rect.width = 1 + upTo(width - 1);
    rect.height = 1 + upTo(height - 1);
    rect.x = upTo(width - rect.width);
    rect.y = upTo(height - rect.height);
    return rect;
}

void mapRows()
{
    row("of a picture that has not come nothing is exact, and nothing is to be refined", [] {
        ExactPixelMap map;
        map.resize(100, 70);
        CHECK(!map.isExact());
        CHECK_EQUAL(map.columns(), 2u);
        CHECK_EQUAL(map.rows(), 2u);
        CHECK(!map.lastLossyAt(0, 0).has_value());
        CHECK((map.inexactBounds(0, 0, 2, 2) == Rect{0, 0, 100, 70}));
    });
    row("rectangles that know nothing of tiles make it exact together, not before the last", [] {
        ExactPixelMap map;
        map.resize(200, 130);
        map.markPainted({0, 0, 101, 130}, true, start);
        map.markPainted({101, 0, 99, 77}, true, start);
        CHECK(!map.isExact());
        map.markPainted({101, 77, 99, 52}, true, start);
        CHECK(!map.isExact());
        CHECK((map.inexactBounds(0, 0, map.columns(), map.rows()) == Rect{101, 129, 99, 1}));
        map.markPainted({101, 129, 99, 1}, true, start);
        CHECK(map.isExact());
    });
    row("a single JPEG pixel is one too many", [] {
        ExactPixelMap map;
        map.resize(65, 65);
        map.markPainted({0, 0, 65, 65}, true, start);
        map.markPainted({64, 64, 1, 1}, false, start + 1s);
        CHECK(!map.isExact());
        CHECK(map.lastLossyAt(1, 1) == start + 1s);
        CHECK(!map.lastLossyAt(0, 0).has_value());
        map.markPainted({64, 64, 1, 1}, true, start + 2s);
        CHECK(map.isExact());
    });
    row("a copy of what is lossy is lossy, and a copy of what is exact is exact", [] {
        ExactPixelMap map;
        map.resize(300, 100);
        map.markPainted({0, 0, 300, 100}, true, start);
        map.markPainted({10, 10, 20, 20}, false, start);
        map.noteCopiedRect(10, 10, {150, 50, 20, 20}, start + 1s);
        CHECK(!map.isExact({150, 50, 20, 20}));
        CHECK(map.isExact({170, 50, 100, 20}));
        map.noteCopiedRect(200, 0, {0, 0, 100, 100}, start + 2s);
        CHECK(map.isExact({0, 0, 100, 100}));
        map.noteCopiedRect(200, 0, {120, 30, 60, 60}, start + 2s);
        CHECK(map.isExact());
    });
    row("another size begins from nothing", [] {
        ExactPixelMap map;
        map.resize(64, 64);
        map.markPainted({0, 0, 64, 64}, true, start);
        CHECK(map.isExact());
        map.resize(64, 65);
        CHECK(!map.isExact());
    });
    row("it says of each pixel what a plain map says, whatever comes", [] {
        std::mt19937 random(4711);
        for (int round = 0; round < 40; ++round) {
            const std::uint32_t width = 1 + random() % 230;
            const std::uint32_t height = 1 + random() % 150;
            ExactPixelMap map;
            map.resize(width, height);
            PlainMap plain(width, height);
            for (int step = 0; step < 40; ++step) {
                const Rect rect = anyRect(random, width, height);
                if (random() % 3 == 0) {
                    const std::uint32_t x = random() % (width - rect.width + 1);
                    const std::uint32_t y = random() % (height - rect.height + 1);
                    map.noteCopiedRect(x, y, rect, start);
                    plain.noteCopiedRect(x, y, rect);
                } else {
                    const bool exact = random() % 2 == 0;
                    map.markPainted(rect, exact, start);
                    plain.painted(rect, exact);
                }
                const Rect asked = anyRect(random, width, height);
                if (map.isExact(asked) != plain.isExact(asked) || map.isExact() != plain.isExact({0, 0, width, height})) {
                    CHECK(false);
                    return;
                }
            }
        }
    });
}

/// A desktop of 8 x 6 tiles, all of it exact.
struct QualityDesk {
    QualityDesk()
    {
        map.resize(512, 384);
        map.markPainted({0, 0, 512, 384}, true, start);
        refiner.handleResize(map);
    }
    void paint(const Rect &rect, Instant at, bool exact = false)
    {
        map.markPainted(rect, exact, at);
        if (!exact) {
            refiner.noteLossyPaint(at);
        }
    }
    std::optional<Rect> chooseRect(Instant at, std::uint64_t most = 1'000'000)
    {
        return refiner.chooseRect(map, userFocus, most, at);
    }

    ExactPixelMap map;
    Refiner refiner;
    Refiner::UserFocus userFocus;
};

void refinerRows()
{
    row("what has been still for 300 ms is refined, not what has been for less", [] {
        QualityDesk desk;
        desk.paint({100, 100, 200, 120}, start);
        CHECK(desk.refiner.nextRequestDueAt() == start + 300ms);
        CHECK(!desk.chooseRect(start + 299ms).has_value());
        const auto rect = desk.chooseRect(start + 300ms);
        REQUIRE(rect.has_value());
        CHECK((*rect == Rect{100, 100, 200, 120})); // not a pixel more
    });
    row("over a long path it must be still for a round trip, and for a second at most", [] {
        for (const auto &[roundTrip, needed] : {std::pair(100ms, 300ms), std::pair(500ms, 500ms), std::pair(3000ms, 1000ms)}) {
            QualityDesk desk;
            desk.refiner.setRoundTrip(roundTrip);
            desk.paint({100, 100, 200, 120}, start);
            CHECK(desk.refiner.nextRequestDueAt() == start + needed);
            CHECK(!desk.chooseRect(start + needed - 1ms).has_value());
            CHECK(desk.chooseRect(start + needed).has_value());
        }
    });
    row("what moves is left alone, and what is still beside it is not", [] {
        QualityDesk desk;
        desk.paint({0, 0, 64, 64}, start);
        for (auto at = start; at <= start + 400ms; at += 40ms) {
            desk.paint({256, 0, 128, 128}, at);
        }
        const auto rect = desk.chooseRect(start + 400ms);
        REQUIRE(rect.has_value());
        CHECK((*rect == Rect{0, 0, 64, 64}));
    });
    row("what has just come to rest is refined as a whole, though a part of it was sent once more", [] {
        QualityDesk desk;
        for (auto at = start; at <= start + 400ms; at += 40ms) {
            desk.paint({0, 0, 128, 384}, at);
            desk.paint({256, 0, 128, 384}, at);
        }
        for (auto at = start + 440ms; at <= start + 680ms; at += 40ms) {
            desk.paint({0, 0, 128, 12}, at);
            desk.paint({256, 0, 128, 384}, at);
        }
        const auto rect = desk.chooseRect(start + 700ms);
        REQUIRE(rect.has_value());
        CHECK((*rect == Rect{0, 0, 128, 384}));
    });
    row("an exact change beside it, a blinking cursor, puts nothing off", [] {
        QualityDesk desk;
        desk.paint({0, 0, 64, 64}, start);
        desk.paint({10, 10, 8, 16}, start + 290ms, true);
        CHECK(desk.chooseRect(start + 300ms).has_value());
    });
    row("what is exact already is not asked for", [] {
        QualityDesk desk;
        desk.paint({0, 0, 64, 64}, start);
        desk.paint({0, 0, 64, 64}, start + 100ms, true);
        CHECK(!desk.chooseRect(start + 1s).has_value());
        CHECK(!desk.refiner.nextRequestDueAt().has_value());
    });
    row("a slow way gets it in pieces, and all of them together are all of it", [] {
        QualityDesk desk;
        desk.paint({0, 0, 512, 384}, start);
        auto now = start + 300ms;
        int pieces = 0;
        while (!desk.map.isExact() && pieces < 100) {
            const auto rect = desk.chooseRect(now, 4 * 64 * 64);
            REQUIRE(rect.has_value());
            CHECK(std::uint64_t{rect->width} * rect->height <= 4 * 64 * 64);
            desk.map.markPainted(*rect, true, now);
            desk.refiner.noteRequestEnded(desk.map, *rect, Refused, now);
            now += 50ms;
            ++pieces;
        }
        CHECK(desk.map.isExact());
        CHECK(pieces <= 20);
        CHECK(!desk.chooseRect(now + 10s).has_value());
    });
    row("one tile is asked for however little there is room for", [] {
        QualityDesk desk;
        desk.paint({0, 0, 512, 384}, start);
        const auto rect = desk.chooseRect(start + 1s, 1);
        REQUIRE(rect.has_value());
        CHECK_EQUAL(rect->width * rect->height, 64u * 64);
    });
    row("where the pointer is comes first", [] {
        QualityDesk desk;
        desk.paint({0, 0, 512, 384}, start);
        desk.userFocus.pointerX = 400;
        desk.userFocus.pointerY = 300;
        const auto rect = desk.chooseRect(start + 1s, 64 * 64);
        REQUIRE(rect.has_value());
        CHECK((*rect == Rect{384, 256, 64, 64}));
    });
    row("what is in sight comes before what is near the pointer", [] {
        QualityDesk desk;
        desk.paint({0, 0, 512, 384}, start);
        desk.userFocus.visibleRect = {448, 320, 64, 64};
        const auto rect = desk.chooseRect(start + 1s, 64 * 64);
        REQUIRE(rect.has_value());
        CHECK((*rect == Rect{448, 320, 64, 64}));
    });
    row("a server that sends JPEG all the same is asked a few times, later each time, and then no more", [] {
        QualityDesk desk;
        desk.paint({0, 0, 64, 64}, start);
        std::vector<Instant> asked;
        for (auto now = start; now < start + 1h; now += 50ms) {
            if (const auto rect = desk.chooseRect(now)) {
                asked.push_back(now);
                desk.paint(*rect, now + 10ms);
                desk.refiner.noteRequestEnded(desk.map, *rect, Refused, now + 10ms);
            }
        }
        CHECK_EQUAL(asked.size(), static_cast<std::size_t>(Refiner::maxAttempts));
        for (std::size_t i = 2; i < asked.size(); ++i) {
            CHECK(asked[i] - asked[i - 1] > asked[i - 1] - asked[i - 2]);
        }
        CHECK(!desk.refiner.nextRequestDueAt().has_value());
    });
    row("a server that never answers is asked rarely", [] {
        QualityDesk desk;
        desk.paint({0, 0, 512, 384}, start);
        int asked = 0;
        for (auto now = start; now < start + 1h; now += 100ms) {
            if (const auto rect = desk.chooseRect(now)) {
                ++asked;
                now += 10s;
                desk.refiner.noteRequestEnded(desk.map, *rect, Silent, now);
            }
        }
        CHECK(asked <= 25);
    });
    row("a link that stood still for minutes is asked again when it goes on", [] {
        QualityDesk desk;
        desk.paint({0, 0, 512, 384}, start);
        auto now = start;
        for (; now < start + 5min; now += 100ms) {
            if (const auto rect = desk.chooseRect(now)) {
                now += 10s;
                desk.refiner.noteRequestEnded(desk.map, *rect, Silent, now);
            }
        }
        const auto limit = now + Refiner::maxUnansweredPause;
        for (; now < limit && !desk.map.isExact(); now += 100ms) {
            if (const auto rect = desk.chooseRect(now)) {
                desk.map.markPainted(*rect, true, now);
                desk.refiner.noteRequestEnded(desk.map, *rect, Refused, now);
            }
        }
        CHECK(desk.map.isExact());
        desk.paint({0, 0, 64, 64}, now);
        CHECK(desk.chooseRect(now + 300ms).has_value()); // what was is forgotten
    });
    row("one that sends nothing exact, however its picture changes, is asked ever more rarely until it has another size", [] {
        QualityDesk desk;
        const auto count = [&desk](Instant from, std::chrono::minutes length) {
            int asked = 0;
            for (auto now = from; now < from + length; now += 500ms) {
                desk.paint({0, 0, 128, 128}, now - 400ms);
                if (const auto rect = desk.chooseRect(now)) {
                    ++asked;
                    desk.refiner.noteRequestEnded(desk.map, *rect, Refused, now);
                }
            }
            return asked;
        };
        CHECK(count(start, 30min) <= Refiner::maxRefusals + 5);
        CHECK(count(start + 30min, 600min) <= 11);
        desk.refiner.handleResize(desk.map);
        CHECK(count(start + 630min, 1min) >= 2);
    });
    row("one that begins to send exact pixels is believed after a while", [] {
        QualityDesk desk;
        auto now = start;
        for (; now < start + 2min; now += 500ms) {
            desk.paint({0, 0, 128, 128}, now - 400ms);
            if (const auto rect = desk.chooseRect(now)) {
                desk.refiner.noteRequestEnded(desk.map, *rect, Refused, now);
            }
        }
        desk.paint({0, 0, 128, 128}, now);
        for (const auto limit = now + 3min; now < limit && !desk.map.isExact(); now += 500ms) {
            if (const auto rect = desk.chooseRect(now)) {
                desk.map.markPainted(*rect, true, now);
                desk.refiner.noteRequestEnded(desk.map, *rect, Refused, now);
            }
        }
        CHECK(desk.map.isExact());
    });
    row("what moved just then, time and again, is refined when it stands at last", [] {
        QualityDesk desk;
        auto now = start;
        for (int i = 0; i < 6; ++i) {
            desk.paint({0, 0, 128, 128}, now);
            now += 300ms;
            if (const auto rect = desk.chooseRect(now)) {
                desk.paint({0, 0, 10, 10}, now + 20ms); // it moved before the answer came
                desk.map.markPainted({64, 64, 64, 64}, true, now + 20ms);
                desk.refiner.noteRequestEnded(desk.map, *rect, Refused, now + 20ms);
            }
            now += 20s;
        }
        desk.paint({0, 0, 128, 128}, now);
        const auto rect = desk.chooseRect(now + 20s);
        REQUIRE(rect.has_value());
        desk.map.markPainted(*rect, true, now + 20s);
        CHECK(desk.map.isExact());
    });
}

void budgetRows()
{
    using Facts = RefineBudget::Facts;
    const auto bytesOf = [](std::uint64_t pixels) {
        return 1.5 * static_cast<double>(pixels);
    };
    row("an idle desktop takes less than half a second of its line at a time", [&] {
        RefineBudget budget;
        const double bytes = bytesOf(budget.pixelsToRequest(Facts{500'000, 100ms, false, 0}, start));
        CHECK(bytes > 100'000 && bytes < 250'000);
    });
    row("one that is typed into takes a twentieth of a second", [&] {
        RefineBudget budget;
        const double bytes = bytesOf(budget.pixelsToRequest(Facts{500'000, 100ms, true, 0}, start));
        CHECK(bytes > 15'000 && bytes < 30'000);
    });
    row("while keys follow each other nothing is asked for; after long, small pieces", [&] {
        RefineBudget budget;
        Facts facts{500'000, 100ms, true, 0};
        facts.typingTimeLeft = 300ms;
        CHECK_EQUAL(budget.pixelsToRequest(facts, start), 0u);
        CHECK(budget.retryAt() == start + 300ms);
        facts.typingDuration = RefineBudget::longTypingTime;
        const double bytes = bytesOf(budget.pixelsToRequest(facts, start));
        CHECK(bytes > 3'000 && bytes < 6'000);
        facts.typingTimeLeft = 0ms;
        CHECK(bytesOf(budget.pixelsToRequest(facts, start)) > 15'000);
        facts = {4'000'000, 100ms, true, 640 * 480 * 25.0, 300ms, RefineBudget::longTypingTime, true}; // beside a film it is rare all the same
        CHECK(budget.pixelsToRequest(facts, start) > 0);
        budget.noteRequestSent(start);
        budget.noteRequestEnded(start + 150ms, 0ms);
        CHECK_EQUAL(budget.pixelsToRequest(facts, start + 1s), 0u);
    });
    row("over a long way a piece is worth its round trip", [&] {
        RefineBudget budget;
        CHECK(bytesOf(budget.pixelsToRequest(Facts{500'000, 1000ms, false, 0}, start)) > 900'000);
    });
    row("noise costs more, so there is less of it in a piece; text earns no larger one than twice that", [] {
        RefineBudget budget;
        const Facts facts{500'000, 100ms, false, 0};
        const auto before = budget.pixelsToRequest(facts, start);
        budget.noteExactPixels(100'000, 300'000);
        const auto noisy = budget.pixelsToRequest(facts, start);
        CHECK(noisy < before * 6 / 10);
        for (int i = 0; i < 100; ++i) {
            budget.noteExactPixels(100'000, 100);
        }
        const auto cheap = budget.pixelsToRequest(facts, start);
        CHECK(cheap > before && cheap < before * 4);
    });
    row("a few pixels say nothing of what many cost", [] {
        RefineBudget budget;
        const Facts facts{500'000, 100ms, false, 0};
        const auto before = budget.pixelsToRequest(facts, start);
        budget.noteExactPixels(100, 400);
        CHECK_EQUAL(budget.pixelsToRequest(facts, start), before);
    });
    row("beside a film that takes all of the line it happens, and rarely", [] {
        RefineBudget budget;
        Facts film{4'000'000, 100ms, false, 640 * 480 * 25.0};
        film.isPathSaturated = true;
        CHECK(budget.pixelsToRequest(film, start) > 0);
        budget.noteRequestSent(start);
        budget.noteRequestEnded(start + 150ms, 100ms);
        CHECK_EQUAL(budget.pixelsToRequest(film, start + 1s), 0u);
        REQUIRE(budget.retryAt().has_value());
        CHECK(*budget.retryAt() == start + 3150ms);
        CHECK(budget.pixelsToRequest(film, *budget.retryAt()) > 0);
        budget.noteRequestSent(start + 4s);
        budget.noteRequestEnded(start + 4002ms, 100ms); // over a short way it is no matter
        CHECK(budget.pixelsToRequest(film, start + 4100ms) > 0);
        budget.noteRequestSent(start + 5s);
        budget.noteRequestEnded(start + 15s, 100ms); // given up
        CHECK_EQUAL(budget.pixelsToRequest(film, start + 40s), 0u);
        CHECK(budget.pixelsToRequest(film, start + 45s) > 0);
    });
    row("beside a film that leaves room, a second of the line is taken at once, and the rest rarely", [&] {
        RefineBudget budget;
        const Facts film{4'000'000, 500ms, false, 640 * 480 * 25.0};
        auto now = start;
        int pieces = 0;
        for (; budget.pixelsToRequest(film, now) > 0; ++pieces) {
            const double bytes = bytesOf(budget.pixelsToRequest(film, now));
            CHECK(bytes > 350'000 && bytes < 450'000); // a tenth of a second, however far it is
            budget.noteRequestSent(now);
            now += 600ms;
            budget.noteRequestEnded(now, 500ms);
            REQUIRE(pieces < 30);
        }
        CHECK(pieces >= 10);
        REQUIRE(budget.retryAt().has_value());
        const auto next = *budget.retryAt();
        CHECK(next > now && next <= now + 2s);
        CHECK(budget.pixelsToRequest(film, next) > 0);
        budget.noteRequestSent(next);
        budget.noteRequestEnded(next + 10s, 500ms); // given up
        CHECK_EQUAL(budget.pixelsToRequest(film, next + 39s), 0u);
        CHECK(budget.pixelsToRequest(film, next + 40s) > 0);
    });
    row("a line that nobody has measured, or that is next to nothing, still gets something", [] {
        RefineBudget budget;
        CHECK(budget.pixelsToRequest(Facts{}, start) > 64 * 64);
        CHECK(budget.pixelsToRequest(Facts{0.0, 0ms, false, 0}, start) > 0);
    });
}

/// A desktop of 1024x768 with a film of 640x480 in a corner that takes half of the line, and beside it a region that rests from start on.
struct RestModel {
    static constexpr Rect film{0, 0, 640, 480};
    static constexpr Rect still{640, 0, 384, 768};

    std::chrono::milliseconds roundTrip;
    double bytesPerSecond;
    ExactPixelMap map;
    Refiner refiner;
    RefineBudget budget;
    ExactRequest request;
    std::optional<Instant> doneAt; ///< of what is asked for
    int asks = 0; ///< each holds the film for 80 ms

    RestModel(std::chrono::milliseconds trip, double rate)
        : roundTrip(trip)
        , bytesPerSecond(rate)
    {
        map.resize(1024, 768);
        map.markPainted({0, 0, 1024, 768}, true, start);
        map.markPainted(still, false, start);
        refiner.handleResize(map);
        refiner.noteLossyPaint(start);
    }
    void turn(Instant now)
    {
        if ((now - start) % 40ms == 0ms) {
            map.markPainted(film, false, now);
            refiner.noteLossyPaint(now);
        }
        if (request.isExclusiveTimeOver(now)) {
            request.handle(ExactRequestEvent::ExclusiveTimeOver, now);
        }
        if (doneAt && now >= *doneAt) {
            doneAt.reset();
            const Rect came = request.requestedRect();
            request.rectCame(came, true, now, roundTrip);
            request.handle(ExactRequestEvent::Answered, now);
            map.markPainted(came, true, now);
            refiner.noteRequestEnded(map, came, Silent, now);
            budget.noteRequestEnded(now, roundTrip);
        } else if (!doneAt) {
            ask(now);
        }
    }
    void ask(Instant now)
    {
        const RefineBudget::Facts facts{bytesPerSecond, roundTrip, false, 640 * 480 * 25.0};
        const auto pixels = budget.pixelsToRequest(facts, now);
        const auto rect = pixels == 0 ? std::nullopt : refiner.chooseRect(map, {{}, 700, 300}, pixels, now);
        if (rect && request.mayRequest(now, start - 60s, roundTrip)) {
            request.noteRequestSent(*rect, now);
            ++asks;
            budget.noteRequestSent(now);
            const double bytes = rect->width * rect->height * budget.bytesPerPixel();
            doneAt = now + roundTrip + std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(bytes / (bytesPerSecond / 2)));
        }
    }
};

void restRows()
{
    for (const auto &[trip, rate] : {std::pair{2ms, 125e6}, {100ms, 3.75e6}, {500ms, 3.75e6}}) {
        row("beside a film at half load a region is exact 2 s after it rests, at a round trip of " + std::to_string(trip.count()) + " ms",
            [trip = trip, rate = rate] {
                RestModel model(trip, rate);
                auto now = start;
                for (; now < start + 10s && !model.map.isExact(RestModel::still); now += 10ms) {
                    model.turn(now);
                }
                CHECK(model.map.isExact(RestModel::still));
                CHECK(now <= start + 2s);
                CHECK(!model.map.isExact()); // of the whole desktop nothing else is said
            });
    }
    row("a region that changes for ever beside a film holds it for at most five per cent of the time", [] {
        RestModel model(100ms, 3.75e6);
        for (auto now = start; now < start + 120s; now += 10ms) {
            if ((now - start) % 1s == 0s) {
                model.map.markPainted(RestModel::still, false, now);
                model.refiner.noteLossyPaint(now);
            }
            model.turn(now);
        }
        CHECK(model.asks * 80ms <= 6000ms + 400ms);
        CHECK(model.asks >= 25); // it is not forgotten either
    });
}

void newsRows()
{
    row("the console hears at once that it is exact no more, and the last word in any case", [] {
        ExactStateReporter news;
        CHECK(!news.takeReport(false, true, start).has_value()); // as it begins
        CHECK(news.takeReport(true, true, start) == true);
        CHECK(news.takeReport(false, true, start + 10ms) == false);
        CHECK(!news.takeReport(true, true, start + 20ms).has_value());
        REQUIRE(news.nextReportDueAt().has_value());
        CHECK(*news.nextReportDueAt() == start + 110ms);
        CHECK(news.takeReport(true, true, start + 110ms) == true);
        CHECK(!news.nextReportDueAt().has_value());
    });
    row("of a picture that becomes exact with each frame it hears twenty times a second at most", [] {
        ExactStateReporter news;
        int told = 0;
        for (auto now = start; now < start + 1s; now += 2ms) {
            told += news.takeReport((now - start) / 2ms % 2 == 0, true, now) ? 1 : 0;
        }
        CHECK(told <= 21);
    });
    row("exact pixels on their way into the console's picture leave the last word as it is", [] {
        ExactStateReporter news;
        CHECK(!news.takeReport(true, false, start).has_value()); // the first picture
        CHECK(news.takeReport(true, true, start + 10ms) == true);
        for (auto now = start + 20ms; now < start + 1s; now += 7ms) {
            CHECK(!news.takeReport(true, (now - start) / 1ms % 2 == 0, now).has_value());
        }
        CHECK(!news.nextReportDueAt().has_value());
        CHECK(news.takeReport(false, false, start + 2s) == false);
        CHECK(!news.takeReport(true, false, start + 3s).has_value()); // what is shown is not exact yet
        CHECK(news.takeReport(true, true, start + 4s) == true);
    });
}

void shareRows()
{
    const auto film = [](LinkShareLimit &share, Instant from, std::chrono::milliseconds length, double rate) {
        for (auto now = from; now <= from + length; now += 250ms) {
            share.noteUsedRate(rate, now);
        }
    };
    row("a quiet desktop's small share is no limit to a film until that has used it up for a second", [&] {
        LinkShareLimit share;
        share.setShare(3000);
        film(share, start, 750ms, 400'000);
        CHECK(!share.rateLimit().has_value());
        film(share, start + 1s, 0ms, 400'000);
        CHECK(share.rateLimit() == 3000.0);
    });
    row("a share that follows what is wanted is none", [&] {
        LinkShareLimit share;
        share.setShare(3000);
        film(share, start, 750ms, 400'000);
        share.setShare(500'000);
        film(share, start + 1s, 5s, 400'000);
        CHECK(!share.rateLimit().has_value());
    });
    row("one that wavers, or grows a little, is the same one", [&] {
        LinkShareLimit share;
        share.setShare(100'000);
        film(share, start, 500ms, 99'000);
        share.setShare(105'000);
        film(share, start + 750ms, 0ms, 99'000);
        share.setShare(98'000);
        film(share, start + 1s, 0ms, 99'000);
        CHECK(share.rateLimit() == 98'000.0);
    });
    row("one that doubles has to be used up anew", [&] {
        LinkShareLimit share;
        share.setShare(100'000);
        film(share, start, 2s, 99'000);
        CHECK(share.rateLimit() == 100'000.0);
        share.setShare(200'000);
        CHECK(!share.rateLimit().has_value());
        film(share, start + 2250ms, 750ms, 199'000);
        CHECK(!share.rateLimit().has_value());
        film(share, start + 3250ms, 0ms, 199'000);
        CHECK(share.rateLimit() == 200'000.0);
    });
    row("what was used up before a desktop was quiet is forgotten", [&] {
        LinkShareLimit share;
        share.setShare(100'000);
        film(share, start, 2s, 99'000);
        share.setShare(3000);
        share.noteUsedRate(400'000, start + 1min);
        CHECK(!share.rateLimit().has_value());
    });
    row("without a share there is no limit, and taken away it is none any more", [&] {
        LinkShareLimit share;
        film(share, start, 5s, 1e9);
        CHECK(!share.rateLimit().has_value());
        share.setShare(1000);
        film(share, start + 5250ms, 5s, 1e9);
        CHECK(share.rateLimit().has_value());
        share.setShare(0);
        CHECK(!share.rateLimit().has_value());
    });
}

void motionRows()
{
    row("an image that is sent once more in pieces does not move", [] {
        ExactPixelMap map;
        map.resize(200, 130);
        CHECK_EQUAL(map.markPainted({0, 0, 200, 130}, false, start), 0U);
        for (std::uint32_t y = 0; y < 130; y += 10) {
            CHECK_EQUAL(map.markPainted({0, y, 200, 10}, false, start + 100ms + y * 1ms), 0U);
        }
    });
    row("a film moves from its third frame on, narrow tiles at the edge too", [] {
        ExactPixelMap map;
        map.resize(200, 130);
        for (int i = 0; i < 25; ++i) {
            CHECK_EQUAL(map.markPainted({0, 0, 200, 130}, false, start + i * 40ms), i < 2 ? 0U : 200U * 130U);
        }
    });
    row("what moves beside still pixels is told apart by tiles", [] {
        ExactPixelMap map;
        map.resize(256, 64);
        std::uint64_t moving = 0;
        for (int i = 0; i < 10; ++i) {
            moving += map.markPainted({0, 0, 64, 64}, false, start + i * 80ms);
        }
        CHECK_EQUAL(moving, 8U * 64 * 64);
        CHECK_EQUAL(map.markPainted({64, 0, 192, 64}, false, start + 900ms), 0U);
    });
    row("slow films move too, also in a strip that covers a third of its tiles", [] {
        ExactPixelMap map;
        map.resize(256, 128);
        std::uint64_t whole = 0;
        std::uint64_t strip = 0;
        for (int i = 0; i < 40; ++i) {
            whole += map.markPainted({0, 0, 64, 64}, false, start + i * 500ms);
            for (int k = 0; k < 3; ++k) {
                strip += map.markPainted({64, 44, 192, 40}, false, start + i * 500ms + k * 160ms);
            }
        }
        CHECK_EQUAL(whole, 38U * 64 * 64);
        CHECK(strip > 100U * 192 * 40);
    });
    row("exact pixels never count, and an image every one and a half seconds neither", [] {
        ExactPixelMap map;
        map.resize(64, 64);
        for (int i = 0; i < 20; ++i) {
            CHECK_EQUAL(map.markPainted({0, 0, 64, 64}, true, start + i * 40ms), 0U);
            CHECK_EQUAL(map.markPainted({0, 0, 64, 64}, false, start + 2s + i * 1500ms), 0U);
        }
    });
}

void updateMeterRows()
{
    row("a second of a film is told as it was", [] {
        UpdateMeter meter;
        for (auto now = start; now < start + 3s; now += 40ms) {
            meter.handleUpdateBegin(now, 0);
            meter.handleUpdateEnd(now + 10ms, 40'000, 640 * 480, now + 10ms);
        }
        const auto measurements = meter.measurements(start + 3s);
        CHECK(measurements.updatesPerSecond >= 24 && measurements.updatesPerSecond <= 26);
        CHECK(measurements.bytesPerSecond > 900'000 && measurements.bytesPerSecond < 1'050'000);
        CHECK(measurements.receivingTimeFraction > 0.2 && measurements.receivingTimeFraction < 0.3);
        REQUIRE(measurements.burstBytesPerSecond.has_value());
        CHECK(*measurements.burstBytesPerSecond > 3'900'000 && *measurements.burstBytesPerSecond < 4'100'000);
    });
    row("of a second without updates nothing is left", [] {
        UpdateMeter meter;
        meter.handleUpdateBegin(start, 0);
        meter.handleUpdateEnd(start + 1ms, 1000, 10, start + 1ms);
        CHECK((meter.measurements(start + 1002ms) == UpdateMeter::Measurements{}));
    });
    row("one that takes seconds fills the time, and counts once", [] {
        UpdateMeter meter;
        meter.handleUpdateBegin(start, 0);
        CHECK(meter.measurements(start + 5s).receivingTimeFraction > 0.99);
        meter.handleUpdateEnd(start + 5s, 500'000, 1000, start + 5s);
        const auto measurements = meter.measurements(start + 5s);
        CHECK(measurements.bytesPerSecond > 99'000 && measurements.bytesPerSecond < 101'000);
    });
    row("the path is busy with an image for longer than the rest of it takes after ssh's first 32 KiB", [] {
        UpdateMeter meter;
        for (auto now = start; now < start + 1s; now += 40ms) {
            meter.handleUpdateBegin(now, 32'000);
            meter.handleUpdateEnd(now + 8ms, 52'000, 640 * 480, now + 5ms); // decoded 3 ms after its last byte
        }
        const auto milliseconds = 1000 * meter.measurements(start + 1s).timeOnPath.count();
        CHECK(milliseconds > 12.9 && milliseconds < 13.1);
    });
    row("an image that came as a whole, or faster than it was decoded, tells nothing of the path", [] {
        UpdateMeter meter;
        meter.handleUpdateBegin(start, 40'000);
        meter.handleUpdateEnd(start + 3ms, 30'000, 640 * 480, start - 20ms);
        CHECK_EQUAL(meter.measurements(start + 3ms).timeOnPath.count(), 0.0);
        meter.handleUpdateBegin(start + 40ms, 32'000);
        meter.handleUpdateEnd(start + 48ms, 52'000, 640 * 480, start - 20ms);
        CHECK_EQUAL(meter.measurements(start + 48ms).timeOnPath.count(), 0.0);
    });
    row("updates without end cost no memory without end", [] {
        UpdateMeter meter;
        for (int i = 0; i < 100'000; ++i) {
            meter.handleUpdateBegin(start, 0);
            meter.handleUpdateEnd(start, 1, 0, start);
        }
        CHECK(meter.measurements(start).updatesPerSecond < 1000);
    });
}

// The bytes of a picture by level, of level 8; not what the chooser reckons with.
constexpr std::array<double, 10> truth{0.1, 0.15, 0.2, 0.26, 0.35, 0.45, 0.6, 0.8, 1.0, 2.2};

/// A film at the far end of a line that carries so much; a server that sends the youngest picture whenever there is room.
class Line
{
public:
    struct Way {
        double rate = 500'000; ///< bytes per second
        double pictureSize = 60'000; ///< at level 8
        std::chrono::milliseconds roundTrip{100};
        double jitter = 0; ///< of the sizes
        bool tellsRate = true;
    };

    Line(const Way &way, Quality quality)
        : way(way)
        , chooser(quality)
        , m_offered(chooser.jpegLevel())
    {
    }

    void run(std::chrono::seconds length, double pictures = 25)
    {
        const auto end = now + length;
        const auto between = std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(1 / pictures));
        for (; now < end; now += between) {
            while (!m_ahead.empty() && m_ahead.front().first <= now) {
                m_offered = m_ahead.front().second; // the server hears of it half a round trip later
                m_ahead.pop_front();
            }
            const bool waits = now < m_freeAt;
            m_waited = m_waited * 0.9 + (waits ? 0.1 : 0.0);
            if (!waits) {
                const double factor = 1 + way.jitter * (2 * (m_random() % 1000) / 1000.0 - 1);
                const double bytes = way.pictureSize * truth[static_cast<std::size_t>(m_offered.value_or(9))] * factor;
                m_freeAt = now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(bytes / way.rate));
                m_sent.emplace_back(now, bytes);
            }
            adjustLevel();
        }
    }

    double fps() const ///< of the last second
    {
        return static_cast<double>(m_sent.size());
    }

    Way way;
    QualityChooser chooser;
    Instant now = start;
    int changes = 0;
    std::chrono::steady_clock::duration leastApart = 1h;
    int lowest = 9;
    int highest = 0;

private:
    void adjustLevel()
    {
        while (!m_sent.empty() && m_sent.front().first <= now - 1s) {
            m_sent.pop_front();
        }
        if (now - m_consideredAt < 250ms) {
            return;
        }
        m_consideredAt = now;
        QualityChooser::Measurements measurements;
        for (const auto &[at, bytes] : m_sent) {
            measurements.bytesPerSecond += bytes;
            measurements.updatesPerSecond += 1;
        }
        measurements.isPathSaturated = m_waited > 0.3;
        if (way.tellsRate && measurements.isPathSaturated) {
            measurements.capacityBytesPerSecond = way.rate;
        }
        measurements.roundTrip = way.roundTrip;
        if (chooser.adjustLevel(measurements, now)) {
            const auto level = chooser.jpegLevel();
            if (level != (m_ahead.empty() ? m_offered : m_ahead.back().second)) {
                ++changes;
                leastApart = std::min(leastApart, now - m_changedAt);
                m_changedAt = now;
            }
            m_ahead.emplace_back(now + way.roundTrip / 2, level);
        }
        lowest = std::min(lowest, chooser.jpegLevel().value_or(9));
        highest = std::max(highest, chooser.jpegLevel().value_or(9));
    }

    std::optional<int> m_offered;
    std::deque<std::pair<Instant, std::optional<int>>> m_ahead;
    std::deque<std::pair<Instant, double>> m_sent;
    Instant m_freeAt = start;
    Instant m_consideredAt = start;
    Instant m_changedAt{};
    double m_waited = 0;
    std::mt19937 m_random{17};
};

void rampRows()
{
    constexpr Nightdesk::Test::StateSentence<QualityRampState, QualityRampEvent> sentences[] = {
        {"the first image has come over a long way", QualityRampState::NotStarted, QualityRampEvent::FirstImageCame, QualityRampState::LowestQuality},
        {"the window has opened once", QualityRampState::LowestQuality, QualityRampEvent::StepDue, QualityRampState::LowQuality},
        {"the way is full at once", QualityRampState::LowestQuality, QualityRampEvent::PathSaturated, QualityRampState::Finished},
        {"the window has opened twice", QualityRampState::LowQuality, QualityRampEvent::StepDue, QualityRampState::MediumQuality},
        {"the way is full at a low quality", QualityRampState::LowQuality, QualityRampEvent::PathSaturated, QualityRampState::Finished},
        {"the window is open", QualityRampState::MediumQuality, QualityRampEvent::StepDue, QualityRampState::Finished},
        {"the way is full at a medium quality", QualityRampState::MediumQuality, QualityRampEvent::PathSaturated, QualityRampState::Finished},
    };
    for (const auto &pair : Nightdesk::Test::everyPair(sentences, QualityRampState::Finished, QualityRampEvent::PathSaturated)) {
        row(pair.text, [&] {
            CHECK(nextState(pair.from, pair.on) == pair.to);
        });
    }
    row("over a short way images are as good as they are wanted", [] {
        QualityRamp ramp;
        CHECK(!ramp.begin(199ms, start));
        CHECK(!ramp.maxJpegLevel());
        CHECK(!ramp.nextStepDueAt());
    });
    row("a step comes each one and a half round trips, the first one later where ssh compresses, and none after the last", [] {
        QualityRamp ramp;
        CHECK(ramp.begin(1000ms, start));
        CHECK(ramp.maxJpegLevel() == 0);
        CHECK(ramp.nextStepDueAt() == start + 2500ms);
        CHECK(!ramp.updateLevel(false, start + 2499ms));
        CHECK(ramp.updateLevel(false, start + 2500ms));
        CHECK(ramp.maxJpegLevel() == 2);
        CHECK(!ramp.updateLevel(false, start + 3999ms));
        CHECK(ramp.updateLevel(false, start + 4s));
        CHECK(ramp.maxJpegLevel() == 4);
        CHECK(ramp.updateLevel(false, start + 5500ms));
        CHECK(!ramp.maxJpegLevel());
        CHECK(!ramp.levelAtSaturation());
        CHECK(!ramp.updateLevel(false, start + 9s));
        CHECK(!ramp.begin(1000ms, start + 9s)); // once in a connection
        QualityRamp shorter;
        CHECK(shorter.begin(300ms, start));
        CHECK(shorter.nextStepDueAt() == start + 450ms);
    });
    row("a way that is full ends it, and what follows begins there", [] {
        QualityRamp ramp;
        ramp.begin(1000ms, start);
        ramp.updateLevel(false, start + 2500ms);
        CHECK(ramp.updateLevel(true, start + 2600ms));
        CHECK(!ramp.maxJpegLevel());
        CHECK(ramp.levelAtSaturation() == 2);
        QualityChooser chooser(Quality::Auto);
        chooser.startAtLevel(2);
        CHECK_EQUAL(*chooser.jpegLevel(), 2);
        chooser.startAtLevel(8); // it only lowers
        CHECK_EQUAL(*chooser.jpegLevel(), 2);
        QualityChooser high(Quality::High);
        high.startAtLevel(2);
        CHECK_EQUAL(*high.jpegLevel(), 7);
    });
    row("after the last step images begin at a level that the ssh window carries", [] {
        QualityRamp ramp;
        ramp.begin(1000ms, start);
        ramp.updateCame(21'000);
        CHECK(!ramp.level8ImageBytes()); // at level 0 the size says little
        ramp.updateLevel(false, start + 2500ms);
        ramp.updateCame(300); // a line of text
        CHECK(!ramp.level8ImageBytes());
        for (int frame = 0; frame < 12; ++frame) {
            ramp.updateCame(frame < 6 ? 17'000 : 20'000); // the first of them were sent before the step
        }
        ramp.updateLevel(false, start + 4s);
        for (int frame = 0; frame < 12; ++frame) {
            ramp.updateCame(frame < 6 ? 20'000 : 33'000);
        }
        ramp.updateLevel(false, start + 5500ms);
        CHECK(!ramp.maxJpegLevel());
        CHECK(*ramp.level8ImageBytes() > 95'000 && *ramp.level8ImageBytes() < 115'000);
        QualityChooser chooser(Quality::Auto);
        chooser.startAtBestLevelWithinRate(*ramp.level8ImageBytes(), 1'048'576);
        CHECK_EQUAL(*chooser.jpegLevel(), 3);
        QualityChooser wide(Quality::Auto);
        wide.startAtBestLevelWithinRate(*ramp.level8ImageBytes(), 100e6);
        CHECK_EQUAL(*wide.jpegLevel(), 6); // where it begins in any case
        QualityChooser narrow(Quality::Auto);
        narrow.startAtBestLevelWithinRate(*ramp.level8ImageBytes(), 10e3);
        CHECK_EQUAL(*narrow.jpegLevel(), 2);
        QualityChooser exact(Quality::Lossless);
        exact.startAtBestLevelWithinRate(*ramp.level8ImageBytes(), 10e3);
        CHECK(!exact.jpegLevel());
    });
}

void qualityChooserRows()
{
    row("lossless never offers JPEG, whatever the line carries", [] {
        QualityChooser chooser(Quality::Lossless);
        for (auto now = start; now < start + 1min; now += 250ms) {
            chooser.adjustLevel({400'000, 3, true, 400'000, {}, 100ms}, now);
            CHECK(!chooser.jpegLevel().has_value());
        }
    });
    row("a film on 4 Mbit/s settles within seconds, at 25 pictures a second", [] {
        Line line({500'000, 60'000, 100ms, 0.1, true}, Quality::Auto);
        line.run(6s);
        const int changes = line.changes;
        CHECK(line.fps() >= 24);
        const auto level = line.chooser.jpegLevel();
        line.run(300s);
        CHECK(line.changes - changes <= 6); // now and then it looks whether the line carries more by now
        CHECK(line.fps() >= 23);
        REQUIRE(level.has_value());
        CHECK(std::abs(*line.chooser.jpegLevel() - *level) <= 1);
    });
    row("where nothing tells what the line carries, it settles too", [] {
        Line line({500'000, 60'000, 100ms, 0.1, false}, Quality::Auto);
        line.run(20s);
        const int changes = line.changes;
        line.run(300s);
        CHECK(line.changes - changes <= 16); // each try that finds no room is followed by a pause of twice the length
        CHECK(line.fps() >= 20);
    });
    row("on a fast line it is at its best within seconds and stays there", [] {
        Line line({12'000'000, 60'000, 20ms, 0.1, true}, Quality::Auto);
        line.run(8s);
        CHECK_EQUAL(line.chooser.jpegLevel().value_or(-1), 8);
        line.run(300s);
        CHECK_EQUAL(line.changes, 2);
    });
    row("a line that becomes fast again gets its quality back", [] {
        Line line({500'000, 60'000, 100ms, 0.1, true}, Quality::Auto);
        line.run(30s);
        CHECK(line.chooser.jpegLevel().value_or(9) <= 5);
        line.way.rate = 20'000'000;
        line.run(150s);
        CHECK_EQUAL(line.chooser.jpegLevel().value_or(-1), 8);
    });
    row("one that becomes slow is followed within seconds", [] {
        Line line({20'000'000, 60'000, 100ms, 0.1, true}, Quality::Auto);
        line.run(20s);
        line.way.rate = 500'000;
        line.run(8s);
        CHECK(line.fps() >= 23);
    });
    row("keys beside a film go first: its pictures are smaller while somebody types, and as before at once afterwards", [] {
        QualityChooser chooser(Quality::Auto);
        chooser.adjustLevel({2'000'000, 25, false, 4'000'000, {}, 100ms, 20ms, 20ms, false}, start);
        for (auto now = start; now < start + 8s; now += 250ms) {
            chooser.adjustLevel({1'300'000, 25, false, 4'000'000, {}, 100ms, 20ms, 20ms, false}, now);
        }
        REQUIRE(chooser.jpegLevel() == 8);
        CHECK(chooser.adjustLevel({2'300'000, 25, false, 4'000'000, {}, 100ms, 25ms, 25ms, true}, start + 9s));
        CHECK_EQUAL(chooser.jpegLevel().value_or(-1), QualityChooser::maxLevelWhileTyping);
        for (auto now = start + 9s; now < start + 60s; now += 250ms) {
            // They take a short time now; that ends nothing.
            CHECK(!chooser.adjustLevel({1'100'000, 25, false, 4'000'000, {}, 100ms, 8ms, 8ms, true}, now));
        }
        CHECK(chooser.adjustLevel({1'100'000, 25, false, 4'000'000, {}, 100ms, 8ms, 8ms, false}, start + 61s));
        CHECK_EQUAL(chooser.jpegLevel().value_or(-1), 8);
    });
    row("typing changes nothing where no film comes, where its pictures are small, or below the bounds of the profile", [] {
        QualityChooser still(Quality::High);
        CHECK(!still.adjustLevel({1000, 1, false, 4'000'000, {}, 100ms, 25ms, 25ms, true}, start));
        CHECK(!still.adjustLevel({500'000, 25, false, 4'000'000, {}, 100ms, 6ms, 6ms, true}, start + 250ms));
        CHECK_EQUAL(still.jpegLevel().value_or(-1), 8);
        CHECK(still.adjustLevel({2'300'000, 25, false, 4'000'000, {}, 100ms, 25ms, 25ms, true}, start + 500ms));
        CHECK_EQUAL(still.jpegLevel().value_or(-1), 7);
        still.setQuality(Quality::Lossless);
        CHECK(!still.jpegLevel().has_value());
    });
    row("the end of typing raises nothing by what was seen of smaller pictures", [] {
        // Level 7 takes 0.6 of the path, and level 8 has no room.
        QualityChooser chooser(Quality::Auto);
        const auto measured = [&chooser](bool isTyping) {
            const double bytes = 2'400'000 * QualityChooser::relativeImageBytes(chooser.jpegLevel().value_or(0));
            return QualityChooser::Measurements{bytes, 25, false, 3'000'000, {}, 100ms, 20ms, 20ms, isTyping};
        };
        for (auto now = start; now < start + 8s; now += 250ms) {
            chooser.adjustLevel(measured(false), now);
        }
        REQUIRE(chooser.jpegLevel() == 7);
        for (auto now = start + 8s; now < start + 30s; now += 250ms) {
            chooser.adjustLevel(measured(true), now);
        }
        CHECK_EQUAL(chooser.jpegLevel().value_or(-1), QualityChooser::maxLevelWhileTyping);
        CHECK(chooser.adjustLevel(measured(false), start + 30s));
        CHECK_EQUAL(chooser.jpegLevel().value_or(-1), 7);
        CHECK(!chooser.endLimitForKeys(start + 31s));
    });
    row("where no image shows that typing has ended, the limit is ended by hand", [] {
        QualityChooser chooser(Quality::High);
        REQUIRE(chooser.adjustLevel({2'300'000, 25, false, 4'000'000, {}, 100ms, 25ms, 25ms, true}, start));
        CHECK(chooser.isLimitedForKeys());
        CHECK(chooser.endLimitForKeys(start + 2s));
        CHECK_EQUAL(chooser.jpegLevel().value_or(-1), 8);
        CHECK(!chooser.isLimitedForKeys());
    });
    row("small images delay keys too where the path is slow, though ssh delivers them at once", [] {
        QualityChooser chooser(Quality::High);
        CHECK(chooser.adjustLevel({400'000, 20, false, 1'000'000, {}, 100ms, 0ms, 0ms, true}, start));
    });
    row("a path that is full lowers the level while somebody types too", [] {
        QualityChooser chooser(Quality::Auto);
        for (auto now = start; now < start + 8s; now += 250ms) {
            chooser.adjustLevel({400'000, 10, true, 400'000, {}, 100ms, 90ms, 90ms, true}, now);
        }
        CHECK(chooser.jpegLevel().value_or(9) < QualityChooser::maxLevelWhileTyping);
    });
    row("an idle desktop keeps what it has: nothing came that tells of the line", [] {
        QualityChooser chooser(Quality::Auto);
        const auto level = chooser.jpegLevel();
        for (auto now = start; now < start + 5min; now += 250ms) {
            chooser.adjustLevel({0, 0, false, {}, {}, 100ms}, now);
        }
        CHECK(chooser.jpegLevel() == level);
    });
    row("never outside its bounds and never twice a second, on any line", [] {
        std::mt19937 random(99);
        for (int i = 0; i < 400; ++i) {
            const Quality quality = std::array{Quality::High, Quality::Balanced, Quality::Low, Quality::Auto}[random() % 4];
            Line::Way way;
            way.rate = std::array{20'000.0, 120'000.0, 500'000.0, 2'000'000.0, 60'000'000.0}[random() % 5];
            way.pictureSize = std::array{3'000.0, 30'000.0, 200'000.0, 1'000'000.0}[random() % 4];
            way.roundTrip = std::array{0ms, 30ms, 100ms, 500ms, 1000ms}[random() % 5];
            way.jitter = random() % 9 / 10.0;
            way.tellsRate = random() % 2 == 0;
            Line line(way, quality);
            for (int part = 0; part < 4; ++part) {
                line.run(15s, std::array{1.0, 5.0, 25.0, 60.0}[random() % 4]);
                if (random() % 3 == 0) {
                    line.way.rate *= std::array{0.2, 5.0}[random() % 2];
                }
            }
            const auto bounds = QualityChooser::levelBounds(quality);
            REQUIRE(bounds.has_value());
            CHECK(line.lowest >= bounds->lowest && line.highest <= bounds->highest);
            CHECK(line.leastApart >= 1s);
        }
    });
    row("another word in the profile counts at once", [] {
        QualityChooser chooser(Quality::Low);
        CHECK(chooser.jpegLevel().value_or(9) <= 4);
        chooser.setQuality(Quality::High);
        CHECK(chooser.jpegLevel().value_or(0) >= 7);
        chooser.setQuality(Quality::Lossless);
        CHECK(!chooser.jpegLevel().has_value());
        chooser.setQuality(Quality::Auto);
        CHECK(chooser.jpegLevel().has_value());
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    mapRows();
    refinerRows();
    budgetRows();
    restRows();
    newsRows();
    shareRows();
    motionRows();
    updateMeterRows();
    rampRows();
    qualityChooserRows();
    return Test::result();
}
