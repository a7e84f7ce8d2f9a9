// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/streamchannelstate.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;

namespace
{
using Phase = StreamPhase;
using PhaseOn = StreamPhaseEvent;
using Up = UploadState;
using UpOn = UploadEvent;
using Down = DownloadState;
using DownOn = DownloadEvent;

constexpr Test::StateSentence<Phase, PhaseOn> phaseSentences[] = {
    {"the server opens it", Phase::Opening, PhaseOn::Opened, Phase::Open},
    {"the server refuses it", Phase::Opening, PhaseOn::Refused, Phase::Over},
    {"nobody needs it before it is open", Phase::Opening, PhaseOn::Abandoned, Phase::Discarding},
    {"a stream that nobody needs is opened", Phase::Discarding, PhaseOn::Opened, Phase::Over},
    {"a stream that nobody needs is refused", Phase::Discarding, PhaseOn::Refused, Phase::Over},
    {"nobody needs it any more", Phase::Open, PhaseOn::Abandoned, Phase::Over},
    {"both ends are done", Phase::Open, PhaseOn::Completed, Phase::Over},
};

constexpr Test::StateSentence<Up, UpOn> upSentences[] = {
    {"the local end closes, with bytes unread", Up::Reading, UpOn::HungUp, Up::ReadingRest},
    {"the local end shuts its side down", Up::Reading, UpOn::Ended, Up::Ended},
    {"the last bytes of a closed end were read", Up::ReadingRest, UpOn::Ended, Up::EndedAndClosed},
    {"it closes before end-of-file was passed on", Up::Ended, UpOn::HungUp, Up::EndedAndClosed},
    {"end-of-file is passed on", Up::Ended, UpOn::Drained, Up::EofSent},
    {"end-of-file of a closed end is passed on", Up::EndedAndClosed, UpOn::Drained, Up::Done},
    {"it closes after end-of-file was passed on", Up::EofSent, UpOn::HungUp, Up::Done},
};

constexpr Test::StateSentence<Down, DownOn> downSentences[] = {
    {"the local end takes no more for now", Down::Writing, DownOn::Filled, Down::Full},
    {"the local end shut its reading side down", Down::Writing, DownOn::Failed, Down::Deaf},
    {"the remote end is done", Down::Writing, DownOn::Ended, Down::EofPassed},
    {"the local end takes more again", Down::Full, DownOn::Writable, Down::Writing},
    {"a full local end shut its reading side down", Down::Full, DownOn::Failed, Down::Deaf},
    {"the remote end is done while the local end is full", Down::Full, DownOn::Ended, Down::EofPassed},
    {"the remote end is done, and nobody read it", Down::Deaf, DownOn::Ended, Down::EofPassed},
};
}

/// The state tables of StreamChannel, without a channel.
class StreamChannelStateTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatHappensToTheChannel_data();
    void whatHappensToTheChannel();
    void whatHappensToTheUpload_data();
    void whatHappensToTheUpload();
    void whatHappensToTheDownload_data();
    void whatHappensToTheDownload();
};

void StreamChannelStateTest::whatHappensToTheChannel_data()
{
    QTest::addColumn<Phase>("from");
    QTest::addColumn<PhaseOn>("on");
    QTest::addColumn<std::optional<Phase>>("to");
    for (const auto &pair : Test::everyPair(phaseSentences, Phase::Over, PhaseOn::Completed)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void StreamChannelStateTest::whatHappensToTheChannel()
{
    QFETCH(Phase, from);
    QFETCH(PhaseOn, on);
    QFETCH(std::optional<Phase>, to);
    QVERIFY(nextState(from, on) == to);
}

void StreamChannelStateTest::whatHappensToTheUpload_data()
{
    QTest::addColumn<Up>("from");
    QTest::addColumn<UpOn>("on");
    QTest::addColumn<std::optional<Up>>("to");
    for (const auto &pair : Test::everyPair(upSentences, Up::Done, UpOn::Drained)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void StreamChannelStateTest::whatHappensToTheUpload()
{
    QFETCH(Up, from);
    QFETCH(UpOn, on);
    QFETCH(std::optional<Up>, to);
    QVERIFY(nextState(from, on) == to);
}

void StreamChannelStateTest::whatHappensToTheDownload_data()
{
    QTest::addColumn<Down>("from");
    QTest::addColumn<DownOn>("on");
    QTest::addColumn<std::optional<Down>>("to");
    for (const auto &pair : Test::everyPair(downSentences, Down::EofPassed, DownOn::Ended)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void StreamChannelStateTest::whatHappensToTheDownload()
{
    QFETCH(Down, from);
    QFETCH(DownOn, on);
    QFETCH(std::optional<Down>, to);
    QVERIFY(nextState(from, on) == to);
}

NIGHTDESK_GUILESS_TEST(StreamChannelStateTest)
#include "streamchannelstatetest.moc"
