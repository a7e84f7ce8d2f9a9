// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/night/consolenight.h"
#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/desk/deskscreens.h"
#include "app/facility/accountstore.h"
#include "app/facility/deskpaths.h"
#include "app/facility/facilitychoice.h"
#include "app/night/endofnight.h"
#include "monitors/night/nightclock.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "sessions/desk/nightrecordfile.h"
#include "sessions/links/login/nightsecrets.h"
#include "sessions/xwindows/consoleidentity.h"
#include "tests/support/testprogram.h"
#include "tests/support/waitfor.h"
#include "widgets/facility/accountdialog.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/facility/sitedialog.h"
#include "widgets/facility/trustdialog.h"
#include "widgets/questions/messagebar.h"
#include "widgets/view/remoteview.h"
#include "widgets/viewer/viewerwindow.h"
#include "widgets/viewer/viewerwindows.h"

#include <KActionCollection>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSaveFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>
#include <QTimer>

using namespace Nightdesk;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace
{
const QString facilityText =
    uR"(format = 1
name = "Observatory"
timezone = "Pacific/Honolulu"
[site.hilo]
screens = ["left", "centre"]
[site.waimea]
screens = ["left", "centre"]
)"_s;
const QString profileText =
    uR"(format = 1
id = "lris"
name = "LRIS"
[link.summit]
host = "127.0.0.1"
port = 1
user = "{account}"
[[desktop]]
id = "control0"
link = "summit"
display = ":1"
screen = "left"
[[desktop]]
id = "control1"
link = "summit"
display = ":2"
screen = "left"
[[window]]
id = "ds9"
link = "summit"
command = ["ds9"]
start = "manual"
)"_s;
const QString niresText = QString(profileText).replace(u"lris"_s, u"nires"_s).replace(u"LRIS"_s, u"NIRES"_s);
const QByteArray twoMonitors = R"({"screens": [
{"name": "DP-1", "x": 0, "y": 0, "width": 800, "height": 600, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
{"name": "DP-2", "x": 800, "y": 0, "width": 800, "height": 600, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
]})";

/// What a console of this machine is called.
QString consoleOf(int process)
{
    return u"console-%1-%2-%2"_s.arg(ConsoleIdentity::machineId()).arg(process);
}
}

/// A console's night without its main window: what is offered, resumed, noted, forgotten and told.
class ConsoleNightTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void nothingWasLeft();
    void aKilledConsoleIsResumedAsItWas();
    void resumingWithoutAClick();
    void nothingToResumeIsSaid();
    void theTrustQuestionStillRules();
    void notNowForgets();
    void afterNotNowTheOtherOneIsOffered();
    void anotherConnectionEndsTheOffer();
    void anOfferNobodyAnsweredIsKept();
    void anotherNightIsForgotten();
    void afterNoonTheAccountIsAskedAgain();
    void whatCannotBeReadIsKept_data();
    void whatCannotBeReadIsKept();
    void whatIsConnectedIsNoted();
    void itsTimeIsNotedEachMinute();
    void disconnectingLeavesNothing();
    void endingTheNight();
    void endingTheNightForEveryFacility();
    void endingTheNightWithAnOfferStanding();
    void endingTheNightWhileItIsResumed();
    void whatIsFoundAfterTheEndAsksForTheAccount();
    void notEndingTheNight();
    void noonForgetsAndCutsNothing();
    void aChangedProfileIsTold();
    void aChangeTakenBackIsToldNoMore();
    void connectingAgainTakesTheChange();
    void connectingAgainAsksBeforeProgramsEnd_data();
    void connectingAgainAsksBeforeProgramsEnd();
    void aChangeThatShowsNothingElseIsNotTold();
    void twoInstrumentsAreResumed();
    void oneOfTwoThatIsGoneHoldsUpNoOther();
    void cancellingTheSecondKeepsTheFirst();
    void oneOfTwoIsDisconnected();
    void eachOfTwoIsToldItsOwnChange();
    void aChangeOfOneThatIsDisconnectedIsToldNoMore();

private:
    void write(const QString &path, const QString &text);
    void start();
    void connectLris();
    void endNight();
    NightState state() const;
    NightState stateOfTwo() const;
    /// Answers trust questions until @p profiles are connected.
    bool areConnectedAfterAgreeing(const QStringList &profiles) const
    {
        return Test::waitFor([&] {
            (void)isConnectedAfterAgreeing();
            return std::ranges::all_of(profiles, [this](const QString &id) {
                return m_desk->isConnected(id);
            });
        });
    }
    void leave(const QByteArray &text, const QString &name = consoleOf(1));
    /// Without what is being written: that has another name until it is whole.
    QStringList left() const
    {
        QStringList names = QDir(DeskPaths::stateDirectory()).entryList({u"*.night*"_s}, QDir::Files, QDir::Name);
        names.removeIf([](const QString &name) {
            return name.endsWith(u".night.new"_s);
        });
        return names;
    }
    std::optional<NightState> noted() const;
    QPushButton *resumeButton() const
    {
        return m_offer->findChild<QPushButton *>(u"resume"_s);
    }
    template<typename Dialog>
    Dialog *dialog() const
    {
        for (Dialog *candidate : m_window->findChildren<Dialog *>()) {
            if (candidate->isVisible()) {
                return candidate;
            }
        }
        return nullptr;
    }
    bool isConnectedAfterAgreeing() const
    {
        if (auto *question = dialog<TrustDialog>()) {
            question->accept();
        }
        return m_desk->isConnected();
    }
    DesktopSession *desktop(const QString &id) const
    {
        return qobject_cast<DesktopSession *>(m_desk->session(id));
    }
    static RemoteView *view(const QString &id)
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            for (RemoteView *view : widget->findChildren<RemoteView *>()) {
                if (view->session() && view->session()->id() == id) {
                    return view;
                }
            }
        }
        return nullptr;
    }

    std::chrono::hours m_since{}; ///< the flow's clock goes before the computer's by this
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QWidget> m_window; ///< owns all that follow
    QPointer<Desk> m_desk;
    FacilityChoice *m_choice = nullptr;
    ConnectFlow *m_flow = nullptr;
    ViewerWindows *m_viewerWindows = nullptr;
    DeskScreensController *m_screens = nullptr;
    MessageBar *m_message = nullptr;
    ResumeOffer *m_offer = nullptr;
    ConsoleNight *m_night = nullptr;
};

