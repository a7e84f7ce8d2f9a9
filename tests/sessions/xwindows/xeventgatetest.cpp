// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xpressfilter.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"
#include "tests/sessions/xwindows/octets.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
namespace
{
constexpr XInputExtensionCodes codes{.majorOpcode = 131, .firstEvent = 66};

Octets message(std::uint8_t type, std::uint8_t mark = 0)
{
    Octets bytes(32, mark);
    bytes[0] = type;
    return bytes;
}

/// A reply or generic event: @p more units of 4 bytes behind the first 32.
Octets longMessage(std::uint8_t type, std::uint8_t second, std::uint16_t xiType, std::uint32_t more, bool bigEndian = false)
{
    Octets bytes(32 + std::size_t(more) * 4, 0x02); // what is inside looks like key presses
    Octets number;
    XBytes::append16(number, static_cast<std::uint16_t>(bigEndian ? more >> 16 : more), bigEndian);
    XBytes::append16(number, static_cast<std::uint16_t>(bigEndian ? more : more >> 16), bigEndian);
    XBytes::append16(number, xiType, bigEndian);
    std::ranges::copy(number, bytes.begin() + 4);
    bytes[0] = type;
    bytes[1] = second;
    return bytes;
}

Octets xi2(std::uint16_t type, std::uint32_t more = 14, bool bigEndian = false)
{
    return longMessage(35, codes.majorOpcode, type, more, bigEndian);
}

/// Gives @p stream to the gate in pieces of @p piece bytes, as sockets do; what passes.
Octets through(XPressFilter &gate, const Octets &stream, std::size_t piece)
{
    Octets passed;
    Octets waiting;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        const auto end = stream.begin() + static_cast<std::ptrdiff_t>(std::min(stream.size(), at + piece));
        waiting.insert(waiting.end(), stream.begin() + static_cast<std::ptrdiff_t>(at), end);
        const auto [passedBytes, incompleteMessageBytes] = gate.filter(waiting);
        passed.insert(passed.end(), waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(passedBytes));
        waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(passedBytes));
        waiting.resize(incompleteMessageBytes);
    }
    return passed;
}
}

Q_DECLARE_METATYPE(Octets)

/// What a client hears of its server while it does not answer.
class XEventGateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void takesOutPressesAlone_data();
    void takesOutPressesAlone();
    void keepsItsPlaceInTheStream_data();
    void keepsItsPlaceInTheStream();
    void openGateChangesNothing();
    void takesBackWhatWaits();
    void takesBackNothingThatIsOnItsWay();
    void closesInTheMiddleOfAMessage();
    void opensInTheMiddleOfAPress();
    void waitsForAWholePress();
    void aPressThatClaimsTooMuchIsJudgedByItsBeginning();
    void serverWithoutXInputHasNoSuchEvents();
    void countsWhatIsToBePaintedAnew_data();
    void countsWhatIsToBePaintedAnew();
};

void XEventGateTest::takesOutPressesAlone_data()
{
    QTest::addColumn<Octets>("bytes");
    QTest::addColumn<bool>("bigEndian");
    QTest::addColumn<bool>("passes");
    QTest::newRow("a key goes down") << message(2) << false << false;
    QTest::newRow("a key comes up") << message(3) << false << true;
    QTest::newRow("a button goes down") << message(4) << false << false;
    QTest::newRow("a button comes up") << message(5) << false << true;
    QTest::newRow("a key that another program at the desk made") << message(0x82) << false << false;
    QTest::newRow("a button that another program at the desk made") << message(0x84) << false << false;
    QTest::newRow("the pointer moves") << message(6) << false << true;
    QTest::newRow("the keyboard's state when the pointer enters") << message(11, 0x02) << false << true;
    QTest::newRow("exposed") << message(12) << false << true;
    QTest::newRow("a message of a program") << message(0xa1, 0x02) << false << true;
    QTest::newRow("an error") << message(0, 0x02) << false << true;
    QTest::newRow("a short reply") << longMessage(1, 0, 2, 0) << false << true;
    QTest::newRow("a picture full of twos") << longMessage(1, 0, 2, 20000) << false << true;
    QTest::newRow("a long reply, a SPARC's") << longMessage(1, 0, 2, 300, true) << true << true;
    QTest::newRow("XI2 key down") << xi2(2) << false << false;
    QTest::newRow("XI2 key down, a SPARC's") << xi2(2, 14, true) << true << false;
    QTest::newRow("XI2 key up") << xi2(3) << false << true;
    QTest::newRow("XI2 button down") << xi2(4) << false << false;
    QTest::newRow("XI2 button up") << xi2(5) << false << true;
    QTest::newRow("XI2 motion") << xi2(6) << false << true;
    QTest::newRow("XI2 raw key down") << xi2(13) << false << false;
    QTest::newRow("XI2 raw key up") << xi2(14) << false << true;
    QTest::newRow("XI2 raw button down") << xi2(15) << false << false;
    QTest::newRow("XI2 finger down") << xi2(18) << false << false;
    QTest::newRow("XI2 finger up") << xi2(20) << false << true;
    QTest::newRow("XI2 key down without more") << xi2(2, 0) << false << false;
    QTest::newRow("another extension's generic event") << longMessage(35, 140, 2, 9) << false << true;
    QTest::newRow("XI1 key down") << message(67) << false << false;
    QTest::newRow("XI1 key down with more values") << joined({message(67), message(66), message(66)}) << false << false;
    QTest::newRow("XI1 key up with more values") << joined({message(68), message(66)}) << false << true;
    QTest::newRow("XI1 button down") << message(69) << false << false;
    QTest::newRow("XI1 button up") << message(70) << false << true;
}

