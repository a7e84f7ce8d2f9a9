// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/night/resumptionstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using Resume = ResumptionState;
using ResumeOn = ResumptionEvent;

constexpr Test::StateSentence<Resume, ResumeOn> resumeSentences[] = {
    {"a console ended unexpectedly", Resume::NoLayout, ResumeOn::RecordFound, Resume::Offered},
    {"another desk hands over", Resume::NoLayout, ResumeOn::LayoutReceived, Resume::TakingOver},
    {"the offer is accepted", Resume::Offered, ResumeOn::OfferAccepted, Resume::Resuming},
    {"another desk hands over during an offer", Resume::Offered, ResumeOn::LayoutReceived, Resume::TakingOver},
    {"the offer is declined", Resume::Offered, ResumeOn::LayoutDropped, Resume::NoLayout},
    {"another desk hands over while a record is resumed", Resume::Resuming, ResumeOn::LayoutReceived, Resume::TakingOver},
    {"its first question is canceled", Resume::Resuming, ResumeOn::ConnectingCanceled, Resume::Offered},
    {"its second question is canceled", Resume::Resuming, ResumeOn::ConnectingPartlyCanceled, Resume::NoLayout},
    {"its last instrument is connected", Resume::Resuming, ResumeOn::LayoutDropped, Resume::NoLayout},
    {"a record is found while another desk hands over", Resume::TakingOver, ResumeOn::RecordFound, Resume::Resuming},
    {"the first question of a handover is canceled", Resume::TakingOver, ResumeOn::ConnectingCanceled, Resume::NoLayout},
    {"the second question of a handover is canceled", Resume::TakingOver, ResumeOn::ConnectingPartlyCanceled, Resume::NoLayout},
    {"the last instrument of a handover is connected", Resume::TakingOver, ResumeOn::LayoutDropped, Resume::NoLayout},
};
}

/// The state table of Resumption, without a record.
class ResumptionStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPair_data();
    void everyPair();
};

void ResumptionStateTest::everyPair_data()
{
    QTest::addColumn<Resume>("from");
    QTest::addColumn<ResumeOn>("on");
    QTest::addColumn<std::optional<Resume>>("to");
    for (const auto &pair : Test::everyPair(resumeSentences, Resume::TakingOver, ResumeOn::LayoutDropped)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ResumptionStateTest::everyPair()
{
    QFETCH(Resume, from);
    QFETCH(ResumeOn, on);
    QFETCH(std::optional<Resume>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(ResumptionStateTest)
#include "resumptionstatetest.moc"
