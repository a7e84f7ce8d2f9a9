// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/protocol/xrequestfilter.h"
#include "sessions/xwindows/protocol/xsetuprequest.h"
#include "tests/sessions/xwindows/octets.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <algorithm>
#include <string_view>

using namespace Nightdesk;
using namespace Nightdesk::Test;
namespace
{
Octets query(std::string_view name, bool bigEndian)
{
    Octets bytes{98, 0};
    XBytes::append16(bytes, static_cast<std::uint16_t>(2 + (name.size() + 3) / 4), bigEndian);
    XBytes::append16(bytes, static_cast<std::uint16_t>(name.size()), bigEndian);
    XBytes::append16(bytes, 0, bigEndian);
    bytes.insert(bytes.end(), name.begin(), name.end());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
}

/// A request of @p opcode with @p inside as its body.
Octets request(std::uint8_t opcode, const Octets &inside, bool bigEndian)
{
    Octets bytes{opcode, 0};
    XBytes::append16(bytes, static_cast<std::uint16_t>(1 + (inside.size() + 3) / 4), bigEndian);
    bytes.insert(bytes.end(), inside.begin(), inside.end());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
}

/// The same with a length of 32 bits.
Octets bigRequest(std::uint8_t opcode, const Octets &inside, bool bigEndian)
{
    const auto units = static_cast<std::uint32_t>(2 + (inside.size() + 3) / 4);
    Octets bytes{opcode, 0, 0, 0};
    XBytes::append16(bytes, static_cast<std::uint16_t>(bigEndian ? units >> 16 : units), bigEndian);
    XBytes::append16(bytes, static_cast<std::uint16_t>(bigEndian ? units : units >> 16), bigEndian);
    bytes.insert(bytes.end(), inside.begin(), inside.end());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    return bytes;
}

}

namespace
{
constexpr std::size_t pieces[] = {1, 3, 4, 7, 15, 65536};

/// What a filter makes of @p bytes; empty: it cannot tell requests apart any more, and says so from then on.
std::optional<Octets> through(const XRequestCodes &codes, bool bigEndian, Octets bytes, std::size_t piece, bool isConfined = false)
{
    XRequestFilter filter(bigEndian, codes, isConfined);
    bool isLost = false;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const bool passes = filter.filter(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
        if (isLost && passes) {
            qFatal("it has found itself");
        }
        isLost = !passes;
    }
    return isLost ? std::nullopt : std::optional(bytes);
}
}

/// A program of another machine is offered nothing that works on this one alone.
class XRequestFilterTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hidesWhatWorksHereAlone_data();
    void hidesWhatWorksHereAlone();
    void refusesWhatServersGrantOnlyHere_data();
    void refusesWhatServersGrantOnlyHere();
    void losesNoRequestToAWrongLength_data();
    void losesNoRequestToAWrongLength();
    void takesKeyboardAndServerFromNobody_data();
    void takesKeyboardAndServerFromNobody();
    void letsThePointerGoOn_data();
    void letsThePointerGoOn();
};

void XRequestFilterTest::hidesWhatWorksHereAlone_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("shared memory") << 0;
    QTest::newRow("direct rendering, old and new") << 1;
    QTest::newRow("what programs of other machines use, too") << 2;
    QTest::newRow("names that only begin so, or end so") << 3;
    QTest::newRow("a name inside another request") << 4;
    QTest::newRow("behind a request with a length of 32 bits, and inside one") << 5;
    QTest::newRow("a name that is longer than its request") << 6;
    QTest::newRow("a name of no length") << 7;
}

void XRequestFilterTest::hidesWhatWorksHereAlone()
{
    QFETCH(int, number);
    for (const bool big : {false, true}) {
        Octets given;
        Octets wanted;
        const Octets shm = query("MIT-SHM", big);
        const Octets noShm = query("MIT-SH-", big);
        const Octets plain = request(43, {}, big);
        switch (number) {
        case 0:
            given = joined({plain, shm, plain, shm});
            wanted = joined({plain, noShm, plain, noShm});
            break;
        case 1:
            given = joined({query("DRI3", big), query("DRI2", big), query("XFree86-DRI", big), plain});
            wanted = joined({query("DRI-", big), query("DRI-", big), query("XFree86-DR-", big), plain});
            break;
        case 2:
            wanted = given = joined({query("RENDER", big), query("BIG-REQUESTS", big), query("SYNC", big), query("XInputExtension", big)});
            break;
        case 3:
            wanted = given = joined({query("MIT-SHMS", big), query("NMIT-SHM", big), query("DRI33", big), query("DRI", big), query("dri3", big)});
            break;
        case 4:
            given = joined({request(18, shm, big), shm});
            wanted = joined({request(18, shm, big), noShm});
            break;
        case 5:
            given = joined({bigRequest(72, Octets(300000, 98), big), shm, bigRequest(72, shm, big), plain});
            wanted = joined({bigRequest(72, Octets(300000, 98), big), noShm, bigRequest(72, shm, big), plain});
            break;
        case 6: {
            Octets cut = shm;
            cut[big ? 3 : 2] = 3; // its body ends within the name, and another request begins there
            given = wanted = joined({Octets(cut.begin(), cut.begin() + 12)});
            given = joined({given, shm});
            wanted = joined({wanted, noShm});
            break;
        }
        case 7:
            given = joined({query("", big), shm});
            wanted = joined({query("", big), noShm});
            break;
        }
        for (const std::size_t piece : pieces) {
            const auto passed = through({}, big, given, piece);
            QVERIFY2(passed == wanted, qPrintable(QStringLiteral("in pieces of %1, byte order %2").arg(piece).arg(big)));
        }
    }
}

