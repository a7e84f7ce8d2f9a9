// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/filejobstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using Job = FileJobState;
using JobOn = FileJobEvent;

constexpr Test::StateSentence<Job, JobOn> jobSentences[] = {
    {"the file is read", Job::Idle, JobOn::Started, Job::Running},
    {"the user saves while the file is checked", Job::Running, JobOn::SaveRequested, Job::SavePending},
    {"the file was read", Job::Running, JobOn::Ended, Job::Idle},
    {"the check found a change, so the user has to choose", Job::SavePending, JobOn::SaveWithdrawn, Job::Running},
    {"the check is over, and the file is saved", Job::SavePending, JobOn::Ended, Job::Idle},
};
}

/// The state table of ProfileWindow's file, without a file.
class FileJobStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPair_data();
    void everyPair();
};

void FileJobStateTest::everyPair_data()
{
    QTest::addColumn<Job>("from");
    QTest::addColumn<JobOn>("on");
    QTest::addColumn<std::optional<Job>>("to");
    for (const auto &pair : Test::everyPair(jobSentences, Job::SavePending, JobOn::Ended)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void FileJobStateTest::everyPair()
{
    QFETCH(Job, from);
    QFETCH(JobOn, on);
    QFETCH(std::optional<Job>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(FileJobStateTest)
#include "filejobstatetest.moc"
