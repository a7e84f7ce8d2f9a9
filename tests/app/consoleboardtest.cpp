// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/consoleboard.h"
#include "app/boardlink.h"
#include "app/connectflow.h"
#include "app/consolecall.h"
#include "app/consolemove.h"
#include "app/consolenight.h"
#include "app/consolenotes.h"
#include "app/deskpaths.h"
#include "app/deskpeople.h"
#include "app/deskscreens.h"
#include "app/facilitychoice.h"
#include "app/movestate.h"
#include "monitors/board/deskpost.h"
#include "monitors/supportdesk.h"
#include "nightdesk.h"
#include "sessions/broker/brokercredentialfile.h"
#include "sessions/broker/credentialstore.h"
#include "sessions/broker/tlsbrokerway.h"
#include "sessions/desk/desk.h"
#include "sessions/links/link.h"
#include "tests/support/sshserver.h"
#include "tests/support/testbroker.h"
#include "tests/support/xserver.h"
#include "tests/support/xvncserver.h"
#include "widgets/boardline.h"
#include "widgets/instrumentpicker.h"
#include "widgets/letgobar.h"
#include "widgets/messagebar.h"
#include "widgets/moveoffer.h"
#include "widgets/nightsigns.h"
#include "widgets/questions.h"
#include "widgets/resumeoffer.h"
#include "widgets/stages.h"
#include "widgets/trustdialog.h"

#include <KActionCollection>
#include <KConfigGroup>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QPushButton>
#include <QSaveFile>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>
#include <atomic>
#include <memory>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Nightdesk::Test::TestBroker;
using Reach = BoardSight::Reach;
using Sort = BoardTopics::Sort;

namespace
{
const QString profileText =
    uR"(format = 1
id = "lris"
name = "LRIS"
[link.summit]
host = "127.0.0.1"
port = 1
[[desktop]]
id = "control0"
title = "Control 0"
link = "summit"
display = ":1"
[[window]]
id = "ds9"
link = "summit"
command = ["ds9"]
start = "manual"
)"_s;

/// A console of one desk without its main window.
struct Console {
    explicit Console(const QString &facility, const QString &credentials)
    {
        auto *picker = new InstrumentPicker(&window);
        support = new SupportDesk(&window);
        message = new MessageBar(support, &window);
        choice = new FacilityChoice(facility, {}, &window);
        actions = new KActionCollection(&window);
        flow = new ConnectFlow(choice, &window);
        stages = new Stages(&window);
        auto *screens = new DeskScreens(choice, &desk, stages, picker, &window);
        signs = new NightSigns(&window);
        night = new ConsoleNight({&desk, choice, flow, screens, stages, message, new ResumeOffer(&window), &window});
        auto *bars = new QVBoxLayout(&window);
        auto *strips = new QVBoxLayout;
        bars->addLayout(strips);
        board = new ConsoleBoard(
            {&desk, choice, flow, night, support, new Questions(&window), message, signs, bars, strips, actions, &window, credentials, [idle = idle] {
                 return std::optional(std::chrono::milliseconds(idle->load()));
             }});
        QObject::connect(flow, &ConnectFlow::ready, &window, [this](const InstrumentProfile &profile) {
            const auto before = night->before(profile);
            desk.connectProfile(profile);
            if (before) {
                night->restore(*before, profile.id);
            }
        });
        choice->start();
        window.show();
    }
    ~Console()
    {
        if (!board) {
            desk.disconnectAll();
            return;
        }
        board->leave();
        desk.disconnectAll();
        board->waitForGoodbye();
    }
    /// It ends without a word of its own.
    void die()
    {
        delete std::exchange(board, nullptr);
    }
    bool connectLris()
    {
        flow->requestById(u"lris"_s);
        return isConnectedAfterAgreeing();
    }
    bool isConnectedAfterAgreeing()
    {
        return QTest::qWaitFor(
            [this] {
                for (auto *question : window.findChildren<TrustDialog *>()) {
                    if (question->isVisible()) {
                        question->accept();
                    }
                }
                return desk.isConnected(u"lris"_s);
            },
            30000);
    }
    Reach reach() const
    {
        return board->sight().reach;
    }
    QPushButton *button(const QString &name) const
    {
        for (QPushButton *button : window.findChildren<QPushButton *>(name)) {
            if (!button->isHidden()) {
                return button;
            }
        }
        return nullptr;
    }
    template<typename Widget>
    Widget *the() const
    {
        return window.findChild<Widget *>();
    }

    bool isInMenu(const QString &action) const
    {
        return actions->action(action)->isVisible();
    }

    Desk desk{nullptr};
    QWidget window;
    SupportDesk *support = nullptr;
    MessageBar *message = nullptr;
    FacilityChoice *choice = nullptr;
    ConnectFlow *flow = nullptr;
    Stages *stages = nullptr;
    NightSigns *signs = nullptr;
    ConsoleNight *night = nullptr;
    ConsoleBoard *board = nullptr;
    KActionCollection *actions = nullptr;
    /// For how long nobody touched its display, in ms.
    std::shared_ptr<std::atomic<qint64>> idle = std::make_shared<std::atomic<qint64>>(3'600'000);
};

