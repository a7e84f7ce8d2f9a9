// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardbell.h"
#include "tests/support/testprogram.h"
#include "widgets/board/notenotification.h"

#include <KConfig>
#include <KConfigGroup>

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using BoardWire::CallState;

namespace
{
const DeskName callingDesk{u"waimea"_s, u"left"_s};
const DeskName otherCallingDesk{u"waimea"_s, u"right"_s};

BoardWire::Call callIn(CallState state, const QString &id = u"c1"_s)
{
    BoardWire::Call result;
    result.id = id;
    result.since = QDateTime::currentDateTimeUtc();
    result.caller = u"Bob <b>"_s;
    result.state = state;
    return result;
}
}

/// The bell of a board: it rings until somebody has heard it.
class BoardBellTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ringsAgainAndAgain();
    void fallsSilent_data();
    void fallsSilent();
    void eachDeskRings();
    void anotherBoard();
    void manyNotesAreToldTogether();
    void eventsAreKnown_data();
    void eventsAreKnown();
};

void BoardBellTest::ringsAgainAndAgain()
{
    BoardBell bell(nullptr, 50ms);
    QSignalSpy bellRang(&bell, &BoardBell::bellRang);
    bell.setCall(callingDesk, callIn(CallState::Ringing));
    QCOMPARE(bellRang.size(), 1); // at once
    bell.setCall(callingDesk, callIn(CallState::Ringing)); // told again
    QCOMPARE(bellRang.size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(bellRang.size() >= 3, 30000);
    QVERIFY(bell.isRinging());
}

void BoardBellTest::fallsSilent_data()
{
    QTest::addColumn<std::optional<CallState>>("state"); // empty: the desk is forgotten
    QTest::newRow("somebody has heard it") << std::optional(CallState::Acknowledged);
    QTest::newRow("it was taken back") << std::optional(CallState::Over);
    QTest::newRow("the desk is gone") << std::optional<CallState>();
}

void BoardBellTest::fallsSilent()
{
    QFETCH(std::optional<CallState>, state);
    BoardBell bell(nullptr, 20ms);
    QSignalSpy bellRang(&bell, &BoardBell::bellRang);
    bell.setCall(callingDesk, callIn(CallState::Ringing));
    QTRY_VERIFY_WITH_TIMEOUT(bellRang.size() >= 2, 30000);
    if (state) {
        bell.setCall(callingDesk, callIn(*state));
    } else {
        bell.forgetCall(callingDesk);
    }
    QVERIFY(!bell.isRinging());
    bellRang.clear();
    bell.setCall(otherCallingDesk, callIn(CallState::Ringing, u"c2"_s)); // a clock of its own
    QTRY_VERIFY_WITH_TIMEOUT(bellRang.size() >= 3, 30000);
    for (const QList<QVariant> &ring : bellRang) {
        QCOMPARE(ring.at(0).value<DeskName>(), otherCallingDesk);
    }
}

void BoardBellTest::eachDeskRings()
{
    BoardBell bell(nullptr, 10s);
    QSignalSpy bellRang(&bell, &BoardBell::bellRang);
    bell.setCall(callingDesk, callIn(CallState::Ringing));
    bell.setCall(otherCallingDesk, callIn(CallState::Ringing, u"c2"_s));
    QCOMPARE(bellRang.size(), 2);
    bell.setCall(callingDesk, callIn(CallState::Ringing, u"c3"_s)); // called anew
    QCOMPARE(bellRang.size(), 3);
    bell.forgetCall(callingDesk);
    QVERIFY(bell.isRinging());
}

void BoardBellTest::anotherBoard()
{
    BoardBell bell(nullptr, 10s);
    bell.setCall(callingDesk, callIn(CallState::Ringing));
    bell.setCall(otherCallingDesk, callIn(CallState::Ringing, u"c2"_s));
    bell.stopAllRinging();
    QVERIFY(!bell.isRinging());
}

void BoardBellTest::manyNotesAreToldTogether()
{
    NoteNotification notice(u"Show"_s, nullptr, 50ms);
    QSignalSpy said(&notice, &NoteNotification::noteAnnounced);
    for (int i = 1; i <= 50; ++i) {
        notice.showNote({.writer = callingDesk.text(), .text = u"x"_s, .messageBarText = u"note %1"_s.arg(i)});
    }
    QCOMPARE(said.size(), 1);
    QCOMPARE(said.at(0).at(0).toString(), u"note 1"_s); // at once
    QTRY_COMPARE_WITH_TIMEOUT(said.size(), 2, 30000);
    QCOMPARE(said.at(1).at(0).toString(), u"note 50 (and 48 more notes)"_s);
}

void BoardBellTest::eventsAreKnown_data()
{
    QTest::addColumn<QString>("event");
    QTest::addColumn<QString>("action");
    QTest::newRow("a note is quiet") << u"note"_s << u"Popup"_s;
    QTest::newRow("a call sounds") << u"call"_s << u"Popup|Sound"_s;
}

void BoardBellTest::eventsAreKnown()
{
    QFETCH(QString, event);
    QFETCH(QString, action);
    const KConfig events(qEnvironmentVariable("NIGHTDESK_TEST_SOURCE_DIR") + u"/resources/nightdesk.notifyrc"_s, KConfig::SimpleConfig);
    const KConfigGroup group = events.group(u"Event/"_s + event);
    QVERIFY(group.exists());
    QCOMPARE(group.readEntry("Action"), action);
    QCOMPARE(!group.readEntry("Sound").isEmpty(), action.contains(u"Sound"_s));
}

NIGHTDESK_TEST(BoardBellTest)
#include "boardbelltest.moc"
