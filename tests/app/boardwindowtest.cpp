// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `nightdesk board` from end to end: a real mosquitto behind a real sshd, desks that are heard, and what the board tells of itself.
#include "app/window/boardwindow.h"
#include "app/board/boardconsole.h"
#include "app/board/boardconversation.h"
#include "app/facility/facilitychoice.h"
#include "app/window/consolefeatures.h"
#include "app/window/mainwindow.h"
#include "monitors/board/board.h"
#include "nightdesk.h"
#include "sessions/board/boardpresencepublisher.h"
#include "sessions/broker/brokercredentialfile.h"
#include "sessions/broker/credentialstore.h"
#include "sessions/broker/linkbrokertransport.h"
#include "sessions/bus/consolebus.h"
#include "sessions/links/hop/link.h"
#include "tests/sessions/links/linkprobe.h"
#include "tests/sessions/profiles/facilitydirectory.h"
#include "tests/support/sshserver.h"
#include "tests/support/testbroker.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "tests/widgets/boardfeed.h"
#include "widgets/board/boardcallbar.h"
#include "widgets/board/boardmodel.h"
#include "widgets/board/boardnotes.h"
#include "widgets/board/boardpage.h"
#include "widgets/board/boardview.h"
#include "widgets/questions/messagebar.h"

#include <KActionCollection>
#include <KConfig>

#include <QAction>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>

using namespace Nightdesk;
using namespace Nightdesk::Test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class BoardWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void aDeskThatComesIsShown();
    void itIsToldWhoWatches();
    void whoElseLooksIsSaid();
    void aNoteFromADesksPage();
    void notesToAllAreKeptEach();
    void anOlderBrokerTakesNotesToAll();
    void whoLeavesWithACallIsSaid();
    void aCallIsAcknowledged();
    void aBrokerThatIsLostIsSaid();
    void withoutACredentialItSaysSo();
    void aCredentialIsChosen();
    void withoutABrokerItSaysSo();
    void statusPrintsIt();
    void aLineMoreInTheFileIsNoOtherBroker();
    void whatStaysOpenIsToldAnew();
    void aConsoleQuitsWhileItIsAsked();

private:
    void writeFacility(bool withBroker, const QByteArray &before = {});
    void openBoard();
    void say(const QString &desk, const BoardWire::DeskState &state, bool isOnline = true);
    QString run(const QStringList &words, int *code = nullptr);
    bool isConnected() const;
    bool says(const QString &words) const;

    SshServer m_ssh;
    QTemporaryDir m_home;
    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_left;
    BrokerCredential m_ann;
    BrokerCredential m_bob;
    std::unique_ptr<FacilityDirectory> m_facility;
    std::unique_ptr<Link> m_link;
    std::unique_ptr<BrokerClient> m_desk;
    std::unique_ptr<BoardWindow> m_window;
    QHash<QString, QByteArray> m_heard;
    quint64 m_sequence = 0;
};

void BoardWindowTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    KConfig::setMainConfigName(u"nightdeskrc"_s);
    useHome(m_home.path());
    qputenv("XDG_CONFIG_HOME", m_home.filePath(u"config"_s).toUtf8());
    QVERIFY(m_ssh.start());
}

void BoardWindowTest::writeFacility(bool withBroker, const QByteArray &before)
{
    QByteArray text = before + "format = 1\nname = \"Keck\"\ntimezone = \"Pacific/Honolulu\"\n[site.santa-cruz]\nname = \"Santa Cruz\"\nscreens = [\"left\"]\n";
    if (withBroker) {
        text += "[link.broker]\nhost = \"127.0.0.1\"\nport = " + QByteArray::number(m_ssh.port()) + "\nuser = \"" + m_ssh.userName().toUtf8()
            + "\"\nidentities = [\"" + m_ssh.identityFile().toUtf8() + "\"]\nknown-hosts = \"" + m_ssh.knownHostsFile().toUtf8()
            + "\"\n[broker]\nid = \"keck\"\nlink = \"broker\"\nport = " + QByteArray::number(m_broker->port()) + '\n';
    }
    m_facility->write(u"facility.toml"_s, text);
}