/// An SA's side of the broker, no more of it than the tests need.
class Sa : public QObject
{
public:
    Sa(const TestBroker &broker, const BrokerCredential &credential, const QString &run = u"00000000000000aa"_s)
        : m_topics(broker.facility())
        , m_name(credential.name)
    {
        m_stamp.run = run;
        m_stamp.began = QDateTime::currentDateTimeUtc();
        client.setWay(std::make_unique<TlsBrokerWay>(broker.spec()));
        client.subscribe(m_topics.forBoard());
        connect(&client, &BrokerClient::arrived, this, [this](const QList<BrokerMessage> &messages) {
            for (const BrokerMessage &message : messages) {
                arrived.insert(message.topic, message.payload);
            }
        });
        client.open(credential, {});
    }
    BoardWire::Stamp stamp()
    {
        ++m_stamp.sequence;
        m_stamp.at = QDateTime::currentDateTimeUtc();
        return m_stamp;
    }
    template<typename Message>
    bool tell(const QString &topic, Message message, bool isRetained = true)
    {
        message.stamp = stamp();
        return client.publish(topic, BoardWire::write(message), {.qos = 1, .isRetained = isRetained, .expiry = {}});
    }
    bool tellPresence()
    {
        BoardWire::Presence presence;
        presence.isOnline = true;
        presence.people = {u"Ann"_s};
        presence.program = u"1"_s;
        return tell(m_topics.saPresence(m_name, m_stamp.run), presence);
    }
    template<typename Message>
    std::optional<Message> heard(const QString &topic) const
    {
        const auto read = BoardWire::read(topic, arrived.value(topic));
        const auto *message = read ? std::get_if<Message>(&*read) : nullptr;
        return message ? std::optional(*message) : std::nullopt;
    }
    QString watching(const DeskName &desk) const
    {
        return m_topics.watching(m_name, desk, m_stamp.run);
    }
    QString to(const DeskName &desk, Sort sort) const
    {
        return m_topics.fromSaTo(m_name, desk, sort);
    }

    BrokerClient client;
    QHash<QString, QByteArray> arrived;

private:
    BoardTopics m_topics;
    QString m_name;
    BoardWire::Stamp m_stamp;
};
}

/// Desks at a real broker: what they tell, hear, call and hand over.
class ConsoleBoardTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void whichLinksLeadToTheSame_data();
    void whichLinksLeadToTheSame();
    void whatAnotherDeskIsTold();
    void whatCannotBeTakenUp_data();
    void whatCannotBeTakenUp();
    void programsThatStay();

    void withoutABrokerNothingIsSaid();
    void withoutACredentialNothingIsSaid();
    void aDeskTellsWhileItIsConnected();
    void aConsoleThatEndsSaysSo();
    void aPersonIsAskedOnce();
    void theXServerKnowsWhenItWasTouched();
    void aBrokerThatComesWithTheFiles();
    void whoLooks();
    void notesBothWays();
    void whoComesLaterHasAllNotes();
    void aNoteWaitsForTheBroker();
    void notesWaitForSomebody();
    void aNoteOnACutLine();
    void aCallIsHeard();
    void aCallOutlivesTheBroker();
    void aCallIsHeardWhileTheDeskIsAway();
    void aCallEndsWithItsFacility();
    void aCallEndsWithItsDesk_data();
    void aCallEndsWithItsDesk();
    void whoOnlyListensMissesNothing();
    void goingOnAtAnotherDesk_data();
    void goingOnAtAnotherDesk();
    void nothingIsAskedForBeforeItIsShown();
    void whoIsThereIsNotCutOff_data();
    void whoIsThereIsNotCutOff();
    void whatWasLeftKeepsItsTime();
    void theEndOfTheNight();

private:
    void write(const QString &path, const QString &text);
    void writeFacility(bool hasBroker = true, const QString &id = {}); ///< @p id of another facility
    /// LRIS is a real desktop behind a real sshd.
    bool startSummit();
    /// A directory with this desk's credential.
    QString credentials(const BrokerCredential &credential);
    BoardTopics topics() const
    {
        return BoardTopics(m_broker->facility());
    }

    std::unique_ptr<TestBroker> m_broker;
    BrokerCredential m_leftCredential;
    BrokerCredential m_rightCredential;
    BrokerCredential m_thirdCredential;
    BrokerCredential m_annCredential;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<Test::SshServer> m_sshd;
    std::unique_ptr<Test::XvncServer> m_vnc;
    const DeskName m_left{u"waimea"_s, u"left"_s};
    const DeskName m_right{u"waimea"_s, u"right"_s};
};

void ConsoleBoardTest::init()
{
    for (const QString &group : {u"Accounts"_s, u"People"_s, u"Night"_s}) {
        Settings::self()->config()->deleteGroup(group);
    }
    Settings::self()->setDefaults();
    QDir(DeskPaths::stateDirectory()).removeRecursively();
    QFile::remove(DeskPaths::trustFile());
    m_broker = std::make_unique<TestBroker>(TestBroker::Entrance::Tls);
    m_leftCredential = m_broker->addDesk(m_left.text());
    m_rightCredential = m_broker->addDesk(m_right.text());
    m_thirdCredential = m_broker->addDesk(u"hilo/a"_s);
    m_annCredential = m_broker->addSa(u"ann"_s);
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_directory->path()).mkpath(u"facility/profiles"_s));
    write(u"facility/profiles/lris.toml"_s, profileText);
    if (!QString::fromLatin1(QTest::currentTestFunction()).contains(QRegularExpression(u"^(which|whatA|whatC|programs)"_s))) {
        QVERIFY(m_broker->start());
        writeFacility();
    }
}

