// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/outputlog.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

class OutputLogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void linesComeWhole();
    void unfinishedLineIsShownAsFarAsItGoes();
    void streamsDoNotCutEachOther();
    void lineWithoutEndIsBroken();
    void oldLinesGo();
    void overwrittenLineShowsItsLastState();
    void controlCharactersAreTakenOut();
    void lastWordsAreStandardErrors();
};

void OutputLogTest::linesComeWhole()
{
    OutputLog log;
    QCOMPARE(log.append("one\ntw", OutputKind::StandardOutput), QStringList{u"one"_s});
    QCOMPARE(log.append("o\n\nthree\n", OutputKind::StandardOutput), (QStringList{u"two"_s, u""_s, u"three"_s}));
    QCOMPARE(log.lines(), (QStringList{u"one"_s, u"two"_s, u""_s, u"three"_s}));
}

void OutputLogTest::unfinishedLineIsShownAsFarAsItGoes()
{
    OutputLog log;
    QCOMPARE(log.append("Password: ", OutputKind::StandardOutput), QStringList());
    QCOMPARE(log.lines(), QStringList{u"Password:"_s});
    QCOMPARE(log.takeIncompleteLines(), QStringList{u"Password:"_s});
    QCOMPARE(log.takeIncompleteLines(), QStringList());
    QCOMPARE(log.lines(), QStringList{u"Password:"_s});
}

void OutputLogTest::streamsDoNotCutEachOther()
{
    OutputLog log;
    log.append("half a ", OutputKind::StandardOutput);
    log.append("warning\n", OutputKind::StandardError);
    log.append("line\n", OutputKind::StandardOutput);
    QCOMPARE(log.lines(), (QStringList{u"warning"_s, u"half a line"_s}));
}

void OutputLogTest::lineWithoutEndIsBroken()
{
    OutputLog log;
    const QStringList added = log.append(QByteArray(3 * OutputLog::maxLineBytes + 5, 'a'), OutputKind::StandardOutput);
    QCOMPARE(added.size(), 3);
    QVERIFY(added[0].size() <= OutputLog::maxLineBytes);
    QCOMPARE(log.lines().last(), u"aaaaa"_s);
}

void OutputLogTest::oldLinesGo()
{
    OutputLog log;
    for (int i = 0; i < 5000; ++i) {
        log.append(QByteArray::number(i).rightJustified(99, '.') + '\n', OutputKind::StandardOutput);
    }
    const QStringList lines = log.lines();
    QVERIFY(lines.join(u'\n').size() <= OutputLog::maxSize);
    QVERIFY(lines.size() > 2500);
    QVERIFY(lines.last().endsWith(u"4999"_s));
}

void OutputLogTest::overwrittenLineShowsItsLastState()
{
    OutputLog log;
    log.append("readout  10%\rreadout 100%\r\n", OutputKind::StandardOutput);
    QCOMPARE(log.lines(), QStringList{u"readout 100%"_s});
}

void OutputLogTest::controlCharactersAreTakenOut()
{
    OutputLog log;
    log.append("\033[31mred\a \xe2\x80\xae evil \xff\n", OutputKind::StandardError);
    const QString line = log.lines().first();
    for (const QChar c : line) {
        QVERIFY2(c.isPrint(), qPrintable(line));
    }
    QVERIFY(line.contains(u"red"_s));
}

void OutputLogTest::lastWordsAreStandardErrors()
{
    OutputLog log;
    QCOMPARE(log.lastLine(), QString());
    log.append("bye\n", OutputKind::StandardOutput);
    QCOMPARE(log.lastLine(), u"bye"_s);
    log.append("/usr/bin/xauth:  file /home/lris/.Xauthority does not exist\n", OutputKind::StandardError); // at a first login
    QCOMPARE(log.lastLine(), u"bye"_s);
    log.append("no shutter\n\n", OutputKind::StandardError);
    log.append("later\n", OutputKind::StandardOutput);
    QCOMPARE(log.lastLine(), u"no shutter"_s);
    log.clear();
    QCOMPARE(log.lines(), QStringList());
}

NIGHTDESK_GUILESS_TEST(OutputLogTest)
#include "outputlogtest.moc"