void XEventGateTest::takesOutPressesAlone()
{
    QFETCH(Octets, bytes);
    QFETCH(bool, bigEndian);
    QFETCH(bool, passes);
    const Octets before = longMessage(1, 0, 7, 3, bigEndian);
    const Octets after = message(12, 9);
    for (const std::size_t piece : {std::size_t(1), std::size_t(7), std::size_t(32), std::size_t(33), std::size_t(1 << 20)}) {
        XPressFilter gate(bigEndian, codes, 0);
        gate.setPressesWithheld(true);
        QCOMPARE(through(gate, joined({before, bytes, after}), piece), passes ? joined({before, bytes, after}) : joined({before, after}));
        QCOMPARE(gate.withheldPressCount(), passes ? 0u : 1u);
        XPressFilter open(bigEndian, codes, 0);
        QCOMPARE(through(open, joined({before, bytes, after}), piece), joined({before, bytes, after}));
    }
}

void XEventGateTest::keepsItsPlaceInTheStream_data()
{
    QTest::addColumn<int>("setup");
    QTest::newRow("no setup left") << 0;
    QTest::newRow("the list of visuals before the first event") << 5000;
    QTest::newRow("an odd rest") << 3;
}

void XEventGateTest::keepsItsPlaceInTheStream()
{
    QFETCH(int, setup);
    // A long evening's worth, in any order; a press of XInput 1 comes with its values.
    const QList<Octets> presses = {message(2), xi2(4, 20), joined({message(67), message(66)})};
    const QList<Octets> others = {longMessage(1, 0, 2, 700), message(3), message(12), longMessage(1, 0, 0, 0), xi2(6, 3)};
    Octets stream(static_cast<std::size_t>(setup), 0x02);
    Octets expected = stream;
    std::minstd_rand random(1);
    for (int i = 0; i < 400; ++i) {
        const auto choice = static_cast<qsizetype>(random() % 8);
        const Octets &next = choice < 3 ? presses[choice] : others[choice - 3];
        stream.insert(stream.end(), next.begin(), next.end());
        if (choice >= 3) {
            expected.insert(expected.end(), next.begin(), next.end());
        }
    }
    for (const std::size_t piece : {std::size_t(13), std::size_t(4096)}) {
        XPressFilter gate(false, codes, static_cast<std::size_t>(setup));
        gate.setPressesWithheld(true);
        QVERIFY(through(gate, stream, piece) == expected);
    }
}

void XEventGateTest::openGateChangesNothing()
{
    Octets bytes = joined({message(2), xi2(2), message(3), Octets(31, 2)});
    const Octets before = bytes;
    XPressFilter gate(false, codes, 0);
    const auto sizes = gate.filter(bytes);
    QCOMPARE(bytes, before);
    QCOMPARE(sizes.passedBytes, before.size() - 31);
    QCOMPARE(sizes.incompleteMessageBytes, std::size_t(31));
}

void XEventGateTest::takesBackWhatWaits()
{
    const Octets press = message(2, 1);
    const Octets xiPress = xi2(2);
    const Octets reply = longMessage(1, 0, 2, 5);
    Octets queue = joined({reply, press, message(3), xiPress, message(12)});
    const std::size_t setup = 100;
    queue.insert(queue.begin(), setup, 7);
    XPressFilter gate(false, codes, setup);
    QCOMPARE(gate.filter(queue).passedBytes, queue.size());
    const std::uint64_t sent = setup + reply.size() / 2; // the socket took so much
    gate.forgetSentPresses(sent);
    queue.erase(queue.begin(), queue.begin() + static_cast<std::ptrdiff_t>(sent));
    gate.setPressesWithheld(true);
    const auto ranges = gate.takeUnsentPresses(sent);
    QCOMPARE(ranges.size(), std::size_t(2));
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        const auto at = queue.begin() + static_cast<std::ptrdiff_t>(range->offset - sent);
        queue.erase(at, at + static_cast<std::ptrdiff_t>(range->byteCount));
    }
    const Octets half(reply.begin() + static_cast<std::ptrdiff_t>(reply.size() / 2), reply.end());
    QCOMPARE(queue, joined({half, message(3), message(12)}));
    QCOMPARE(gate.withheldPressCount(), 2u);
    // What comes then is counted from where the stream is now.
    gate.setPressesWithheld(false);
    Octets next = joined({message(6), press});
    gate.filter(next);
    const auto later = gate.takeUnsentPresses(sent);
    QCOMPARE(later.size(), std::size_t(1));
    QCOMPARE(later.front().offset, sent + queue.size() + 32);
}