void ConsoleBoardTest::write(const QString &path, const QString &text)
{
    QSaveFile file(m_directory->filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
    QVERIFY(file.commit());
}

void ConsoleBoardTest::writeFacility(bool hasBroker, const QString &id)
{
    QString text = u"format = 1\nname = \"Observatory\"\ntimezone = \"Pacific/Honolulu\"\n[site.waimea]\nscreens = [\"left\"]\n"_s;
    if (hasBroker) {
        text += u"[broker]\nid = \"%1\"\ntls = \"localhost:%2\"\nca = \"%3\"\n"_s.arg(id.isEmpty() ? m_broker->facility() : id)
                    .arg(m_broker->port())
                    .arg(m_broker->authority());
    }
    write(u"facility/facility.toml"_s, text);
}

QString ConsoleBoardTest::credentials(const BrokerCredential &credential)
{
    const QString name = QString(credential.name).replace(u'/', u'-');
    const QString file = m_directory->filePath(name + u".json"_s);
    const QString store = m_directory->filePath(name);
    return BrokerCredentialFile::write(file, credential) && CredentialStore(store).import(file) ? store : QString();
}

void ConsoleBoardTest::whichLinksLeadToTheSame_data()
{
    QTest::addColumn<LinkSpec>("other");
    QTest::addColumn<bool>("expected");
    LinkSpec spec;
    spec.id = u"summit"_s;
    spec.host = u"Summit.example"_s;
    spec.user = u"lris7"_s;
    spec.jump = {u"gate"_s};
    QTest::newRow("the same under another id") << spec << true;
    LinkSpec other = spec;
    other.user = u"{account}"_s;
    QTest::newRow("as an account that is not known yet") << other << true;
    other = spec;
    other.user = u"nires1"_s;
    QTest::newRow("as another account") << other << false;
    other = spec;
    other.port = 2222;
    QTest::newRow("to another port") << other << false;
    other = spec;
    other.jump.clear();
    QTest::newRow("by another way") << other << false;
    other = spec;
    other.host = u"nires.example"_s;
    QTest::newRow("to another host") << other << false;
}

void ConsoleBoardTest::whichLinksLeadToTheSame()
{
    QFETCH(LinkSpec, other);
    LinkSpec spec;
    spec.id = u"broker"_s;
    spec.host = u"summit.example"_s;
    spec.user = u"lris7"_s;
    spec.jump = {u"gate"_s};
    QTEST(BoardLink::leadToSame(spec, other), "expected");
}

void ConsoleBoardTest::whatAnotherDeskIsTold()
{
    NightState state;
    state.facility = u"/home/observer/secret-place"_s;
    state.site = u"waimea"_s;
    state.seen = QDateTime::currentDateTimeUtc();
    state.window = "geometry";
    NightProfile profile;
    profile.id = u"lris"_s;
    profile.account = u"lris7"_s;
    profile.since = QDateTime::currentDateTimeUtc();
    profile.displays = {u"control0"_s};
    state.profiles = {profile};
    const QByteArray told = MoveState::toTell(state);
    QVERIFY(!told.isEmpty());
    for (const QByteArray &secret : {QByteArray("lris7"), QByteArray("secret-place"), QByteArray("geometry").toBase64()}) {
        QVERIFY(!told.contains(secret));
    }
    state.seen = state.seen.addSecs(300);
    QCOMPARE(MoveState::toTell(state), told); // that it still runs is no news
    state.look.splits.insert({u"lris/control0"_s}, {QByteArray(64 * 1024, 'x')});
    QVERIFY(!MoveState::toTell(state).isEmpty()); // without the splits
    QVERIFY(MoveState::toTell({}).isEmpty());
}

void ConsoleBoardTest::whatCannotBeTakenUp_data()
{
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("what is none of ours") << QByteArray("{\"nightdesk\": \"night\"}");
    QTest::newRow("too much") << QByteArray(64 * 1024, 'x');
    NightState state;
    state.facility = u"/"_s;
    state.seen = QDateTime::currentDateTimeUtc();
    NightProfile profile;
    profile.id = u"nires"_s;
    profile.since = state.seen;
    state.profiles = {profile};
    QTest::newRow("an instrument that is not known here") << MoveState::toTell(state);
}

void ConsoleBoardTest::whatCannotBeTakenUp()
{
    QFETCH(QByteArray, told);
    Facility facility;
    facility.directory = u"/facility"_s;
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    facility.profiles = {lris};
    QVERIFY(!MoveState::toTakeUp(told, facility, u"waimea"_s));
}

void ConsoleBoardTest::programsThatStay()
{
    WindowSpec ds9;
    ds9.id = u"ds9"_s;
    ds9.title = u"Images"_s;
    WindowSpec own = ds9;
    own.id = u"own"_s;
    own.topology = Topology::VncApp;
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    lris.windows = {ds9, own};
    Facility facility;
    facility.directory = u"/facility"_s;
    facility.profiles = {lris};
    NightState state;
    state.facility = u"/"_s;
    state.seen = QDateTime::currentDateTimeUtc();
    NightProfile profile;
    profile.id = u"lris"_s;
    profile.since = state.seen;
    profile.displays = {u"ds9"_s, u"own"_s};
    state.profiles = {profile};
    QCOMPARE(MoveState::staying(state, facility), QStringList{u"lris/ds9"_s});
    QCOMPARE(MoveState::titles({u"lris/ds9"_s}, facility), QStringList{u"Images"_s});
    QCOMPARE(MoveState::withPrograms(state, facility, false).profiles.first().displays, QStringList{u"own"_s});
    const NightState moved = MoveState::withPrograms(state, facility, true);
    QCOMPARE(moved.profiles.first().topologies.value(u"ds9"_s), Topology::VncApp);
    QVERIFY(MoveState::staying(moved, facility).isEmpty());
    const auto taken = MoveState::toTakeUp(MoveState::toTell(moved), facility, u"hilo"_s);
    QVERIFY(taken);
    QCOMPARE(taken->facility, u"/facility"_s);
    QCOMPARE(taken->site, u"hilo"_s);
    QCOMPARE(taken->profiles.first().topologies.value(u"ds9"_s), Topology::VncApp);
}

void ConsoleBoardTest::withoutABrokerNothingIsSaid()
{
    writeFacility(false);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    desk.board->people()->set({u"Bob"_s});
    QCOMPARE(desk.reach(), Reach::None);
    QVERIFY(desk.the<BoardLine>()->isHidden());
    QCOMPARE(desk.board->post()->mode(), DeskPost::Mode::Off);
    QVERIFY(desk.message->isHidden());
    for (const QString &action : {u"board_call"_s, u"board_notes"_s, u"board_people"_s, u"board_told"_s}) {
        QVERIFY2(!desk.isInMenu(action), qPrintable(action));
    }
}

void ConsoleBoardTest::withoutACredentialNothingIsSaid()
{
    Console desk(m_directory->filePath(u"facility"_s), m_directory->filePath(u"none"_s));
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(desk.choice->facility().broker.has_value(), 30000);
    QTest::qWait(0);
    QCOMPARE(desk.reach(), Reach::None);
    QVERIFY(desk.message->isHidden());
    QVERIFY(desk.isInMenu(u"board_told"_s)); // it takes the credential
    QVERIFY(desk.isInMenu(u"board_people"_s));
    QVERIFY(!desk.isInMenu(u"board_call"_s));
    QVERIFY(!desk.isInMenu(u"board_notes"_s));
}

void ConsoleBoardTest::aDeskTellsWhileItIsConnected()
{
    Sa ann(*m_broker, m_annCredential);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QTRY_VERIFY_WITH_TIMEOUT(desk.choice->isRead(), 30000);
    QCOMPARE(desk.board->post()->mode(), DeskPost::Mode::Off); // nothing is connected, nobody has said who they are
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    QCOMPARE(desk.the<BoardLine>()->text(), u"On the board"_s);
    QVERIFY(desk.isInMenu(u"board_call"_s));
    const QString presence = topics().ofDesk(m_left, Sort::Presence);
    const QString state = topics().ofDesk(m_left, Sort::State);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence) && ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state) && ann.heard<BoardWire::DeskState>(state)->instruments.size() == 1, 30000);
    QVERIFY(desk.board->post()->told().contains(presence));
    desk.board->people()->set({u"Bob"_s});
    QTRY_COMPARE_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state)->people, QStringList{u"Bob"_s}, 30000);
    desk.board->people()->set({});
    desk.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(!ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
    QCOMPARE(desk.reach(), Reach::None);
    QVERIFY(desk.board->post()->told().contains(state)); // it lies there still
    QVERIFY(desk.board->post()->toldAt().isValid());
}