void ConsoleNightTest::initTestCase()
{
    qunsetenv("SSH_AUTH_SOCK");
    QCOMPARE(QGuiApplication::screens().size(), 2);
}

void ConsoleNightTest::init()
{
    Settings::self()->config()->deleteGroup(u"Accounts"_s);
    Settings::self()->config()->deleteGroup(u"Screens"_s);
    Settings::self()->config()->deleteGroup(u"Night"_s);
    Settings::self()->setDefaults();
    Settings::setSite(u"hilo"_s);
    Settings::self()->save();
    QDir(DeskPaths::stateDirectory()).removeRecursively();
    QFile::remove(DeskPaths::trustFile());
    m_since = 0h;
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_directory->path()).mkdir(u"profiles"_s));
    write(u"facility.toml"_s, facilityText);
    write(u"profiles/lris.toml"_s, profileText);
}

void ConsoleNightTest::cleanup()
{
    if (m_desk) {
        m_desk->disconnectAll();
    }
    m_window.reset();
}

void ConsoleNightTest::write(const QString &path, const QString &text)
{
    QSaveFile file(m_directory->filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
    QVERIFY(file.commit());
}

void ConsoleNightTest::start()
{
    m_window = std::make_unique<QWidget>();
    auto *console = new Console({.facility = m_directory->path(),
                                 .now =
                                     [this] {
                                         return QDateTime::currentDateTimeUtc().addDuration(m_since);
                                     }},
                                m_window.get(),
                                new KActionCollection(m_window.get()));
    m_desk = console->desk();
    m_choice = console->facilityChoice();
    m_flow = console->flow();
    m_viewerWindows = console->viewerWindows();
    m_message = console->messageBar();
    m_offer = new ResumeOffer(m_window.get());
    m_screens = new DeskScreensController(m_choice, m_desk, m_viewerWindows, new InstrumentPicker(m_window.get()), m_window.get());
    m_night = new ConsoleNight(*console, m_screens, m_offer);
    connect(m_desk, &Desk::connectedChanged, m_viewerWindows, [this](bool connected) {
        if (!connected) {
            m_viewerWindows->hide();
        }
    });
    connect(m_flow, &ConnectFlow::profileReady, this, [this](const InstrumentProfile &profile) {
        const auto previousState = m_night->previousState(profile);
        m_desk->connectProfile(profile);
        m_screens->showViewerWindows(previousState ? previousState->look : ViewerLook());
        if (previousState) {
            m_night->restoreProfile(*previousState, profile.id);
        }
    });
    m_window->show();
    m_choice->startReadingFacility();
}

/// As somebody at the desk would, who was asked for account and agreement.
void ConsoleNightTest::connectLris()
{
    QTRY_VERIFY(m_choice->isFacilityRead());
    AccountStore::saveAccount(m_directory->path(), {u"lris"_s, u"lris3"_s, QDateTime::currentDateTimeUtc()});
    m_flow->requestById(u"lris"_s);
    QTRY_VERIFY(isConnectedAfterAgreeing());
}

/// As a person does, question and all.
void ConsoleNightTest::endNight()
{
    m_night->askToEndNight();
    QTRY_VERIFY(dialog<QMessageBox>());
    QSignalSpy nightEnded(m_night, &ConsoleNight::nightEnded);
    dialog<QMessageBox>()->findChild<QPushButton *>(u"end-night"_s)->click();
    QTRY_COMPARE(nightEnded.size(), 1);
}

NightState ConsoleNightTest::state() const
{
    NightState state;
    state.facilityDirectory = m_directory->path();
    state.timezone = u"Pacific/Honolulu"_s;
    state.siteId = u"waimea"_s;
    NightProfile lris;
    lris.id = u"lris"_s;
    lris.name = u"LRIS"_s;
    lris.account = u"lris7"_s;
    lris.connectedAt = QDateTime::currentDateTimeUtc();
    lris.displayIds = {u"control0"_s, u"control1"_s, u"ds9"_s};
    lris.viewOnlyDesktopIds = {u"control1"_s};
    state.profiles = {lris};
    state.lastSeenAt = lris.connectedAt;
    state.look.desktopScalings = {{u"lris/control0"_s, ViewGeometry::Scaling::Fit}};
    // Two columns of 600 and 200.
    state.look.tileSizesByDesktopKeys = {{{u"lris/control0"_s, u"lris/control1"_s}, {{500}, {600, 200}}}};
    return state;
}

NightState ConsoleNightTest::stateOfTwo() const
{
    NightState two = state();
    NightProfile nires = two.profiles.constFirst();
    nires.id = u"nires"_s;
    nires.name = u"NIRES"_s;
    nires.account = u"nires1"_s;
    nires.displayIds = {u"control0"_s};
    nires.viewOnlyDesktopIds = {u"control0"_s};
    two.profiles.append(nires);
    return two;
}

void ConsoleNightTest::leave(const QByteArray &text, const QString &name)
{
    const QString directory = DeskPaths::stateDirectory();
    QVERIFY(QDir().mkpath(directory));
    QVERIFY(QFile::setPermissions(directory, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    QFile file(directory + u'/' + name + u".night"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    QCOMPARE(file.write(text), text.size());
}

std::optional<NightState> ConsoleNightTest::noted() const
{
    const QString process = u"console-%1-%2-"_s.arg(ConsoleIdentity::machineId()).arg(QCoreApplication::applicationPid());
    for (const QString &name : left()) {
        QFile file(DeskPaths::stateDirectory() + u'/' + name);
        if (name.startsWith(process) && file.open(QIODevice::ReadOnly)) {
            if (const auto state = NightStateText::read(file.readAll())) {
                return *state;
            }
        }
    }
    return {};
}

void ConsoleNightTest::nothingWasLeft()
{
    start();
    QSignalSpy told(m_choice, &FacilityChoice::facilityRead);
    m_night->offerToResume(false);
    QVERIFY(told.wait(30000));
    QVERIFY(m_offer->isHidden());
    QVERIFY(m_message->isHidden());
}

void ConsoleNightTest::aKilledConsoleIsResumedAsItWas()
{
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    QCOMPARE(resumeButton()->text(), u"Resume LRIS, 3 displays"_s);
    QVERIFY2(resumeButton()->accessibleDescription().startsWith(u"LRIS (account lris7) was connected here until "_s),
             qPrintable(resumeButton()->accessibleDescription()));
    resumeButton()->click();
    QTRY_VERIFY(dialog<TrustDialog>()); // neither the site nor the account
    QVERIFY(!dialog<SiteDialog>() && !dialog<AccountDialog>());
    QTRY_VERIFY(isConnectedAfterAgreeing());
    QVERIFY(m_offer->isHidden());
    QCOMPARE(m_choice->site(), u"waimea"_s);
    QCOMPARE(Settings::site(), u"hilo"_s); // this run's, not kept
    QCOMPARE(m_desk->links().constFirst()->target().spec.user, u"lris7"_s);
    QVERIFY(desktop(u"control1"_s)->isViewOnly());
    QVERIFY(!desktop(u"control0"_s)->isViewOnly());
    QCOMPARE(view(u"control0"_s)->scaling(), RemoteView::Scaling::Fit);
    QTRY_VERIFY(view(u"control0"_s)->width() > 2 * view(u"control1"_s)->width());
    QVERIFY(m_desk->session(u"ds9"_s)->state() != SessionState::Idle); // somebody had started it
    // Its place is taken by our own.
    QTRY_VERIFY(noted());
    QTRY_COMPARE(left().size(), 1);
    const NightState now = *noted();
    QCOMPARE(now.profiles.size(), 1);
    const NightProfile lris = now.profiles.constFirst();
    QCOMPARE(lris.account, u"lris7"_s);
    QCOMPARE(now.siteId, u"waimea"_s);
    QCOMPARE(lris.displayIds, state().profiles.constFirst().displayIds);
    QCOMPARE(lris.viewOnlyDesktopIds, state().profiles.constFirst().viewOnlyDesktopIds);
    QCOMPARE(now.look.desktopScalings, state().look.desktopScalings);
}

void ConsoleNightTest::resumingWithoutAClick()
{
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(true);
    QTRY_VERIFY(dialog<TrustDialog>());
    QVERIFY(m_offer->isHidden());
    QTRY_VERIFY(isConnectedAfterAgreeing());
    QCOMPARE(m_desk->profiles().value(0).id, u"lris"_s);
}

void ConsoleNightTest::nothingToResumeIsSaid()
{
    start();
    m_night->offerToResume(true);
    QTRY_VERIFY(m_message->isVisible());
    QVERIFY2(m_message->text().contains(u"nothing to resume"_s), qPrintable(m_message->text()));
    QVERIFY(!m_desk->isConnected());
}

void ConsoleNightTest::theTrustQuestionStillRules()
{
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    resumeButton()->click();
    QTRY_VERIFY(dialog<TrustDialog>());
    dialog<TrustDialog>()->reject();
    QTRY_VERIFY(m_offer->isVisible()); // it can be thought over
    QVERIFY(!m_desk->isConnected());
    QCOMPARE(left(), QStringList(consoleOf(1) + u".night"_s));
}

void ConsoleNightTest::notNowForgets()
{
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    m_offer->findChild<QPushButton *>(u"not-now"_s)->click();
    QVERIFY(m_offer->isHidden());
    QTRY_VERIFY(left().isEmpty());
    QVERIFY(!m_desk->isConnected());
}

void ConsoleNightTest::afterNotNowTheOtherOneIsOffered()
{
    leave(NightStateText::write(state()));
    NightState second = state();
    second.profiles.first().name = u"HIRES"_s;
    second.profiles.first().displayIds = {u"control0"_s};
    leave(NightStateText::write(second), consoleOf(2));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    const QString first = resumeButton()->text();
    m_offer->findChild<QPushButton *>(u"not-now"_s)->click();
    QTRY_VERIFY(m_offer->isVisible());
    QStringList both{first, resumeButton()->text()};
    both.sort();
    QCOMPARE(both, (QStringList{u"Resume HIRES, 1 display"_s, u"Resume LRIS, 3 displays"_s}));
}

void ConsoleNightTest::anotherConnectionEndsTheOffer()
{
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    connectLris(); // by the list: as a new connection
    QVERIFY(m_offer->isHidden());
    QVERIFY(!desktop(u"control1"_s)->isViewOnly());
    QTRY_VERIFY(noted());
    QTRY_COMPARE(left().size(), 1);
}

void ConsoleNightTest::anOfferNobodyAnsweredIsKept()
{
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    m_window.reset();
    QCOMPARE(left(), QStringList(consoleOf(1) + u".night"_s));
}

void ConsoleNightTest::anotherNightIsForgotten()
{
    NightState old = state();
    old.profiles.first().connectedAt = old.profiles.first().connectedAt.addDays(-1);
    old.lastSeenAt = old.lastSeenAt.addDays(-1);
    leave(NightStateText::write(old));
    start();
    m_night->offerToResume(true);
    QTRY_VERIFY(m_message->isVisible());
    QVERIFY(m_offer->isHidden());
    QVERIFY(left().isEmpty());
}

void ConsoleNightTest::afterNoonTheAccountIsAskedAgain()
{
    // It was offered before noon and is clicked after it.
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    m_since = 24h;
    resumeButton()->click();
    QTRY_VERIFY(dialog<AccountDialog>());
    QVERIFY(!dialog<TrustDialog>());
    QVERIFY(!m_desk->isConnected());
    // Last night's is proposed; with it, it goes on.
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    QCOMPARE(AccountStore::loadAccounts(m_directory->path()).proposedAccount(lris), u"lris7"_s);
    dialog<AccountDialog>()->accept();
    QTRY_VERIFY(isConnectedAfterAgreeing());
    QCOMPARE(m_desk->links().constFirst()->target().spec.user, u"lris7"_s);
}

void ConsoleNightTest::whatCannotBeReadIsKept_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    QTest::addColumn<QString>("keptAs");
    const QString here = consoleOf(1) + u".night"_s;
    const QString aside = here + u".unreadable"_s;
    QTest::newRow("cut in the middle") << QByteArray("{\"nightdesk\": \"night\", \"vers") << u"damaged"_s << aside;
    QTest::newRow("empty") << QByteArray() << u"damaged"_s << aside;
    QTest::newRow("a newer version, which can still resume it")
        << QByteArray("{\"nightdesk\": \"night\", \"version\": 99}") << u"a newer version of Nightdesk"_s << here;
    QTest::newRow("too large") << QByteArray(NightStateText::maxSize + 1, ' ') << u"too large"_s << here;
}

void ConsoleNightTest::whatCannotBeReadIsKept()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    QFETCH(QString, keptAs);
    leave(text);
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_message->isVisible());
    QVERIFY2(m_message->text().contains(why), qPrintable(m_message->text()));
    QVERIFY2(m_message->text().contains(u'/' + keptAs + u". "_s), qPrintable(m_message->text()));
    QCOMPARE(left(), QStringList{keptAs});
    QVERIFY(m_offer->isHidden());
    if (keptAs.endsWith(u".night"_s)) { // and nobody holds it
        NightRecordFile other(DeskPaths::stateDirectory(), ConsoleIdentity::machineId());
        QVERIFY(other.open());
        QTRY_COMPARE(other.findOrphanedFiles(NightStateText::maxSize).size(), 1U);
    }
}

void ConsoleNightTest::whatIsConnectedIsNoted()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    QTRY_VERIFY(noted());
    const NightState first = *noted();
    QCOMPARE(first.facilityDirectory, m_directory->path());
    QCOMPARE(first.siteId, u"hilo"_s);
    QCOMPARE(first.profiles.size(), 1);
    QCOMPARE(first.profiles.first().account, u"lris3"_s);
    QCOMPARE(first.profiles.first().displayIds, (QStringList{u"control0"_s, u"control1"_s})); // ds9 waits to be started
    QVERIFY(!first.profiles.first().isLastValidVersion);
    desktop(u"control0"_s)->setViewOnly(true);
    QTRY_COMPARE(noted()->profiles.first().viewOnlyDesktopIds, QStringList{u"control0"_s});
    m_desk->session(u"ds9"_s)->start();
    QTRY_COMPARE(noted()->profiles.first().displayIds.size(), 3);
    DesktopSpec found; // tonight, and no profile's
    found.id = u"found-summit-display-7"_s;
    found.link = u"summit"_s;
    found.address = DisplayNumber{7};
    m_desk->addDisplay(u"lris"_s, found)->start();
    m_window->resize(m_window->size() + QSize(40, 30));
    QTRY_VERIFY(noted()->mainWindowGeometry != first.mainWindowGeometry);
    QCOMPARE(noted()->profiles.first().displayIds.size(), 3); // what is offered comes back whole
}

