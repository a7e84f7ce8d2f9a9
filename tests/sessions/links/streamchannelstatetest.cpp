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
    {"the server refuses it", Phase::Opening, PhaseOn::Refused, Phase::Ended},
    {"nobody needs it before it is open", Phase::Opening, PhaseOn::Abandoned, Phase::AbandonedWhileOpening},
    {"a stream that nobody needs is opened", Phase::AbandonedWhileOpening, PhaseOn::Opened, Phase::Ended},
    {"a stream that nobody needs is refused", Phase::AbandonedWhileOpening, PhaseOn::Refused, Phase::Ended},
    {"nobody needs it any more", Phase::Open, PhaseOn::Abandoned, Phase::Ended},
    {"both ends are done", Phase::Open, PhaseOn::BothDirectionsEnded, Phase::Ended},
};

constexpr Test::StateSentence<Up, UpOn> upSentences[] = {
    {"the local end closes, with bytes unread", Up::Reading, UpOn::LocalEndClosed, Up::ReadingAfterHangUp},
    {"the local end shuts its side down", Up::Reading, UpOn::LocalInputEnded, Up::EofPending},
    {"the last bytes of a closed end were read", Up::ReadingAfterHangUp, UpOn::LocalInputEnded, Up::EofPendingAndClosed},
    {"it closes before end-of-file was passed on", Up::EofPending, UpOn::LocalEndClosed, Up::EofPendingAndClosed},
    {"end-of-file is passed on", Up::EofPending, UpOn::AllSent, Up::EofSent},
    {"end-of-file of a closed end is passed on", Up::EofPendingAndClosed, UpOn::AllSent, Up::EofSentAndClosed},
    {"it closes after end-of-file was passed on", Up::EofSent, UpOn::LocalEndClosed, Up::EofSentAndClosed},
};

constexpr Test::StateSentence<Down, DownOn> downSentences[] = {
    {"the local end takes no more for now", Down::Writing, DownOn::LocalEndNotWritable, Down::WaitingForLocalEnd},
    {"the local end shut its reading side down", Down::Writing, DownOn::WriteFailed, Down::Discarding},
    {"the remote end is done", Down::Writing, DownOn::RemoteEndFinished, Down::EofPassed},
    {"the local end takes more again", Down::WaitingForLocalEnd, DownOn::LocalEndWritable, Down::Writing},
    {"a full local end shut its reading side down", Down::WaitingForLocalEnd, DownOn::WriteFailed, Down::Discarding},
    {"the remote end is done while the local end is full", Down::WaitingForLocalEnd, DownOn::RemoteEndFinished, Down::EofPassed},
    {"the remote end is done, and nobody read it", Down::Discarding, DownOn::RemoteEndFinished, Down::EofPassed},
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
    for (const auto &pair : Test::everyPair(phaseSentences, Phase::Ended, PhaseOn::BothDirectionsEnded)) {
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
    for (const auto &pair : Test::everyPair(upSentences, Up::EofSentAndClosed, UpOn::AllSent)) {
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
    for (const auto &pair : Test::everyPair(downSentences, Down::EofPassed, DownOn::RemoteEndFinished)) {
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