void ConsoleBoardTest::aConsoleThatEndsSaysSo()
{
    Sa ann(*m_broker, m_annCredential);
    const QString presence = topics().ofDesk(m_left, Sort::Presence);
    {
        Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
        QVERIFY(desk.connectLris());
        QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence) && ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
    } // no loop runs any more but the one that waits for the goodbye
    QTRY_VERIFY_WITH_TIMEOUT(!ann.heard<BoardWire::Presence>(presence)->isOnline, 30000);
    QVERIFY(ann.heard<BoardWire::Presence>(presence)->isFarewell);
}

void ConsoleBoardTest::aPersonIsAskedOnce()
{
    Test::SshServer sshd;
    QVERIFY(sshd.start());
    LinkSpec spec;
    spec.id = u"broker"_s;
    spec.host = u"127.0.0.1"_s;
    spec.port = sshd.port();
    spec.user = sshd.userName();
    spec.identities = {sshd.identityFile()};
    spec.knownHosts = m_directory->filePath(u"known_hosts"_s); // it is not known yet
    Desk desk(nullptr);
    BoardLink link(&desk);
    QSignalSpy asking(&link, &BoardLink::asking);
    QSignalSpy enough(&link, &BoardLink::askedEnough);
    int asked = 0;
    connect(&link, &BoardLink::asking, this, [&asked](Link *one) {
        connect(one, &Link::hostKeyQuestion, one, [one, &asked](const HostKeyQuestion &question) {
            ++asked;
            one->answerHostKey(question.id, HostKeyAnswer::AcceptOnce);
        });
    });
    link.want(spec);
    QTRY_VERIFY_WITH_TIMEOUT(link.needsPerson(), 30000);
    QCOMPARE(asking.size(), 0); // nobody asked for a board
    link.login();
    link.login(); // a second click
    QCOMPARE(asking.size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(link.link()->isLive(), 30000);
    QVERIFY(asked >= 1);
    QTRY_COMPARE_WITH_TIMEOUT(enough.size(), 1, 30000); // it opens no dialog when it breaks off and comes again
}

void ConsoleBoardTest::theXServerKnowsWhenItWasTouched()
{
    QVERIFY(!XIdle::ask({}));
    QVERIFY(!XIdle::ask(":6789"));
    Test::XServer server({.authority = false});
    QVERIFY(server.start());
    const XIdle::Time idle = XIdle::ask(server.display().toLocal8Bit());
    QVERIFY(idle);
    QVERIFY(*idle < 60s);
}

void ConsoleBoardTest::aBrokerThatComesWithTheFiles()
{
    writeFacility(false);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QCOMPARE(desk.reach(), Reach::None);
    writeFacility(true);
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 60000);
    writeFacility(false);
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::None, 60000);
    QVERIFY(desk.desk.isConnected());
}

