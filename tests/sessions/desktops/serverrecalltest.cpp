// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/serverrecall.h"
#include "tests/support/statepairs.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Nightdesk;
using RfbWire::FailureCode;
using RfbWire::Phase;
using RfbWire::RememberedServer;
using Cause = ConnectionEnd::Cause;

namespace
{
/// A run of a server: what its worker tells, up to the picture if @p size is not empty.
RememberedServer run(AssumptionsAboutServer &recall, quint32 minor, quint32 security, QSize size, bool colorMapped = false)
{
    const RememberedServer known = recall.beginAttempt();
    recall.noteLoginPhase(RfbWire::Progress{Phase::Version, minor, 0, false});
    recall.noteLoginPhase(RfbWire::Progress{Phase::Security, 0, security, false});
    recall.noteLoginPhase(RfbWire::Progress{Phase::Initialized, 0, 0, colorMapped});
    if (!size.isEmpty()) {
        recall.noteImageShown(size);
    }
    return known;
}

using Knows = KnowledgeOfServer;
using KnowsOn = KnowledgeOfServerEvent;
using Try = LoginAttemptState;
using TryOn = LoginAttemptEvent;

constexpr Test::StateSentence<Knows, KnowsOn> knowledgeSentences[] = {
    {"an unknown server shows an image", Knows::Unknown, KnowsOn::ImageArrived, Knows::AsRemembered},
    {"an unknown server has a color map", Knows::Unknown, KnowsOn::ServerNotAsAssumed, Knows::LearningStepByStep},
    {"an unknown server closes when messages are sent ahead", Knows::Unknown, KnowsOn::UnrequestedMessagesFailed, Knows::NothingAssumed},
    {"an unknown server is silent", Knows::Unknown, KnowsOn::UnrequestedMessagesUnanswered, Knows::NotAnsweringUnrequestedMessages},
    {"a known server shows an image", Knows::AsRemembered, KnowsOn::ImageArrived, Knows::AsRemembered},
    {"a known server was replaced", Knows::AsRemembered, KnowsOn::ServerNotAsAssumed, Knows::NothingAssumed},
    {"a known server closes when messages are sent ahead", Knows::AsRemembered, KnowsOn::UnrequestedMessagesFailed, Knows::NothingAssumed},
    {"a known server is silent", Knows::AsRemembered, KnowsOn::UnrequestedMessagesUnanswered, Knows::NotAnsweringUnrequestedMessages},
    {"its color map was learned", Knows::LearningStepByStep, KnowsOn::ImageArrived, Knows::AsRemembered},
};

constexpr Test::StateSentence<Try, TryOn> attemptSentences[] = {
    {"the first attempt", Try::NoAttempt, TryOn::AttemptBegun, Try::StepByStep},
    {"another attempt without an end", Try::StepByStep, TryOn::AttemptBegun, Try::StepByStep},
    {"messages are sent ahead", Try::StepByStep, TryOn::UnrequestedMessagesSent, Try::UnrequestedMessagesSent},
    {"an image after each answer was waited for", Try::StepByStep, TryOn::ImageAppeared, Try::ImageShown},
    {"it ends after each answer was waited for", Try::StepByStep, TryOn::AttemptEnded, Try::NoAttempt},
    {"another attempt while messages are ahead", Try::UnrequestedMessagesSent, TryOn::AttemptBegun, Try::StepByStep},
    {"an image after messages were sent ahead", Try::UnrequestedMessagesSent, TryOn::ImageAppeared, Try::ImageShown},
    {"it ends after messages were sent ahead", Try::UnrequestedMessagesSent, TryOn::AttemptEnded, Try::NoAttempt},
    {"another attempt after an image", Try::ImageShown, TryOn::AttemptBegun, Try::StepByStep},
    {"it ends after an image", Try::ImageShown, TryOn::AttemptEnded, Try::NoAttempt},
};

const ConnectionEnd killed{Cause::WorkerCrashed, FailureCode::Closed, {}, {}};
const RememberedServer nothing; ///< each answer is waited for
const RememberedServer neverSeen{0, false, 0, 0, true};
}

class ServerRecallTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsRemembered_data();
    void whatIsRemembered();
    void theNewestSizeCounts();
    void anEndThatIsItsFault_data();
    void anEndThatIsItsFault();
    void afterThePictureNothingIsItsFault();
    void beforeATypeIsChosenNothingIsItsFault();
    void goingAheadOfAServerNeverSeen_data();
    void goingAheadOfAServerNeverSeen();
    void anotherConsoleRemembers_data();
    void anotherConsoleRemembers();
    void whatIsAssumed_data();
    void whatIsAssumed();
    void whatHappensToAnAttempt_data();
    void whatHappensToAnAttempt();
};

void ServerRecallTest::whatIsAssumed_data()
{
    QTest::addColumn<Knows>("from");
    QTest::addColumn<KnowsOn>("on");
    QTest::addColumn<std::optional<Knows>>("to");
    for (const auto &pair : Test::everyPair(knowledgeSentences, Knows::NotAnsweringUnrequestedMessages, KnowsOn::UnrequestedMessagesUnanswered)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ServerRecallTest::whatIsAssumed()
{
    QFETCH(const Knows, from);
    QFETCH(const KnowsOn, on);
    QFETCH(const std::optional<Knows>, to);
    QVERIFY(nextState(from, on) == to);
}

void ServerRecallTest::whatHappensToAnAttempt_data()
{
    QTest::addColumn<Try>("from");
    QTest::addColumn<TryOn>("on");
    QTest::addColumn<std::optional<Try>>("to");
    for (const auto &pair : Test::everyPair(attemptSentences, Try::ImageShown, TryOn::AttemptEnded)) {
        QTest::newRow(pair.text.c_str()) << pair.from << pair.on << pair.to;
    }
}

void ServerRecallTest::whatHappensToAnAttempt()
{
    QFETCH(const Try, from);
    QFETCH(const TryOn, on);
    QFETCH(const std::optional<Try>, to);
    QVERIFY(nextState(from, on) == to);
}

void ServerRecallTest::whatIsRemembered_data()
{
    QTest::addColumn<quint32>("minor");
    QTest::addColumn<quint32>("security");
    QTest::addColumn<bool>("colorMapped");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("remembered");
    QTest::newRow("3.8 without a password") << 8u << 1u << false << QSize(800, 600) << true;
    QTest::newRow("3.8 with VncAuth") << 8u << 2u << false << QSize(800, 600) << true;
    QTest::newRow("a colour map") << 8u << 1u << true << QSize(800, 600) << true;
    QTest::newRow("3.7 is not") << 7u << 1u << false << QSize(800, 600) << false;
    QTest::newRow("3.3 is not") << 3u << 1u << false << QSize(800, 600) << false;
    QTest::newRow("a type that we do not speak is not") << 8u << 19u << false << QSize(800, 600) << false;
    QTest::newRow("one that never showed a picture is not") << 8u << 1u << false << QSize() << false;
}

void ServerRecallTest::whatIsRemembered()
{
    QFETCH(const quint32, minor);
    QFETCH(const quint32, security);
    QFETCH(const bool, colorMapped);
    QFETCH(const QSize, size);
    QFETCH(const bool, remembered);
    AssumptionsAboutServer recall;
    QVERIFY(run(recall, minor, security, size, colorMapped) == neverSeen);
    QVERIFY(!recall.noteAttemptEnded(killed, true));
    const RememberedServer expected = remembered ? RememberedServer{static_cast<std::uint8_t>(security), colorMapped, 800, 600} : neverSeen;
    QVERIFY(recall.beginAttempt() == expected);
    // A run that came to nothing takes nothing away.
    QVERIFY(!recall.noteAttemptEnded(killed, true));
    QVERIFY(recall.beginAttempt() == expected);
}

void ServerRecallTest::theNewestSizeCounts()
{
    AssumptionsAboutServer recall;
    run(recall, 8, 1, QSize(800, 600));
    recall.noteImageShown(QSize(1024, 768));
    QVERIFY(recall.beginAttempt() == (RememberedServer{1, false, 1024, 768}));
}

void ServerRecallTest::anEndThatIsItsFault_data()
{
    QTest::addColumn<Cause>("cause");
    QTest::addColumn<FailureCode>("code");
    QTest::addColumn<bool>("linkAnswers");
    QTest::addColumn<bool>("fault");
    QTest::newRow("not as remembered") << Cause::ServerFailed << FailureCode::NotAsRemembered << true << true;
    QTest::newRow("not as remembered, over a poor link") << Cause::ServerFailed << FailureCode::NotAsRemembered << false << true;
    QTest::newRow("no answer, though the link gives some") << Cause::ServerFailed << FailureCode::NotAnswered << true << true;
    QTest::newRow("no answer over a link that gives none") << Cause::ServerFailed << FailureCode::NotAnswered << false << false;
    QTest::newRow("the server hung up") << Cause::ServerFailed << FailureCode::Closed << true << true;
    QTest::newRow("the stream ended with the link in trouble") << Cause::ServerFailed << FailureCode::Closed << false << false;
    QTest::newRow("what came made no sense") << Cause::ServerFailed << FailureCode::Malformed << true << true;
    QTest::newRow("something else answers") << Cause::ServerFailed << FailureCode::NotRfb << true << true;
    QTest::newRow("a wrong password was understood") << Cause::ServerFailed << FailureCode::AuthenticationFailed << true << false;
    QTest::newRow("a refusal was understood") << Cause::ServerFailed << FailureCode::SecurityRefused << true << false;
    QTest::newRow("too many attempts") << Cause::ServerFailed << FailureCode::TooManyAttempts << true << false;
    QTest::newRow("the worker was killed") << Cause::WorkerCrashed << FailureCode::Closed << true << false;
    QTest::newRow("no server is there") << Cause::ChannelRefused << FailureCode::Closed << true << false;
    QTest::newRow("the link went") << Cause::LinkLost << FailureCode::Closed << false << false;
}

void ServerRecallTest::anEndThatIsItsFault()
{
    QFETCH(const Cause, cause);
    QFETCH(const FailureCode, code);
    QFETCH(const bool, linkAnswers);
    QFETCH(const bool, fault);
    AssumptionsAboutServer recall;
    run(recall, 8, 1, QSize(800, 600));
    QVERIFY(!recall.noteAttemptEnded(killed, true));
    QVERIFY(recall.beginAttempt() != nothing);
    const ConnectionEnd end{cause, code, {}, {}};
    QCOMPARE(recall.noteAttemptEnded(end, linkAnswers), fault);
    QVERIFY(!recall.noteAttemptEnded(end, linkAnswers)); // said once
    QCOMPARE(run(recall, 8, 1, QSize(800, 600)) == nothing, fault);
    QCOMPARE(recall.beginAttempt() == nothing, fault); // and never tried again
}

void ServerRecallTest::afterThePictureNothingIsItsFault()
{
    AssumptionsAboutServer recall;
    run(recall, 8, 1, QSize(800, 600));
    run(recall, 8, 1, QSize(800, 600));
    QVERIFY(!recall.noteAttemptEnded({Cause::ServerFailed, FailureCode::Closed, {}, {}}, true));
    QVERIFY(recall.beginAttempt() != nothing);
}

void ServerRecallTest::beforeATypeIsChosenNothingIsItsFault()
{
    AssumptionsAboutServer recall;
    QVERIFY(recall.beginAttempt() == neverSeen);
    recall.noteLoginPhase(RfbWire::Progress{Phase::Version, 8, 0, false});
    QVERIFY(!recall.noteAttemptEnded({Cause::ServerFailed, FailureCode::Closed, {}, {}}, true));
    QVERIFY(recall.beginAttempt() == neverSeen);
}

void ServerRecallTest::goingAheadOfAServerNeverSeen_data()
{
    QTest::addColumn<FailureCode>("end");
    QTest::addColumn<bool>("isLearned"); // what it says step by step
    QTest::addColumn<bool>("isKept"); // for other consoles too: never again
    QTest::newRow("it has a map of colors") << FailureCode::NotAsRemembered << true << false;
    QTest::newRow("it threw away what it had not asked for") << FailureCode::NotAnswered << false << true;
    QTest::newRow("it hung up") << FailureCode::Closed << false << false;
    QTest::newRow("it answered without sense") << FailureCode::Malformed << false << false;
}

void ServerRecallTest::goingAheadOfAServerNeverSeen()
{
    QFETCH(const FailureCode, end);
    QFETCH(const bool, isLearned);
    QFETCH(const bool, isKept);
    AssumptionsAboutServer recall;
    QVERIFY(run(recall, 8, 1, {}, true) == neverSeen);
    QVERIFY(recall.noteAttemptEnded({Cause::ServerFailed, end, {}, {}}, true));
    QCOMPARE(recall.remembered().has_value(), isKept);
    QVERIFY(run(recall, 8, 1, QSize(800, 600), true) == nothing);
    QVERIFY(recall.beginAttempt() == (isLearned ? RememberedServer{1, true, 800, 600} : nothing));
    QVERIFY(AssumptionsAboutServer(recall.remembered()).beginAttempt() == (isLearned ? RememberedServer{1, true, 800, 600} : isKept ? nothing : neverSeen));
}

void ServerRecallTest::anotherConsoleRemembers_data()
{
    QTest::addColumn<FailureCode>("end");
    QTest::addColumn<std::optional<RememberedVncServer>>("left");
    QTest::newRow("one that is another now is learnt anew") << FailureCode::NotAsRemembered << std::optional<RememberedVncServer>();
    QTest::newRow("one that never answered is never begun ahead again") << FailureCode::NotAnswered << std::optional(RememberedVncServer());
    QTest::newRow("one that hung up is by this console alone") << FailureCode::Closed << std::optional<RememberedVncServer>();
    QTest::newRow("one that made no sense too") << FailureCode::Malformed << std::optional<RememberedVncServer>();
    QTest::newRow("and one behind which something else was") << FailureCode::NotRfb << std::optional<RememberedVncServer>();
}

void ServerRecallTest::anotherConsoleRemembers()
{
    QFETCH(FailureCode, end);
    QFETCH(std::optional<RememberedVncServer>, left);
    AssumptionsAboutServer evening;
    QVERIFY(!evening.remembered());
    run(evening, 8, 2, QSize(800, 600), true);
    const RememberedVncServer known{2, true, 800, 600};
    QCOMPARE(evening.remembered(), known);
    AssumptionsAboutServer night(evening.remembered());
    QCOMPARE(night.remembered(), known);
    QVERIFY(night.beginAttempt() == (RememberedServer{2, true, 800, 600}));
    QVERIFY(night.noteAttemptEnded({Cause::ServerFailed, end, {}, {}}, true));
    QVERIFY(night.beginAttempt() == nothing);
    QCOMPARE(night.remembered(), left);
    // Step by step it is there after all.
    run(night, 8, 2, QSize(800, 600), true);
    AssumptionsAboutServer morning(night.remembered());
    QVERIFY(morning.beginAttempt() == (left ? nothing : neverSeen));
    QVERIFY(!morning.noteAttemptEnded({Cause::ServerFailed, FailureCode::Closed, {}, {}}, true));
    run(morning, 8, 1, QSize(640, 480));
    QCOMPARE(morning.remembered(), left ? left : std::optional(RememberedVncServer{1, false, 640, 480}));
}

NIGHTDESK_GUILESS_TEST(ServerRecallTest)
#include "serverrecalltest.moc"