void BoardWindowTest::init()
{
    Settings::self()->setDefaults();
    m_heard.clear();
    m_broker = std::make_unique<TestBroker>();
    m_left = m_broker->addDesk(u"santa-cruz/left"_s);
    m_ann = m_broker->addSa(u"ann"_s);
    m_bob = m_broker->addSa(u"bob"_s);
    QVERIFY(m_broker->start());
    m_facility = std::make_unique<FacilityDirectory>();
    writeFacility(true);
    const QString given = m_home.filePath(u"ann.json"_s);
    QFile::remove(given);
    QVERIFY(BrokerCredentialFile::write(given, m_ann).has_value());
    const auto imported = CredentialStore().importCredential(given);
    QVERIFY2(imported, imported ? "" : qPrintable(imported.error()));

    // A desk, as its console would speak.
    m_link = std::make_unique<Link>(LinkTarget{m_ssh.linkSpec(), false});
    m_desk = std::make_unique<BrokerClient>();
    BrokerSpec spec = m_broker->spec();
    spec.link = m_ssh.linkSpec();
    m_desk->setTransport(std::make_unique<LinkBrokerTransport>(m_link.get(), spec));
    connect(m_desk.get(), &BrokerClient::messagesArrived, this, [this](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            m_heard.insert(message.topic, message.payload);
        }
    });
    m_link->open();
    const BoardTopics topics(u"keck"_s);
    m_desk->open(m_left, [topics, name = *DeskName::fromText(u"santa-cruz/left"_s)] {
        return BrokerWill{topics.deskTopic(name, BoardTopics::MessageKind::Presence),
                          BoardWire::write(BoardWire::Presence{.stamp = {.runId = u"0123456789abcdef"_s,
                                                                         .runBeganAt = QDateTime::currentDateTimeUtc(),
                                                                         .sequence = 1'000'000,
                                                                         .sentAt = QDateTime::currentDateTimeUtc()},
                                                               .isOnline = false,
                                                               .isFarewell = false,
                                                               .people = {},
                                                               .programVersion = u"1"_s})};
    });
    m_desk->subscribe(topics.deskFilters(*DeskName::fromText(u"santa-cruz/left"_s)));
    QTRY_COMPARE_WITH_TIMEOUT(m_desk->state(), BrokerState::Connected, 30000);
}

void BoardWindowTest::cleanup()
{
    m_window.reset();
    m_desk.reset();
    m_link.reset();
    m_broker.reset();
    m_facility.reset();
}

void BoardWindowTest::say(const QString &desk, const BoardWire::DeskState &given, bool isOnline)
{
    const BoardTopics topics(u"keck"_s);
    const DeskName name = *DeskName::fromText(desk);
    const auto stamp = [this] {
        return BoardWire::MessageStamp{.runId = u"0123456789abcdef"_s,
                                       .runBeganAt = QDateTime::currentDateTimeUtc().addSecs(-60),
                                       .sequence = ++m_sequence,
                                       .sentAt = QDateTime::currentDateTimeUtc()};
    };
    BoardWire::DeskState state = given;
    const BoardWire::Presence presence{.stamp = stamp(),
                                       .isOnline = isOnline,
                                       .isFarewell = !isOnline,
                                       .people = state.people,
                                       .programVersion = state.programVersion};
    state.stamp = stamp();
    QVERIFY(m_desk->publish(topics.deskTopic(name, BoardTopics::MessageKind::Presence),
                            BoardWire::write(presence),
                            {.qos = 1, .shouldRetain = true, .expiry = {}}));
    QVERIFY(m_desk->publish(topics.deskTopic(name, BoardTopics::MessageKind::State), BoardWire::write(state), {.qos = 1, .shouldRetain = true, .expiry = {}}));
}

