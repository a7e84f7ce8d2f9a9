// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/channel/bannerparser.h"
#include "sessions/links/channel/compressionchooser.h"
#include "sessions/links/channel/readpause.h"
#include "sessions/links/config/hopspec.h"
#include "sessions/links/facts/linkfacts.h"
#include "sessions/links/facts/programflow.h"
#include "sessions/links/facts/silencejudge.h"
#include "sessions/links/login/linksecrets.h"
#include "sessions/links/login/promptlogin.h"
#include "sessions/links/path/attemptlimiter.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace Nightdesk;

/// The small decisions of a link, each without a socket or a clock.
class LinkDecisionsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void compression_data();
    void compression();
    void compressionBehindAJumpHost();
    void silence_data();
    void silence();
    void attemptsAreSpaced();
    void threeMayWaitForAnAnswer();
    void banners_data();
    void banners();
    void hops_data();
    void hops();
    void passwordPrompts_data();
    void passwordPrompts();
    void memoryForgets();
    void aFullFlowIsTold();
    void busyConnectionsAreReadInPieces_data();
    void busyConnectionsAreReadInPieces();
    void anAnswerIsReadAtOnce();
    void framesThatShrinkAndGrowAreReadSoon();
};

void LinkDecisionsTest::compression_data()
{
    using RoundTrip = std::optional<std::chrono::microseconds>;
    QTest::addColumn<Compression>("wish");
    QTest::addColumn<bool>("programs");
    QTest::addColumn<RoundTrip>("roundTrip");
    QTest::addColumn<bool>("expected");
    QTest::newRow("off is off") << Compression::Off << true << RoundTrip(100ms) << false;
    QTest::newRow("on is on") << Compression::On << false << RoundTrip(1ms) << true;
    QTest::newRow("programs far away") << Compression::Auto << true << RoundTrip(100ms) << true;
    QTest::newRow("programs at 5 ms") << Compression::Auto << true << RoundTrip(5ms) << true;
    QTest::newRow("programs next door") << Compression::Auto << true << RoundTrip(4999us) << false;
    QTest::newRow("programs at an unknown distance") << Compression::Auto << true << RoundTrip() << true;
    QTest::newRow("desktops far away") << Compression::Auto << false << RoundTrip(399ms) << false;
    QTest::newRow("desktops beyond a satellite") << Compression::Auto << false << RoundTrip(400ms) << true;
    QTest::newRow("desktops beyond a satellite, off") << Compression::Off << false << RoundTrip(1000ms) << false;
    QTest::newRow("desktops at an unknown distance") << Compression::Auto << false << RoundTrip() << false;
}

void LinkDecisionsTest::compression()
{
    QFETCH(Compression, wish);
    QFETCH(bool, programs);
    QFETCH(std::optional<std::chrono::microseconds>, roundTrip);
    QTEST(usesCompression(wish, programs, roundTrip), "expected");
}

/// Gateways at 20 us to 2 ms: none of them says how far the host behind is.
void LinkDecisionsTest::compressionBehindAJumpHost()
{
    for (int i = 1; i <= 100; ++i) {
        LinkSample sample;
        sample.tcpRoundTrip = i * 20us;
        QVERIFY(!usesCompression(Compression::Auto, true, sample.pathRoundTrip()));
        sample.tcpMeasuredPathPart = TcpMeasuredPathPart::FirstHop;
        QVERIFY(usesCompression(Compression::Auto, true, sample.pathRoundTrip()));
    }
}

void LinkDecisionsTest::silence_data()
{
    using RoundTrip = std::optional<std::chrono::microseconds>;
    QTest::addColumn<std::chrono::milliseconds>("silent");
    QTest::addColumn<RoundTrip>("roundTrip");
    QTest::addColumn<SilenceLevel>("expected");
    QTest::newRow("a second is nothing") << 1000ms << RoundTrip(1ms) << SilenceLevel::None;
    QTest::newRow("one and a half are not yet") << 1500ms << RoundTrip(1ms) << SilenceLevel::None;
    QTest::newRow("a little more, and input is held") << 1501ms << RoundTrip() << SilenceLevel::InputBlocked;
    QTest::newRow("five round trips of a long path") << 3000ms << RoundTrip(600ms) << SilenceLevel::None;
    QTest::newRow("what is stalled takes no input, however long the path") << 4001ms << RoundTrip(1000ms) << SilenceLevel::Stalled;
    QTest::newRow("three seconds are not yet stalled") << 3000ms << RoundTrip() << SilenceLevel::InputBlocked;
    QTest::newRow("a little more is") << 3001ms << RoundTrip(1ms) << SilenceLevel::Stalled;
    QTest::newRow("a long path may be silent longer") << 3900ms << RoundTrip(1000ms) << SilenceLevel::None;
    QTest::newRow("but not for ever") << 4001ms << RoundTrip(1000ms) << SilenceLevel::Stalled;
    QTest::newRow("twenty seconds are not yet dead") << 20000ms << RoundTrip(100ms) << SilenceLevel::Stalled;
    QTest::newRow("more is") << 20001ms << RoundTrip(100ms) << SilenceLevel::Dead;
    QTest::newRow("ten round trips of a very long path") << 29999ms << RoundTrip(3000ms) << SilenceLevel::Stalled;
    QTest::newRow("and more") << 30001ms << RoundTrip(3000ms) << SilenceLevel::Dead;
}