void ConsoleBoardTest::whoLooks()
{
    Sa ann(*m_broker, m_annCredential);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    QVERIFY(ann.tellPresence());
    QTRY_COMPARE_WITH_TIMEOUT(desk.the<BoardLine>()->text(), u"On the board · Ann (SA) has the board open"_s, 30000);
    BoardWire::Watching watching;
    watching.name = u"Ann"_s;
    watching.displays = {u"lris/control0"_s};
    QVERIFY(ann.tell(ann.watching(m_left), watching));
    QTRY_COMPARE_WITH_TIMEOUT(desk.the<BoardLine>()->text(), u"On the board · Ann (SA) looks at Control 0"_s, 30000);
    QCOMPARE(desk.signs->lookers(qobject_cast<DesktopSession *>(desk.desk.session(u"control0"_s))), QStringList{u"Ann"_s});
    QVERIFY(ann.tell(ann.watching(m_right), watching)); // another desk's business
    {
        // Another board of hers opens and closes: the first still looks.
        Sa home(*m_broker, m_annCredential, u"00000000000000ab"_s);
        QTRY_COMPARE_WITH_TIMEOUT(home.client.state(), BrokerState::Connected, 30000);
        QVERIFY(home.tellPresence());
        watching.displays = {u"lris/control1"_s};
        QVERIFY(home.tell(home.watching(m_left), watching));
        const auto looks = [&desk](const QString &display) {
            return std::ranges::any_of(desk.board->sight().watchers, [&display](const DeskWatchers::Watcher &watcher) {
                return watcher.displays.contains(display);
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(looks(u"lris/control1"_s), 30000);
        home.client.close(BrokerWill{topics().saPresence(u"ann"_s, u"00000000000000ab"_s), {}});
        QTRY_VERIFY_WITH_TIMEOUT(!looks(u"lris/control1"_s), 30000);
        QVERIFY(looks(u"lris/control0"_s));
    }
    m_broker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Lost, 30000);
    QVERIFY(desk.board->sight().watchers.isEmpty()); // who knows?
    QVERIFY2(desk.message->text().startsWith(u"The board is not reached any more."_s), qPrintable(desk.message->text()));
    desk.message->hide();
    QVERIFY(m_broker->start());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 60000);
    QVERIFY(desk.message->isHidden()); // it comes back without a word
}

void ConsoleBoardTest::notesBothWays()
{
    Sa ann(*m_broker, m_annCredential);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    desk.board->people()->set({u"Bob"_s});
    desk.board->notes()->write(u"the seeing is fine"_s);
    const QString topic = topics().ofDesk(m_left, Sort::Note);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(topic), 30000);
    QCOMPARE(ann.heard<BoardWire::Note>(topic)->text, u"the seeing is fine"_s);
    QCOMPARE(ann.heard<BoardWire::Note>(topic)->signature, u"Bob"_s);
    BoardWire::Note note;
    note.id = u"00000000000000f1"_s;
    note.text = u"the dome closes at 14 UT"_s;
    note.signature = u"Ann"_s;
    QVERIFY(ann.tell(ann.to(m_left, Sort::Note), note));
    QTRY_COMPARE_WITH_TIMEOUT(desk.board->notes()->book().unread(), 1, 30000);
    QCOMPARE(desk.board->sight().unread, 1);
    QCOMPARE(desk.message->text(), u"Ann (SA): the dome closes at 14 UT"_s);
    note.id = u"00000000000000f2"_s;
    note.text = u"wind"_s;
    QVERIFY(ann.tell(topics().ofSa(u"ann"_s, Sort::Note), note));
    QTRY_COMPARE_WITH_TIMEOUT(desk.board->notes()->book().unread(), 2, 30000);
    QVERIFY(desk.board->notes()->book().entries().constLast().isToAll);
    desk.board->notes()->show();
    QTRY_COMPARE_WITH_TIMEOUT(desk.board->notes()->book().unread(), 0, 30000);
}

void ConsoleBoardTest::whoComesLaterHasAllNotes()
{
    Sa ann(*m_broker, m_annCredential);
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    const QStringList written{u"wind"_s, u"more wind"_s, u"the dome closes"_s, u"it opens"_s, u"good night"_s};
    const QDateTime begin = QDateTime::currentDateTimeUtc().addSecs(-3600);
    QString last;
    for (int i = 0; i < written.size(); ++i) {
        BoardWire::Note note;
        note.stamp = ann.stamp();
        note.stamp.at = begin.addSecs(60 * i);
        note.id = u"00000000000000f%1"_s.arg((7 * i) % 10); // not in the order of their topics
        note.text = written.at(i);
        note.signature = u"Ann"_s;
        last = topics().saNote(u"ann"_s, note.id);
        for (const QString &topic : {last, topics().ofSa(u"ann"_s, Sort::Note)}) {
            QVERIFY(ann.client.publish(topic, BoardWire::write(note), {.qos = 1, .isRetained = true, .expiry = 12h}));
        }
    }
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(last), 30000); // the broker has them
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QStringList arrived;
    connect(desk.board->post(), &DeskPost::noteArrived, this, [&arrived](const QString &, const BoardWire::Note &note) {
        if (!arrived.contains(note.text)) {
            arrived.append(note.text);
        }
    });
    QVERIFY(desk.connectLris());
    const auto texts = [&desk] {
        QStringList texts;
        for (const NoteBook::Entry &entry : desk.board->notes()->book().entries()) {
            texts.append(entry.text);
        }
        return texts;
    };
    QTRY_COMPARE_WITH_TIMEOUT(texts(), written, 30000);
    QCOMPARE(desk.board->notes()->book().unread(), written.size());
    QCOMPARE(arrived.size(), written.size());
    // The next connection tells them again: they are known.
    desk.desk.disconnectAll();
    QVERIFY(desk.connectLris());
    arrived.clear();
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), written.size(), 30000);
    QCOMPARE(texts(), written);
}

void ConsoleBoardTest::aNoteWaitsForTheBroker()
{
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    m_broker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Lost, 30000);
    desk.board->notes()->write(u"nobody hears this yet"_s);
    QCOMPARE(desk.board->notes()->book().waiting().size(), 1);
    QVERIFY(m_broker->start());
    Sa ann(*m_broker, m_annCredential);
    const QString topic = topics().ofDesk(m_left, Sort::Note);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(topic), 60000);
    QVERIFY(desk.board->notes()->book().waiting().isEmpty());
}

/// The broker keeps the last of them alone.
void ConsoleBoardTest::notesWaitForSomebody()
{
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    const auto ways = [&desk] {
        QList<NoteBook::Way> ways;
        for (const NoteBook::Entry &entry : desk.board->notes()->book().entries()) {
            ways.append(entry.way);
        }
        return ways;
    };
    desk.board->notes()->write(u"one"_s);
    desk.board->notes()->write(u"two"_s);
    using Way = NoteBook::Way;
    QTRY_COMPARE_WITH_TIMEOUT(ways(), (QList{Way::Unheard, Way::Unheard}), 30000);
    Sa ann(*m_broker, m_annCredential);
    QSet<QString> heard;
    connect(&ann.client, &BrokerClient::arrived, this, [&heard](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            const auto read = BoardWire::read(message.topic, message.payload);
            if (const auto *note = read ? std::get_if<BoardWire::Note>(&*read) : nullptr) {
                heard.insert(note->text);
            }
        }
    });
    QTRY_COMPARE_WITH_TIMEOUT(ann.client.state(), BrokerState::Connected, 30000);
    QVERIFY(ann.tellPresence());
    QTRY_COMPARE_WITH_TIMEOUT(heard, (QSet{u"one"_s, u"two"_s}), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(ways(), (QList{Way::Sent, Way::Sent}), 30000);
}