bool BoardWindowTest::isConnected() const
{
    const Board *board = m_window->console()->board();
    return board && board->isConnected();
}

bool BoardWindowTest::says(const QString &words) const
{
    return std::ranges::any_of(m_window->findChildren<QLabel *>(), [&words](const QLabel *label) {
        return label->isVisible() && label->text().contains(words);
    });
}

void BoardWindowTest::aDeskThatComesIsShown()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), {}});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    const BoardPage *page = m_window->console()->page();
    QTRY_COMPARE_WITH_TIMEOUT(page->view()->model()->rowCount(), 1, 30000); // the broker kept it
    const QModelIndex row = page->view()->model()->index(0, 0);
    QCOMPARE(row.data(BoardModel::NameRole).toString(), u"santa-cruz/left"_s);
    QTRY_COMPARE(row.data().toString(), u"OK"_s);
    BoardWire::DeskState ill = BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3);
    ill.displays[0].state = u"failed"_s;
    ill.displays[0].problemText = u"The desktop’s server ended"_s;
    QElapsedTimer timer;
    timer.start();
    say(u"santa-cruz/left"_s, ill);
    QTRY_COMPARE_WITH_TIMEOUT(row.data().toString(), u"Fault"_s, 30000);
    qInfo("from change to screen: %lld ms", timer.elapsed());
    QVERIFY(m_window->windowTitle().contains(u"Keck"_s));
}

void BoardWindowTest::itIsToldWhoWatches()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"ann"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    const BoardTopics topics(u"keck"_s);
    const DeskName left = *DeskName::fromText(u"santa-cruz/left"_s);
    QString presence; // below its run
    const auto isThere = [&] {
        const QStringList heard = m_heard.keys().filter(topics.saPresenceTopic(u"ann"_s, {}));
        presence = heard.value(0);
        return heard.size() == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isThere(), 30000);
    const QString watching = topics.watchingTopic(u"ann"_s, left, BoardTopics::parse(presence)->boardRunId);
    const auto isOnline = [&] {
        const auto message = BoardWire::read(presence, m_heard.value(presence));
        return message && std::get<BoardWire::Presence>(*message).isOnline;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOnline(), 30000);
    BoardPage *page = m_window->console()->page();
    QTRY_COMPARE_WITH_TIMEOUT(page->view()->model()->rowCount(), 1, 30000);
    page->openDeskPage(left);
    const auto hasPageOpen = [&] {
        const auto message = BoardWire::read(watching, m_heard.value(watching));
        return message && std::get<BoardWire::Watching>(*message).hasPageOpen && std::get<BoardWire::Watching>(*message).astronomerName == "ann"_L1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(hasPageOpen(), 30000);
    page->closeDeskPage();
    QTRY_VERIFY_WITH_TIMEOUT(m_heard.value(watching).isEmpty(), 30000); // nothing is kept of it
    page->openDeskPage(left);
    QTRY_VERIFY_WITH_TIMEOUT(hasPageOpen(), 30000);
    m_window.reset();
    QTRY_VERIFY_WITH_TIMEOUT(!isOnline(), 30000); // it said goodbye
    QTRY_VERIFY_WITH_TIMEOUT(m_heard.value(watching).isEmpty(), 30000);
}

