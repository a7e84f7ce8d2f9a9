// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/board/deskmove.h"
#include "monitors/board/moverequest.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Answer = MoveRequest::Answer;
using By = MoveRequest::By;
using Kind = BoardWire::Move::Kind;
using State = DeskMove::State;

namespace
{
const QDateTime evening(QDate(2026, 11, 22), QTime(8, 0), QTimeZone::UTC);
const DeskName left{u"waimea"_s, u"left"_s};
const DeskName right{u"waimea"_s, u"right"_s};
const MoveRequest::Time start = MoveRequest::Time() + 10min;

BoardWire::Layout layout(const QByteArray &state, quint64 sequence = 1, int minutes = 0)
{
    BoardWire::Layout result;
    result.stamp = {u"aaaa"_s, evening, sequence, evening.addSecs(minutes * 60)};
    result.people = {u"Ann"_s};
    result.state = state;
    return result;
}

MoveRequest::Here here(const QStringList &profiles = {u"lris"_s})
{
    return {.profiles = profiles, .isOurs = true, .hasPrograms = false, .number = u"1111"_s, .offered = profiles};
}

BoardWire::Move move(Kind kind, const QString &id, const QStringList &profiles = {u"lris"_s})
{
    BoardWire::Move result;
    result.kind = kind;
    result.id = id;
    result.people = {u"Ann"_s};
    result.profiles = profiles;
    result.number = u"1111"_s;
    return result;
}
}

/// Going on at another desk: the one that people come to, and the one that they leave.
class DeskMoveTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatTheOtherHasIsOffered();
    void theNewestIsOffered();
    void aClockThatIsAheadDoesNotWin();
    void staleAndRepeatedOnesLose();
    void whatIsStillSoComesFirst();
    void theNumberIsTheLastOne();
    void notNow();
    void nothingIsOfferedBesideWhatIsConnected();
    void howTheOtherAnswers_data();
    void howTheOtherAnswers();
    void othersAnswersAreNone_data();
    void othersAnswersAreNone();
    void nobodyAnswers();
    void nothingCameOfIt();

    void whatIsAskedFor_data();
    void whatIsAskedFor();
    void whoWorksKeeps_data();
    void whoWorksKeeps();
    void whatElseKeeps_data();
    void whatElseKeeps();
    void notAskedWithoutEnd_data();
    void notAskedWithoutEnd();
    void whatWasRefusedIsNotLetGoByItself();
    void onceANightByItself();
    void askedTwice();
    void oneAfterTheOther();
    void disconnectedMeanwhile();
    void whatGoesForAnotherReasonIsNoYes();
};

void DeskMoveTest::whatTheOtherHasIsOffered()
{
    DeskMove desk;
    QCOMPARE(desk.state(), State::Nothing);
    QVERIFY(desk.take(left, layout("a")));
    QCOMPARE(desk.state(), State::Offered);
    QCOMPARE(desk.offer()->from, left);
    QCOMPARE(desk.offer()->state, "a");
    QVERIFY(desk.withdraw(left));
    QCOMPARE(desk.state(), State::Nothing);
    QVERIFY(!desk.withdraw(left));
    QVERIFY(!desk.accept());
    QVERIFY(!desk.ask(u"q"_s, start));
}

void DeskMoveTest::theNewestIsOffered()
{
    DeskMove desk;
    QVERIFY(desk.take(left, layout("a", 1, 5), true));
    QVERIFY(!desk.take(right, layout("b", 1, 1), true));
    QCOMPARE(desk.offer()->from, left);
    QVERIFY(desk.take(right, layout("c", 2, 9), true));
    QCOMPARE(desk.offer()->from, right);
    QVERIFY(desk.clear());
    QVERIFY(!desk.offer());
}

void DeskMoveTest::aClockThatIsAheadDoesNotWin()
{
    DeskMove desk;
    QVERIFY(desk.take(left, layout("a year ahead", 1, 365 * 24 * 60), true));
    QVERIFY(desk.take(right, layout("now", 1))); // heard as it was said
    QCOMPARE(desk.offer()->from, right);
    QVERIFY(desk.take(left, layout("later", 2, 365 * 24 * 60)));
    QCOMPARE(desk.offer()->from, left);
    QVERIFY(desk.take(right, layout("back", 2, -60)));
    QCOMPARE(desk.offer()->from, right);
}

