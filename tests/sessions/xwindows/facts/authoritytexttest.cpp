// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/facts/authoritytext.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

namespace
{
constexpr int wild = 65535;
constexpr int localHost = 256;

QByteArray number(qsizetype value)
{
    return QByteArray(1, static_cast<char>(value >> 8)) + static_cast<char>(value & 0xff);
}

QByteArray entry(int family, const QByteArray &address, const QByteArray &display, const QByteArray &data, const QByteArray &name = "MIT-MAGIC-COOKIE-1")
{
    QByteArray text = number(family);
    for (const QByteArray &part : {address, display, name, data}) {
        text += number(part.size()) + part;
    }
    return text;
}
}

class AuthorityTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cookies_data();
    void cookies();
    void cutAnywhereItHasNoneOrTheSame();
};

void AuthorityTextTest::cookies_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray own = entry(localHost, "summit", "1", "own");
    QTest::newRow("this host's") << own << QByteArray("own");
    QTest::newRow("any host's") << entry(wild, {}, "1", "any") << QByteArray("any");
    QTest::newRow("any display's") << entry(localHost, "summit", {}, "all") << QByteArray("all");
    QTest::newRow("after those of others") << entry(localHost, "gateway", "1", "theirs") + entry(localHost, "summit", "2", "second")
            + entry(0, "\x7f\0\0\1", "1", "tcp")
            + own << QByteArray("own");
    QTest::newRow("of another kind") << entry(localHost, "summit", "1", "key", "XDM-AUTHORIZATION-1") + own << QByteArray("own");
    QTest::newRow("nothing") << QByteArray() << QByteArray();
    QTest::newRow("another host's alone") << entry(localHost, "gateway", "1", "theirs") << QByteArray();
    QTest::newRow("no authority file") << QByteArray("cat: /home/obs/.Xauthority: No such file or directory\n") << QByteArray();
    QTest::newRow("an entry that is longer than the file") << number(wild) + number(60000) + "x" << QByteArray();
    QTest::newRow("too far behind") << QByteArray(entry(localHost, "gateway", "1", QByteArray(1000, 'x')).repeated(1100)) + own << QByteArray();
}

void AuthorityTextTest::cookies()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(AuthorityText::cookie(text, "summit", 1), expected);
}

void AuthorityTextTest::cutAnywhereItHasNoneOrTheSame()
{
    const QByteArray text = entry(localHost, "gateway", "1", "theirs") + entry(localHost, "summit", "1", "own");
    for (qsizetype size = 0; size < text.size(); ++size) {
        QCOMPARE(AuthorityText::cookie(QByteArrayView(text).first(size), "summit", 1), QByteArray());
    }
}

NIGHTDESK_GUILESS_TEST(AuthorityTextTest)
#include "authoritytexttest.moc"
