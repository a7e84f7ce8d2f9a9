// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/cookietable.h"
#include "sessions/xwindows/protocol/xsetupreply.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <cstring>

using namespace Nightdesk;
using namespace std::string_view_literals;
using Bytes8 = std::vector<std::uint8_t>;

/// The first packets of both directions, and the cookies in them.
class XSetupTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void requestIsReadInBothByteOrders_data();
    void requestIsReadInBothByteOrders();
    void requestWaitsForItsLastByte_data();
    void requestWaitsForItsLastByte();
    void requestThatIsNoneIsMalformed_data();
    void requestThatIsNoneIsMalformed();
    void requestIsRewritten_data();
    void requestIsRewritten();
    void successTellsWhoseWindows_data();
    void successTellsWhoseWindows();
    void refusalTellsWhy();
    void replyThatIsNoneIsMalformed_data();
    void replyThatIsNoneIsMalformed();
    void ourRefusalIsReadAsOne_data();
    void ourRefusalIsReadAsOne();
    void cookieTellsTheProgram();
    void wrongCookieIsNobodys_data();
    void wrongCookieIsNobodys();
    void cookiesAreAllDifferent();

private:
    static void bothOrders();
};

namespace
{
/// A client's first packet, put together by hand.
Bytes8 request(bool bigEndian, std::string_view name, std::string_view data)
{
    const XSetupRequest plain{.bigEndian = bigEndian, .majorVersion = 11, .minorVersion = 0, .authorizationName = {}, .authorizationData = {}, .packetSize = 0};
    return plain.withAuthorization(name, data);
}

Bytes8 success(bool bigEndian, std::uint32_t base, std::uint32_t mask, std::uint16_t words = 100)
{
    Bytes8 bytes = {1, 0};
    XBytes::append16(bytes, 11, bigEndian);
    XBytes::append16(bytes, 0, bigEndian);
    XBytes::append16(bytes, words, bigEndian);
    for (const std::uint32_t value : {12101016U, base, mask}) {
        XBytes::append16(bytes, static_cast<std::uint16_t>(bigEndian ? value >> 16 : value & 0xffff), bigEndian);
        XBytes::append16(bytes, static_cast<std::uint16_t>(bigEndian ? value & 0xffff : value >> 16), bigEndian);
    }
    return bytes;
}
}

void XSetupTest::bothOrders()
{
    QTest::addColumn<bool>("bigEndian");
    QTest::newRow("least significant first") << false;
    QTest::newRow("most significant first") << true;
}

void XSetupTest::requestIsReadInBothByteOrders_data()
{
    bothOrders();
}

void XSetupTest::requestIsReadInBothByteOrders()
{
    QFETCH(bool, bigEndian);
    // As xcb and a SPARC's Xlib send it.
    Bytes8 bytes = bigEndian ? Bytes8{'B', 0, 0, 11, 0, 0, 0, 18, 0, 16, 0, 0} : Bytes8{'l', 0, 11, 0, 0, 0, 18, 0, 16, 0, 0, 0};
    const std::string_view rest =
        "MIT-MAGIC-COOKIE-1\0\0"
        "0123456789abcdef"
        "next request"sv;
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    XSetupRequest parsed;
    QVERIFY(XSetupRequest::parse(bytes, parsed) == XSetupParseResult::Complete);
    QCOMPARE(parsed.bigEndian, bigEndian);
    QCOMPARE(parsed.majorVersion, 11);
    QCOMPARE(parsed.minorVersion, 0);
    QCOMPARE(parsed.authorizationName, "MIT-MAGIC-COOKIE-1");
    QCOMPARE(parsed.authorizationData, "0123456789abcdef");
    QCOMPARE(parsed.packetSize, std::size_t(12 + 20 + 16)); // the requests behind it are not touched
}

void XSetupTest::requestWaitsForItsLastByte_data()
{
    bothOrders();
}

void XSetupTest::requestWaitsForItsLastByte()
{
    QFETCH(bool, bigEndian);
    const Bytes8 bytes = request(bigEndian, "MIT-MAGIC-COOKIE-1", "0123456789abcde"); // 15: padding counts
    XSetupRequest parsed;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        QVERIFY(XSetupRequest::parse(std::span(bytes).first(size), parsed) == XSetupParseResult::NeedMore);
    }
    QVERIFY(XSetupRequest::parse(bytes, parsed) == XSetupParseResult::Complete);
    QCOMPARE(parsed.packetSize, bytes.size());
}