/// "until about 20:20" was said of a console that was killed at 20:24.
void ConsoleNightTest::itsTimeIsNotedEachMinute()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    QTRY_VERIFY(noted());
    auto *alive = m_window->findChild<QTimer *>(u"alive"_s);
    QVERIFY(alive && alive->isActive() && alive->intervalAsDuration() <= 1min);
    const QDateTime previousState = noted()->lastSeenAt;
    QVERIFY(Test::waitFor([&] {
        return QDateTime::currentDateTimeUtc() > previousState;
    }));
    alive->start(0ms);
    QTRY_VERIFY(noted() && noted()->lastSeenAt > previousState);
}

void ConsoleNightTest::disconnectingLeavesNothing()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    QTRY_VERIFY(noted());
    m_desk->disconnectAll();
    QTRY_VERIFY(left().isEmpty());
    // Nor does a program that is closed while connected.
    connectLris();
    QTRY_VERIFY(noted());
    m_desk->disconnectAll();
    m_window.reset(); // waits a second for who writes; where the disk takes longer, that goes on by itself
    QTRY_VERIFY(left().isEmpty());
    QTRY_VERIFY(QDir(DeskPaths::stateDirectory()).entryList({u"console-*"_s}, QDir::Files).isEmpty());
}

void ConsoleNightTest::endingTheNight()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    QTRY_VERIFY(noted());
    const QString password = NightSecrets::passwordName(u"lris3@summit"_s);
    m_desk->secrets()->keepSecret(password, Secret::fromText(u"planted"_s));
    QSignalSpy nightEnded(m_night, &ConsoleNight::nightEnded);
    Q_EMIT m_viewerWindows->endNightRequested(); // the menu of a viewer window
    QTRY_VERIFY(dialog<QMessageBox>());
    QCOMPARE(dialog<QMessageBox>()->text(), u"Nightdesk disconnects 3 displays and forgets their last images, tonight’s accounts and passwords."_s);
    const QString more = dialog<QMessageBox>()->informativeText();
    QVERIFY2(more.startsWith(u"The telescope and the instrument are not affected."_s), qPrintable(more));
    QVERIFY2(more.contains(u"passwords that are not in the keychain"_s), qPrintable(more));
    QVERIFY(m_desk->isConnected());
    m_night->askToEndNight(); // no second question
    QCOMPARE(m_window->findChildren<QMessageBox *>().size(), 1);
    dialog<QMessageBox>()->findChild<QPushButton *>(u"end-night"_s)->click();
    QTRY_COMPARE(nightEnded.size(), 1);
    QVERIFY(!m_desk->isConnected());
    QVERIFY(!m_desk->secrets()->secret(password));
    QTRY_VERIFY(left().isEmpty());
    // The account is proposed, and asked for.
    m_flow->requestById(u"lris"_s);
    QTRY_VERIFY(dialog<AccountDialog>());
    InstrumentProfile lris;
    lris.id = u"lris"_s;
    QCOMPARE(AccountStore::loadAccounts(m_directory->path()).proposedAccount(lris), u"lris3"_s);
}

