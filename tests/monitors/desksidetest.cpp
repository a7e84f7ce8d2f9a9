// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskcall.h"
#include "monitors/board/deskwatchers.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using BoardWire::CallState;

namespace
{
const QDateTime morning(QDate(2026, 11, 22), QTime(8, 30), QTimeZone::UTC);

BoardWire::MessageStamp stamp(quint64 sequence, const QString &run = u"aaaa"_s, int began = 0)
{
    return {run, morning.addSecs(began), sequence, morning.addSecs(began)};
}

BoardWire::Presence presence(const BoardWire::MessageStamp &stamp, bool isOnline = true, const QStringList &people = {u"Ann"_s})
{
    BoardWire::Presence result;
    result.stamp = stamp;
    result.isOnline = isOnline;
    result.people = people;
    return result;
}

BoardWire::Acknowledgement heard(const QString &call, const QString &name = u"Ann"_s)
{
    BoardWire::Acknowledgement result;
    result.callId = call;
    result.astronomerName = name;
    return result;
}

/// Names of the SAs who view this display.
QStringList astronomersViewing(const DeskWatchers &watchers, const QString &display)
{
    QStringList names;
    for (const DeskWatchers::Watcher &watcher : watchers.onlineWatchers()) {
        if (watcher.displays.contains(display)) {
            names.append(watcher.name);
        }
    }
    return names;
}
}

/// What a desk knows of its SAs: who looks, and who has heard its call.
class DeskSideTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whoLooks();
    void whoIsToldOfAgainLooksAsBefore();
    void whoIsGoneLooksAtNothing();
    void whoHasTwoBoards_data();
    void whoHasTwoBoards();
    void staleNewsLose();
    void namesOfSas_data();
    void namesOfSas();

    void aCall();
    void oneCallAtATime();
    void whoLeavesRingsNoMore();
    void whoHasHeardIt_data();
    void whoHasHeardIt();
    void anEarlierRunsCall_data();
    void anEarlierRunsCall();
};

void DeskSideTest::whoLooks()
{
    DeskWatchers watchers;
    QVERIFY(!watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(2), u"Ann"_s, true, {u"lris/control0"_s}})); // is her board open?
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(1), true)));
    QCOMPARE(watchers.onlineWatchers(), (QList<DeskWatchers::Watcher>{{u"ann"_s, u"Ann"_s, true, {u"lris/control0"_s}}}));
    QCOMPARE(astronomersViewing(watchers, u"lris/control0"_s), QStringList{u"Ann"_s});
    QVERIFY(astronomersViewing(watchers, u"lris/control1"_s).isEmpty());
    QVERIFY(watchers.applyMessage(u"bob"_s, presence(stamp(1), true, {})));
    QCOMPARE(watchers.onlineWatchers().size(), 2);
    QVERIFY(watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(3), u"Ann"_s, false, {}}));
    QVERIFY(astronomersViewing(watchers, u"lris/control0"_s).isEmpty());
    QVERIFY(!watchers.clearWatchedDisplays(u"ann"_s, u"aaaa"_s)); // nothing was left
    QVERIFY(watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(4), u"Ann"_s, true, {u"lris/control0"_s}}));
    QVERIFY(watchers.clearWatchedDisplays(u"ann"_s, u"aaaa"_s));
    QVERIFY(!watchers.clearWatchedDisplays(u"dan"_s, u"aaaa"_s));
    QCOMPARE(watchers.onlineWatchers().constFirst().name, u"Ann"_s);
    QVERIFY(astronomersViewing(watchers, u"lris/control0"_s).isEmpty());
    QVERIFY(watchers.clear());
    QVERIFY(watchers.onlineWatchers().isEmpty());
    QVERIFY(!watchers.clear());
}

/// An SA who looks all night tells so every four hours.
void DeskSideTest::whoIsToldOfAgainLooksAsBefore()
{
    DeskWatchers watchers;
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(1), true)));
    QVERIFY(watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(2), u"Ann"_s, false, {u"a"_s}}));
    QVERIFY(!watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(3), u"Ann"_s, false, {u"a"_s}})); // nobody is told again
    QCOMPARE(astronomersViewing(watchers, u"a"_s), QStringList{u"Ann"_s});
    QVERIFY(!watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(2), u"Ann"_s, false, {}})); // late
    QVERIFY(watchers.clear()); // the broker was away: what it keeps is known again
    QVERIFY(!watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(3), u"Ann"_s, false, {u"a"_s}}));
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(1), true)));
    QCOMPARE(astronomersViewing(watchers, u"a"_s), QStringList{u"Ann"_s});
}