void ConsoleBoardTest::aNoteOnACutLine()
{
    Sa ann(*m_broker, m_annCredential);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    m_broker->kill(); // nobody here knows it yet
    desk.board->notes()->write(u"is anybody there?"_s);
    QVERIFY(desk.board->notes()->book().entries().constFirst().way != NoteBook::Way::Sent);
    QVERIFY(m_broker->start());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Note>(topics().ofDesk(m_left, Sort::Note)), 60000);
}

void ConsoleBoardTest::aCallIsHeard()
{
    Sa ann(*m_broker, m_annCredential);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    desk.board->call()->ring(u"the dome sticks"_s);
    const QString topic = topics().ofDesk(m_left, Sort::Call);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
    const BoardWire::Call call = *ann.heard<BoardWire::Call>(topic);
    QCOMPARE(call.state, BoardWire::CallState::Ringing);
    QCOMPARE(call.text, u"the dome sticks"_s);
    BoardWire::Acknowledgement heard;
    heard.call = call.id;
    heard.name = u"Ann"_s;
    QVERIFY(ann.tell(ann.to(m_left, Sort::Acknowledgement), heard, false));
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Acknowledged, 30000);
    QCOMPARE(ann.heard<BoardWire::Call>(topic)->acknowledgedBy, u"Ann"_s);
    QVERIFY(desk.the<BoardLine>()->text().endsWith(u"Ann has heard the call"_s));
    desk.board->call()->end();
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Over, 30000);
    QVERIFY(!desk.board->sight().call);
}

void ConsoleBoardTest::aCallOutlivesTheBroker()
{
    const QString topic = topics().ofDesk(m_left, Sort::Call);
    const QString store = credentials(m_leftCredential);
    {
        Console desk(m_directory->filePath(u"facility"_s), store);
        QVERIFY(desk.connectLris());
        QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
        desk.board->call()->ring(u"help"_s);
        QVERIFY(m_broker->restart()); // it forgets what was retained
        Sa ann(*m_broker, m_annCredential);
        QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 60000);
        QCOMPARE(ann.heard<BoardWire::Call>(topic)->state, BoardWire::CallState::Ringing);
        desk.die();
        QCOMPARE(ann.heard<BoardWire::Call>(topic)->state, BoardWire::CallState::Ringing);
    }
    // The console has gone: the next one at this desk can take it back.
    Console desk(m_directory->filePath(u"facility"_s), store);
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(desk.board->sight().call, 60000);
    QCOMPARE(desk.board->sight().call->text, u"help"_s);
    desk.board->call()->end();
    Sa ann(*m_broker, m_annCredential);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic) && ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Over, 60000);
}

void ConsoleBoardTest::aCallIsHeardWhileTheDeskIsAway()
{
    const QString topic = topics().ofDesk(m_left, Sort::Call);
    const QString store = credentials(m_leftCredential);
    Sa ann(*m_broker, m_annCredential);
    {
        Console desk(m_directory->filePath(u"facility"_s), store);
        QVERIFY(desk.connectLris());
        QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
        desk.board->call()->ring(u"help"_s);
        QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
        desk.die();
    }
    BoardWire::Acknowledgement heard;
    heard.call = ann.heard<BoardWire::Call>(topic)->id;
    heard.name = u"Ann"_s;
    QVERIFY(ann.tell(ann.to(m_left, Sort::Acknowledgement), heard));
    Console desk(m_directory->filePath(u"facility"_s), store);
    QVERIFY(desk.connectLris());
    QTRY_VERIFY_WITH_TIMEOUT(desk.board->sight().call && desk.board->sight().call->state == BoardWire::CallState::Acknowledged, 60000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state == BoardWire::CallState::Acknowledged, 30000); // so that all know that it knows
}

void ConsoleBoardTest::aCallEndsWithItsFacility()
{
    const QString topic = topics().ofDesk(m_left, Sort::Call);
    Sa ann(*m_broker, m_annCredential);
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk.connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Connected, 30000);
    desk.board->call()->ring(u"help"_s);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
    writeFacility(true, u"another"_s);
    QTRY_COMPARE_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state, BoardWire::CallState::Over, 60000);
    QVERIFY(!desk.board->sight().call);
}

void ConsoleBoardTest::aCallEndsWithItsDesk_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<bool>("isOver");
    QTest::newRow("the last instrument is disconnected") << u"disconnect"_s << true;
    QTest::newRow("somebody had heard it") << u"heard"_s << true;
    QTest::newRow("the console is quit") << u"quit"_s << true;
    QTest::newRow("the instrument is connected anew") << u"anew"_s << false;
    QTest::newRow("the session ends, and the console comes back") << u"session"_s << false;
}

