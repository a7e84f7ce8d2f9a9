// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wording/windowwording.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTimeZone>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using AnswerState = Session::AnswerState;
using Kind = Session::Kind;

namespace
{
WindowSpec window(const QString &title, RestartPolicy restart, bool trusted = false)
{
    WindowSpec spec;
    spec.id = title.toLower();
    spec.title = title;
    spec.restart = restart;
    spec.isTrusted = trusted;
    return spec;
}

InstrumentProfile profile(int desktops, const QList<WindowSpec> &windows)
{
    InstrumentProfile instrument;
    instrument.desktops = QList<DesktopSpec>(desktops);
    instrument.windows = windows;
    return instrument;
}
}

Q_DECLARE_METATYPE(Nightdesk::Session::AnswerState)
Q_DECLARE_METATYPE(Nightdesk::Session::Kind)

/// What a tired person reads about windows and links.
class WindowWordingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void outlookIsToldBeforeTheClick_data();
    void outlookIsToldBeforeTheClick();
    void silenceIsToldOf_data();
    void silenceIsToldOf();
    void leftoversAreNamed();
};

void WindowWordingTest::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English)); // C knows no "and"
}

void WindowWordingTest::outlookIsToldBeforeTheClick_data()
{
    QTest::addColumn<InstrumentProfile>("instrument");
    QTest::addColumn<QStringList>("expected");
    const WindowSpec ds9 = window(u"ds9"_s, RestartPolicy::Ask);
    const WindowSpec log = window(u"Log"_s, RestartPolicy::Auto);
    const WindowSpec panel = window(u"Panel"_s, RestartPolicy::Never, true);
    QTest::newRow("no displays") << profile(0, {}) << QStringList();
    QTest::newRow("one desktop") << profile(1, {}) << QStringList{u"If the connection is lost: The desktop comes back unchanged."_s};
    QTest::newRow("desktops") << profile(8, {}) << QStringList{u"If the connection is lost: The desktops come back unchanged."_s};
    QTest::newRow("a program that asks") << profile(0, {ds9})
                                         << QStringList{u"If the connection is lost: ds9 ends, and Nightdesk asks whether to restart it."_s};
    QTest::newRow("two that start by themselves") << profile(0, {log, window(u"Eyes"_s, RestartPolicy::Auto)})
                                                  << QStringList{u"If the connection is lost: Log and Eyes end and restart automatically."_s};
    QTest::newRow("of each kind, one of them trusted")
        << profile(2, {ds9, log, panel})
        << QStringList{
               u"If the connection is lost: The desktops come back unchanged. Log ends and restarts automatically. "
               "ds9 ends, and Nightdesk asks whether to restart it. Panel ends and stays closed."_s,
               u"Trusted: Panel can read every key typed at this workstation."_s};
}

void WindowWordingTest::outlookIsToldBeforeTheClick()
{
    QFETCH(InstrumentProfile, instrument);
    QFETCH(QStringList, expected);
    QCOMPARE(WindowWording::connectionLossOutlook(instrument), expected);
}

void WindowWordingTest::silenceIsToldOf_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<AnswerState>("answering");
    QTest::addColumn<int>("withheld");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("it answers") << Kind::Window << AnswerState::Responding << 0 << QStringList();
    QTest::newRow("nothing came back") << Kind::Window << AnswerState::InputBlocked << 0 << QStringList{u"No answer"_s, u"discarded"_s, u"windows"_s};
    QTest::newRow("for long") << Kind::Window << AnswerState::Stalled << 0 << QStringList{u"No answer"_s, u"discarded"_s};
    QTest::newRow("a desktop has no windows of ours") << Kind::Desktop << AnswerState::Stalled << 0 << QStringList{u"type or click is discarded"_s};
    QTest::newRow("one key") << Kind::Window << AnswerState::InputBlocked << 1 << QStringList{u"One key or click was discarded."_s};
    QTest::newRow("five keys") << Kind::Window << AnswerState::InputBlocked << 5 << QStringList{u"5 keys or clicks were discarded."_s};
    QTest::newRow("in an old connection") << Kind::Window << AnswerState::UsingSilentOldConnection << 0
                                          << QStringList{u"Waiting for the program’s old connection"_s,
                                                         u"the program returns or ends with it"_s,
                                                         u"kept until 03:27 UT"_s};
}

void WindowWordingTest::silenceIsToldOf()
{
    QFETCH(Kind, kind);
    QFETCH(AnswerState, answering);
    QFETCH(int, withheld);
    QFETCH(QStringList, says);
    const QString text = WindowWording::notAnswering(kind, answering, QDateTime(QDate(2026, 11, 21), QTime(3, 27), QTimeZone::UTC), withheld);
    QCOMPARE(text.isEmpty(), says.isEmpty());
    for (const QString &part : std::as_const(says)) {
        QVERIFY2(text.contains(part), qPrintable(text));
    }
    QCOMPARE(text.contains(u"was discarded."_s) || text.contains(u"were discarded."_s), withheld > 0);
}

void WindowWordingTest::leftoversAreNamed()
{
    const QDateTime now(QDate(2026, 11, 21), QTime(13, 20), QTimeZone::UTC);
    OrphanedPrograms::OfferedProgram offer;
    offer.orphan = {.processId = 4711,
                    .name = u"ds9"_s,
                    .startedAt = now.addSecs(-12 * 3600),
                    .mark = {.deskName = {}, .consoleName = {}, .displayId = u"image"_s},
                    .processes = {4711},
                    .sessionProcesses = {4711}};
    QCOMPARE(WindowWording::orphanedProcess(offer, u"lris.summit"_s, now),
             u"Orphaned process on lris.summit: ds9 (process 4711, running since 01:20 UT). Nightdesk started it as image but no longer manages it."_s);
    offer.orphan.startedAt = now.addDays(-3);
    offer.hasEndingFailed = true;
    QVERIFY(WindowWording::orphanedProcess(offer, u"lris.summit"_s, now).contains(u"since 2026-11-18 13:20 UT"_s));
    QVERIFY(WindowWording::orphanedProcess(offer, u"lris.summit"_s, now).contains(u"Nightdesk could not end the process."_s));
}

NIGHTDESK_GUILESS_TEST(WindowWordingTest)
#include "windowwordingtest.moc"