void DeskSideTest::whoIsGoneLooksAtNothing()
{
    DeskWatchers watchers;
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(1), true)));
    QVERIFY(watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(2), u"Ann"_s, true, {u"a"_s}}));
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(3), false))); // her will
    QVERIFY(watchers.onlineWatchers().isEmpty());
    QVERIFY(astronomersViewing(watchers, u"a"_s).isEmpty());
    // The next board has not said yet what it shows; what is retained is the last one's.
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(1, u"bbbb"_s, 60), true)));
    QVERIFY(astronomersViewing(watchers, u"a"_s).isEmpty());
    QCOMPARE(watchers.onlineWatchers().size(), 1);
    QVERIFY(watchers.removeBoard(u"ann"_s, u"bbbb"_s));
    QVERIFY(watchers.onlineWatchers().isEmpty());
}

void DeskSideTest::whoHasTwoBoards_data()
{
    QTest::addColumn<int>("began"); ///< the second board's clock, to the first one's
    QTest::newRow("with clocks that agree") << 0;
    QTest::newRow("the second is behind") << -300;
    QTest::newRow("the second is ahead") << 300;
}

void DeskSideTest::whoHasTwoBoards()
{
    QFETCH(int, began);
    DeskWatchers watchers;
    const QString home = u"bbbb"_s;
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(1))));
    QVERIFY(watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(3), u"Ann"_s, false, {u"a"_s}}));
    QVERIFY(!watchers.applyMessage(u"ann"_s, presence(stamp(1, home, began)))); // she is there already
    QVERIFY(watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(3, home, began), u"Ann"_s, true, {u"a"_s, u"b"_s}}));
    QCOMPARE(watchers.onlineWatchers(), (QList<DeskWatchers::Watcher>{{u"ann"_s, u"Ann"_s, true, {u"a"_s, u"b"_s}}}));
    QVERIFY(watchers.clearWatchedDisplays(u"ann"_s, home));
    QCOMPARE(astronomersViewing(watchers, u"a"_s), QStringList{u"Ann"_s});
    QVERIFY(astronomersViewing(watchers, u"b"_s).isEmpty());
    QVERIFY(!watchers.removeBoard(u"ann"_s, home)); // the first one still looks
    QCOMPARE(astronomersViewing(watchers, u"a"_s), QStringList{u"Ann"_s});
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(2), false)));
    QVERIFY(watchers.onlineWatchers().isEmpty());
}

void DeskSideTest::staleNewsLose()
{
    DeskWatchers watchers;
    QVERIFY(watchers.applyMessage(u"ann"_s, presence(stamp(1), true)));
    QVERIFY(watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(5), u"Ann"_s, false, {u"a"_s}}));
    QVERIFY(!watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(4), u"Ann"_s, false, {u"b"_s}}));
    QVERIFY(!watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(5), u"Ann"_s, false, {u"b"_s}}));
    QVERIFY(!watchers.applyMessage(u"ann"_s, BoardWire::Watching{stamp(9, u"0000"_s, 600), u"Ann"_s, false, {u"b"_s}})); // of a board that died
    QCOMPARE(astronomersViewing(watchers, u"a"_s), QStringList{u"Ann"_s});
    QVERIFY(astronomersViewing(watchers, u"b"_s).isEmpty());
    QVERIFY(!watchers.applyMessage(u"ann"_s, presence(stamp(1), false))); // the will of an earlier connection
}

void DeskSideTest::namesOfSas_data()
{
    QTest::addColumn<QString>("told");
    QTest::addColumn<QString>("expected");
    QTest::newRow("as the broker knows her") << u"Ann"_s << u"Ann"_s;
    QTest::newRow("nothing told") << u""_s << u"ann"_s;
    QTest::newRow("her whole name") << u"Ann Ba"_s << u"Ann Ba (ann)"_s;
    QTest::newRow("another's name") << u"Bob"_s << u"Bob (ann)"_s;
    QTest::newRow("what would break a line") << u"Bob\n(Director)"_s << u"Bob (Director) (ann)"_s;
}

void DeskSideTest::namesOfSas()
{
    QFETCH(QString, told);
    QTEST(DeskWatchers::nameOf(u"ann"_s, told), "expected");
}

