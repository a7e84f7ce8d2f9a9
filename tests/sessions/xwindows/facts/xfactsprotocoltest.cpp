// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/xfactsprotocol.h"
#include "sessions/xwindows/facts/xserverreader.h"
#include "tests/sessions/xwindows/octets.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <sys/socket.h>

#include <atomic>
#include <bit>
#include <cstring>
#include <functional>
#include <thread>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
constexpr std::uint32_t rootVisual = 0x21;

void append16(Octets &bytes, unsigned value)
{
    XBytes::append16(bytes, static_cast<std::uint16_t>(value), std::endian::native == std::endian::big);
}

void append32(Octets &bytes, std::uint32_t value)
{
    const auto *at = reinterpret_cast<const std::uint8_t *>(&value);
    bytes.insert(bytes.end(), at, at + 4);
}

Octets visual(std::uint32_t id, unsigned visualClass, unsigned entries = 256)
{
    Octets bytes;
    append32(bytes, id);
    bytes.push_back(static_cast<std::uint8_t>(visualClass));
    bytes.push_back(8);
    append16(bytes, entries);
    append32(bytes, 0xff0000);
    append32(bytes, 0xff00);
    append32(bytes, 0xff);
    append32(bytes, 0);
    return bytes;
}

Octets depth(unsigned bits, const QList<Octets> &visuals, int announced = -1)
{
    Octets bytes{static_cast<std::uint8_t>(bits), 0};
    append16(bytes, announced < 0 ? static_cast<unsigned>(visuals.size()) : static_cast<unsigned>(announced));
    append32(bytes, 0);
    return joined(QList<Octets>{bytes} + visuals);
}

Octets screen(const QList<Octets> &depths, unsigned rootDepth = 24, unsigned backingStore = 1, int announced = -1)
{
    Octets bytes;
    for (const std::uint32_t value : {0x100u, 0x20u, 0xffffffu, 0u, 0u}) {
        append32(bytes, value); // root, colormap, white, black, masks
    }
    for (const unsigned value : {800u, 600u, 200u, 150u, 1u, 1u}) {
        append16(bytes, value);
    }
    append32(bytes, rootVisual);
    bytes.insert(bytes.end(),
                 {static_cast<std::uint8_t>(backingStore),
                  1,
                  static_cast<std::uint8_t>(rootDepth),
                  static_cast<std::uint8_t>(announced < 0 ? depths.size() : announced)});
    return joined(QList<Octets>{bytes} + depths);
}

Octets setup(const QList<Octets> &screens, int announced = -1, const QByteArray &vendor = "Test")
{
    Octets body;
    append32(body, 1200); // release
    append32(body, 0x00400000);
    append32(body, 0x001fffff);
    append32(body, 0);
    append16(body, static_cast<unsigned>(vendor.size()));
    append16(body, 65535);
    body.push_back(static_cast<std::uint8_t>(announced < 0 ? screens.size() : announced));
    body.insert(body.end(), {0, 0, 0, 32, 32, 8, 255, 0, 0, 0, 0});
    XBytes::appendPadded(body, std::string_view(vendor.constData(), static_cast<std::size_t>(vendor.size())));
    body = joined(QList<Octets>{body} + screens);
    Octets bytes{1, 0};
    append16(bytes, 11);
    append16(bytes, 0);
    append16(bytes, static_cast<unsigned>(body.size() / 4));
    return joined({bytes, body});
}

Octets plainSetup()
{
    return setup({screen({depth(24, {visual(rootVisual, 4)}), depth(1, {})})});
}

/// @p extra: what a reply has at 8 and 9, or, for extensions, its second byte.
Octets reply(unsigned sequence, unsigned count, const QByteArray &names, bool isExtensions = false)
{
    Octets data;
    XBytes::appendPadded(data, std::string_view(names.constData(), static_cast<std::size_t>(names.size())));
    Octets bytes{1, static_cast<std::uint8_t>(isExtensions ? count : 0)};
    append16(bytes, sequence);
    append32(bytes, static_cast<std::uint32_t>(data.size() / 4));
    append16(bytes, isExtensions ? 0 : count);
    bytes.resize(32, 0);
    return joined({bytes, data});
}