void ConsoleNightTest::endingTheNightForEveryFacility()
{
    const QString elsewhere = u"/observatories/other"_s;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    AccountStore::saveAccount(elsewhere, {u"hires"_s, u"hires2"_s, now});
    AccountStore::saveAccount(elsewhere, {u"nirc"_s, u"nirc1"_s, now.addDays(-9)});
    start();
    m_night->offerToResume(false);
    connectLris();
    endNight();
    InstrumentProfile hires;
    hires.id = u"hires"_s;
    const NightAccounts there = AccountStore::loadAccounts(elsewhere);
    QCOMPARE(there.enteredAccounts().size(), 2);
    for (const QString &zone : {u"Pacific/Kiritimati"_s, u"UTC"_s, u"Pacific/Pago_Pago"_s}) {
        QVERIFY2(there.accountOfTonight(hires, zone, now).isEmpty(), qPrintable(zone));
    }
    QCOMPARE(there.proposedAccount(hires), u"hires2"_s);
    hires.id = u"deimos"_s; // which has none of its own: the last one given
    QCOMPARE(there.proposedAccount(hires), u"hires2"_s);
}

void ConsoleNightTest::endingTheNightWithAnOfferStanding()
{
    NightState second = state();
    second.profiles.first().account = u"hires2"_s;
    leave(NightStateText::write(state()));
    leave(NightStateText::write(second), consoleOf(2));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    endNight();
    QVERIFY(m_offer->isHidden());
    QTRY_VERIFY(left().isEmpty()); // neither this one nor the one behind it
    QVERIFY(m_offer->isHidden());
    QVERIFY(AccountStore::loadAccounts(m_directory->path()).enteredAccounts().isEmpty());
}