void DeskSideTest::aCall()
{
    DeskCall call;
    QVERIFY(!call.isOpen() && !call.callToRetain() && !call.endCall());
    QVERIFY(call.startCall(u"c1"_s, u"Bob"_s, u" the dome\nsticks "_s, morning));
    QCOMPARE(call.call()->text, u"the dome sticks"_s);
    QCOMPARE(call.call()->since, morning);
    QCOMPARE(call.callToRetain()->state, CallState::Ringing);
    QVERIFY(call.acknowledge(heard(u"c1"_s), u"ann"_s));
    QCOMPARE(call.callToRetain()->state, CallState::Acknowledged);
    QCOMPARE(call.callToRetain()->acknowledgerName, u"Ann"_s);
    QVERIFY(call.endCall());
    QVERIFY(!call.isOpen());
    QCOMPARE(call.callToRetain()->state, CallState::Over); // to be told also to a broker that comes back later
    QCOMPARE(call.callToRetain()->id, u"c1"_s);
    call.confirmEndPublished();
    QVERIFY(!call.callToRetain()); // another console of this desk may call by now: it must not be told again
    QVERIFY(call.startCall(u"c2"_s, u"Bob"_s, {}, morning));
    call.confirmEndPublished();
    QCOMPARE(call.callToRetain()->state, CallState::Ringing);
}

void DeskSideTest::oneCallAtATime()
{
    DeskCall call;
    QVERIFY(call.startCall(u"c1"_s, u"Bob"_s, {}, morning));
    QVERIFY(!call.startCall(u"c2"_s, u"Bob"_s, {}, morning));
    QVERIFY(call.endCall());
    QVERIFY(call.startCall(u"c2"_s, u"Bob"_s, {}, morning));
}

void DeskSideTest::whoLeavesRingsNoMore()
{
    DeskCall call;
    QVERIFY(!call.endCall(true));
    QVERIFY(call.startCall(u"c1"_s, u"Bob"_s, {}, morning));
    QVERIFY(call.endCall(true));
    QVERIFY(!call.isOpen());
    QCOMPARE(call.callToRetain()->state, CallState::Over);
    QVERIFY(call.callToRetain()->hasDeskSignedOff);
    QCOMPARE(call.callToRetain()->caller, u"Bob"_s);
    QVERIFY(call.startCall(u"c2"_s, u"Bob"_s, {}, morning));
    QVERIFY(!call.callToRetain()->hasDeskSignedOff);
    QVERIFY(call.endCall()); // by a person
    QVERIFY(!call.callToRetain()->hasDeskSignedOff);
}

void DeskSideTest::whoHasHeardIt_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("an SA") << u"c1"_s << u"Ann"_s << u"Ann"_s;
    QTest::newRow("an SA under another's name") << u"c1"_s << u"Bob"_s << u"Bob (ann)"_s;
    QTest::newRow("of an earlier call") << u"c0"_s << u"Ann"_s << u""_s;
}

void DeskSideTest::whoHasHeardIt()
{
    QFETCH(QString, id);
    QFETCH(QString, name);
    QFETCH(QString, expected);
    DeskCall call;
    QVERIFY(!call.acknowledge(heard(id), u"ann"_s));
    QVERIFY(call.startCall(u"c1"_s, u"Bob"_s, {}, morning));
    QCOMPARE(call.acknowledge(heard(id, name), u"ann"_s), !expected.isEmpty());
    QCOMPARE(call.call()->acknowledgerName, expected);
    if (!expected.isEmpty()) {
        QVERIFY(!call.acknowledge(heard(id), u"carl"_s)); // the first counts
        QCOMPARE(call.call()->acknowledgerName, expected);
    }
}

void DeskSideTest::anEarlierRunsCall_data()
{
    QTest::addColumn<CallState>("state");
    QTest::addColumn<int>("hours");
    QTest::addColumn<bool>("isOurs");
    QTest::newRow("it still rings") << CallState::Ringing << 1 << true;
    QTest::newRow("somebody has heard it") << CallState::Acknowledged << 1 << true;
    QTest::newRow("it is over") << CallState::Over << 1 << false;
    QTest::newRow("of another night") << CallState::Ringing << 13 << false;
}

void DeskSideTest::anEarlierRunsCall()
{
    QFETCH(CallState, state);
    QFETCH(int, hours);
    QFETCH(bool, isOurs);
    BoardWire::Call before;
    before.id = u"c0"_s;
    before.since = morning.addSecs(-3600 * hours);
    before.state = state;
    DeskCall call;
    QCOMPARE(call.adoptCall(before, morning), isOurs);
    QCOMPARE(call.isOpen(), isOurs);
    DeskCall ringing;
    QVERIFY(ringing.startCall(u"c1"_s, u"Bob"_s, {}, morning));
    QVERIFY(!ringing.adoptCall(before, morning));
    QCOMPARE(ringing.call()->id, u"c1"_s);
}

NIGHTDESK_GUILESS_TEST(DeskSideTest)
#include "desksidetest.moc"
