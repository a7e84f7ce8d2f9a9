// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/aboutprogram.h"
#include "tests/support/testprogram.h"

#include <KAboutData>

#include <QFile>
#include <QTest>

using namespace Nightdesk;
using namespace Qt::StringLiterals;

/// What Help ▸ About says.
class AboutProgramTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itNamesTheVersion();
    void itNamesTheSandbox();
};

void AboutProgramTest::itNamesTheVersion()
{
    QVERIFY(!aboutProgram().version().isEmpty());
}

void AboutProgramTest::itNamesTheSandbox()
{
    const QString text = aboutProgram().otherText();
    QFile actions(u"/proc/sys/kernel/seccomp/actions_avail"_s); // what the kernel says to everybody
    const bool hasSeccomp = actions.open(QIODevice::ReadOnly) && actions.readAll().split(' ').contains("kill_process");
    QVERIFY2(text.contains("andbox"_L1), qPrintable(text));
    const bool isComplete = text.contains("seccomp, Landlock "_L1);
    QCOMPARE(text.contains("is incomplete"_L1), !isComplete);
    QCOMPARE(text.section(u"has: "_s, -1).contains("seccomp"_L1), hasSeccomp);
}

NIGHTDESK_GUILESS_TEST(AboutProgramTest)
#include "aboutprogramtest.moc"