void DeskMoveTest::staleAndRepeatedOnesLose()
{
    DeskMove desk;
    QVERIFY(desk.take(left, layout("b", 2)));
    QVERIFY(!desk.take(left, layout("a", 1)));
    QVERIFY(!desk.take(left, layout("c", 2)));
    QCOMPARE(desk.offer()->state, "b");
    BoardWire::Layout again = layout("a later run", 1);
    again.stamp.run = u"bbbb"_s;
    again.stamp.began = evening.addSecs(-3600); // its clock was set back
    QVERIFY(desk.take(left, again));
    QCOMPARE(desk.offer()->state, "a later run");
}

void DeskMoveTest::whatIsStillSoComesFirst()
{
    DeskMove desk;
    BoardWire::Layout was = layout("left hours ago", 9, 300); // told anew, with a new connection
    was.until = evening.addSecs(60);
    QVERIFY(desk.take(left, was));
    QCOMPARE(desk.offer()->at, was.until);
    QVERIFY(desk.take(right, layout("there", 1, 2)));
    QCOMPARE(desk.offer()->from, right);
    QVERIFY(!desk.take(left, layout("left hours ago", 8)));
    QVERIFY(desk.withdraw(right));
    QCOMPARE(desk.offer()->from, left);
}

void DeskMoveTest::theNumberIsTheLastOne()
{
    DeskMove desk;
    BoardWire::Layout told = layout("a");
    told.number = u"1111"_s;
    QVERIFY(desk.take(left, told));
    BoardWire::Layout other = layout("b", 1, -5);
    other.number = u"9999"_s;
    QVERIFY(!desk.take(right, other, true));
    QVERIFY(desk.accept());
    QCOMPARE(desk.number(), u"1111"_s);
    QVERIFY(desk.ask(u"q"_s, start));
    BoardWire::Move refused = move(Kind::Refused, u"q"_s);
    refused.reason = BoardWire::Move::Reason::Person;
    QVERIFY(desk.answer(left, refused));
    QCOMPARE(desk.reason(), BoardWire::Move::Reason::Person);
    told = layout("a", 2);
    told.number = u"2222"_s;
    QVERIFY(!desk.take(left, told)); // the offer is being taken up
    QCOMPARE(desk.number(), u"2222"_s);
}

void DeskMoveTest::notNow()
{
    DeskMove desk;
    QVERIFY(desk.take(left, layout("a", 1)));
    desk.decline();
    QCOMPARE(desk.state(), State::Nothing);
    QVERIFY(!desk.take(left, layout("a", 2, 5))); // the same again
    QVERIFY(desk.take(left, layout("b", 3, 6)));
    QCOMPARE(desk.state(), State::Offered);
}

void DeskMoveTest::nothingIsOfferedBesideWhatIsConnected()
{
    DeskMove desk;
    QVERIFY(!desk.setFree(false));
    QVERIFY(!desk.take(left, layout("a", 1)));
    QVERIFY(desk.setFree(true));
    QVERIFY(desk.setFree(false));
    QVERIFY(!desk.offer());
}

void DeskMoveTest::howTheOtherAnswers_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<State>("expected");
    QTest::newRow("it lets go") << Kind::Granted << State::Granted;
    QTest::newRow("somebody there says no") << Kind::Refused << State::Refused;
}

void DeskMoveTest::howTheOtherAnswers()
{
    QFETCH(Kind, kind);
    QFETCH(State, expected);
    DeskMove desk;
    QVERIFY(desk.take(left, layout("a")));
    QVERIFY(desk.accept());
    QVERIFY(!desk.setFree(false)); // being connected: what was taken up stays known
    QVERIFY(desk.offer());
    QVERIFY(desk.ask(u"q"_s, start));
    QVERIFY(!desk.take(right, layout("b", 1, 9))); // not meanwhile
    QVERIFY(desk.answer(left, move(kind, u"q"_s)));
    QCOMPARE(desk.state(), expected);
    QCOMPARE(desk.ask(u"r"_s, start), expected == State::Refused); // once more
}

void DeskMoveTest::othersAnswersAreNone_data()
{
    QTest::addColumn<DeskName>("from");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QString>("id");
    QTest::newRow("another desk") << right << Kind::Granted << u"q"_s;
    QTest::newRow("another question") << left << Kind::Granted << u"p"_s;
    QTest::newRow("no answer but a question") << left << Kind::Ask << u"q"_s;
}