void XEventGateTest::takesBackNothingThatIsOnItsWay()
{
    Octets queue = joined({message(2), message(4)});
    XPressFilter gate(false, codes, 0);
    gate.filter(queue);
    const auto ranges = gate.takeUnsentPresses(5); // half a press would be worse than a whole one
    QCOMPARE(ranges.size(), std::size_t(1));
    QCOMPARE(ranges.front().offset, 32u);
    QVERIFY(gate.takeUnsentPresses(5).empty());
}

void XEventGateTest::closesInTheMiddleOfAMessage()
{
    XPressFilter gate(false, codes, 0);
    const Octets picture = longMessage(1, 0, 2, 100);
    Octets first(picture.begin(), picture.begin() + 100);
    QCOMPARE(gate.filter(first).passedBytes, std::size_t(100));
    gate.setPressesWithheld(true);
    Octets rest = joined({Octets(picture.begin() + 100, picture.end()), message(2), message(12)});
    const auto sizes = gate.filter(rest);
    rest.resize(sizes.passedBytes);
    QCOMPARE(rest, joined({Octets(picture.begin() + 100, picture.end()), message(12)}));
}

void XEventGateTest::opensInTheMiddleOfAPress()
{
    XPressFilter gate(false, codes, 0);
    gate.setPressesWithheld(true);
    const Octets press = xi2(2, 5000); // longer than any: not waited for
    Octets first(press.begin(), press.begin() + 100);
    QCOMPARE(gate.filter(first).passedBytes, std::size_t(0));
    gate.setPressesWithheld(false);
    Octets rest = joined({Octets(press.begin() + 100, press.end()), message(2, 5)});
    const auto sizes = gate.filter(rest);
    rest.resize(sizes.passedBytes);
    QCOMPARE(rest, message(2, 5));
}

void XEventGateTest::waitsForAWholePress()
{
    const Octets press = xi2(4, 20);
    Octets part(press.begin(), press.end() - 1);
    XPressFilter gate(false, codes, 0);
    auto sizes = gate.filter(part);
    QCOMPARE(sizes.passedBytes, std::size_t(0));
    QCOMPARE(sizes.incompleteMessageBytes, part.size());
    gate.setPressesWithheld(true); // in time: no byte of it has gone
    Octets whole = press;
    sizes = gate.filter(whole);
    QCOMPARE(sizes.passedBytes + sizes.incompleteMessageBytes, std::size_t(0));
    QCOMPARE(gate.withheldPressCount(), 1u);
}

void XEventGateTest::aPressThatClaimsTooMuchIsJudgedByItsBeginning()
{
    Octets press = xi2(2, 0);
    std::fill_n(press.begin() + 4, 4, std::uint8_t(0xff)); // 16 GiB
    XPressFilter gate(false, codes, 0);
    Octets bytes = press;
    QCOMPARE(gate.filter(bytes).passedBytes, press.size());
    XPressFilter held(false, codes, 0);
    held.setPressesWithheld(true);
    bytes = press;
    const auto sizes = held.filter(bytes);
    QCOMPARE(sizes.passedBytes + sizes.incompleteMessageBytes, std::size_t(0));
}

void XEventGateTest::serverWithoutXInputHasNoSuchEvents()
{
    XPressFilter gate(false, {}, 0);
    gate.setPressesWithheld(true);
    const Octets stream = joined({xi2(2), message(67), message(1 + 64), longMessage(35, 0, 2, 3)});
    QCOMPARE(through(gate, stream, 4096), stream);
    QCOMPARE(through(gate, message(2), 4096), Octets());
}

void XEventGateTest::countsWhatIsToBePaintedAnew_data()
{
    QTest::addColumn<Octets>("stream");
    QTest::addColumn<int>("exposes");
    static constexpr std::uint8_t expose = 12;
    constexpr std::uint8_t byAClient = 0x80;
    QTest::newRow("three of the server's") << joined({message(expose), message(2), message(expose), message(expose)}) << 3;
    QTest::newRow("one that another program made up") << joined({message(expose | byAClient)}) << 0;
    QTest::newRow("exposures of a copy, and none at all: of no window") << joined({message(13), message(14)}) << 0;
    QTest::newRow("what looks like one inside a reply") << [] {
        Octets reply = longMessage(1, 0, 0, 16);
        std::ranges::fill(reply.begin() + 32, reply.end(), expose);
        return joined({reply, message(expose)});
    }() << 1;
    QTest::newRow("an error with that number inside") << joined({message(0, expose)}) << 0;
}

void XEventGateTest::countsWhatIsToBePaintedAnew()
{
    QFETCH(Octets, stream);
    QFETCH(int, exposes);
    for (const std::size_t piece : {1, 31, 33, 4096}) {
        XPressFilter gate(false, codes, 0);
        QCOMPARE(through(gate, stream, piece), stream);
        QCOMPARE(gate.exposeCount(), static_cast<std::uint64_t>(exposes));
    }
}

NIGHTDESK_GUILESS_TEST(XEventGateTest)
#include "xeventgatetest.moc"