void BoardWindowTest::whoElseLooksIsSaid()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    BrokerClient bob;
    BrokerSpec spec = m_broker->spec();
    spec.link = m_ssh.linkSpec();
    bob.setTransport(std::make_unique<LinkBrokerTransport>(m_link.get(), spec));
    BoardPresencePublisher voice(&bob, u"keck"_s, u"bob"_s);
    voice.open(m_bob);
    QTRY_COMPARE_WITH_TIMEOUT(bob.state(), BrokerState::Connected, 30000);
    const DeskName left = *DeskName::fromText(u"santa-cruz/left"_s);
    voice.watch(left, false, {u"lris/control0"_s});
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), {}});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    BoardPage *page = m_window->console()->page();
    QTRY_COMPARE_WITH_TIMEOUT(page->view()->model()->rowCount(), 1, 30000);
    page->openDeskPage(left);
    QTRY_VERIFY_WITH_TIMEOUT(says(u"bob also views this workstation"_s), 30000);
    QVERIFY(!says(u"ann"_s)); // that is us
    voice.watch(left, false, {});
    QTRY_VERIFY_WITH_TIMEOUT(!says(u"bob also views this workstation"_s), 30000);
    QCOMPARE(m_window->console()->board()->counters().droppedMessages, quint64(0));
}

void BoardWindowTest::aNoteFromADesksPage()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"ann"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    BoardPage *page = m_window->console()->page();
    QTRY_COMPARE_WITH_TIMEOUT(page->view()->model()->rowCount(), 1, 30000);
    const BoardTopics topics(u"keck"_s);
    const DeskName left = *DeskName::fromText(u"santa-cruz/left"_s);
    page->openDeskPage(left);
    auto *line = m_window->findChild<BoardNotes *>()->findChild<QLineEdit *>(u"text"_s);
    QTest::keyClicks(line, u"your slit is wrong"_s);
    QTest::keyClick(line, Qt::Key_Return);
    const QString topic = topics.saToDeskTopic(u"ann"_s, left, BoardTopics::MessageKind::Note);
    QTRY_VERIFY_WITH_TIMEOUT(m_heard.contains(topic), 30000);
    QCOMPARE(std::get<BoardWire::Note>(*BoardWire::read(topic, m_heard.value(topic))).text, u"your slit is wrong"_s);
    QVERIFY(!m_heard.contains(topics.saTopic(u"ann"_s, BoardTopics::MessageKind::Note))); // to that desk, and to nobody else
}

void BoardWindowTest::notesToAllAreKeptEach()
{
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"ann"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    auto *talk = m_window->findChild<BoardConversation *>();
    const QStringList written{u"wind"_s, u"more wind"_s, u"the dome closes"_s};
    for (const QString &text : written) {
        talk->writeNote(text, {});
    }
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::all_of(talk->noteBook().entries(),
                                                 [](const NoteBook::Entry &entry) {
                                                     return entry.delivery == NoteBook::Delivery::Sent;
                                                 }),
                             30000);
    const BoardTopics topics(u"keck"_s);
    const auto told = [&](const QString &topic) {
        const auto read = BoardWire::read(topic, m_heard.value(topic));
        return read ? std::get<BoardWire::Note>(*read).text : QString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(told(topics.saTopic(u"ann"_s, BoardTopics::MessageKind::Note)), written.constLast(), 30000); // for who knows no other topic
    QCOMPARE(talk->noteBook().entries().size(), 3); // our own come back, and are known
    for (const NoteBook::Entry &entry : talk->noteBook().entries()) {
        QCOMPARE(told(topics.saNoteTopic(u"ann"_s, entry.id)), entry.text);
    }
}

/// Its access list knows no topic for each note.
void BoardWindowTest::anOlderBrokerTakesNotesToAll()
{
    m_broker->withhold(u"/note/+"_s);
    QSignalSpy connectedAgain(m_desk.get(), &BrokerClient::connected); // it does not know yet that the broker went
    QVERIFY(m_broker->restart());
    QTRY_VERIFY_WITH_TIMEOUT(!connectedAgain.isEmpty(), 30000);
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"ann"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    auto *talk = m_window->findChild<BoardConversation *>();
    const auto isSent = [talk] {
        return std::ranges::all_of(talk->noteBook().entries(), [](const NoteBook::Entry &entry) {
            return entry.delivery == NoteBook::Delivery::Sent;
        });
    };
    for (int i = 1; i <= NoteBook::maxWaitingNotes + 1; ++i) { // as many as may wait, and there is room for one more
        talk->writeNote(QString::number(i), {});
        QTRY_VERIFY_WITH_TIMEOUT(isSent(), 30000);
        QCOMPARE(talk->noteBook().entries().size(), i);
    }
    const QString topic = BoardTopics(u"keck"_s).saTopic(u"ann"_s, BoardTopics::MessageKind::Note);
    const auto told = [&] {
        const auto read = BoardWire::read(topic, m_heard.value(topic));
        return read ? std::get<BoardWire::Note>(*read).text : QString();
    };
    QTRY_COMPARE_WITH_TIMEOUT(told(), QString::number(NoteBook::maxWaitingNotes + 1), 30000);
}