void XRequestFilterTest::refusesWhatServersGrantOnlyHere_data()
{
    QTest::addColumn<int>("opcode");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("ChangeHosts") << 109 << true;
    QTest::newRow("SetAccessControl") << 111 << true;
    QTest::newRow("shared memory, by its number") << 130 << true;
    QTest::newRow("direct rendering, by its number") << 255 << true;
    QTest::newRow("ListHosts") << 110 << false;
    QTest::newRow("SetCloseDownMode") << 112 << false;
    QTest::newRow("another extension") << 131 << false;
    QTest::newRow("NoOperation") << 127 << false;
}

void XRequestFilterTest::refusesWhatServersGrantOnlyHere()
{
    QFETCH(int, opcode);
    QFETCH(bool, isRefused);
    const auto code = static_cast<std::uint8_t>(opcode);
    const std::uint8_t becomes = isRefused ? 127 : code;
    for (const bool big : {false, true}) {
        const Octets enable{133, 0, static_cast<std::uint8_t>(big ? 0 : 1), static_cast<std::uint8_t>(big ? 1 : 0)};
        const Octets inside(300000, code); // stays as it is
        const auto all = [&](std::uint8_t which) {
            return joined({request(which, {}, big),
                           request(which, Octets(20, code), big),
                           request(43, Octets(8, code), big),
                           enable,
                           bigRequest(which, inside, big),
                           request(which, {}, big),
                           bigRequest(which, {}, big),
                           bigRequest(72, inside, big),
                           request(which, {}, big)});
        };
        const Octets given = all(code);
        const Octets wanted = all(becomes);
        for (const std::size_t piece : pieces) {
            const auto passed = through({.bigRequests = 133, .localOnlyOpcodes = {130, 255}}, big, given, piece);
            QVERIFY2(passed == wanted, qPrintable(QStringLiteral("in pieces of %1, byte order %2").arg(piece).arg(big)));
        }
    }
}

void XRequestFilterTest::losesNoRequestToAWrongLength_data()
{
    QTest::addColumn<std::optional<std::uint8_t>>("bigRequests");
    QTest::addColumn<Octets>("given"); ///< little-endian
    using Code = std::optional<std::uint8_t>;
    const Octets disable{111, 0, 1, 0};
    const Octets enable{133, 0, 1, 0};
    QTest::newRow("32 bits, not enabled") << Code(133) << joined({Octets{72, 0, 0, 0}, disable});
    QTest::newRow("32 bits, where there is no such extension") << Code(0) << joined({Octets{0, 0, 1, 0}, Octets{72, 0, 0, 0}, disable});
    QTest::newRow("32 bits, after another request of that extension") << Code(133) << joined({Octets{133, 1, 1, 0}, Octets{72, 0, 0, 0}, disable});
    QTest::newRow("32 bits, after an enabling one that is too long") << Code(133) << joined({Octets{133, 0, 2, 0, 0, 0, 0, 0}, Octets{72, 0, 0, 0}, disable});
    QTest::newRow("enabled, and then none") << Code(133) << joined({enable, Octets{72, 0, 0, 0, 0, 0, 0, 0}, disable});
    QTest::newRow("enabled, and then less than a header") << Code(133) << joined({enable, Octets{72, 0, 0, 0, 1, 0, 0, 0}, disable});
    QTest::newRow("more than a server counts") << Code(133) << joined({enable, Octets{72, 0, 0, 0, 2, 0, 0, 0x40}, disable});
    QTest::newRow("not known whether, and less than a header") << Code() << joined({Octets{72, 0, 0, 0, 0, 0, 0, 0}, disable});
}

void XRequestFilterTest::losesNoRequestToAWrongLength()
{
    QFETCH(std::optional<std::uint8_t>, bigRequests);
    QFETCH(Octets, given);
    for (const std::size_t piece : pieces) {
        QCOMPARE(through({.bigRequests = bigRequests, .localOnlyOpcodes = {}}, false, given, piece), std::nullopt);
    }
}