void ConsoleNightTest::endingTheNightWhileItIsResumed()
{
    leave(NightStateText::write(state()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    resumeButton()->click();
    QTRY_VERIFY(dialog<TrustDialog>());
    endNight();
    QTRY_VERIFY(!dialog<TrustDialog>());
    QVERIFY(m_offer->isHidden());
    QTRY_VERIFY(left().isEmpty());
    QVERIFY(m_flow->requestedProfile().isEmpty());
    m_flow->requestById(u"lris"_s); // the account that was resumed is over as well
    QTRY_VERIFY(dialog<AccountDialog>());
}

void ConsoleNightTest::whatIsFoundAfterTheEndAsksForTheAccount()
{
    leave(NightStateText::write(state())); // another console held it when the night was ended
    AccountStore::endNight(m_directory->path(), u"Pacific/Honolulu"_s, QDateTime::currentDateTimeUtc());
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    resumeButton()->click();
    QTRY_VERIFY(dialog<AccountDialog>());
    QVERIFY(!m_desk->isConnected());
}

void ConsoleNightTest::notEndingTheNight()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    const QString password = NightSecrets::passwordName(u"lris3@summit"_s);
    m_desk->secrets()->keepSecret(password, Secret::fromText(u"planted"_s));
    m_night->askToEndNight();
    QTRY_VERIFY(dialog<QMessageBox>());
    QTest::keyClick(dialog<QMessageBox>(), Qt::Key_Return); // Cancel is the default
    QTRY_VERIFY(!dialog<QMessageBox>());
    QVERIFY(m_desk->isConnected());
    QVERIFY(m_desk->secrets()->secret(password));
}

void ConsoleNightTest::noonForgetsAndCutsNothing()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    QDateTime now(QDate(2026, 11, 21), QTime(21, 59), QTimeZone::UTC); // a minute to noon at the facility
    NightClock clock([&now] {
        return now;
    });
    EndOfNight end(m_desk, m_choice, m_flow, &clock, m_window.get());
    clock.setTimezone(m_choice->facility().timezone);
    const QString password = NightSecrets::passwordName(u"lris3@summit"_s);
    m_desk->secrets()->keepSecret(password, Secret::fromText(u"planted"_s));
    clock.checkNight();
    QVERIFY(m_desk->secrets()->secret(password));
    const QList<Session *> previousState = m_desk->sessions();
    now = now.addSecs(60);
    clock.checkNight();
    QVERIFY(!m_desk->secrets()->secret(password));
    QVERIFY(m_desk->isConnected());
    QCOMPARE(m_desk->sessions(), previousState);
}