void LinkDecisionsTest::silence()
{
    QFETCH(std::chrono::milliseconds, silent);
    QFETCH(std::optional<std::chrono::microseconds>, roundTrip);
    QTEST(judgeSilence(silent, roundTrip), "expected");
}

void LinkDecisionsTest::attemptsAreSpaced()
{
    AttemptLimiter governor;
    const auto start = std::chrono::steady_clock::time_point(100s);
    QCOMPARE(governor.reserveAttemptTime(u"summit:22"_s, start), start);
    QCOMPARE(governor.reserveAttemptTime(u"summit:22"_s, start), start + 1s);
    QCOMPARE(governor.reserveAttemptTime(u"summit:22"_s, start + 10ms), start + 2s);
    QCOMPARE(governor.reserveAttemptTime(u"other:22"_s, start + 10ms), start + 10ms);
    // After a rest the next may go at once.
    QCOMPARE(governor.reserveAttemptTime(u"summit:22"_s, start + 4s), start + 4s);
}

void LinkDecisionsTest::threeMayWaitForAnAnswer()
{
    AttemptLimiter governor;
    std::vector<std::shared_ptr<void>> waiting;
    for (int i = 0; i < AttemptLimiter::maxUnansweredAttempts; ++i) {
        waiting.push_back(governor.beginAttempt(u"summit:22"_s));
        QVERIFY(waiting.back());
    }
    QVERIFY(!governor.beginAttempt(u"summit:22"_s));
    QVERIFY(governor.beginAttempt(u"other:22"_s));
    waiting.erase(waiting.begin());
    QVERIFY(governor.beginAttempt(u"summit:22"_s));
    waiting.clear();
    QVERIFY(governor.beginAttempt(u"summit:22"_s));
}

void LinkDecisionsTest::banners_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("ssh");
    QTest::addColumn<bool>("penalty");
    QTest::addColumn<QString>("refusal");
    QTest::newRow("nothing yet") << ""_ba << false << false << QString();
    QTest::newRow("ssh") << "SSH-2.0-OpenSSH_10.0\r\n"_ba << true << false << QString();
    QTest::newRow("ssh after a greeting") << "Welcome\r\nSSH-2.0-x\r\n"_ba << true << false << QString();
    QTest::newRow("penalty") << "Not allowed at this time\r\n"_ba << false << true << u"Not allowed at this time"_s;
    QTest::newRow("too many") << "Exceeded MaxStartups\r\n"_ba << false << false << u"Exceeded MaxStartups"_s;
    QTest::newRow("a penalty that only looks like one") << "SSH-2.0-Not allowed at this time\r\n"_ba << true << false << QString();
    QTest::newRow("control characters") << "\x1b[2JRFB \xff"_ba << false << false << u"[2JRFB \ufffd"_s;
    QTest::newRow("SSH in the middle of a line") << "xSSH-2.0\n"_ba << false << false << u"xSSH-2.0"_s;
}

void LinkDecisionsTest::banners()
{
    QFETCH(QByteArray, bytes);
    QTEST(BannerParser::hasSshVersionLine(bytes), "ssh");
    QTEST(BannerParser::isPenaltyMessage(bytes), "penalty");
    QTEST(BannerParser::refusal(bytes), "refusal");
}

void LinkDecisionsTest::hops_data()
{
    using Port = std::optional<quint16>;
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("host");
    QTest::addColumn<Port>("port");
    QTest::newRow("a host") << u"gate"_s << QString() << u"gate"_s << Port();
    QTest::newRow("user and port") << u"o@gate:2222"_s << u"o"_s << u"gate"_s << Port(2222);
    QTest::newRow("a user with an at sign") << u"o@site@gate"_s << u"o@site"_s << u"gate"_s << Port();
    QTest::newRow("an IPv6 address") << u"[fe80::1]:2222"_s << QString() << u"fe80::1"_s << Port(2222);
    QTest::newRow("an IPv6 address without brackets") << u"fe80::1"_s << QString() << u"fe80::1"_s << Port();
    QTest::newRow("a URI") << u"ssh://o@gate:1"_s << u"o"_s << u"gate"_s << Port(1);
    QTest::newRow("a port that is none") << u"gate:x"_s << QString() << u"gate"_s << Port();
}