void BoardWindowTest::whoLeavesWithACallIsSaid()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"ann"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    BoardWire::Call call;
    call.stamp = {.runId = u"0123456789abcdef"_s,
                  .runBeganAt = QDateTime::currentDateTimeUtc().addSecs(-60),
                  .sequence = 900,
                  .sentAt = QDateTime::currentDateTimeUtc()};
    call.id = u"00000000000000c1"_s;
    call.since = call.stamp.sentAt;
    call.caller = u"S. Umber"_s;
    const QString topic = BoardTopics(u"keck"_s).deskTopic(*DeskName::fromText(u"santa-cruz/left"_s), BoardTopics::MessageKind::Call);
    QVERIFY(m_desk->publish(topic, BoardWire::write(call), {.qos = 1, .shouldRetain = true, .expiry = {}}));
    QTRY_VERIFY_WITH_TIMEOUT(says(u"calling since"_s), 30000);
    ++call.stamp.sequence;
    call.state = BoardWire::CallState::Over;
    call.hasDeskSignedOff = true;
    QVERIFY(m_desk->publish(topic, BoardWire::write(call), {.qos = 1, .shouldRetain = true, .expiry = {}}));
    auto *bar = m_window->findChild<MessageBar *>();
    QTRY_VERIFY_WITH_TIMEOUT(bar->text().startsWith(u"santa-cruz/left (S. Umber) disconnected."_s), 30000);
    QVERIFY(m_window->findChild<BoardCallBar *>()->isEmpty());
}

/// By a desk that goes before anybody has heard it.
void BoardWindowTest::aCallIsAcknowledged()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"ann"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    const BoardTopics topics(u"keck"_s);
    const DeskName left = *DeskName::fromText(u"santa-cruz/left"_s);
    BoardWire::Call call;
    call.stamp = {.runId = u"0123456789abcdef"_s,
                  .runBeganAt = QDateTime::currentDateTimeUtc().addSecs(-60),
                  .sequence = 900,
                  .sentAt = QDateTime::currentDateTimeUtc()};
    call.id = u"00000000000000c1"_s;
    call.since = call.stamp.sentAt;
    call.caller = u"S. Umber"_s;
    QVERIFY(m_desk->publish(topics.deskTopic(left, BoardTopics::MessageKind::Call), BoardWire::write(call), {.qos = 1, .shouldRetain = true, .expiry = {}}));
    QTRY_VERIFY_WITH_TIMEOUT(says(u"calling since"_s), 30000);
    m_desk.reset();
    m_window->findChild<QPushButton *>(u"acknowledge"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(u"Acknowledged by ann (not yet delivered to the workstation)"_s), 30000);
    QCOMPARE(m_window->console()->board()->desk(left)->call->state, BoardWire::CallState::Acknowledged);
    m_window.reset();
    // Nor does another board ring.
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"ann"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(says(u"Acknowledged by ann"_s), 30000);
    QVERIFY(m_window->findChild<QPushButton *>(u"acknowledge"_s)->isHidden());
}

