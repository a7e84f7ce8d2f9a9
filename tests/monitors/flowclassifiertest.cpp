// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/compressionpolicy.h"
#include "monitors/link/encodingshares.h"
#include "monitors/link/linkflow.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using namespace Nightdesk;

namespace
{
FlowFacts flowing(std::int64_t rate)
{
    FlowFacts facts;
    facts.certainty = Certainty::Measured;
    facts.bytesPerSecond = Bytes{rate};
    facts.busySendingShare = 0.9;
    facts.receiveWindowFullShare = facts.sendBufferFullShare = facts.channelWindowFullShare = 0;
    facts.roundTrip = facts.minSshRoundTrip = 100ms;
    facts.receiveWindow = Bytes{8192};
    return facts;
}

FlowFacts with(FlowFacts facts, std::optional<double> FlowFacts::*share, double value)
{
    facts.*share = value;
    return facts;
}

FlowFacts waiting(FlowFacts facts)
{
    facts.isDataWaiting = true;
    return facts;
}

/// A second of a connection, @p second s after its start, that received @p in and sent @p out bytes till then.
LinkSample sampleAt(int second, std::int64_t in, std::int64_t out)
{
    LinkSample sample;
    sample.takenAt = std::chrono::steady_clock::time_point(1h) + std::chrono::seconds(second);
    sample.totalWireBytesReceived.count = in;
    sample.totalWireBytesSent.count = out;
    sample.tcpMinimumRoundTrip = 100ms;
    sample.tcp.emplace();
    sample.tcp->ownReceiveWindow = Bytes{4 << 20};
    return sample;
}
}

Q_DECLARE_METATYPE(Nightdesk::FlowFacts)

class FlowClassifierTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSecondSpeaksForOneBound_data();
    void aSecondSpeaksForOneBound();
    void theFirstSecondIsBelieved();
    void oneOtherSecondChangesNothing();
    void aShareBetweenTheLimitsChangesNothing();
    void eightKibibytesAt100MillisecondsAllow80KilobytesPerSecond();
    void aFullWindowAllowsNoMoreThanItCarries();
    void nothingKnownIsSaidAsUnknown();
    void whatTheRemoteHostSaysGoesFirst();
    void withoutItTheWindowIsWorkedOut();
    void behindAQueueItIsTheBandwidth();
    void aQueueInFrontOfTheWindowIsNotThePaths();
    void aSampleOutOfTurnChangesNothing();
    void aSlowLocalProgramIsNamed();
    void aHostThatDoesNotTellIsNotAskedAgain();
    void ssOutput_data();
    void ssOutput();
    void ssOutputCutAnywhereIsSurvived();
    void sharesAddUp();
    void compression_data();
    void compression();
    void adviceAtItsLimitStays();
};

