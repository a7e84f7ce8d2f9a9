// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/redactedforboard.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class RedactedForBoardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void hides_data();
    void hides();
};

void RedactedForBoardTest::hides_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("nothing to hide") << u"The host refused the password."_s << u"The host refused the password."_s;
    QTest::newRow("a time") << u"The VNC server has not responded for 12 s (since 03:14:15)."_s
                            << u"The VNC server has not responded for 12 s (since 03:14:15)."_s;
    QTest::newRow("a version") << u"TigerVNC 1.15.0 or newer is needed."_s << u"TigerVNC 1.15.0 or newer is needed."_s;
    QTest::newRow("either/or") << u"The server and/or its host"_s << u"The server and/or its host"_s;
    QTest::newRow("a host") << u"No host has the name “lris.summit.example”."_s << u"No host has the name …."_s;
    QTest::newRow("a host in capitals") << u"LRIS.summit.example is away"_s << u"… is away"_s;
    QTest::newRow("not a part of a word") << u"annual report of anna"_s << u"annual report of anna"_s;
    QTest::newRow("an account") << u"Goodbye ann, come back."_s << u"Goodbye …, come back."_s;
    QTest::newRow("account at host") << u"Permission denied for bob@elsewhere.example."_s << u"Permission denied for …"_s;
    QTest::newRow("a file") << u"The key file /home/ann/.ssh/id_ed25519 cannot be read."_s << u"The key file … cannot be read."_s;
    QTest::newRow("a file at home") << u"The key file ~/.ssh/id_rsa cannot be read."_s << u"The key file … cannot be read."_s;
    QTest::newRow("an address") << u"Connection to 192.0.2.17:5901 refused"_s << u"Connection to … refused"_s;
    QTest::newRow("another address") << u"Connection to 2001:db8::17 refused"_s << u"Connection to … refused"_s;
    QTest::newRow("what a server said") << u"The host closed the connection with the message “account jdoe expired on lris-gw2.keck.internal”."_s
                                        << u"The host closed the connection with the message …."_s;
    QTest::newRow("what it said, with quotation marks") << u"The host said “see “rules”, jdoe is locked”. Press Retry."_s << u"The host said …. Press Retry."_s;
    QTest::newRow("what it said, cut off") << u"The host said “account jdoe expired"_s << u"The host said …"_s;
    QTest::newRow("what it said, in Spanish") << u"El host dijo «la cuenta jdoe ha caducado»."_s << u"El host dijo …."_s;
    QTest::newRow("what it said, in German") << u"Der Rechner sagte „Konto jdoe abgelaufen“."_s << u"Der Rechner sagte …."_s;
    QTest::newRow("a host that nobody named") << u"lris-gw2.keck.internal closed it, and gw.example."_s << u"… closed it, and …."_s;
    QTest::newRow("the end of a sentence") << u"It ended. Please wait 1.5 s."_s << u"It ended. Please wait 1.5 s."_s;
    QTest::newRow("a key") << u"The host shows SHA256:abcDEF123+/xyz now."_s << u"The host shows … now."_s;
}

void RedactedForBoardTest::hides()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(redactedForBoard(text, {u"lris.summit.example"_s, u"ann"_s, u"x"_s}), expected);
}

NIGHTDESK_GUILESS_TEST(RedactedForBoardTest)
#include "redactedforboardtest.moc"