void LinkDecisionsTest::hops()
{
    QFETCH(QString, text);
    LinkSpec inner;
    inner.privateKeyFiles = QStringList{u"/k"_s};
    inner.knownHostsPath = u"/known"_s;
    inner.hostKeys = KnownHostsFile::parse("first ssh-ed25519 AAAA\nsummit ssh-ed25519 AAAA\n", inner.knownHostsPath);
    const LinkSpec spec = hopSpec(inner, {u"first"_s, text});
    QTEST(spec.user, "user");
    QTEST(spec.host, "host");
    QTEST(spec.port, "port");
    QCOMPARE(spec.jumpHosts, QStringList{u"first"_s});
    QCOMPARE(spec.privateKeyFiles, inner.privateKeyFiles);
    QCOMPARE(spec.knownHostsPath, inner.knownHostsPath);
    QCOMPARE(*spec.hostKeys, inner.hostKeys->first(1)); // of the hops alone: then links to other hosts share them
}

void LinkDecisionsTest::passwordPrompts_data()
{
    QTest::addColumn<QString>("prompt");
    QTest::addColumn<bool>("expected");
    QTest::newRow("PAM's") << u"Password: "_s << true;
    QTest::newRow("without a colon") << u"password"_s << true;
    QTest::newRow("with the account in front") << u"(o@summit) Password: "_s << true;
    QTest::newRow("the account's") << u"o@summit's password:"_s << true;
    QTest::newRow("for the account") << u"Password for o@summit.example:"_s << true;
    QTest::newRow("password and code") << u"Password & verification code: "_s << false;
    QTest::newRow("a one time password") << u"One time password: "_s << false;
    QTest::newRow("a one-time password") << u"One-time password (OATH) for `o': "_s << false;
    QTest::newRow("password and one-time password in one") << u"Password + OTP: "_s << false;
    QTest::newRow("a token's") << u"Token password: "_s << false;
    QTest::newRow("a new one") << u"New password: "_s << false;
    QTest::newRow("a new one again") << u"Retype new password: "_s << false;
    QTest::newRow("the one to be changed") << u"Current password: "_s << false;
    QTest::newRow("another line behind") << u"Password:\nCode: "_s << false;
    QTest::newRow("for several words") << u"Password for the token: "_s << false;
    QTest::newRow("a code") << u"Verification code: "_s << false;
    QTest::newRow("nothing") << QString() << false;
}

void LinkDecisionsTest::passwordPrompts()
{
    QFETCH(QString, prompt);
    QTEST(isPasswordPrompt(prompt), "expected");
}

void LinkDecisionsTest::memoryForgets()
{
    LinkSecrets memory;
    memory.setAccount(u"o@summit:22"_s);
    const Secret told = Secret::fromText(u"x"_s);
    QVERIFY(!memory.secret(u"password"_s));
    memory.keepSecret(u"password"_s, told, memory.nightSecrets().nightNumber());
    QCOMPARE(memory.secret(u"password"_s)->view(), "x");
    memory.setAccount(u"o@gate:22"_s); // not another account's
    QVERIFY(!memory.secret(u"password"_s));
    memory.setAccount(u"o@summit:22"_s);
    memory.forgetSecret(u"password"_s, told);
    QVERIFY(!memory.secret(u"password"_s));
    NightSecrets &night = memory.nightSecrets();
    const QString hostKey = NightSecrets::hostKeyName(u"summit"_s, u"SHA256:x"_s);
    QVERIFY(!night.isHostKeyAcceptedForRun(hostKey));
    night.recordAcceptedHostKey(hostKey);
    QVERIFY(night.isHostKeyAcceptedForRun(hostKey));
    QVERIFY(!night.isHostKeyAcceptedForRun(NightSecrets::hostKeyName(u"gate"_s, u"SHA256:x"_s)));
    LinkSecrets(memory.sharedNightSecrets()).keepSecret(u"/key"_s, told, memory.nightSecrets().nightNumber());
    QVERIFY(memory.secret(u"/key"_s)); // a key file is the same to all
}