void BoardWindowTest::aBrokerThatIsLostIsSaid()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), {}});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    BoardPage *page = m_window->console()->page();
    QTRY_COMPARE_WITH_TIMEOUT(page->view()->model()->rowCount(), 1, 30000);
    m_broker->kill();
    QTRY_VERIFY_WITH_TIMEOUT(says(u"The message broker is unreachable"_s), 30000);
    QCOMPARE(page->view()->model()->rowCount(), 1); // as it was last
    QVERIFY(m_broker->restart());
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 40000);
    QTRY_VERIFY(!says(u"The message broker is unreachable"_s));
}

void BoardWindowTest::withoutACredentialItSaysSo()
{
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), u"bob"_s});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(says(u"no credential “bob”"_s), 30000);
    const QString choose = m_window->actionCollection()->action(u"board_import"_s)->text().remove(u'&');
    QVERIFY2(says(u"nightdesk broker"_s) && says(u"File ▸ "_s + choose), qPrintable(choose)); // and what to do
    QVERIFY(!m_window->console()->hasBoardCredential());
}

void BoardWindowTest::aCredentialIsChosen()
{
    QVERIFY(QFile::remove(CredentialStore().file(u"keck"_s, BrokerRole::SupportAstronomer)));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), {}});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(says(u"no credential"_s), 30000);
    const QString desks = m_home.filePath(u"left.json"_s);
    QVERIFY(BrokerCredentialFile::write(desks, m_left).has_value());
    QSignalSpy refused(m_window->console(), &BoardConsole::problemReported);
    m_window->console()->importCredential(desks);
    QTRY_COMPARE_WITH_TIMEOUT(refused.size(), 1, 30000);
    QVERIFY(!m_window->console()->hasBoardCredential());
    m_window->console()->importCredential(m_home.filePath(u"ann.json"_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->console()->hasBoardCredential() && isConnected(), 30000);
}

void BoardWindowTest::withoutABrokerItSaysSo()
{
    writeFacility(false);
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), {}});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(says(u"has no message broker"_s), 30000);
}

QString BoardWindowTest::run(const QStringList &words, int *code)
{
    QProcess process;
    process.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, words);
    // This process answers it.
    WAIT_FOR(process.state() == QProcess::NotRunning);
    if (code) {
        *code = process.exitCode();
    }
    return QString::fromUtf8(process.readAllStandardOutput());
}

void BoardWindowTest::statusPrintsIt()
{
    if (!QDBusConnection::sessionBus().isConnected()) {
        QSKIP("there is no session bus");
    }
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), {}});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->console()->page()->view()->model()->rowCount(), 1, 30000);
    QTRY_COMPARE(m_window->console()->page()->view()->model()->index(0, 0).data().toString(), u"OK"_s); // its state may come after its presence
    int code = -1;
    const QString text = run({u"status"_s}, &code);
    QVERIFY2(code == 0 && text.contains(u"Status board: 1 workstation"_s) && text.contains(u"santa-cruz/left  OK     S. Umber"_s), qPrintable(text));
    const QString json = run({u"status"_s, u"--json"_s}, &code);
    const QJsonObject board = QJsonDocument::fromJson(json.toUtf8()).object().value("board"_L1).toObject();
    QCOMPARE(board.value("connected"_L1).toBool(), true);
    QCOMPARE(board.value("desks"_L1).toArray().at(0).toObject().value("desk"_L1).toString(), u"santa-cruz/left"_s);
}

void BoardWindowTest::openBoard()
{
    say(u"santa-cruz/left"_s, BoardFeed::state(u"lris"_s, {u"S. Umber"_s}, 3));
    m_window = std::make_unique<BoardWindow>(BoardCommand{m_facility->path(), {}});
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->console()->page()->view()->model()->rowCount(), 1, 30000);
}