Octets error(unsigned sequence)
{
    Octets bytes{0, 10};
    append16(bytes, sequence);
    bytes.resize(32, 0);
    return bytes;
}

QByteArray mapIds(std::uint32_t id)
{
    return {reinterpret_cast<const char *>(&id), 4};
}

/// Extensions, the installed map of one screen, one pattern of fonts.
QList<Octets> plainAnswers()
{
    return {reply(1, 2, "\x05SHAPE\x08SECURITY", true),
            reply(2, 1, mapIds(0x20)),
            reply(3,
                  1,
                  "\x05"
                  "fixed")};
}

XFactsProtocol::Stage after(const Octets &bytes, XServerFacts *facts = nullptr)
{
    XFactsProtocol talk("0123456789abcdef", {u"fixed"_s});
    talk.receive(bytes);
    if (facts) {
        *facts = talk.facts();
    }
    return talk.stage();
}
}

Q_DECLARE_METATYPE(Nightdesk::Test::Octets)

/// What is made of what a server says that need not be one.
class XFactsProtocolTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsAll();
    void inAnyPieces();
    void whatIsKeptBackIsNotKnown();
    void asksAllAtOnce();
    void endsWithALiar_data();
    void endsWithALiar();
    void aFloodEnds();
    void sentences_data();
    void sentences();
    void timeIsBounded_data();
    void timeIsBounded();
};

void XFactsProtocolTest::readsAll()
{
    XServerFacts facts;
    QCOMPARE(after(joined(QList<Octets>{plainSetup()} + plainAnswers()), &facts), XFactsProtocol::Stage::Done);
    QCOMPARE(facts.vendor, u"Test"_s);
    QCOMPARE(facts.releaseNumber, 1200u);
    QCOMPARE(facts.extensions, (QStringList{u"SECURITY"_s, u"SHAPE"_s}));
    QCOMPARE(facts.fontMatch(u"fixed"_s)->names, QStringList{u"fixed"_s});
    const XScreenFacts *first = facts.screen(0);
    QVERIFY(first);
    QCOMPARE(first->size, QSize(800, 600));
    QCOMPARE(first->whitePixel, 0xffffffu);
    QCOMPARE(first->defaultColormap, 0x20u);
    QCOMPARE(first->installedColormaps, QList<quint32>{0x20});
    QCOMPARE(first->depths, (QList<int>{24, 1}));
    QVERIFY(first->saveUnders);
    QCOMPARE(first->backingStore, XBackingStore::WhenMapped);
    QCOMPARE(visualName(*first->defaultVisual()), u"TrueColor 24"_s);
    QVERIFY(!facts.screen(1));
}

void XFactsProtocolTest::inAnyPieces()
{
    XServerFacts whole;
    const Octets bytes = joined(QList<Octets>{plainSetup()} + plainAnswers());
    after(bytes, &whole);
    XFactsProtocol talk("", {u"fixed"_s});
    for (const std::uint8_t byte : bytes) {
        QCOMPARE(talk.stage(), XFactsProtocol::Stage::Querying);
        talk.receive({&byte, 1});
    }
    QCOMPARE(talk.stage(), XFactsProtocol::Stage::Done);
    QCOMPARE(talk.facts(), whole);
}

void XFactsProtocolTest::whatIsKeptBackIsNotKnown()
{
    XServerFacts facts;
    QCOMPARE(after(joined({plainSetup(), error(1), error(2), error(3)}), &facts), XFactsProtocol::Stage::Done);
    QVERIFY(facts.extensions.isEmpty());
    QVERIFY(!facts.screen(0)->installedColormaps.has_value());
    QVERIFY(!facts.fontMatch(u"fixed"_s));
}

void XFactsProtocolTest::asksAllAtOnce()
{
    XFactsProtocol talk("", {u"fixed"_s, u"-*-helvetica-*"_s});
    talk.removeSentOutput(talk.output().size());
    QVERIFY(talk.output().empty());
    talk.receive(plainSetup());
    const auto output = talk.output();
    std::size_t requests = 0;
    for (std::size_t at = 0; at + 4 <= output.size(); ++requests) {
        at += std::size_t(4) * XBytes::read16(&output[at + 2], std::endian::native == std::endian::big);
    }
    QCOMPARE(requests, 4u); // extensions, installed maps, two patterns: one round trip
}

