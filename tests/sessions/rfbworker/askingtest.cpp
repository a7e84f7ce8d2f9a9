// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How a worker asks for pictures: a server that sends by itself, one that has to be asked ahead, and those that do not keep to
// what they have promised.
#include "sessions/rfbworker/protocol/clientmessages.h"
#include "tests/sessions/rfbwire/checker.h"
#include "tests/sessions/rfbworker/scriptedserver.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Rfb;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using RfbWire::RequestMode;

namespace
{
using Bytes = Rfb::Bytes;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t wide = 64;
constexpr std::uint32_t high = 48;
const Bytes endOfContinuous{150};

bool offersFences(const Bytes &encodings)
{
    for (std::size_t i = 4; i + 4 <= encodings.size(); i += 4) {
        if (read32(encodings.data() + i) == static_cast<std::uint32_t>(EncodingFence)) {
            return true;
        }
    }
    return false;
}

/// A server whose desktop is up; @p modern: it has fences and continuous updates. The console says how far it is.
struct Up : Rig {
    Up(bool modern, std::chrono::microseconds roundTrip, std::uint64_t allowance = 0, bool colorMapped = false)
        : Rig(wide, high, {}, colorMapped)
        , m_colorMapped(colorMapped)
    {
        CHECK(offersFences(server.receiveMessageOfType(2))); // how far it is is not known yet
        const auto count = static_cast<std::uint64_t>(roundTrip.count());
        console.send(RfbWire::LinkShare{count, count, allowance, 0, 0});
        if (modern) {
            server.send(ScriptedServer::fence(FenceRequest, {0}));
            server.send(endOfContinuous);
        }
        sendUpdate();
        CHECK(console.next<RfbWire::Damage>().has_value());
    }
    void sendUpdate()
    {
        server.send(ScriptedServer::rawUpdate(0, 0, wide, high, ++m_color, m_colorMapped));
    }
    /// A whole map, each time another one.
    void sendColors()
    {
        Bytes message{1, 0, 0, 0, 1, 0};
        message.insert(message.end(), std::size_t{256} * 6, static_cast<std::uint8_t>(++m_color));
        server.send(message);
    }
    /// Gives back each message that comes within @p time to @p take, until that is true. The console paints meanwhile: one that
    /// does not has the worker read no more.
    template<class Take>
    bool listen(std::chrono::milliseconds time, Take take)
    {
        const auto until = Clock::now() + time;
        while (Clock::now() < until) {
            (void)console.until(
                [] {
                    return false;
                },
                1ms);
            const Bytes m = server.receiveMessage(10ms);
            if (!m.empty() && take(m)) {
                return true;
            }
        }
        return false;
    }
    /// Reads for @p time, answers fences; each request is followed by what @p answer sends.
    template<class Answer>
    int requestsWithin(std::chrono::milliseconds time, Answer answer)
    {
        int requests = 0;
        listen(time, [&](const Bytes &m) {
            if (m[0] == 3) {
                ++requests;
                answer(m);
            } else if (m[0] == 248 && (read32(m.data() + 4) & FenceRequest)) {
                server.send(ScriptedServer::fence(0, Bytes(m.begin() + 9, m.end())));
            }
            return false;
        });
        return requests;
    }
    bool isAskedThis(RequestMode mode)
    {
        // Reports come once a second, and those of the time before are still here, however many.
        const auto deadline = Clock::now() + patience;
        while (Clock::now() < deadline) {
            const auto stats = console.next<RfbWire::Stats>();
            if (!stats || stats->mode == mode) {
                return stats.has_value();
            }
        }
        return false;
    }

private:
    const bool m_colorMapped;
    std::uint32_t m_color = 0;
};

const auto nothing = [](const Bytes &) { };

void continuousRows()
{
    row("a near server that sends by itself is told to", [] {
        Up up(true, 300us);
        const Bytes enable = up.server.receiveMessageOfType(150);
        CHECK(enable == ClientMessages::enableContinuousUpdates(true, {0, 0, wide, high}));
        CHECK(up.isAskedThis(RequestMode::Continuous));
    });
    row("hidden it is told to stop and asked for nothing; seen again, for what has changed", [] {
        Up up(true, 300us);
        CHECK_EQUAL(int{up.server.receiveMessageOfType(150).at(1)}, 1);
        up.console.send(RfbWire::View{RfbWire::Visibility::Hidden});
        CHECK_EQUAL(int{up.server.receiveMessageOfType(150).at(1)}, 0);
        up.server.send(endOfContinuous);
        CHECK_EQUAL(up.requestsWithin(1500ms, nothing), 0);
        up.console.send(RfbWire::View{RfbWire::Visibility::Visible});
        CHECK(up.server.receiveMessageOfType(3) == ClientMessages::updateRequest(true, wide, high));
    });
    row("one that is far is asked ahead, and fences are withdrawn from it", [] {
        Up up(true, 200ms);
        Bytes encodings;
        do {
            encodings = up.server.receiveMessageOfType(2);
        } while (!encodings.empty() && offersFences(encodings));
        CHECK(!encodings.empty());
        CHECK(up.isAskedThis(RequestMode::AheadOfUpdates));
        CHECK(up.server.receiveMessageOfType(248, 700ms).empty()); // Xvnc would end the connection
    });
    row("one that ends it by itself is asked at once", [] {
        Up up(true, 300us);
        CHECK_EQUAL(int{up.server.receiveMessageOfType(150).at(1)}, 1);
        up.server.send(endOfContinuous);
        CHECK_EQUAL(int{up.server.receiveMessageOfType(150).at(1)}, 0);
        CHECK(up.server.receiveMessageOfType(3, 1900ms) == ClientMessages::updateRequest(true, wide, high));
        up.server.send(endOfContinuous);
        up.requestsWithin(300ms, [&](const Bytes &) {
            up.sendUpdate();
        });
        CHECK(up.isAskedThis(RequestMode::AheadOfUpdates));
    });
    row("one that answers no fences any more is asked without them, and input goes on", [] {
        Up up(true, 300us);
        CHECK(!up.server.receiveMessageOfType(150).empty());
        for (int i = 0; i < 3; ++i) { // it does at first
            up.sendUpdate();
            up.requestsWithin(100ms, nothing);
        }
        const auto isWithdrawn = [](const Bytes &m) {
            return m[0] == 2 && !offersFences(m);
        };
        const auto until = Clock::now() + 20s;
        up.sendUpdate();
        while (!up.listen(40ms, isWithdrawn)) {
            REQUIRE(Clock::now() < until);
            up.sendUpdate();
        }
        up.server.send(endOfContinuous);
        up.requestsWithin(300ms, [&](const Bytes &) {
            up.sendUpdate();
        });
        CHECK(up.isAskedThis(RequestMode::AheadOfUpdates));
        up.sendUpdate(); // a server that owed an answer would get no key
        up.console.send(RfbWire::Key{0x61, true, 0, 0});
        CHECK(up.listen(patience, [&](const Bytes &m) {
            if (m[0] == 3) {
                up.sendUpdate();
            }
            return m[0] == 4;
        }));
    });
    row("one that says so and never sends is asked again", [] {
        Up up(true, 300us);
        CHECK(!up.server.receiveMessageOfType(150).empty());
        // Four tests, for 8 s; each answer of ours that is late begins them anew.
        const bool isEnded = up.listen(60s, [&](const Bytes &m) {
            if (m[0] == 3) {
                up.sendUpdate();
            }
            return m[0] == 150 && m[1] == 0;
        });
        CHECK(isEnded);
        up.requestsWithin(300ms, [&](const Bytes &) {
            up.sendUpdate();
        });
        CHECK(up.isAskedThis(RequestMode::AheadOfUpdates));
    });
}

void aheadRows()
{
    row("a far server is asked before it has answered, but not without end", [] {
        Up up(false, 200ms);
        int requests = 0;
        // A worker that does not run in the half second after the updates asks less: it gets another try.
        for (int attempt = 0; attempt < 5 && requests < 4; ++attempt) {
            for (int i = 0; i < 4; ++i) {
                up.sendUpdate();
            }
            requests = up.requestsWithin(2s, nothing);
            CHECK(requests <= 60);
        }
        CHECK(requests >= 4);
    });
    row("a stream is asked for often enough, and not too often", [] {
        Up up(false, 200ms);
        const auto update = [&up](const Bytes &) {
            up.sendUpdate();
        };
        int requests = up.requestsWithin(2s, update);
        CHECK(requests <= 2 * 130);
        if (requests < 20) { // a busy machine may take longer for them
            requests += up.requestsWithin(underLoad(2s) - 2s, update);
        }
        CHECK(requests >= 20);
    });
    row("a key to a far server is followed by requests for what it draws", [] {
        Up up(false, 200ms);
        // What a lone update is followed by is over then. A server that owed an answer would get no key.
        up.requestsWithin(1500ms, [&](const Bytes &m) {
            if (m[1] == 0) {
                up.server.send(ScriptedServer::rawUpdate(0, 0, 1, 1, 0));
            }
        });
        up.console.send(RfbWire::Key{0x61, true, 0, 0});
        int requests = 0;
        bool isTyped = false;
        const bool followed = up.listen(10s, [&](const Bytes &m) {
            isTyped = isTyped || m[0] == 4;
            if (!isTyped && m[0] == 3 && m[1] == 0) {
                up.server.send(ScriptedServer::rawUpdate(0, 0, 1, 1, 0));
            }
            requests += isTyped && m == ClientMessages::updateRequest(true, wide, high) ? 1 : 0;
            return requests > 0; // those that are late together are one
        });
        CHECK(followed);
        CHECK(up.requestsWithin(1s, nothing) <= 10); // four, those that follow the last answer for a pixel, and the next sign of life
    });
    row("one that is known to be far is offered no fences, and asked on before its first image is here", [] {
        auto stream = makeStream();
        Rig rig(std::move(stream));
        rig.console.send(RfbWire::LinkShare{200'000, 200'000, 0, 0, 0});
        for (int i = 0; i < 2; ++i) { // between two reports the worker has heard it
            REQUIRE(rig.console.next<RfbWire::Stats>().has_value());
        }
        rig.server.logIn(wide, high);
        CHECK(!offersFences(rig.server.receiveMessageOfType(2)));
        CHECK(rig.server.receiveMessageOfType(3) == ClientMessages::updateRequest(false, {0, 0, wide, high}));
        int requests = 0;
        for (Bytes m = rig.server.receiveMessageOfType(3, 3s); !m.empty(); m = rig.server.receiveMessageOfType(3, 3s)) {
            CHECK(m == ClientMessages::updateRequest(true, wide, high));
            ++requests;
        }
        CHECK(requests >= 1); // one each 40 ms, for three round trips; those that are late are fewer
        CHECK(requests <= 15);
    });
    row("a far server whose colors alone change is asked all the time", [] {
        Up up(false, 100ms, 0, true);
        up.requestsWithin(1500ms, nothing); // what a lone update is followed by is over
        const int before = up.requestsWithin(1s, nothing);
        CHECK(before <= 1);
        up.sendColors();
        int maps = 0;
        const auto turn = [&](const Bytes &) {
            ++maps;
            up.sendColors(); // as each turn of x11vnc may
        };
        CHECK(up.requestsWithin(2s, turn) <= 2 * 65);
        if (maps < 15) { // a busy machine may take longer for them
            up.requestsWithin(underLoad(2s) - 2s, turn);
        }
        CHECK(maps >= 15);
        CHECK(up.requestsWithin(1500ms, nothing) <= 40); // no longer than colors come
        CHECK(up.requestsWithin(1s, nothing) <= 1);
    });
    row("colors without end to a worker whose requests nobody reads end the connection", [] {
        Up up(false, 100ms, 0, true);
        Bytes many;
        for (int i = 0; i < 64; ++i) {
            many.insert(many.end(), {1, 0, 0, 0, 1, 0});
            many.insert(many.end(), std::size_t{256} * 6, static_cast<std::uint8_t>(i));
        }
        up.server.send(many);
        CHECK(up.requestsWithin(500ms, nothing) >= 1); // it is asked, and the worker lives
    });
    row("a server that sends colors and no image is left", [] {
        Up up(false, 300us, 0, true);
        up.server.send(ScriptedServer::updateHead(1) + ScriptedServer::rectHead(0, 0, wide, 2 * high, EncodingDesktopSize));
        Bytes many;
        for (int i = 0; i < 100; ++i) {
            const Bytes one{1, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, static_cast<std::uint8_t>(i)};
            many.insert(many.end(), one.begin(), one.end());
        }
        for (int i = 0; i < 40; ++i) {
            up.server.sendWithin(many, 500ms);
            up.requestsWithin(1ms, nothing);
        }
        const auto failed = up.console.next<RfbWire::Failed>();
        REQUIRE(failed.has_value());
        CHECK_EQUAL(failed->code, RfbWire::FailureCode::Malformed);
        CHECK_EQUAL(failed->detail, "colors without an image");
    });
    row("one that sends updates without end and reads nothing is left", [] {
        Up up(false, 300us);
        Bytes many;
        for (int i = 0; i < 16 * 1024; ++i) {
            const Bytes one = ScriptedServer::updateHead(0);
            many.insert(many.end(), one.begin(), one.end());
        }
        for (int i = 0; i < 200 && up.server.sendWithin(many, patience) == many.size(); ++i) { } // until the worker has gone
        const auto failed = up.console.next<RfbWire::Failed>();
        REQUIRE(failed.has_value());
        CHECK_EQUAL(failed->code, RfbWire::FailureCode::Malformed);
    });
    row("a near server is asked once for each update", [] {
        Up up(false, 300us);
        up.requestsWithin(300ms, nothing);
        for (int i = 0; i < 20; ++i) {
            up.sendUpdate();
        }
        const int requests = up.requestsWithin(300ms, nothing);
        CHECK(requests >= 1);
        CHECK(requests <= 25);
    });
    row("one that answers each request though there is nothing new is asked one at a time", [] {
        Up up(false, 200ms);
        for (int i = 0; i < 4; ++i) {
            up.sendUpdate();
        }
        int answers = 0; // after twelve it knows; a busy machine may take longer for them
        up.listen(patience, [&](const Bytes &m) {
            if (m[0] == 3) {
                ++answers;
                up.server.send(ScriptedServer::updateHead(0));
            }
            return answers == 30;
        });
        CHECK(up.isAskedThis(RequestMode::OneAtATime));
    });
    row("no more is asked for than is allowed", [] {
        Up up(false, 50ms, 100'000);
        const int requests = up.requestsWithin(2s, [&](const Bytes &) {
            up.sendUpdate(); // 12 kB
        });
        CHECK(requests >= 5);
        CHECK(requests <= 30);
    });
    row("looked at once a second, it is asked once a second", [] {
        Up up(false, 50ms);
        up.requestsWithin(300ms, nothing);
        up.console.send(RfbWire::View{RfbWire::Visibility::OneHertz});
        up.requestsWithin(100ms, nothing);
        const int requests = up.requestsWithin(2500ms, [&](const Bytes &m) {
            if (m != ClientMessages::pixelRequest()) {
                up.sendUpdate();
            }
        });
        CHECK(requests >= 2);
        CHECK(requests <= 8);
    });
}
}

NIGHTDESK_TEST_PROGRAM(int /*argc*/, char ** /*argv*/)
{
    continuousRows();
    aheadRows();
    return Nightdesk::Test::result();
}