/// A bell that nobody stands behind does not ring all night; one of a desk that is only away for a moment does.
void ConsoleBoardTest::aCallEndsWithItsDesk()
{
    QFETCH(QString, how);
    QFETCH(bool, isOver);
    using State = BoardWire::CallState;
    const QString topic = topics().ofDesk(m_left, Sort::Call);
    const QString presence = topics().ofDesk(m_left, Sort::Presence);
    Sa ann(*m_broker, m_annCredential);
    auto desk = std::make_unique<Console>(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    QVERIFY(desk->connectLris());
    QTRY_COMPARE_WITH_TIMEOUT(desk->reach(), Reach::Connected, 30000);
    desk->board->call()->ring(u"help"_s);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::Presence>(presence), 30000);
    if (how == u"heard"_s) {
        BoardWire::Acknowledgement heard;
        heard.call = ann.heard<BoardWire::Call>(topic)->id;
        heard.name = u"Ann"_s;
        QVERIFY(ann.tell(ann.to(m_left, Sort::Acknowledgement), heard));
        QTRY_COMPARE_WITH_TIMEOUT(ann.heard<BoardWire::Call>(topic)->state, State::Acknowledged, 30000);
    }
    bool saidFarewell = false;
    connect(&ann.client, &BrokerClient::arrived, this, [&](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            const auto read = BoardWire::read(message.topic, message.payload);
            const auto *one = read ? std::get_if<BoardWire::Presence>(&*read) : nullptr;
            saidFarewell = saidFarewell || (one && message.topic == presence && one->isFarewell);
        }
    });
    if (how == u"anew"_s) {
        desk->desk.connectProfile(desk->desk.profiles().constFirst());
    } else if (how == u"quit"_s) {
        desk.reset();
    } else {
        if (how == u"session"_s) {
            desk->desk.leavePrograms();
        }
        desk->desk.disconnectAll();
    }
    QTRY_VERIFY_WITH_TIMEOUT(saidFarewell, 30000); // what was said of the call came before it
    QCOMPARE(ann.heard<BoardWire::Call>(topic)->state == State::Over, isOver);
    QCOMPARE(ann.heard<BoardWire::Call>(topic)->hasLeft, isOver);
    if (desk && isOver) {
        QVERIFY(!desk->board->sight().call);
        QVERIFY2(desk->message->text().contains(u"was taken back"_s), qPrintable(desk->message->text()));
    }
}

void ConsoleBoardTest::whoOnlyListensMissesNothing()
{
    Console desk(m_directory->filePath(u"facility"_s), credentials(m_leftCredential));
    desk.board->people()->set({u"Ann"_s});
    QTRY_VERIFY_WITH_TIMEOUT(desk.board->post()->isConnected(), 30000);
    QCOMPARE(desk.board->post()->mode(), DeskPost::Mode::Listening);
    m_broker->kill();
    QTRY_COMPARE_WITH_TIMEOUT(desk.reach(), Reach::Lost, 30000);
    QVERIFY(desk.message->isHidden());
}

bool ConsoleBoardTest::startSummit()
{
    m_sshd = std::make_unique<Test::SshServer>();
    m_vnc = std::make_unique<Test::XvncServer>();
    if (!m_sshd->start() || !m_vnc->start()) {
        return false;
    }
    QString text = profileText;
    text.replace(u"port = 1\n"_s,
                 u"port = %1\nuser = \"%2\"\nidentities = [\"%3\"]\nknown-hosts = \"%4\"\n"_s.arg(m_sshd->port())
                     .arg(m_sshd->userName(), m_sshd->identityFile(), m_sshd->knownHostsFile()));
    text.replace(u"display = \":1\"\n"_s, u"port = %1\n"_s.arg(m_vnc->port()));
    write(u"facility/profiles/lris.toml"_s, text);
    return true;
}

void ConsoleBoardTest::goingOnAtAnotherDesk_data()
{
    QTest::addColumn<bool>("isPerson");
    QTest::newRow("nobody is there") << false;
    QTest::newRow("somebody there says yes") << true;
}

void ConsoleBoardTest::goingOnAtAnotherDesk()
{
    QFETCH(bool, isPerson);
    QVERIFY(startSummit());
    const QString facility = m_directory->filePath(u"facility"_s);
    Console left(facility, credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    qobject_cast<DesktopSession *>(left.desk.session(u"control0"_s))->setViewOnly(true);
    left.desk.session(u"ds9"_s)->start(); // fails: there is no X server here
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);

    Console right(facility, credentials(m_rightCredential)); // the same settings: the same people
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);
    QVERIFY(!right.board->sight().isTelling); // it only listens
    auto *offer = right.the<MoveOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible() && offer->text().contains(u"ds9 cannot move"_s), 30000);
    QVERIFY2(offer->text().startsWith(u"Ann had LRIS at waimea/left, 2 displays"_s), qPrintable(offer->text()));
    right.button(u"go-on"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    QVERIFY(qobject_cast<DesktopSession *>(right.desk.session(u"control0"_s))->isViewOnly());
    QCOMPARE(right.desk.session(u"ds9"_s)->state(), SessionState::Idle); // it stays where it is
    // The first is asked once there is something to see here.
    auto *letGo = left.the<LetGoBar>();
    QTRY_VERIFY_WITH_TIMEOUT(letGo->isVisible(), 60000);
    QCOMPARE(right.desk.session(u"control0"_s)->state(), SessionState::Live);
    QVERIFY2(letGo->text().startsWith(u"Ann went on at waimea/right"_s), qPrintable(letGo->text()));
    QVERIFY(left.desk.isConnected());
    if (isPerson) {
        left.button(u"let-go"_s)->click();
    }
    QTRY_VERIFY_WITH_TIMEOUT(!left.desk.isConnected(), 60000);
    QTRY_COMPARE_WITH_TIMEOUT(right.board->move()->move().state(), DeskMove::State::Granted, 30000);
    QCOMPARE(offer->text(), u"waimea/left has let go."_s);
    QVERIFY(right.desk.isConnected());
    // What it has no more it offers to nobody.
    BrokerClient third;
    third.setWay(std::make_unique<TlsBrokerWay>(m_broker->spec()));
    third.subscribe({topics().forPerson(topics().personKey({u"Ann"_s}))});
    QSet<QString> layouts;
    connect(&third, &BrokerClient::arrived, this, [&layouts](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            layouts.insert(message.topic);
        }
    });
    third.open(m_thirdCredential, {});
    const QString key = topics().personKey({u"Ann"_s});
    QTRY_VERIFY_WITH_TIMEOUT(layouts.contains(topics().layout(m_right, key)), 30000);
    QVERIFY(!layouts.contains(topics().layout(m_left, key)));
}

