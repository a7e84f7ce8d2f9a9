// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connect/connectflow.h"
#include "app/deskboard/deskpeople.h"
#include "app/deskboard/keptevents.h"
#include "app/facility/facilitychoice.h"
#include "app/night/consolenight.h"
#include "monitors/board/deskmessenger.h"
#include "monitors/board/deskwatchers.h"
#include "tests/app/deskboard/consoleboardkit.h"
#include "tests/support/testprogram.h"
#include "widgets/board/boardstatusline.h"
#include "widgets/questions/messagebar.h"
#include "widgets/view/nightindicators.h"

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Reach = BoardLineState::ConnectionState;
using MessageKind = BoardTopics::MessageKind;

/// A desk at a real broker: when it is there, what it tells, who looks at it.
class ConsoleBoardTest : public ConsoleBoardKit
{
    Q_OBJECT
private Q_SLOTS:
    void withoutABrokerNothingIsSaid();
    void withoutACredentialNothingIsSaid();
    void aDeskTellsWhileItIsConnected();
    void aConsoleThatEndsSaysSo();
    void aBrokerThatComesWithTheFiles();
    void theLastWordIsTheDeskAsItIs();
    void whoLooks();
    void theNightGoesOnInTheNextConsole();
    void whoOnlyListensMissesNothing();
};

void ConsoleBoardTest::withoutABrokerNothingIsSaid()
{
    writeFacility(false);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    desk.board->people()->setPeople({u"Bob"_s});
    QCOMPARE(desk.reach(), Reach::NothingToShow);
    QVERIFY(desk.the<BoardStatusLine>()->isHidden());
    QCOMPARE(desk.board->messenger()->connectionMode(), DeskMessenger::ConnectionMode::Off);
    QVERIFY(desk.message->isHidden());
    for (const QString &action : {u"board_call"_s, u"board_notes"_s, u"board_people"_s, u"board_told"_s}) {
        QVERIFY2(!desk.isInMenu(action), qPrintable(action));
    }
}

void ConsoleBoardTest::withoutACredentialNothingIsSaid()
{
    PlayedConsole desk(facility(), m_directory->filePath(u"none"_s));
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(desk.choice->facility().broker.has_value(), 30000);
    QTest::qWait(0);
    QCOMPARE(desk.reach(), Reach::NothingToShow);
    QVERIFY(desk.message->isHidden());
    QVERIFY(desk.isInMenu(u"board_told"_s)); // it takes the credential
    QVERIFY(desk.isInMenu(u"board_people"_s));
    QVERIFY(!desk.isInMenu(u"board_call"_s));
    QVERIFY(!desk.isInMenu(u"board_notes"_s));
}

void ConsoleBoardTest::aDeskTellsWhileItIsConnected()
{
    PlayedSa ann(*m_broker, m_annCredential);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QTRY_VERIFY_WITH_TIMEOUT(desk.choice->isFacilityRead(), 30000);
    QCOMPARE(desk.board->messenger()->connectionMode(), DeskMessenger::ConnectionMode::Off); // nothing is connected, nobody has said who they are
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    QCOMPARE(desk.the<BoardStatusLine>()->text(), u"Status shared; no status board is open"_s);
    QVERIFY(desk.isInMenu(u"board_call"_s));
    const QString presence = topics().deskTopic(m_left, MessageKind::Presence);
    const QString state = topics().deskTopic(m_left, MessageKind::State);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence) && ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state) && ann.heard<BoardWire::DeskState>(state)->instruments.size() == 1, 30000);
    QVERIFY(desk.board->messenger()->publishedMessages().contains(presence));
    desk.board->people()->setPeople({u"Bob"_s});
    QTRY_COMPARE_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state)->people, QStringList{u"Bob"_s}, 30000);
    desk.board->people()->setPeople({});
    desk.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
    QCOMPARE(desk.reach(), Reach::NothingToShow);
    QVERIFY(desk.board->messenger()->publishedMessages().contains(state)); // it lies there still
    QVERIFY(desk.board->messenger()->lastPublishedAt().isValid());
}

void ConsoleBoardTest::aConsoleThatEndsSaysSo()
{
    PlayedSa ann(*m_broker, m_annCredential);
    const QString presence = topics().deskTopic(m_left, MessageKind::Presence);
    // The console waits a second for the broker's answer: with a broker that was stopped for longer, the will comes right behind the goodbye.
    bool saidFarewell = false;
    connect(&ann.client, &BrokerClient::messagesArrived, this, [&](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            const auto read = BoardWire::read(message.topic, message.payload);
            const auto *one = read ? std::get_if<BoardWire::Presence>(&*read) : nullptr;
            saidFarewell = saidFarewell || (one && message.topic == presence && one->isFarewell);
        }
    });
    {
        PlayedConsole desk(facility(), credentials(m_leftCredential));
        QVERIFY(desk.connectLris());
        QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence) && ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
        QVERIFY(!saidFarewell);
    } // no loop runs any more but the one that waits for the goodbye
    QTRY_VERIFY_WITH_TIMEOUT(saidFarewell, 30000);
    QVERIFY(!ann.heard<BoardWire::Presence>(presence)->isOnline);
}

void ConsoleBoardTest::aBrokerThatComesWithTheFiles()
{
    writeFacility(false);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QCOMPARE(desk.reach(), Reach::NothingToShow);
    writeFacility(true);
    QTRY_VERIFY_WITH_TIMEOUT(desk.choice->facility().broker, 60000);
    QCOMPARE(desk.reach(), Reach::NothingToShow); // nobody has agreed to log in there
    desk.flow->requestById(u"lris"_s);
    QTRY_VERIFY_WITH_TIMEOUT((desk.agree(), desk.reach() == Reach::Connected), 60000);
    writeFacility(false);
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::NothingToShow, 60000);
    QVERIFY(desk.desk.isConnected());
}