void XSetupTest::requestThatIsNoneIsMalformed_data()
{
    QTest::addColumn<Bytes8>("bytes");
    QTest::newRow("another protocol") << Bytes8{'S', 'S', 'H'};
    QTest::newRow("the byte order in the wrong case") << Bytes8{'b', 0};
    QTest::newRow("zeros") << Bytes8(12);
    QTest::newRow("a name of 64 KiB") << Bytes8{'l', 0, 11, 0, 0, 0, 0xff, 0xff, 16, 0, 0, 0};
    QTest::newRow("data of 64 KiB") << Bytes8{'B', 0, 0, 11, 0, 0, 0, 18, 0xff, 0xff, 0, 0};
    QTest::newRow("a name one too long") << Bytes8{'l', 0, 11, 0, 0, 0, 1, 1, 0, 0, 0, 0};
}

void XSetupTest::requestThatIsNoneIsMalformed()
{
    QFETCH(Bytes8, bytes);
    XSetupRequest parsed;
    QVERIFY(XSetupRequest::parse(bytes, parsed) == XSetupParseResult::Malformed);
}

void XSetupTest::requestIsRewritten_data()
{
    bothOrders();
}

void XSetupTest::requestIsRewritten()
{
    QFETCH(bool, bigEndian);
    XSetupRequest parsed;
    QVERIFY(XSetupRequest::parse(request(bigEndian, "MIT-MAGIC-COOKIE-1", "fake fake fake !"), parsed) == XSetupParseResult::Complete);
    XSetupRequest again;
    QVERIFY(XSetupRequest::parse(parsed.withAuthorization("MIT-MAGIC-COOKIE-1", "the real cookie!"), again) == XSetupParseResult::Complete);
    QCOMPARE(again.bigEndian, bigEndian);
    QCOMPARE(again.majorVersion, 11);
    QCOMPARE(again.authorizationData, "the real cookie!");
    // A server that wants nothing is shown nothing.
    QCOMPARE(parsed.withAuthorization({}, {}).size(), std::size_t(12));
}

void XSetupTest::successTellsWhoseWindows_data()
{
    bothOrders();
}

void XSetupTest::successTellsWhoseWindows()
{
    QFETCH(bool, bigEndian);
    const Bytes8 bytes = success(bigEndian, 0x00e00000, 0x001fffff);
    XSetupReply reply;
    for (std::size_t size = 0; size < 20; ++size) {
        QVERIFY(XSetupReply::parse(std::span(bytes).first(size), bigEndian, reply) == XSetupParseResult::NeedMore);
    }
    QVERIFY(XSetupReply::parse(bytes, bigEndian, reply) == XSetupParseResult::Complete);
    QVERIFY(reply.status == XSetupReply::Status::Success);
    QCOMPARE(reply.resourceBase, 0x00e00000U);
    QCOMPARE(reply.resourceMask, 0x001fffffU);
}

void XSetupTest::refusalTellsWhy()
{
    Bytes8 bytes = {0, 5, 11, 0, 0, 0, 2, 0, 's', 'o', 'r', 'r', 'y', 0, 0, 0};
    XSetupReply reply;
    QVERIFY(XSetupReply::parse(std::span(bytes).first(12), false, reply) == XSetupParseResult::NeedMore);
    QVERIFY(XSetupReply::parse(bytes, false, reply) == XSetupParseResult::Complete);
    QVERIFY(reply.status == XSetupReply::Status::Failed);
    QCOMPARE(reply.reason, "sorry");
    bytes[0] = 2; // wants another authorization: its reason fills all the words
    QVERIFY(XSetupReply::parse(bytes, false, reply) == XSetupParseResult::Complete);
    QVERIFY(reply.status == XSetupReply::Status::Authenticate);
    QCOMPARE(reply.reason.size(), std::size_t(8));
}