void ConsoleNightTest::aChangedProfileIsTold()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    const InstrumentProfile connected = m_desk->profiles().value(0);
    QString changed = profileText;
    changed.replace(u"screen = \"left\""_s, u"screen = \"centre\""_s);
    write(u"profiles/lris.toml"_s, changed);
    QTRY_VERIFY_WITH_TIMEOUT(m_message->isVisible(), 30000);
    QVERIFY2(m_message->text().startsWith(u"LRIS was changed at "_s), qPrintable(m_message->text()));
    QVERIFY2(m_message->text().contains(u"(2 displays differ). The change takes effect at the next Connect. Reconnecting closes its X programs."_s),
             qPrintable(m_message->text()));
    QCOMPARE(m_desk->profiles().value(0), connected);
    // A further reading of the same form is nothing new.
    m_message->hide();
    write(u"profiles/other.toml"_s, QString(profileText).replace(u"\"lris\""_s, u"\"other\""_s));
    QTRY_COMPARE_WITH_TIMEOUT(m_choice->facility().profiles.size(), 2, 30000);
    QVERIFY(m_message->isHidden());
}

void ConsoleNightTest::aChangeTakenBackIsToldNoMore()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    write(u"profiles/lris.toml"_s, QString(profileText).replace(u"\":1\""_s, u"\":7\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_message->isVisible(), 30000);
    QVERIFY2(m_message->text().contains(u"(1 display differs)"_s), qPrintable(m_message->text()));
    write(u"profiles/lris.toml"_s, profileText);
    QTRY_VERIFY_WITH_TIMEOUT(m_message->isHidden(), 30000);
}

void ConsoleNightTest::connectingAgainTakesTheChange()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    desktop(u"control0"_s)->setViewOnly(true);
    write(u"profiles/lris.toml"_s, QString(profileText).replace(u"\":1\""_s, u"\":7\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_message->isVisible(), 30000);
    const auto actions = m_message->actions();
    const auto again = std::ranges::find(actions, u"Reconnect Now"_s, &QAction::text);
    QVERIFY(again != actions.end());
    const Session *previousState = desktop(u"control0"_s);
    QVERIFY(previousState);
    QSignalSpy connected(m_desk, &Desk::connectedChanged);
    (*again)->trigger();
    QTRY_VERIFY(dialog<TrustDialog>()); // it is another address
    QVERIFY(m_desk->isConnected());
    QTRY_VERIFY(isConnectedAfterAgreeing() && connected.size() == 2); // off and on
    QCOMPARE(desktop(u"control0"_s)->spec().address, DesktopAddress(DisplayNumber{7}));
    QVERIFY(desktop(u"control0"_s)->isViewOnly()); // as it was arranged
    QTRY_VERIFY(m_message->isHidden());
}

void ConsoleNightTest::connectingAgainAsksBeforeProgramsEnd_data()
{
    QTest::addColumn<bool>("isMeant");
    QTest::newRow("it is meant") << true;
    QTest::newRow("it was a slip") << false;
}

void ConsoleNightTest::connectingAgainAsksBeforeProgramsEnd()
{
    QFETCH(bool, isMeant);
    start();
    m_night->offerToResume(false);
    connectLris();
    m_desk->session(u"ds9"_s)->start();
    write(u"profiles/lris.toml"_s, QString(profileText).replace(u"\":1\""_s, u"\":7\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_message->isVisible(), 30000);
    QVERIFY2(m_message->text().endsWith(u"Reconnecting closes its X programs."_s), qPrintable(m_message->text()));
    const QString told = m_message->text();
    m_message->actions().constLast()->trigger();
    QTRY_VERIFY(dialog<QMessageBox>());
    QCOMPARE(dialog<QMessageBox>()->text(), u"Reconnecting LRIS closes 1 X program."_s);
    QVERIFY(m_flow->requestedProfile().isEmpty());
    if (!isMeant) {
        QTest::keyClick(dialog<QMessageBox>(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!dialog<QMessageBox>());
        QVERIFY(m_flow->requestedProfile().isEmpty());
        QVERIFY(m_desk->isConnected());
        QCOMPARE(m_message->messageTopic(), u"/change/lris"_s); // it stands again
        QCOMPARE(m_message->text(), told);
        return;
    }
    dialog<QMessageBox>()->findChild<QPushButton *>(u"connect-again"_s)->click();
    QTRY_VERIFY(dialog<TrustDialog>());
    QTRY_VERIFY(isConnectedAfterAgreeing() && desktop(u"control0"_s)->spec().address == DesktopAddress(DisplayNumber{7}));
}

void ConsoleNightTest::aChangeThatShowsNothingElseIsNotTold()
{
    start();
    m_night->offerToResume(false);
    connectLris();
    QSignalSpy read(m_choice, &FacilityChoice::facilityRead);
    write(u"profiles/lris.toml"_s, QString(profileText).replace(u"name = \"LRIS\""_s, u"# New words\nname = \"LRIS (blue)\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(!read.isEmpty() && m_choice->facility().profiles.constFirst().name == u"LRIS (blue)", 30000);
    QVERIFY(m_message->isHidden());
}

void ConsoleNightTest::twoInstrumentsAreResumed()
{
    write(u"profiles/nires.toml"_s, niresText);
    leave(NightStateText::write(stateOfTwo()));
    start();
    m_night->offerToResume(false);
    QTRY_VERIFY(m_offer->isVisible());
    QCOMPARE(resumeButton()->text(), u"Resume LRIS and NIRES, 4 displays"_s);
    QVERIFY2(resumeButton()->accessibleDescription().startsWith(u"LRIS (account lris7) and NIRES (account nires1) were connected here until "_s),
             qPrintable(resumeButton()->accessibleDescription()));
    QJsonObject told;
    m_night->describe(told);
    QCOMPARE(told.value("resume"_L1).toObject().value("profiles"_L1).toArray(), (QJsonArray{u"lris"_s, u"nires"_s}));
    resumeButton()->click();
    QVERIFY(areConnectedAfterAgreeing({u"lris"_s, u"nires"_s}));
    QVERIFY(m_offer->isHidden());
    // Each with its own account, and as it was arranged.
    QCOMPARE(m_desk->links(u"lris"_s).constFirst()->target().spec.user, u"lris7"_s);
    QCOMPARE(m_desk->links(u"nires"_s).constFirst()->target().spec.user, u"nires1"_s);
    QVERIFY(!desktop(u"lris/control0"_s)->isViewOnly() && desktop(u"lris/control1"_s)->isViewOnly());
    QVERIFY(desktop(u"nires/control0"_s)->isViewOnly() && !desktop(u"nires/control1"_s)->isViewOnly());
    QCOMPARE(m_viewerWindows->look().desktopScalings.value(u"lris/control0"_s), ViewGeometry::Scaling::Fit);
    QVERIFY(m_desk->session(u"lris/ds9"_s)->state() != SessionState::Idle);
    QCOMPARE(m_desk->session(u"nires/ds9"_s)->state(), SessionState::Idle);
    QTRY_VERIFY(noted() && noted()->profiles.size() == 2);
    QTRY_COMPARE(left().size(), 1);
    QCOMPARE(noted()->profile(u"nires"_s)->account, u"nires1"_s);
    QCOMPARE(noted()->profile(u"nires"_s)->viewOnlyDesktopIds, QStringList{u"control0"_s});
}

void ConsoleNightTest::oneOfTwoThatIsGoneHoldsUpNoOther()
{
    QVERIFY(QFile::rename(m_directory->filePath(u"profiles/lris.toml"_s), m_directory->filePath(u"lris.away"_s)));
    write(u"profiles/nires.toml"_s, niresText);
    leave(NightStateText::write(stateOfTwo()));
    start();
    QSignalSpy obstacleFound(m_flow, &ConnectFlow::obstacleFound);
    m_night->offerToResume(true);
    QVERIFY(areConnectedAfterAgreeing({u"nires"_s}));
    QCOMPARE(obstacleFound.size(), 1);
    QVERIFY(!m_desk->isConnected(u"lris"_s));
    QVERIFY(m_offer->isHidden());
    QTRY_VERIFY(noted() && noted()->profiles.size() == 1);
}

void ConsoleNightTest::cancellingTheSecondKeepsTheFirst()
{
    write(u"profiles/nires.toml"_s, niresText);
    leave(NightStateText::write(stateOfTwo()));
    start();
    m_night->offerToResume(true);
    QTRY_VERIFY(dialog<TrustDialog>());
    dialog<TrustDialog>()->accept();
    QTRY_VERIFY(m_desk->isConnected(u"lris"_s) && dialog<TrustDialog>());
    dialog<TrustDialog>()->reject();
    QTRY_VERIFY(m_flow->requestedProfile().isEmpty());
    QVERIFY(m_desk->isConnected(u"lris"_s) && !m_desk->isConnected(u"nires"_s));
    QVERIFY(m_offer->isHidden()); // the list of instruments has it
    QTRY_VERIFY(noted() && noted()->profiles.size() == 1);
    QTRY_COMPARE(left().size(), 1);
}

void ConsoleNightTest::oneOfTwoIsDisconnected()
{
    write(u"profiles/nires.toml"_s, niresText);
    start();
    m_night->offerToResume(false);
    connectLris();
    m_flow->requestById(u"nires"_s);
    QVERIFY(areConnectedAfterAgreeing({u"nires"_s}));
    QTRY_VERIFY(noted() && noted()->profiles.size() == 2);
    QCOMPARE(m_viewerWindows->displayRects().size(), 4);
    m_desk->disconnectProfile(u"lris"_s);
    QTRY_VERIFY(noted() && noted()->profiles.size() == 1);
    QCOMPARE(noted()->profiles.constFirst().id, u"nires"_s);
    QVERIFY(m_viewerWindows->areShown());
    QCOMPARE(m_viewerWindows->displayRects().size(), 2);
    QVERIFY(m_viewerWindows->displayRects().contains(u"nires/control0"_s));
    // The end of the night ends what is left.
    endNight();
    QVERIFY(!m_desk->isConnected());
    QTRY_VERIFY(left().isEmpty());
}

void ConsoleNightTest::eachOfTwoIsToldItsOwnChange()
{
    write(u"profiles/nires.toml"_s, niresText);
    start();
    m_night->offerToResume(false);
    connectLris();
    m_flow->requestById(u"nires"_s);
    QVERIFY(areConnectedAfterAgreeing({u"nires"_s}));
    const Session *lris = m_desk->session(u"lris/control0"_s);
    write(u"profiles/nires.toml"_s, QString(niresText).replace(u"\":1\""_s, u"\":7\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_message->isVisible(), 30000);
    QVERIFY2(m_message->text().startsWith(u"NIRES was changed at "_s), qPrintable(m_message->text()));
    write(u"profiles/lris.toml"_s, QString(profileText).replace(u"\":2\""_s, u"\":8\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_message->text().startsWith(u"LRIS was changed at "_s), 30000);
    write(u"profiles/lris.toml"_s, profileText); // taken back: the other one's is said again
    QTRY_VERIFY_WITH_TIMEOUT(m_message->text().startsWith(u"NIRES was changed at "_s), 30000);
    const auto actions = m_message->actions();
    const auto again = std::ranges::find(actions, u"Reconnect Now"_s, &QAction::text);
    QVERIFY(again != actions.end());
    (*again)->trigger();
    QVERIFY(Test::waitFor([this] {
        (void)isConnectedAfterAgreeing();
        auto *control = desktop(u"nires/control0"_s);
        return control && control->spec().address == DesktopAddress(DisplayNumber{7});
    }));
    QCOMPARE(m_desk->session(u"lris/control0"_s), lris); // was left alone
    QCOMPARE(m_desk->profiles().size(), 2);
}

void ConsoleNightTest::aChangeOfOneThatIsDisconnectedIsToldNoMore()
{
    write(u"profiles/nires.toml"_s, niresText);
    start();
    m_night->offerToResume(false);
    connectLris();
    m_flow->requestById(u"nires"_s);
    QVERIFY(areConnectedAfterAgreeing({u"nires"_s}));
    write(u"profiles/nires.toml"_s, QString(niresText).replace(u"\":1\""_s, u"\":7\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_message->text().startsWith(u"NIRES was changed at "_s), 30000);
    write(u"profiles/lris.toml"_s, QString(profileText).replace(u"\":2\""_s, u"\":8\""_s));
    QTRY_VERIFY_WITH_TIMEOUT(m_message->text().startsWith(u"LRIS was changed at "_s), 30000);
    m_desk->disconnectProfile(u"nires"_s); // it waited to be spoken of again
    write(u"profiles/lris.toml"_s, profileText);
    QTRY_VERIFY_WITH_TIMEOUT(m_message->isHidden(), 30000);
}

NIGHTDESK_TEST_PROGRAM(int argc, char **argv)
{
    QTemporaryDir directory;
    QFile monitors(directory.filePath(u"monitors.json"_s));
    if (!monitors.open(QIODevice::WriteOnly) || monitors.write(twoMonitors) != twoMonitors.size()) {
        return 1;
    }
    monitors.close();
    qputenv("QT_QPA_PLATFORM", QFile::encodeName(u"offscreen:configfile="_s + monitors.fileName()));
    for (const char *name : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
        qputenv(name, QFile::encodeName(directory.filePath(QString::fromLatin1(name))));
    }
    QApplication app(argc, argv);
    ConsoleNightTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "consolenighttest.moc"