void FlowClassifierTest::aSecondSpeaksForOneBound_data()
{
    QTest::addColumn<FlowFacts>("facts");
    QTest::addColumn<FlowLimit>("expected");
    QTest::newRow("no rate") << FlowFacts() << FlowLimit::Unknown;
    QTest::newRow("pings and keys are quiet") << flowing(900) << FlowLimit::Idle;
    QTest::newRow("what goes at once is the program's") << flowing(50'000) << FlowLimit::Program;
    QTest::newRow("data that waits for a busy path") << waiting(flowing(500'000)) << FlowLimit::Bandwidth;
    FlowFacts queued = flowing(500'000);
    queued.busySendingShare.reset();
    queued.hasQueueDelay = true;
    QTest::newRow("a queue that nothing else explains") << queued << FlowLimit::Bandwidth;
    QTest::newRow("a full receive window") << waiting(with(flowing(80'000), &FlowFacts::receiveWindowFullShare, 0.9)) << FlowLimit::ReceiveWindow;
    QTest::newRow("a full receive window though it carries next to nothing")
        << with(flowing(2'000), &FlowFacts::receiveWindowFullShare, 0.9) << FlowLimit::ReceiveWindow;
    QTest::newRow("a full send buffer") << waiting(with(flowing(80'000), &FlowFacts::sendBufferFullShare, 0.5)) << FlowLimit::SendBuffer;
    QTest::newRow("a shut ssh channel") << waiting(with(flowing(1'000'000), &FlowFacts::channelWindowFullShare, 0.4)) << FlowLimit::ChannelWindow;
    QTest::newRow("a program that takes nothing") << waiting(with(flowing(100'000), &FlowFacts::programNotReadingShare, 0.8)) << FlowLimit::Program;
    QTest::newRow("a window that is full now and then") << with(flowing(50'000), &FlowFacts::receiveWindowFullShare, 0.2) << FlowLimit::Program;
}

void FlowClassifierTest::aSecondSpeaksForOneBound()
{
    QFETCH(FlowFacts, facts);
    QFETCH(FlowLimit, expected);
    QCOMPARE(FlowClassifier::evidence(facts, FlowLimit::Unknown), expected);
    FlowClassifier judge;
    judge.addFacts(facts);
    QCOMPARE(judge.verdict().flowLimit, expected);
}

void FlowClassifierTest::theFirstSecondIsBelieved()
{
    FlowClassifier judge;
    QCOMPARE(judge.verdict(), FlowVerdict());
    judge.addFacts(flowing(900));
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::Idle);
    QCOMPARE(judge.verdict().certainty, Certainty::Measured);
}

void FlowClassifierTest::oneOtherSecondChangesNothing()
{
    FlowClassifier judge;
    judge.addFacts(flowing(50'000));
    judge.addFacts(waiting(flowing(500'000)));
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::Program);
    judge.addFacts(flowing(50'000));
    judge.addFacts(waiting(flowing(500'000)));
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::Program); // not in a row
    judge.addFacts(waiting(flowing(600'000)));
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::Bandwidth);
    QCOMPARE(judge.verdict().allowedRate, std::optional(Bytes{600'000}));
    QCOMPARE(judge.verdict().bandwidthDelayProduct, std::optional(Bytes{60'000}));
}

void FlowClassifierTest::aShareBetweenTheLimitsChangesNothing()
{
    constexpr double between = (FlowClassifier::minShareToBeginLimit + FlowClassifier::minShareToKeepLimit) / 2;
    FlowClassifier judge;
    for (int second = 0; second < 5; ++second) {
        judge.addFacts(with(flowing(50'000), &FlowFacts::receiveWindowFullShare, between));
    }
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::Program);
    for (int second = 0; second < 2; ++second) {
        judge.addFacts(with(flowing(50'000), &FlowFacts::receiveWindowFullShare, 0.9));
    }
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::ReceiveWindow);
    for (int second = 0; second < 5; ++second) {
        judge.addFacts(with(flowing(50'000), &FlowFacts::receiveWindowFullShare, between));
    }
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::ReceiveWindow);
    for (int second = 0; second < 3; ++second) {
        judge.addFacts(with(flowing(50'000), &FlowFacts::receiveWindowFullShare, 0.1));
    }
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::Program);
}

/// Kibrick et al. 2004, 2.2.
void FlowClassifierTest::eightKibibytesAt100MillisecondsAllow80KilobytesPerSecond()
{
    QCOMPARE(FlowClassifier::allowedRate(Bytes{8192}, 100ms), Bytes{81920});
    QCOMPARE(FlowClassifier::allowedRate(Bytes{8192}, 100ms, Bytes{1448}), Bytes{72400}); // five whole segments
    QCOMPARE(FlowClassifier::allowedRate(Bytes{1000}, 100ms, Bytes{1448}), Bytes{10000});
    FlowClassifier judge;
    judge.addFacts(with(flowing(79'000), &FlowFacts::receiveWindowFullShare, 0.5));
    QCOMPARE(judge.verdict().allowedRate, std::optional(Bytes{81920}));
    QCOMPARE(judge.verdict().windowSize, std::optional(Bytes{8192}));
}

void FlowClassifierTest::aFullWindowAllowsNoMoreThanItCarries()
{
    FlowClassifier judge;
    judge.addFacts(with(flowing(76'000), &FlowFacts::receiveWindowFullShare, 0.95));
    judge.addFacts(with(flowing(80'000), &FlowFacts::receiveWindowFullShare, 1));
    QCOMPARE(judge.verdict().allowedRate, std::optional(Bytes{78'000})); // on the mean
    judge.addFacts(with(flowing(30'000), &FlowFacts::receiveWindowFullShare, 0.4)); // it was not full all the time
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::ReceiveWindow);
    QCOMPARE(judge.verdict().allowedRate, std::optional(Bytes{78'000}));
    for (int second = 0; second < 10; ++second) {
        judge.addFacts(with(flowing(90'000), &FlowFacts::receiveWindowFullShare, 1)); // a burst more or less
    }
    QCOMPARE(judge.verdict().allowedRate, std::optional(Bytes{81920})); // what is older is forgotten
}

void FlowClassifierTest::nothingKnownIsSaidAsUnknown()
{
    FlowClassifier judge;
    judge.addFacts(flowing(50'000));
    for (int second = 0; second < 3; ++second) {
        judge.addFacts({});
    }
    QCOMPARE(judge.verdict().flowLimit, FlowLimit::Unknown);
    QCOMPARE(judge.verdict().certainty, Certainty::Unknown);
    QVERIFY(!judge.verdict().allowedRate);
}

void FlowClassifierTest::whatTheRemoteHostSaysGoesFirst()
{
    LinkFlow flow;
    TcpFacts remote;
    remote.busySendingTime = 10s;
    remote.receiveWindowLimitedTime = 0s;
    remote.sendBufferLimitedTime = 5s;
    remote.bytesInFlight = Bytes{8192};
    flow.add(sampleAt(0, 0, 0), 100ms, 100ms);
    flow.addRemoteFacts(sampleAt(0, 0, 0).takenAt, remote);
    remote.busySendingTime = 20s;
    remote.sendBufferLimitedTime = 14s;
    flow.addRemoteFacts(sampleAt(10, 0, 0).takenAt, remote);
    for (int second = 10; second < 14; ++second) {
        flow.add(sampleAt(second, 80'000 * second, 100 * second), 100ms, 101ms);
    }
    QCOMPARE(flow.remoteReportState(), LinkFlow::RemoteReportState::ReportReceived);
    const FlowVerdict &received = flow.verdict(FlowDirection::Received);
    QCOMPARE(received.flowLimit, FlowLimit::SendBuffer);
    QCOMPARE(received.certainty, Certainty::Measured);
    QCOMPARE(received.allowedRate, std::optional(Bytes{80'000})); // what came
    QCOMPARE(received.windowSize, std::optional(Bytes{8000}));
    QCOMPARE(flow.verdict(FlowDirection::Sent).flowLimit, FlowLimit::Idle);
    for (int second = 40; second < 44; ++second) { // what it said is old
        flow.add(sampleAt(second, 80'000 * second, 100 * second), 100ms, 101ms);
    }
    QCOMPARE(flow.verdict(FlowDirection::Received).flowLimit, FlowLimit::Program);
    QCOMPARE(flow.verdict(FlowDirection::Received).certainty, Certainty::Estimated);
    flow.discardFigures();
    QCOMPARE(flow.verdict(FlowDirection::Received), FlowVerdict());
    QCOMPARE(flow.remoteReportState(), LinkFlow::RemoteReportState::NotQueried);
}

void FlowClassifierTest::withoutItTheWindowIsWorkedOut()
{
    LinkFlow flow;
    for (int second = 0; second < 4; ++second) {
        LinkSample sample = sampleAt(second, 620'000LL * second, 100 * second);
        sample.tcp->ownReceiveWindow = Bytes{65536}; // and 64 KiB each 100 ms come
        flow.add(sample, 100ms, 101ms);
    }
    QCOMPARE(flow.verdict(FlowDirection::Received).flowLimit, FlowLimit::ReceiveWindow);
    QCOMPARE(flow.verdict(FlowDirection::Received).certainty, Certainty::Estimated);
    QCOMPARE(flow.verdict(FlowDirection::Received).allowedRate, std::optional(Bytes{620'000})); // 640 KiB a second at most
    LinkFlow channel;
    for (int second = 0; second < 4; ++second) {
        LinkSample sample = sampleAt(second, 10'400'000LL * second, 100 * second);
        sample.queues.busiestChannelReceivedBytes = Bytes{10'300'000};
        channel.add(sample, 100ms, 101ms);
    }
    QCOMPARE(channel.verdict(FlowDirection::Received).flowLimit, FlowLimit::ChannelWindow);
    QCOMPARE(channel.verdict(FlowDirection::Received).allowedRate, std::optional(Bytes{10'485'760}));
}

void FlowClassifierTest::behindAQueueItIsTheBandwidth()
{
    LinkFlow flow;
    for (int second = 0; second < 4; ++second) {
        LinkSample sample = sampleAt(second, 620'000LL * second, 100 * second);
        sample.tcp->ownReceiveWindow = Bytes{65536};
        flow.add(sample, 100ms, 190ms);
    }
    QCOMPARE(flow.verdict(FlowDirection::Received).flowLimit, FlowLimit::Bandwidth);
    QCOMPARE(flow.verdict(FlowDirection::Received).allowedRate, std::optional(Bytes{620'000}));
    QCOMPARE(flow.verdict(FlowDirection::Sent).flowLimit, FlowLimit::Idle); // the queue is the other direction's
}

/// Seen with BBR and a window of 8 KiB: a ping waits for more than a second in the sender's buffer.
void FlowClassifierTest::aQueueInFrontOfTheWindowIsNotThePaths()
{
    LinkFlow flow;
    for (int second = 0; second < 6; ++second) {
        LinkSample sample = sampleAt(second, 79'300LL * second, 100 * second);
        sample.tcp->ownReceiveWindow = Bytes{8832};
        sample.tcp->segmentSize = Bytes{1448};
        sample.tcpRoundTrip = 112ms; // acknowledgments wait a little
        flow.add(sample, 100ms, 1300ms);
    }
    QCOMPARE(flow.verdict(FlowDirection::Received).flowLimit, FlowLimit::ReceiveWindow);
    QCOMPARE(flow.verdict(FlowDirection::Received).allowedRate, std::optional(Bytes{79'300}));
    LinkFlow path;
    for (int second = 0; second < 6; ++second) {
        LinkSample sample = sampleAt(second, 79'300LL * second, 100 * second);
        sample.tcp->ownReceiveWindow = Bytes{8832};
        sample.tcpRoundTrip = 1250ms; // TCP itself waits
        path.add(sample, 100ms, 1300ms);
    }
    QCOMPARE(path.verdict(FlowDirection::Received).flowLimit, FlowLimit::Bandwidth);
}

/// Between two samples is a second, but for one that is asked for: of so short a time no rate is told.
void FlowClassifierTest::aSampleOutOfTurnChangesNothing()
{
    LinkFlow flow;
    for (int second = 0; second < 4; ++second) {
        const LinkSample sample = sampleAt(second, 50'000LL * second, 100 * second);
        flow.add(sample, 100ms, 101ms);
        LinkSample again = sample;
        again.takenAt += 1ms;
        again.totalWireBytesReceived.count += 1448;
        flow.add(again, 100ms, 101ms);
    }
    QCOMPARE(flow.verdict(FlowDirection::Received).bytesPerSecond, std::optional(Bytes{50'000}));
}

void FlowClassifierTest::aSlowLocalProgramIsNamed()
{
    LinkFlow flow;
    for (int second = 0; second < 5; ++second) {
        LinkSample sample = sampleAt(second, 100'000LL * second, 100 * second);
        sample.queues.programNotReadingTime = 900ms * second;
        flow.add(sample, 100ms, 101ms);
    }
    QCOMPARE(flow.verdict(FlowDirection::Received).flowLimit, FlowLimit::Program);
}

void FlowClassifierTest::aHostThatDoesNotTellIsNotAskedAgain()
{
    LinkFlow flow;
    flow.add(sampleAt(0, 0, 0), 100ms, 100ms);
    flow.addRemoteFacts(sampleAt(0, 0, 0).takenAt, {});
    QCOMPARE(flow.remoteReportState(), LinkFlow::RemoteReportState::NoReport);
    QVERIFY(!flow.senderFacts(FlowDirection::Received));
    QVERIFY(flow.senderFacts(FlowDirection::Sent));
}

namespace
{
// iproute2 6.15 on Linux 6.12, and the same with what other versions leave out.
const QByteArray ssNow =
    "ESTAB 0 8688 10.0.0.1:22 10.0.0.2:54321\n\t cubic wscale:7,7 rto:304 rtt:100.4/0.2 ato:40 mss:1448 pmtu:1500 rcvmss:536 advmss:1448 cwnd:20 ssthresh:14 "
    "bytes_sent:900000 bytes_retrans:1448 bytes_acked:890000 segs_out:650 segs_in:400 data_segs_out:640 send 2.3Mbps lastsnd:4 lastrcv:400 lastack:4 "
    "pacing_rate 2.7Mbps delivery_rate 654400bps delivered:640 busy:10500ms rwnd_limited:9s(85.7%) sndbuf_limited:250us unacked:5 retrans:0/1 "
    "reordering:5 reord_seen:2 rcv_space:14480 rcv_ssthresh:64088 notsent:1448 minrtt:100.1 snd_wnd:8192 rcv_wnd:64128\n";
}

void FlowClassifierTest::ssOutput_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isUnderstood");
    QTest::newRow("one connection") << ssNow << true;
    QTest::newRow("two connections: nobody knows which is ours") << ssNow + ssNow << false;
    QTest::newRow("nothing") << QByteArray() << false;
    QTest::newRow("an error") << QByteArray("sh: ss: not found\n") << false;
    QTest::newRow("no window") << QByteArray("ESTAB 0 0 a:22 b:1\n rtt:1/1 mss:1448\n") << false;
    QTest::newRow("a window that is not a number") << QByteArray("ESTAB 0 0 a:22 b:1\n cwnd:ten mss:1448\n") << false;
    QTest::newRow("a window beyond all windows") << QByteArray("ESTAB 0 0 a:22 b:1\n cwnd:99999999999999999999 mss:1448\n") << false;
    QTest::newRow("an old kernel") << QByteArray("ESTAB 0 0 a:22 b:1\n cubic rto:204 rtt:1/1 mss:1448 cwnd:10\n") << true;
    QTest::newRow("too long") << ssNow + QByteArray(9000, 'x') << false;
}

void FlowClassifierTest::ssOutput()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isUnderstood);
    const auto facts = TcpFacts::parseSsOutput(text);
    QCOMPARE(facts.has_value(), isUnderstood);
    if (text == ssNow) {
        QCOMPARE(facts->congestionWindow, std::optional(Bytes{20 * 1448}));
        QCOMPARE(facts->peerReceiveWindow, std::optional(Bytes{8192}));
        QCOMPARE(facts->ownReceiveWindow, std::optional(Bytes{64128}));
        QCOMPARE(facts->bytesInFlight, std::optional(Bytes{900'000 - 1448 - 889'999}));
        QCOMPARE(facts->unsentBytes, std::optional(Bytes{1448}));
        QCOMPARE(facts->deliveryRate, std::optional(Bytes{81800}));
        QCOMPARE(facts->busySendingTime, std::optional<std::chrono::microseconds>(10500ms));
        QCOMPARE(facts->receiveWindowLimitedTime, std::optional<std::chrono::microseconds>(9s));
        QCOMPARE(facts->sendBufferLimitedTime, std::optional<std::chrono::microseconds>(250us));
        QCOMPARE(facts->minimumRoundTrip, std::optional<std::chrono::microseconds>(100100us));
        QCOMPARE(facts->smoothedRoundTrip, std::optional<std::chrono::microseconds>(100400us));
        QCOMPARE(facts->retransmits, std::optional(1U));
        QCOMPARE(facts->reorderedSegments, std::optional(2U));
        QCOMPARE(facts->lostSegments, std::optional(0U));
    }
}

/// The text is a remote host's, who may mean no good.
void FlowClassifierTest::ssOutputCutAnywhereIsSurvived()
{
    for (qsizetype cut = 0; cut < ssNow.size(); ++cut) {
        (void)TcpFacts::parseSsOutput(ssNow.first(cut));
        QByteArray flipped = ssNow;
        flipped[cut] = static_cast<char>(flipped[cut] ^ 0x13);
        const auto facts = TcpFacts::parseSsOutput(flipped);
        QVERIFY(!facts || !facts->bytesInFlight || facts->bytesInFlight->count >= 0);
    }
    QByteArray huge = ssNow;
    huge.replace("mss:1448", "mss:999999999999999").replace("cwnd:20", "cwnd:999999999999999");
    QVERIFY(!TcpFacts::parseSsOutput(huge)->congestionWindow);
}

void FlowClassifierTest::sharesAddUp()
{
    EncodingShares::Counts before{};
    before[0] = {100, 16, 5};
    EncodingShares::Counts now = before;
    QVERIFY(!EncodingShares::between(before, now));
    now[static_cast<std::size_t>(RfbWire::PixelKind::Jpeg)] = {750'000, 60'000, 3'000};
    now[static_cast<std::size_t>(RfbWire::PixelKind::Fill)] = {250'000, 20'000, 0};
    const auto shares = EncodingShares::between(before, now);
    QVERIFY(shares);
    const auto &jpeg = shares->sharesByKind[static_cast<std::size_t>(RfbWire::PixelKind::Jpeg)];
    QCOMPARE(jpeg.pixels, 0.75);
    QCOMPARE(jpeg.bytes, 0.75);
    QCOMPARE(jpeg.decodingPerMegapixel, std::optional<std::chrono::microseconds>(4ms));
    QVERIFY(!shares->sharesByKind[0].decodingPerMegapixel);
    double pixels = 0;
    double bytes = 0;
    for (const auto &kind : shares->sharesByKind) {
        pixels += kind.pixels;
        bytes += kind.bytes;
    }
    QCOMPARE(pixels, 1.0);
    QCOMPARE(bytes, 1.0);
    QCOMPARE(shares->bytesInUncompressedEncodings, Bytes{0});
}

void FlowClassifierTest::compression_data()
{
    QTest::addColumn<CompressionFacts>("facts");
    QTest::addColumn<CompressionAdvice>("expected");
    constexpr Bytes megabyte{1'000'000};
    QTest::newRow("too little came") << CompressionFacts{true, {20'000}, {20'000}, {20'000}, {}, 100ms} << CompressionAdvice::Undecided;
    QTest::newRow("JPEG through ssh -C") << CompressionFacts{true, megabyte, {960'000}, {980'000}, {}, 100ms} << CompressionAdvice::TurnOff;
    QTest::newRow("JPEG through ssh -C beyond a satellite")
        << CompressionFacts{true, megabyte, {960'000}, {980'000}, {}, 400ms} << CompressionAdvice::KeepSetting;
    QTest::newRow("raw pixels through ssh -C") << CompressionFacts{true, megabyte, {100'000}, {980'000}, {980'000}, 100ms} << CompressionAdvice::KeepSetting;
    QTest::newRow("X programs that do not shrink") << CompressionFacts{true, megabyte, {960'000}, {100'000}, {}, 100ms} << CompressionAdvice::KeepSetting;
    QTest::newRow("JPEG without compression") << CompressionFacts{false, megabyte, megabyte, {980'000}, {}, 100ms} << CompressionAdvice::KeepSetting;
    QTest::newRow("raw pixels without compression") << CompressionFacts{false, megabyte, megabyte, {980'000}, {900'000}, 100ms} << CompressionAdvice::TurnOn;
    QTest::newRow("X programs without compression") << CompressionFacts{false, megabyte, megabyte, {}, {}, 100ms} << CompressionAdvice::TurnOn;
    QTest::newRow("the same next door") << CompressionFacts{false, megabyte, megabyte, {}, {}, 1ms} << CompressionAdvice::KeepSetting;
}

void FlowClassifierTest::compression()
{
    QFETCH(CompressionFacts, facts);
    QFETCH(CompressionAdvice, expected);
    QCOMPARE(CompressionPolicy::advice(facts), expected);
}

/// A ratio near the limit, as a film of JPEG has: 1.14 and 1.16 in turn.
void FlowClassifierTest::adviceAtItsLimitStays()
{
    constexpr Bytes megabyte{1'000'000};
    const auto received = [megabyte](double ratio, std::int64_t desktops) {
        return CompressionFacts{true, megabyte, {static_cast<std::int64_t>(1'000'000 / ratio)}, {desktops}, {}, 100ms};
    };
    using enum CompressionAdvice;
    QCOMPARE(CompressionPolicy::advice(received(1.16, 980'000), KeepSetting), KeepSetting);
    QCOMPARE(CompressionPolicy::advice(received(1.14, 980'000), KeepSetting), TurnOff);
    QCOMPARE(CompressionPolicy::advice(received(1.16, 980'000), TurnOff), TurnOff);
    QCOMPARE(CompressionPolicy::advice(received(1.16, 550'000), TurnOff), TurnOff);
    QCOMPARE(CompressionPolicy::advice(received(1.16, 450'000), TurnOff), KeepSetting);
    QCOMPARE(CompressionPolicy::advice(received(1.31, 980'000), TurnOff), KeepSetting);
    const CompressionFacts plain{false, megabyte, megabyte, {450'000}, {}, 100ms};
    QCOMPARE(CompressionPolicy::advice(plain, KeepSetting), KeepSetting);
    QCOMPARE(CompressionPolicy::advice(plain, TurnOn), TurnOn);
}

NIGHTDESK_GUILESS_TEST(FlowClassifierTest)
#include "flowclassifiertest.moc"