void DeskMoveTest::othersAnswersAreNone()
{
    QFETCH(DeskName, from);
    QFETCH(Kind, kind);
    QFETCH(QString, id);
    DeskMove desk;
    QVERIFY(desk.take(left, layout("a")));
    QVERIFY(!desk.answer(left, move(Kind::Granted, {}))); // nothing was asked
    QVERIFY(desk.accept());
    QVERIFY(desk.ask(u"q"_s, start));
    QVERIFY(!desk.answer(from, move(kind, id)));
    QCOMPARE(desk.state(), State::Asking);
}

void DeskMoveTest::nobodyAnswers()
{
    DeskMove desk;
    QVERIFY(desk.take(left, layout("a")));
    QVERIFY(desk.accept());
    QVERIFY(!desk.dueAt());
    QVERIFY(desk.ask(u"q"_s, start));
    QCOMPARE(desk.dueAt(), std::optional(start + DeskMove::patience));
    QVERIFY(!desk.timeUp(start + 1s));
    QVERIFY(desk.timeUp(start + DeskMove::patience));
    QCOMPARE(desk.state(), State::Silent);
    QVERIFY(desk.answer(left, move(Kind::Granted, u"q"_s))); // late
    desk.done();
    QCOMPARE(desk.state(), State::Nothing);
}

void DeskMoveTest::nothingCameOfIt()
{
    DeskMove desk;
    QVERIFY(desk.take(left, layout("a")));
    QVERIFY(desk.accept());
    QVERIFY(!desk.withdraw(left)); // it has let go by itself: we go on
    QCOMPARE(desk.state(), State::Connecting);
    desk.giveUp();
    QCOMPARE(desk.state(), State::Nothing);
    QVERIFY(desk.take(left, layout("b", 2)));
    QVERIFY(desk.accept());
    desk.giveUp();
    QCOMPARE(desk.state(), State::Offered);
}

void DeskMoveTest::whatIsAskedFor_data()
{
    QTest::addColumn<QStringList>("here");
    QTest::addColumn<bool>("isOurs");
    QTest::addColumn<QString>("expected"); // the profiles in question, "granted" or "refused"
    QTest::newRow("what it has is asked about") << QStringList{u"lris"_s} << true << u"lris"_s;
    QTest::newRow("and nothing else") << QStringList{u"nires"_s, u"lris"_s} << true << u"lris"_s;
    QTest::newRow("nothing of it is here") << QStringList{u"nires"_s} << true << u"granted"_s;
    QTest::newRow("nothing at all is here") << QStringList{} << true << u"granted"_s;
    QTest::newRow("other people") << QStringList{u"lris"_s} << false << u"refused"_s;
}

void DeskMoveTest::whatIsAskedFor()
{
    QFETCH(QStringList, here);
    QFETCH(bool, isOurs);
    QFETCH(QString, expected);
    MoveRequest request;
    const auto answer =
        request.ask(right, move(Kind::Ask, u"q"_s), {.profiles = here, .isOurs = isOurs, .hasPrograms = false, .number = {}, .offered = here}, start);
    QString said;
    if (request.asked()) {
        said = request.asked()->profiles.join(u' ');
        QVERIFY(!answer);
    } else {
        QVERIFY(answer);
        said = *answer == MoveRequest::Answer::LetGo ? u"granted"_s : u"refused"_s;
    }
    QCOMPARE(said, expected);
}

void DeskMoveTest::whoWorksKeeps_data()
{
    using Times = QList<std::chrono::seconds>;
    QTest::addColumn<Times>("worked"); // before (negative) and after the question
    QTest::addColumn<bool>("letsGo");
    QTest::newRow("nobody was here") << Times{} << true;
    QTest::newRow("long ago") << Times{-900s, -601s} << true;
    QTest::newRow("some minutes ago") << Times{-900s, -599s} << false;
    QTest::newRow("while it is asked") << Times{29s} << false;
    QTest::newRow("just when it is asked") << Times{0s} << false;
}

void DeskMoveTest::whoWorksKeeps()
{
    QFETCH(QList<std::chrono::seconds>, worked);
    QFETCH(bool, letsGo);
    MoveRequest request;
    for (const auto time : worked) {
        if (time < 0s) {
            request.worked(start + time);
        }
    }
    QVERIFY(!request.ask(right, move(Kind::Ask, u"q"_s), here(), start));
    for (const auto time : worked) {
        if (time >= 0s) {
            request.worked(start + time);
        }
    }
    request.setIdle(MoveRequest::quiet);
    QCOMPARE(request.dueAt(), std::optional(start + MoveRequest::countdown));
    QCOMPARE(request.byItself() == Answer::LetGo, letsGo);
    QCOMPARE(request.finish(Answer::LetGo, By::Person, start)->id, u"q"_s);
    QVERIFY(!request.dueAt());
    QVERIFY(!request.finish(Answer::LetGo, By::Person, start));
}