void LinkDecisionsTest::aFullFlowIsTold()
{
    ProgramOutputFlow flow;
    QVERIFY(!flow.isFull());
    flow.noteSent(900000);
    flow.noteSent(900000);
    QVERIFY(flow.isFull());
    QVERIFY(!flow.recordDeliveryAndCheckResume(100000));
    QVERIFY(flow.recordDeliveryAndCheckResume(800000));
    QVERIFY(!flow.isFull());
    QVERIFY(!flow.recordDeliveryAndCheckResume(900000));
}

namespace
{
/// A connection that brings segments of 1400 bytes at a rate, and a reader that wakes when ReadPausePolicy permits.
class PausedReader
{
public:
    explicit PausedReader(double bytesPerSecond)
        : m_segment(std::chrono::nanoseconds(static_cast<std::int64_t>(1400 / bytesPerSecond * 1e9)))
    {
    }

    /// So many bytes come, the first now; gives how long after its last byte the burst was read whole.
    std::chrono::nanoseconds burst(std::uint64_t bytes)
    {
        std::uint64_t unread = 0;
        BootClock::time_point last;
        while (bytes > 0) {
            while (bytes > 0 && m_next <= m_now) {
                const std::uint64_t segment = std::min<std::uint64_t>(bytes, 1400);
                bytes -= segment;
                unread += segment;
                last = m_next;
                m_next += m_segment;
            }
            if (const auto until = m_pause.pauseEnd(m_now)) {
                m_now = *until;
            } else if (unread > 0) {
                m_pause.noteRead(std::exchange(unread, 0), m_now);
                ++wakes;
            } else {
                m_now = m_next;
            }
        }
        if (unread > 0) {
            m_now = std::max(m_now, m_pause.pauseEnd(m_now).value_or(m_now));
            m_pause.noteRead(unread, m_now);
            ++wakes;
        }
        return m_now - last;
    }
    void rest(std::chrono::nanoseconds time)
    {
        m_now += time;
        m_next = m_now;
    }

    int wakes = 0;

private:
    const std::chrono::nanoseconds m_segment;
    ReadPausePolicy m_pause;
    BootClock::time_point m_now{1h};
    BootClock::time_point m_next = m_now;
};
}

void LinkDecisionsTest::busyConnectionsAreReadInPieces_data()
{
    QTest::addColumn<double>("megabits");
    QTest::addColumn<quint64>("frame");
    QTest::addColumn<int>("mostWakes");
    QTest::addColumn<std::chrono::microseconds>("latest");
    QTest::newRow("100 kB at 30 Mbit/s") << 30.0 << quint64(100'000) << 25 << 0us;
    QTest::newRow("50 kB at 30 Mbit/s") << 30.0 << quint64(50'000) << 20 << 0us;
    QTest::newRow("100 kB at 100 Mbit/s") << 100.0 << quint64(100'000) << 25 << 0us;
    QTest::newRow("100 kB at 1 Gbit/s, where little waits at each wake") << 1000.0 << quint64(100'000) << 72 << 0us;
    QTest::newRow("20 kB at 4 Mbit/s, a segment each 2.8 ms") << 4.0 << quint64(20'000) << 15 << 1us;
}

void LinkDecisionsTest::busyConnectionsAreReadInPieces()
{
    QFETCH(double, megabits);
    QFETCH(quint64, frame);
    QFETCH(int, mostWakes);
    QFETCH(std::chrono::microseconds, latest);
    PausedReader reader(megabits * 1e6 / 8);
    // Of the first frame nobody knows where it ends.
    QVERIFY(reader.burst(frame) <= ReadPausePolicy::longestPause);
    reader.wakes = 0;
    constexpr int frames = 20;
    for (int i = 0; i < frames; ++i) {
        reader.rest(10ms);
        const auto late = reader.burst(frame);
        QVERIFY2(late <= latest, qPrintable(QString::number(late.count())));
    }
    QVERIFY2(reader.wakes <= mostWakes * frames, qPrintable(QString::number(reader.wakes)));
}

void LinkDecisionsTest::anAnswerIsReadAtOnce()
{
    PausedReader reader(30e6 / 8);
    for (const std::uint64_t bytes : {60u, 1400u, 3000u, 5000u}) {
        QCOMPARE(reader.burst(bytes), 0ns);
        reader.rest(20ms);
    }
}

void LinkDecisionsTest::framesThatShrinkAndGrowAreReadSoon()
{
    PausedReader reader(30e6 / 8);
    for (const std::uint64_t bytes : {100'000u, 50'000u, 120'000u, 8'000u, 300'000u, 90'000u}) {
        QVERIFY(reader.burst(bytes) <= ReadPausePolicy::longestPause);
        reader.rest(10ms);
    }
}

NIGHTDESK_GUILESS_TEST(LinkDecisionsTest)
#include "linkdecisionstest.moc"
