// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/common/displaytext.h"
#include "tests/support/testprogram.h"

#include <QScopeGuard>
#include <QTest>

#include <sys/mman.h>

#include <cstring>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// What a stranger's text may do to a label: nothing.
class DisplayTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void bytesBecomeHarmless_data();
    void bytesBecomeHarmless();
    void lengthIsKept_data();
    void lengthIsKept();
    void everyCutLeavesWholeCharacters();
    void loneSurrogatesAreReplaced();
    void onlyTheBeginningOfMuchTextIsRead_data();
    void onlyTheBeginningOfMuchTextIsRead();
};

void DisplayTextTest::bytesBecomeHarmless_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("expected");
    QTest::newRow("plain text stays") << "SSH-2.0-OpenSSH_10.0"_ba << u"SSH-2.0-OpenSSH_10.0"_s;
    QTest::newRow("other scripts stay") << "マウナケア Ñandú"_ba << u"マウナケア Ñandú"_s;
    QTest::newRow("characters beyond the first plane stay") << "a🔭b"_ba << u"a🔭b"_s;
    QTest::newRow("nothing stays nothing") << ""_ba << QString();
    QTest::newRow("a null array is nothing") << QByteArray() << QString();
    QTest::newRow("blanks alone are nothing") << " \t\r\n "_ba << QString();
    QTest::newRow("line breaks become one space") << "one\r\ntwo"_ba << u"one two"_s;
    QTest::newRow("spaces around it go") << "  one  "_ba << u"one"_s;
    QTest::newRow("a terminal's escape loses its escape character") << "\x1b[31mred\x1b[0m"_ba << u"[31mred [0m"_s;
    QTest::newRow("a bell is a space") << "ding\a\adong"_ba << u"ding dong"_s;
    QTest::newRow("a zero byte does not end it") << QByteArray("one\0two", 7) << u"one two"_s;
    QTest::newRow("C1 control characters go") << "a\xc2\x9b"_ba
                                                 "31mb"
                                              << u"a 31mb"_s;
    QTest::newRow("right-to-left override goes") << "evil\xe2\x80\xaetxt.exe"_ba << u"evil txt.exe"_s;
    QTest::newRow("bidirectional isolates go") << "a\xe2\x81\xa6"_ba
                                                  "b\xe2\x81\xa9"
                                               << u"a b"_s;
    QTest::newRow("zero-width characters go") << "a\xe2\x80\x8b"_ba
                                                 "b"
                                              << u"a b"_s;
    QTest::newRow("line and paragraph separators go") << "a\xe2\x80\xa8"_ba
                                                         "b\xe2\x80\xa9"
                                                         "c"
                                                      << u"a b c"_s;
    QTest::newRow("a byte-order mark goes") << "\xef\xbb\xbfname"_ba << u"name"_s;
    QTest::newRow("private use characters go") << "a\xee\x80\x80"_ba
                                                  "b"
                                               << u"a b"_s;
    QTest::newRow("invisible tag characters beyond the first plane go") << "a\xf3\xa0\x81\x81"_ba
                                                                           "b"
                                                                        << u"a b"_s;
    QTest::newRow("private use beyond the first plane goes") << "a\xf3\xb0\x80\x80"_ba
                                                                "b"
                                                             << u"a b"_s;
    QTest::newRow("no-break space is a space") << "a\xc2\xa0"_ba
                                                  "b"
                                               << u"a b"_s;
    QTest::newRow("markup is left as text") << "<b>&amp;</b>"_ba << u"<b>&amp;</b>"_s;
    QTest::newRow("a byte that is no UTF-8 is replaced") << "a\xff"_ba
                                                            "b"
                                                         << u"a\uFFFDb"_s;
    QTest::newRow("an encoded surrogate is no character") << "a\xed\xa0\x80"_ba
                                                             "b"
                                                          << u"a\uFFFD\uFFFD\uFFFDb"_s;
    QTest::newRow("a sequence cut short is replaced") << "a\xe2"_ba << u"a\uFFFD"_s;
}