/// What the broker keeps of it until the next time.
void ConsoleBoardTest::theLastWordIsTheDeskAsItIs()
{
    const QString presence = topics().deskTopic(m_left, MessageKind::Presence);
    const QString state = topics().deskTopic(m_left, MessageKind::State);
    PlayedSa ann(*m_broker, m_annCredential);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence) && ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state) && ann.heard<BoardWire::DeskState>(state)->instruments.size() == 1, 30000);
    writeFacility(true, u"another"_s); // the credential is not that one's
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence)->isFarewell, 60000);
    QVERIFY(desk.desk.isConnected());
    QCOMPARE(ann.heard<BoardWire::DeskState>(state)->instruments.size(), 1);
}

/// Its page on the board shows what happened before the console was started again; what has not ended meanwhile stays one event.
void ConsoleBoardTest::theNightGoesOnInTheNextConsole()
{
    const QString topic = topics().deskTopic(m_left, MessageKind::History);
    PlayedSa ann(*m_broker, m_annCredential);
    const auto events = [&] {
        const auto history = ann.heard<BoardWire::DeskHistory>(topic);
        return history ? history->entries : QList<BoardWire::Trouble>();
    };
    QString run;
    QDateTime began;
    {
        PlayedConsole desk(facility(), credentials(m_leftCredential));
        QVERIFY(desk.connectLris()); // at a host that refuses
        QTRY_COMPARE_WITH_TIMEOUT(events().size(), 1, 60000);
        run = ann.heard<BoardWire::DeskHistory>(topic)->stamp.runId;
        began = events().first().at;
        desk.die(); // the board hears no more of it
    }
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::DeskHistory>(topic)->stamp.runId != run && !events().isEmpty()
                                 && events().last().health != BoardWire::Health::Good,
                             60000);
    QCOMPARE(events().size(), 1);
    QCOMPARE(events().first().at, began);
    QCOMPARE(events().first().subjectKey, u"lris/summit"_s);
    const auto isBefore = [&](const QList<BoardWire::Trouble> &found) {
        return !found.isEmpty() && found.first().at == began;
    };
    const auto kept = [this](const QString &name) {
        return StoredEvents::read(m_broker->facility() + u' ' + name, u"Pacific/Honolulu"_s);
    };
    QVERIFY(isBefore(kept(m_left.text())));
    QVERIFY(kept(m_right.text()).isEmpty());
    Q_EMIT desk.night->newNightBegan();
    QTRY_VERIFY_WITH_TIMEOUT(!isBefore(events()), 60000);
    QVERIFY(!isBefore(kept(m_left.text())));
}

void ConsoleBoardTest::whoLooks()
{
    PlayedSa ann(*m_broker, m_annCredential);
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    QVERIFY(ann.tellPresence());
    QTRY_COMPARE_WITH_TIMEOUT(desk.the<BoardStatusLine>()->text(), u"On the status board · Ann (SA) has the status board open"_s, 30000);
    BoardWire::Watching watching;
    watching.astronomerName = u"Ann"_s;
    watching.displays = {u"lris/control0"_s};
    QVERIFY(ann.tell(ann.watching(m_left), watching));
    QTRY_COMPARE_WITH_TIMEOUT(desk.the<BoardStatusLine>()->text(), u"On the status board · Ann (SA) views Control 0"_s, 30000);
    QCOMPARE(desk.indicators->viewingAstronomersOf(qobject_cast<DesktopSession *>(desk.desk.session(u"control0"_s))), QStringList{u"Ann"_s});
    QVERIFY(ann.tell(ann.watching(m_right), watching)); // another desk's business
    {
        // Another board of hers opens and closes: the first still looks.
        PlayedSa home(*m_broker, m_annCredential, u"00000000000000ab"_s);
        QTRY_COMPARE_WITH_TIMEOUT(home.client.state(), BrokerState::Connected, 30000);
        QVERIFY(home.tellPresence());
        watching.displays = {u"lris/control1"_s};
        QVERIFY(home.tell(home.watching(m_left), watching));
        const auto looks = [&desk](const QString &display) {
            return std::ranges::any_of(desk.board->lineState().watchers, [&display](const DeskWatchers::Watcher &watcher) {
                return watcher.displays.contains(display);
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(looks(u"lris/control1"_s), 30000);
        home.client.close(BrokerWill{topics().saPresenceTopic(u"ann"_s, u"00000000000000ab"_s), {}});
        QTRY_VERIFY_WITH_TIMEOUT(!looks(u"lris/control1"_s), 30000);
        QVERIFY(looks(u"lris/control0"_s));
    }
    m_broker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Lost, 30000);
    QVERIFY(desk.board->lineState().watchers.isEmpty()); // who knows?
    QVERIFY2(desk.message->text().startsWith(u"The status board is unreachable;"_s), qPrintable(desk.message->text()));
    desk.message->hide();
    QVERIFY(m_broker->start());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 60000);
    QVERIFY(desk.message->isHidden()); // it comes back without a word
}

void ConsoleBoardTest::whoOnlyListensMissesNothing()
{
    PlayedConsole desk(facility(), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    desk.desk.disconnectAll();
    desk.board->people()->setPeople({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(desk.board->messenger()->connectionMode(), DeskMessenger::ConnectionMode::Listening, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(desk.board->messenger()->isConnected(), 30000);
    m_broker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Lost, 30000);
    QVERIFY(desk.message->isHidden());
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    return runAtHome<ConsoleBoardTest>(argc, argv);
}

#include "consoleboardtest.moc"