void XFactsProtocolTest::endsWithALiar_data()
{
    QTest::addColumn<Octets>("bytes");
    const Octets ok = visual(rootVisual, 4);
    const auto answers = plainAnswers();
    QTest::newRow("it is not an X server") << Octets(64, 'H');
    QTest::newRow("no screen") << setup({});
    QTest::newRow("more screens than there are bytes") << setup({screen({depth(24, {ok})})}, 16);
    QTest::newRow("very many screens") << setup(QList<Octets>(17, screen({depth(24, {ok})})));
    QTest::newRow("more depths than there are bytes") << setup({screen({depth(24, {ok})}, 24, 1, 255)});
    QTest::newRow("more visuals than there are bytes") << setup({screen({depth(24, {ok}, 65535)})});
    QTest::newRow("very many visuals") << setup({screen({depth(24, QList<Octets>(4097, ok))})});
    QTest::newRow("a class that is none") << setup({screen({depth(24, {visual(rootVisual, 6)})})});
    QTest::newRow("a depth of 0") << setup({screen({depth(0, {ok})}, 0)});
    QTest::newRow("a depth of 33") << setup({screen({depth(33, {ok})}, 33)});
    QTest::newRow("a default visual that it does not have") << setup({screen({depth(24, {visual(0x99, 4)})})});
    QTest::newRow("a default visual of another depth") << setup({screen({depth(8, {ok})})});
    QTest::newRow("a backing store that is none") << setup({screen({depth(24, {ok})}, 24, 3)});
    Octets vendor = setup({screen({depth(24, {ok})})});
    vendor[24] = vendor[25] = 0xff;
    QTest::newRow("a vendor longer than the setup") << vendor;
    QTest::newRow("an answer to nothing") << joined({plainSetup(), reply(9, 0, {})});
    QTest::newRow("an unanswered question") << joined({plainSetup(), answers[1]});
    QTest::newRow("more extensions than it names") << joined({plainSetup(), reply(1, 200, "\x05SHAPE", true)});
    QTest::newRow("an extension longer than the answer") << joined({plainSetup(), reply(1, 1, "\xffSHAPE", true)});
    QTest::newRow("more maps than it names") << joined({plainSetup(), answers[0], reply(2, 60, mapIds(1))});
    QTest::newRow("very many maps") << joined({plainSetup(), answers[0], reply(2, 65, QByteArray(65 * 4, 'm'))});
    QTest::newRow("more fonts than it names") << joined({plainSetup(),
                                                         answers[0],
                                                         answers[1],
                                                         reply(3,
                                                               20,
                                                               "\x05"
                                                               "fixed")});
    QTest::newRow("more fonts than were asked for") << joined({plainSetup(), answers[0], answers[1], reply(3, 21, QByteArray(21, '\0'))});
    Octets endless = reply(1, 0, {}, true);
    std::memset(&endless[4], 0x7f, 4);
    QTest::newRow("an endless answer") << joined({plainSetup(), endless});
}

void XFactsProtocolTest::endsWithALiar()
{
    QFETCH(Octets, bytes);
    QCOMPARE(after(bytes), XFactsProtocol::Stage::Broken);
}

void XFactsProtocolTest::aFloodEnds()
{
    XFactsProtocol talk("", {});
    talk.receive(plainSetup());
    Octets events;
    for (int i = 0; i < 512; ++i) {
        Octets event(32, 0);
        event[0] = 12; // Expose
        events.insert(events.end(), event.begin(), event.end());
    }
    std::size_t taken = 0;
    while (talk.stage() == XFactsProtocol::Stage::Querying && taken <= 2 * XFactsProtocol::maxReceivedBytes) {
        talk.receive(events);
        taken += events.size();
    }
    QCOMPARE(talk.stage(), XFactsProtocol::Stage::Broken);
    QVERIFY(taken <= XFactsProtocol::maxReceivedBytes + events.size());
    QVERIFY(talk.output().size() < 4096);
}

using Server = std::function<void(int socket)>;
Q_DECLARE_METATYPE(Server)