void ConsoleBoardTest::nothingIsAskedForBeforeItIsShown()
{
    const QString facility = m_directory->filePath(u"facility"_s);
    Console left(facility, credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    Console right(facility, credentials(m_rightCredential));
    auto *offer = right.the<MoveOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000);
    right.button(u"go-on"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    // Nobody answers at that port: the summit is not reached.
    QTRY_VERIFY_WITH_TIMEOUT(!right.desk.links().constFirst()->isLive() && right.desk.links().constFirst()->lastFailure(), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 30000);
    QCOMPARE(right.board->move()->move().state(), DeskMove::State::Connecting);
    QVERIFY(left.the<LetGoBar>()->isHidden());
    right.desk.disconnectAll();
    QTRY_COMPARE_WITH_TIMEOUT(right.board->move()->move().state(), DeskMove::State::Offered, 30000); // once more
    QVERIFY(left.desk.isConnected());
}

void ConsoleBoardTest::whoIsThereIsNotCutOff_data()
{
    QTest::addColumn<bool>("isHere"); // types into the console, and says no
    QTest::newRow("somebody types") << true;
    QTest::newRow("the display was touched a moment ago") << false;
}

void ConsoleBoardTest::whoIsThereIsNotCutOff()
{
    QFETCH(bool, isHere);
    QVERIFY(startSummit());
    const QString facility = m_directory->filePath(u"facility"_s);
    Console left(facility, credentials(m_leftCredential));
    *left.idle = isHere ? 3'600'000 : 1'000;
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    Console right(facility, credentials(m_rightCredential));
    auto *offer = right.the<MoveOffer>();
    QTRY_VERIFY_WITH_TIMEOUT(offer->isVisible(), 30000);
    right.button(u"go-on"_s)->click();
    QVERIFY(right.isConnectedAfterAgreeing());
    auto *letGo = left.the<LetGoBar>();
    QTRY_VERIFY_WITH_TIMEOUT(letGo->isVisible(), 60000);
    if (isHere) {
        QTest::keyClick(left.window.windowHandle(), Qt::Key_A);
        QTRY_VERIFY_WITH_TIMEOUT(letGo->text().contains(u"It stays connected unless"_s), 30000);
        left.button(u"keep"_s)->click();
    }
    QTRY_COMPARE_WITH_TIMEOUT(right.board->move()->move().state(), DeskMove::State::Refused, 60000);
    QVERIFY2(offer->text().contains(isHere ? u"somebody there said no"_s : u"nobody answered there"_s), qPrintable(offer->text()));
    QVERIFY(left.desk.isConnected());
    // Asked again at once: nobody there is bothered.
    right.button(u"ask-again"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(offer->text().contains(u"it was asked a moment ago"_s), 30000);
    QVERIFY(letGo->isHidden());
    QVERIFY(left.desk.isConnected());
}

void ConsoleBoardTest::whatWasLeftKeepsItsTime()
{
    const QString facility = m_directory->filePath(u"facility"_s);
    Console left(facility, credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    Console right(facility, credentials(m_rightCredential));
    const DeskMove &move = right.board->move()->move();
    QTRY_VERIFY_WITH_TIMEOUT(move.offer() && move.offer()->isThere, 30000);
    left.desk.disconnectAll();
    QTRY_VERIFY_WITH_TIMEOUT(move.offer() && !move.offer()->isThere, 30000);
    const QDateTime at = move.offer()->at;
    QVERIFY(at <= QDateTime::currentDateTimeUtc());
    QTRY_COMPARE_WITH_TIMEOUT(left.board->post()->mode(), DeskPost::Mode::Listening, 30000);
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    QVERIFY(m_broker->restart()); // it is told again
    QTRY_COMPARE_WITH_TIMEOUT(right.reach(), Reach::Connected, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 60000);
    QCOMPARE(move.offer()->at, at);
}

void ConsoleBoardTest::theEndOfTheNight()
{
    const QString facility = m_directory->filePath(u"facility"_s);
    Console left(facility, credentials(m_leftCredential));
    QVERIFY(left.connectLris());
    left.board->people()->set({u"Ann"_s});
    QTRY_COMPARE_WITH_TIMEOUT(left.reach(), Reach::Connected, 30000);
    BrokerClient other; // another desk of the same people, without its console
    other.setWay(std::make_unique<TlsBrokerWay>(m_broker->spec()));
    other.subscribe({topics().forPerson(topics().personKey({u"Ann"_s}))});
    QHash<QString, QByteArray> told;
    connect(&other, &BrokerClient::arrived, this, [&told](const QList<BrokerMessage> &messages) {
        for (const BrokerMessage &message : messages) {
            told.insert(message.topic, message.payload);
        }
    });
    other.open(m_rightCredential, {});
    QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty() && !told.values().constFirst().isEmpty(), 30000);
    Q_EMIT left.night->ending();
    left.desk.disconnectAll();
    Q_EMIT left.night->ended();
    QTRY_VERIFY_WITH_TIMEOUT(told.values().constFirst().isEmpty(), 30000);
    Sa ann(*m_broker, m_annCredential);
    const QString state = topics().ofDesk(m_left, Sort::State);
    QTRY_VERIFY_WITH_TIMEOUT(ann.heard<BoardWire::DeskState>(state), 30000); // it is retained
    QVERIFY(ann.heard<BoardWire::DeskState>(state)->people.isEmpty());
    QVERIFY(left.board->people()->tonights().isEmpty());
    QCOMPARE(left.board->people()->proposal(), QStringList{u"Ann"_s});
    QCOMPARE(left.reach(), Reach::None);
}

int main(int argc, char **argv)
{
    QTemporaryDir directory;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
        qputenv(name, QFile::encodeName(directory.filePath(QString::fromLatin1(name))));
    }
    qunsetenv("SSH_AUTH_SOCK");
    QApplication app(argc, argv);
    ConsoleBoardTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "consoleboardtest.moc"