void XSetupTest::replyThatIsNoneIsMalformed_data()
{
    QTest::addColumn<Bytes8>("bytes");
    QTest::newRow("an unknown status") << Bytes8{3};
    QTest::newRow("a success without room for one") << success(false, 0xe00000, 0x1fffff, 4);
    QTest::newRow("no mask") << success(false, 0xe00000, 0);
    QTest::newRow("a mask of two bits") << success(false, 0xe00000, 3);
    QTest::newRow("a mask with a hole") << success(false, 0, 0x1ff7ffff);
    QTest::newRow("base within mask") << success(false, 0xf00000, 0x1fffff);
    QTest::newRow("too high a number") << success(false, 0x80000000, 0x1fffff);
    QTest::newRow("a reason longer than the packet") << Bytes8{0, 200, 11, 0, 0, 0, 1, 0};
}

void XSetupTest::replyThatIsNoneIsMalformed()
{
    QFETCH(Bytes8, bytes);
    XSetupReply reply;
    QVERIFY(XSetupReply::parse(bytes, false, reply) == XSetupParseResult::Malformed);
}

void XSetupTest::ourRefusalIsReadAsOne_data()
{
    bothOrders();
}

void XSetupTest::ourRefusalIsReadAsOne()
{
    QFETCH(bool, bigEndian);
    const Bytes8 bytes = XSetupReply::failure(bigEndian, std::string(300, 'n'));
    QCOMPARE(bytes.size(), std::size_t(8 + 256));
    XSetupReply reply;
    QVERIFY(XSetupReply::parse(bytes, bigEndian, reply) == XSetupParseResult::Complete);
    QVERIFY(reply.status == XSetupReply::Status::Failed);
    QCOMPARE(reply.reason, std::string(255, 'n'));
}

void XSetupTest::cookieTellsTheProgram()
{
    CookieTable table;
    std::vector<XCookie> cookies;
    for (std::uint32_t program = 1; program <= 3; ++program) {
        cookies.push_back(*CookieTable::makeCookie());
        table.add(program, cookies.back());
    }
    const auto text = [&](std::size_t i) {
        return std::string_view(reinterpret_cast<const char *>(cookies[i].data()), cookies[i].size());
    };
    QCOMPARE(table.find(xCookieProtocol, text(0)), 1U);
    QCOMPARE(table.find(xCookieProtocol, text(2)), 3U);
    table.remove(1);
    QCOMPARE(table.find(xCookieProtocol, text(0)), std::nullopt);
    QCOMPARE(table.find(xCookieProtocol, text(1)), 2U);
}

void XSetupTest::wrongCookieIsNobodys_data()
{
    QTest::addColumn<std::string>("protocol");
    QTest::addColumn<std::string>("data");
    const std::string right = "0123456789abcdef";
    QTest::newRow("no authorization") << std::string() << std::string();
    QTest::newRow("another protocol") << std::string("XDM-AUTHORIZATION-1") << right;
    QTest::newRow("first byte wrong") << std::string(xCookieProtocol) << std::string("X123456789abcdef");
    QTest::newRow("last byte wrong") << std::string(xCookieProtocol) << std::string("0123456789abcdeX");
    QTest::newRow("one bit wrong") << std::string(xCookieProtocol) << std::string("1123456789abcdef");
    QTest::newRow("too short") << std::string(xCookieProtocol) << right.substr(1);
    QTest::newRow("too long") << std::string(xCookieProtocol) << right + "0";
    QTest::newRow("zeros") << std::string(xCookieProtocol) << std::string(16, '\0');
}

void XSetupTest::wrongCookieIsNobodys()
{
    QFETCH(std::string, protocol);
    QFETCH(std::string, data);
    CookieTable table;
    QCOMPARE(table.find(protocol, data), std::nullopt);
    XCookie cookie;
    std::memcpy(cookie.data(), "0123456789abcdef", cookie.size());
    table.add(7, cookie);
    QCOMPARE(table.find(protocol, data), std::nullopt);
    QCOMPARE(table.find(xCookieProtocol, "0123456789abcdef"), 7U);
}

void XSetupTest::cookiesAreAllDifferent()
{
    QVERIFY(*CookieTable::makeCookie() != *CookieTable::makeCookie());
    QVERIFY(*CookieTable::makeCookie() != XCookie{});
}

NIGHTDESK_GUILESS_TEST(XSetupTest)
#include "xsetuptest.moc"