void DeskMoveTest::whatElseKeeps_data()
{
    using Idle = std::optional<std::chrono::milliseconds>;
    QTest::addColumn<MoveRequest::Here>("present");
    QTest::addColumn<QString>("number");
    QTest::addColumn<Idle>("idle");
    QTest::addColumn<bool>("letsGo");
    const Idle quiet = MoveRequest::quiet;
    QTest::newRow("nobody, nothing") << here() << u"1111"_s << quiet << true;
    QTest::newRow("the display was touched") << here() << u"1111"_s << Idle(MoveRequest::quiet - 1ms) << false;
    QTest::newRow("nobody knows when it was touched") << here() << u"1111"_s << Idle() << false;
    MoveRequest::Here other = here();
    other.hasPrograms = true;
    QTest::newRow("X programs would end") << other << u"1111"_s << quiet << false;
    QTest::newRow("who knows the names alone") << here() << u"2222"_s << quiet << false;
    other = here();
    other.number.clear();
    QTest::newRow("nothing was told") << other << u""_s << quiet << false;
    other = here();
    other.offered = {u"nires"_s};
    QTest::newRow("it was not offered to these people") << other << u"1111"_s << quiet << false;
}

void DeskMoveTest::whatElseKeeps()
{
    QFETCH(MoveRequest::Here, present);
    QFETCH(QString, number);
    QFETCH(std::optional<std::chrono::milliseconds>, idle);
    QFETCH(bool, letsGo);
    MoveRequest request;
    BoardWire::Move question = move(Kind::Ask, u"q"_s);
    question.number = number;
    request.setIdle(MoveRequest::quiet); // of an earlier question
    QVERIFY(!request.ask(right, question, present, start));
    QCOMPARE(request.byItself(), Answer::Keep); // until it is known
    request.setIdle(idle);
    QCOMPARE(request.byItself() == Answer::LetGo, letsGo);
}

void DeskMoveTest::notAskedWithoutEnd_data()
{
    QTest::addColumn<By>("by");
    QTest::addColumn<QList<std::chrono::minutes>>("pauses");
    QTest::newRow("somebody says no each time") << By::Person << QList<std::chrono::minutes>{1min, 5min, 30min, 2h, 2h};
    QTest::newRow("nobody answers") << By::Itself << QList<std::chrono::minutes>{1min, 5min, 5min, 5min};
}

void DeskMoveTest::notAskedWithoutEnd()
{
    QFETCH(By, by);
    QFETCH(QList<std::chrono::minutes>, pauses);
    const DeskName other{u"hilo"_s, u"a"_s};
    MoveRequest request;
    auto now = start;
    for (const std::chrono::minutes pause : std::as_const(pauses)) {
        QVERIFY(!request.ask(right, move(Kind::Ask, u"q"_s), here(), now));
        QVERIFY(request.finish(Answer::Keep, by, now));
        QCOMPARE(request.ask(right, move(Kind::Ask, u"r"_s), here(), now + pause - 1s), std::optional(Answer::Keep));
        QCOMPARE(request.reason(), BoardWire::Move::Reason::Busy);
        QVERIFY(!request.asked());
        now += pause;
    }
    QVERIFY(!request.ask(other, move(Kind::Ask, u"s"_s), here(), now)); // another one is heard
    QVERIFY(request.finish(Answer::Keep, by, now));
    QVERIFY(!request.ask(right, move(Kind::Ask, u"t"_s), here(), now));
    QVERIFY(request.finish(Answer::LetGo, By::Person, now)); // yes at last: it begins anew
    QVERIFY(!request.ask(right, move(Kind::Ask, u"u"_s), here(), now));
    QVERIFY(request.finish(Answer::Keep, by, now));
    QVERIFY(!request.ask(right, move(Kind::Ask, u"v"_s), here(), now + pauses.constFirst()));
    QVERIFY(request.finish(Answer::Keep, by, now));
    request.beginNight();
    QVERIFY(!request.ask(right, move(Kind::Ask, u"w"_s), here(), now));
}