void BoardWindowTest::aLineMoreInTheFileIsNoOtherBroker()
{
    openBoard();
    const DeskName left = *DeskName::fromText(u"santa-cruz/left"_s);
    m_window->console()->page()->openDeskPage(left);
    QSignalSpy changed(m_window->console(), &BoardConsole::boardReplaced);
    QSignalSpy read(m_window->findChild<FacilityChoice *>(), &FacilityChoice::facilityRead);
    writeFacility(true, "# by the staff\n");
    QVERIFY(read.wait(30000));
    QCoreApplication::processEvents(); // it is told queued
    QVERIFY(changed.isEmpty());
    QVERIFY(isConnected());
    QCOMPARE(m_window->console()->page()->shownDesk(), std::optional(left));
}

void BoardWindowTest::whatStaysOpenIsToldAnew()
{
    m_facility->write(u"profiles/lris.toml"_s,
                      "format = 1\nid = \"lris\"\nname = \"LRIS\"\n[link.summit]\nhost = \"127.0.0.1\"\nport = " + QByteArray::number(m_ssh.port())
                          + "\nuser = \"" + m_ssh.userName().toUtf8() + "\"\nidentities = [\"" + m_ssh.identityFile().toUtf8() + "\"]\nknown-hosts = \""
                          + m_ssh.knownHostsFile().toUtf8() + "\"\n[[desktop]]\nid = \"control0\"\ntitle = \"Control 0\"\nlink = \"summit\"\nport = 1\n");
    openBoard();
    BoardConsole *console = m_window->console();
    const DeskName left = *DeskName::fromText(u"santa-cruz/left"_s);
    Q_EMIT console->page()->viewDisplayRequested(left, u"lris/control0"_s);
    const auto isReported = [this] {
        return std::ranges::any_of(m_heard.asKeyValueRange(), [](const auto &one) {
            return one.first.contains("/sa/ann/to/"_L1) && one.first.contains("/watch"_L1) && one.second.contains("lris/control0");
        });
    };
    QVERIFY(waitFor([&] {
        for (auto *button : m_window->findChildren<QPushButton *>()) {
            if (button->isVisible() && button->isEnabled() && button->text().contains(u"pprove"_s)) {
                button->click(); // to what the profile does
            }
        }
        return isReported();
    }));
    m_heard.clear();
    console->importCredential(m_home.filePath(u"ann.json"_s)); // another connection; the window stays
    QTRY_VERIFY_WITH_TIMEOUT(isReported(), 30000);
    const auto *opener = m_window->findChild<BoardDesktopOpener *>();
    QCOMPARE(opener->windows().size(), 1);
    writeFacility(false);
    QTRY_VERIFY_WITH_TIMEOUT(opener->windows().isEmpty(), 30000); // nobody could be told any more
}

void BoardWindowTest::aConsoleQuitsWhileItIsAsked()
{
    auto console = std::make_unique<MainWindow>(m_facility->path(), QString());
    console->setAttribute(Qt::WA_DeleteOnClose, false);
    console->show();
    console->features()->offerToResume(false);
    int code = -1;
    QCoreApplication::setApplicationVersion(u"0.10.0"_s);
    const QString said = run({u"status"_s}, &code);
    QVERIFY2(said.contains(u"Not connected."_s) && code == 0, "the console did not answer");
    QVERIFY2(said.startsWith(u"Nightdesk 0.10.0\n"_s), qPrintable(said));
    QProcess asking;
    asking.start(qEnvironmentVariable("NIGHTDESK_TEST_BUILD_DIR") + u"/bin/nightdesk"_s, {u"status"_s});
    QVERIFY(asking.waitForStarted());
    QVERIFY(console->close());
    console.reset(); // it may be asked at any moment of that
    QVERIFY(WAIT_FOR(asking.state() == QProcess::NotRunning));
    QCOMPARE(asking.exitStatus(), QProcess::NormalExit);
    run({u"status"_s}, &code);
    QCOMPARE(code, 1);
}

NIGHTDESK_TEST(BoardWindowTest)
#include "boardwindowtest.moc"
