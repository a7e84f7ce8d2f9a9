// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/nightstate.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using NightStateText::Unreadable;

namespace
{
NightState arranged()
{
    NightState state;
    state.facility = u"/home/observer/facility"_s;
    state.timezone = u"Pacific/Honolulu"_s;
    state.profile = u"lris"_s;
    state.name = u"LRIS “blue & red”"_s;
    state.lastGood = true;
    state.site = u"hilo"_s;
    state.account = u"lris3"_s;
    state.since = QDateTime(QDate(2026, 11, 21), QTime(6, 12, 30, 125), QTimeZone::UTC);
    state.seen = state.since.addSecs(7200);
    state.displays = {u"control0"_s, u"control1"_s, u"ds9"_s};
    state.viewOnly = {u"control1"_s};
    state.look.scalings = {{u"control0"_s, ViewGeometry::Scaling::Fit}, {u"control1"_s, ViewGeometry::Scaling::OneToOne}};
    state.look.splits = {{{u"control0"_s, u"control1"_s}, {QByteArray("\0\xff rows", 7), QByteArray("row")}}, {{u"control2"_s}, {}}};
    state.window = QByteArray("\x01\xd9\xd0\xcb\0", 5);
    return state;
}

QByteArray with(const QString &key, const QJsonValue &value)
{
    QJsonObject object = QJsonDocument::fromJson(NightStateText::write(arranged())).object();
    object.insert(key, value);
    return QJsonDocument(object).toJson();
}
}

/// What is written is read again; anything else is refused.
class NightStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsRead_data();
    void whatIsWrittenIsRead();
    void whatIsNotOursIsRefused_data();
    void whatIsNotOursIsRefused();
    void everyCutIsSeen();
};

void NightStateTest::whatIsWrittenIsRead_data()
{
    QTest::addColumn<NightState>("state");
    QTest::newRow("everything is arranged") << arranged();
    NightState plain = arranged();
    plain.look = {};
    plain.viewOnly.clear();
    plain.window.clear();
    plain.account.clear();
    plain.site.clear();
    plain.timezone.clear();
    plain.lastGood = false;
    QTest::newRow("nothing is arranged, no site, no account") << plain;
    NightState none = arranged();
    none.displays.clear();
    QTest::newRow("no display was shown") << none;
}

void NightStateTest::whatIsWrittenIsRead()
{
    QFETCH(NightState, state);
    const auto read = NightStateText::read(NightStateText::write(state));
    QVERIFY(read);
    QVERIFY(*read == state);
}

void NightStateTest::whatIsNotOursIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Unreadable>("why");
    QTest::newRow("an empty file") << QByteArray() << Unreadable::Damaged;
    QTest::newRow("zeros, as after a power loss on some file systems") << QByteArray(4096, '\0') << Unreadable::Damaged;
    QTest::newRow("another program's JSON") << QByteArray("{\"version\": 1}") << Unreadable::Damaged;
    QTest::newRow("a list") << QByteArray("[1, 2]") << Unreadable::Damaged;
    QTest::newRow("no version") << with(u"version"_s, QJsonValue()) << Unreadable::Damaged;
    QTest::newRow("version nought") << with(u"version"_s, 0) << Unreadable::Damaged;
    QTest::newRow("the next version") << with(u"version"_s, 2) << Unreadable::Newer;
    QTest::newRow("no profile") << with(u"profile"_s, QString()) << Unreadable::Damaged;
    QTest::newRow("the profile is a number") << with(u"profile"_s, 7) << Unreadable::Damaged;
    QTest::newRow("a profile of a megabyte") << with(u"profile"_s, QString(1 << 20, u'x')) << Unreadable::Damaged;
    QTest::newRow("a facility that depends on where we stand") << with(u"facility"_s, u"../elsewhere"_s) << Unreadable::Damaged;
    QTest::newRow("no time") << with(u"since"_s, u"yesterday"_s) << Unreadable::Damaged;
    QTest::newRow("never seen") << with(u"seen"_s, QJsonValue()) << Unreadable::Damaged;
}

void NightStateTest::whatIsNotOursIsRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(Unreadable, why);
    const auto read = NightStateText::read(text);
    QVERIFY(!read);
    QCOMPARE(read.error(), why);
}

void NightStateTest::everyCutIsSeen()
{
    const QByteArray whole = NightStateText::write(arranged()).trimmed();
    for (qsizetype size = 0; size < whole.size(); ++size) {
        QVERIFY2(!NightStateText::read(whole.first(size)), qPrintable(u"cut after %1 bytes"_s.arg(size)));
    }
}

QTEST_GUILESS_MAIN(NightStateTest)
#include "nightstatetest.moc"