void DeskMoveTest::whatWasRefusedIsNotLetGoByItself()
{
    MoveRequest request;
    const auto ask = [&request](const DeskName &by, MoveRequest::Time now) {
        const bool isAsked = !request.ask(by, move(Kind::Ask, u"q"_s), here(), now);
        request.setIdle(MoveRequest::quiet);
        return isAsked;
    };
    QVERIFY(ask(right, start));
    QCOMPARE(request.byItself(), Answer::LetGo);
    QVERIFY(request.finish(Answer::Keep, By::Person, start));
    QVERIFY(ask(right, start + 60min));
    QCOMPARE(request.byItself(), Answer::Keep); // it takes a person from now on
    QVERIFY(request.finish(Answer::Keep, By::Itself, start + 60min));
    QVERIFY(ask({u"hilo"_s, u"a"_s}, start + 61min));
    QCOMPARE(request.byItself(), Answer::LetGo); // nobody has refused that one
    QVERIFY(request.finish(Answer::Keep, By::Itself, start + 61min)); // somebody was here just now
    QVERIFY(ask({u"hilo"_s, u"a"_s}, start + 80min));
    QCOMPARE(request.byItself(), Answer::LetGo);
}

/// Whoever comes back to this desk and goes on need not be cut off again and again.
void DeskMoveTest::onceANightByItself()
{
    MoveRequest request;
    QVERIFY(!request.ask(right, move(Kind::Ask, u"q"_s), here(), start));
    request.setIdle(MoveRequest::quiet);
    QVERIFY(request.finish(request.byItself(), By::Itself, start));
    QVERIFY(!request.ask(right, move(Kind::Ask, u"r"_s), here(), start + 1h));
    request.setIdle(MoveRequest::quiet);
    QCOMPARE(request.byItself(), Answer::Keep);
    QVERIFY(request.finish(Answer::LetGo, By::Person, start + 1h)); // a person trusts it
    QVERIFY(!request.ask(right, move(Kind::Ask, u"s"_s), here(), start + 2h));
    request.setIdle(MoveRequest::quiet);
    QCOMPARE(request.byItself(), Answer::LetGo);
    request.beginNight();
    QVERIFY(request.asked()); // what is asked just now stays
}

void DeskMoveTest::askedTwice()
{
    MoveRequest request;
    QVERIFY(!request.ask(right, move(Kind::Ask, u"q"_s), here(), start));
    QVERIFY(!request.ask(right, move(Kind::Ask, u"r"_s), here(), start + 10s));
    QCOMPARE(request.asked()->id, u"r"_s);
    QCOMPARE(request.dueAt(), std::optional(start + MoveRequest::countdown));
}

void DeskMoveTest::oneAfterTheOther()
{
    MoveRequest request;
    QVERIFY(!request.ask(right, move(Kind::Ask, u"q"_s), here(), start));
    QCOMPARE(request.ask({u"hilo"_s, u"a"_s}, move(Kind::Ask, u"r"_s), here(), start), std::optional(MoveRequest::Answer::Keep));
    QCOMPARE(request.asked()->by, right);
}

void DeskMoveTest::whatGoesForAnotherReasonIsNoYes()
{
    MoveRequest request;
    QVERIFY(!request.ask(right, move(Kind::Ask, u"q"_s), here(), start));
    QVERIFY(request.finish(Answer::Keep, By::Person, start));
    QVERIFY(!request.ask(right, move(Kind::Ask, u"r"_s), here(), start + 1min));
    QVERIFY(request.disconnected(u"lris"_s));
    QCOMPARE(request.finish(Answer::LetGo, By::Gone, start + 1min)->id, u"r"_s);
    QVERIFY(!request.asked());
    QVERIFY(!request.ask(right, move(Kind::Ask, u"s"_s), here(), start + 2min));
    request.setIdle(MoveRequest::quiet);
    QCOMPARE(request.byItself(), Answer::Keep); // a person has refused it
    QVERIFY(request.finish(Answer::Keep, By::Person, start + 2min));
    QCOMPARE(request.ask(right, move(Kind::Ask, u"t"_s), here(), start + 4min), std::optional(Answer::Keep)); // for the second time
}

void DeskMoveTest::disconnectedMeanwhile()
{
    MoveRequest request;
    QVERIFY(!request.disconnected(u"lris"_s));
    QVERIFY(!request.ask(right, move(Kind::Ask, u"q"_s, {u"lris"_s, u"nires"_s}), here({u"lris"_s, u"nires"_s}), start));
    QVERIFY(!request.disconnected(u"deimos"_s));
    QVERIFY(!request.disconnected(u"lris"_s));
    QVERIFY(request.disconnected(u"nires"_s));
}

QTEST_GUILESS_MAIN(DeskMoveTest)
#include "deskmovetest.moc"