/// What the reader says of a server that does @p serve at the other end of a socket.
static XServerFacts askScripted(const Server &serve, std::chrono::milliseconds limit)
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        return {};
    }
    const UniqueFd far(ends[1]);
    std::thread server([&serve, &far] {
        serve(far.get());
    });
    XServerFacts facts = XServerReader::readFactsOverSocket(UniqueFd(ends[0]), {}, u":7"_s, {}, limit);
    ::shutdown(far.get(), SHUT_RDWR);
    server.join();
    return facts;
}

/// False: the reader has gone.
static bool say(int socket, const Octets &bytes)
{
    std::size_t said = 0;
    while (said < bytes.size()) {
        const ssize_t size = ::send(socket, &bytes[said], bytes.size() - said, MSG_NOSIGNAL);
        if (size > 0) {
            said += static_cast<std::size_t>(size);
        } else if (errno == EAGAIN) {
            std::this_thread::yield();
        } else {
            return false;
        }
    }
    return true;
}

void XFactsProtocolTest::sentences_data()
{
    QTest::addColumn<Server>("serve");
    QTest::addColumn<QString>("expected");
    QTest::newRow("closes at once") << Server([](int socket) {
        ::shutdown(socket, SHUT_RDWR);
    }) << u"closed the connection"_s;
    QTest::newRow("closes in the middle of its setup") << Server([](int socket) {
        Octets bytes = plainSetup();
        bytes.resize(bytes.size() / 2);
        say(socket, bytes);
        ::shutdown(socket, SHUT_RDWR);
    }) << u"closed the connection"_s;
    QTest::newRow("refuses") << Server([](int socket) {
        say(socket, {0, 4, 11, 0, 0, 0, 1, 0, 'n', 'o', '!', '\n'});
    }) << u"refuses"_s;
    QTest::newRow("lies") << Server([](int socket) {
        say(socket, setup({}));
    }) << u"invalid data"_s;
    QTest::newRow("never stops") << Server([](int socket) {
        say(socket, plainSetup());
        Octets events(32 * 1024, 0);
        for (std::size_t i = 0; i < events.size(); i += 32) {
            events[i] = 12;
        }
        while (say(socket, events)) { }
    }) << u"invalid data"_s;
}

void XFactsProtocolTest::sentences()
{
    QFETCH(Server, serve);
    QFETCH(QString, expected);
    const XServerFacts facts = askScripted(serve, 60s);
    QVERIFY2(facts.problem.contains(expected), qPrintable(facts.problem));
    QVERIFY(facts.problem.contains(u":7"_s));
    QCOMPARE(facts.display, u":7"_s);
    QVERIFY(facts.screens.isEmpty());
}

void XFactsProtocolTest::timeIsBounded_data()
{
    QTest::addColumn<Server>("serve");
    QTest::newRow("says nothing") << Server([](int) { });
    QTest::newRow("says nothing after the setup") << Server([](int socket) {
        say(socket, plainSetup());
    });
    QTest::newRow("says a byte at a time") << Server([](int socket) {
        const Octets bytes = plainSetup();
        std::size_t at = 0;
        while (say(socket, {at < bytes.size() - 1 ? bytes[at++] : bytes[at]})) {
            std::this_thread::sleep_for(10ms); // its pace, not a wait of the test
        }
    });
    QTest::newRow("sends events instead of an answer") << Server([](int socket) {
        say(socket, plainSetup());
        Octets event(32, 0);
        event[0] = 12;
        while (say(socket, event)) {
            std::this_thread::sleep_for(10ms);
        }
    });
}

void XFactsProtocolTest::timeIsBounded()
{
    QFETCH(Server, serve);
    QElapsedTimer timer;
    timer.start();
    const XServerFacts facts = askScripted(serve, 500ms);
    QVERIFY2(facts.problem.contains(u"not responding"_s), qPrintable(facts.problem));
    QVERIFY(timer.durationElapsed() >= 500ms);
    QVERIFY(timer.durationElapsed() < underLoad(1500ms));
}

NIGHTDESK_GUILESS_TEST(XFactsProtocolTest)
#include "xfactsprotocoltest.moc"