namespace
{
const Octets grabBody(40, 31); // each byte would be a keyboard's grab

Octets grabBegin(std::size_t count)
{
    return {grabBody.begin(), grabBody.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// What stands in InternAtom behind the length.
Octets atomQuestion(bool big)
{
    return joined({big ? Octets{0, 8, 0, 0} : Octets{8, 0, 0, 0}, Octets{'C', 'A', 'R', 'D', 'I', 'N', 'A', 'L'}});
}
}

void XRequestFilterTest::takesKeyboardAndServerFromNobody_data()
{
    QTest::addColumn<int>("opcode");
    QTest::addColumn<int>("size"); // behind the length
    QTest::addColumn<int>("becomes");
    QTest::newRow("GrabKeyboard") << 31 << 12 << 16;
    QTest::newRow("GrabKeyboard, too short") << 31 << 8 << 16; // the server refuses these two
    QTest::newRow("GrabKeyboard, too long") << 31 << 16 << 16;
    QTest::newRow("GrabKeyboard, empty") << 31 << 0 << 16;
    QTest::newRow("GrabServer") << 36 << 0 << 127;
    QTest::newRow("GrabPointer") << 26 << 20 << 26;
    QTest::newRow("UngrabKeyboard") << 32 << 4 << 32;
    QTest::newRow("UngrabServer") << 37 << 0 << 37;
    QTest::newRow("GrabKey") << 33 << 12 << 127;
    QTest::newRow("GrabKey, empty") << 33 << 0 << 127;
    QTest::newRow("GrabButton") << 28 << 20 << 28;
    QTest::newRow("UngrabKey") << 34 << 8 << 34;
    QTest::newRow("AllowEvents") << 35 << 4 << 35;
    QTest::newRow("another request") << 72 << 40 << 72;
}

void XRequestFilterTest::takesKeyboardAndServerFromNobody()
{
    QFETCH(int, opcode);
    QFETCH(int, size);
    QFETCH(int, becomes);
    const auto code = static_cast<std::uint8_t>(opcode);
    const auto inside = static_cast<std::size_t>(size);
    for (const bool big : {false, true}) {
        Octets passed = grabBegin(inside);
        if (code == 31) {
            std::ranges::copy_n(atomQuestion(big).begin(), std::min(size, 12), passed.begin());
        } else if (code == 26 || code == 28) {
            passed[7] = 1; // the keyboard goes on
        }
        const auto only = static_cast<std::uint8_t>(code == 31 ? 1 : 0);
        const auto all = [&](std::uint8_t which, const Octets &within, std::uint8_t second) {
            Octets plain = request(which, within, big);
            Octets large = bigRequest(which, within, big);
            plain[1] = large[1] = second;
            const Octets enable{133, 0, static_cast<std::uint8_t>(big ? 0 : 1), static_cast<std::uint8_t>(big ? 1 : 0)};
            return joined({plain, request(43, grabBody, big), plain, enable, large, bigRequest(72, Octets(3000, 31), big), plain, large});
        };
        const Octets given = all(code, grabBegin(inside), 0);
        const Octets wanted = all(static_cast<std::uint8_t>(becomes), passed, only);
        for (const std::size_t piece : pieces) {
            const auto confined = through({.bigRequests = 133, .localOnlyOpcodes = {}}, big, given, piece, true);
            QVERIFY2(confined == wanted, qPrintable(QStringLiteral("in pieces of %1, byte order %2").arg(piece).arg(big)));
            QVERIFY(through({.bigRequests = 133, .localOnlyOpcodes = {}}, big, given, piece, false) == given); // of a trusted one
        }
    }
}

void XRequestFilterTest::letsThePointerGoOn_data()
{
    QTest::addColumn<int>("mode"); // of AllowEvents
    QTest::addColumn<int>("becomes");
    QTest::newRow("AsyncPointer") << 0 << 0;
    QTest::newRow("SyncPointer") << 1 << 1;
    QTest::newRow("ReplayKeyboard") << 5 << 5;
    QTest::newRow("AsyncBoth") << 6 << 0;
    QTest::newRow("SyncBoth") << 7 << 1;
    QTest::newRow("no mode at all") << 8 << 8;
}

/// A server ignores a program that lets pointer and keyboard go on, where the keyboard has not stopped.
void XRequestFilterTest::letsThePointerGoOn()
{
    QFETCH(int, mode);
    QFETCH(int, becomes);
    for (const bool big : {false, true}) {
        const auto all = [big](int which) {
            Octets allow = request(35, Octets(4, 6), big);
            allow[1] = static_cast<std::uint8_t>(which);
            Octets other = request(43, Octets(4, 35), big);
            other[1] = 6;
            return joined({allow, other, allow});
        };
        for (const std::size_t piece : pieces) {
            QVERIFY(through({}, big, all(mode), piece, true) == all(becomes));
            QVERIFY(through({}, big, all(mode), piece, false) == all(mode));
        }
    }
}

NIGHTDESK_GUILESS_TEST(XRequestFilterTest)
#include "xrequestfiltertest.moc"