void DisplayTextTest::bytesBecomeHarmless()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, expected);
    QCOMPARE(displayText(QByteArrayView(bytes)), expected);
}

void DisplayTextTest::lengthIsKept_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("length");
    QTest::addColumn<QString>("expected");
    QTest::newRow("shorter than the limit") << u"abc"_s << 4 << u"abc"_s;
    QTest::newRow("exactly the limit is not cut") << u"abcd"_s << 4 << u"abcd"_s;
    QTest::newRow("one more is cut") << u"abcde"_s << 4 << u"abc…"_s;
    QTest::newRow("blanks behind the limit are no text") << u"abcd \n "_s << 4 << u"abcd"_s;
    QTest::newRow("one character of room") << u"abc"_s << 1 << u"…"_s;
    QTest::newRow("no room at all") << u"abc"_s << 0 << QString();
    QTest::newRow("no room, and a blank first") << u" abc"_s << 0 << QString();
    QTest::newRow("less than no room") << u"abc"_s << -7 << QString();
    QTest::newRow("a pair that ends at the limit stays") << u"ab🔭"_s << 4 << u"ab🔭"_s;
    QTest::newRow("a pair is not cut in its middle") << u"ab🔭c"_s << 4 << u"ab…"_s;
    QTest::newRow("a pair before the ellipsis stays whole") << u"a🔭bc"_s << 4 << u"a🔭…"_s;
    QTest::newRow("pairs alone") << u"🔭🔭🔭"_s << 4 << u"🔭…"_s;
}

void DisplayTextTest::lengthIsKept()
{
    QFETCH(QString, text);
    QFETCH(int, length);
    QFETCH(QString, expected);
    QCOMPARE(displayText(QStringView(text), length), expected);
    QCOMPARE(displayText(QByteArrayView(text.toUtf8()), length), expected);
}

void DisplayTextTest::everyCutLeavesWholeCharacters()
{
    const QString text = u"a🔭é\u202ex🔭🔭 \n日本🔭"_s.repeated(5);
    const QByteArray bytes = text.toUtf8();
    for (int length = 0; length < 100; ++length) {
        for (const QString &shown : {displayText(QStringView(text), length), displayText(QByteArrayView(bytes), length)}) {
            QVERIFY2(shown.isValidUtf16(), qPrintable(QString::number(length)));
            QVERIFY2(shown.size() <= length, qPrintable(QString::number(length)));
            QVERIFY(!shown.contains(QChar::ReplacementCharacter));
        }
    }
}

void DisplayTextTest::loneSurrogatesAreReplaced()
{
    const char16_t lone[] = {u'a', 0xd83d, u'b', 0xdd2d, u'c', 0xd83d};
    QCOMPARE(displayText(QStringView(lone, 6)), u"a\uFFFDb\uFFFDc\uFFFD"_s);
}

void DisplayTextTest::onlyTheBeginningOfMuchTextIsRead_data()
{
    QTest::addColumn<char>("byte");
    QTest::newRow("letters") << 'x';
    QTest::newRow("blanks") << '\n';
    QTest::newRow("continuation bytes") << '\x80';
}

void DisplayTextTest::onlyTheBeginningOfMuchTextIsRead()
{
    QFETCH(char, byte);
    // 64 MiB take tenths of a second merely to convert. Here only the first 4 KiB can be read: the program crashes at the next byte.
    constexpr std::size_t size = 64 * 1024 * 1024;
    constexpr std::size_t readable = 4096;
    void *const memory = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    QVERIFY(memory != MAP_FAILED);
    const auto unmap = qScopeGuard([memory] {
        ::munmap(memory, size);
    });
    QCOMPARE(::mprotect(memory, readable, PROT_READ | PROT_WRITE), 0);
    std::memset(memory, byte, readable);
    const QString shown = displayText(QByteArrayView(static_cast<const char *>(memory), static_cast<qsizetype>(size)));
    QVERIFY(shown.size() <= 200);
    QVERIFY(shown.endsWith(u'…'));
}

NIGHTDESK_GUILESS_TEST(DisplayTextTest)
#include "displaytexttest.moc"
