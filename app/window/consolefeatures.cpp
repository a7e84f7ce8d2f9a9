// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/consolefeatures.h"

#include "app/appearance/colorsaction.h"
#include "app/connect/connectflow.h"
#include "app/console/console.h"
#include "app/desk/clipboardandviewonly.h"
#include "app/desk/connectedviews.h"
#include "app/desk/consoledisplays.h"
#include "app/desk/deskscreens.h"
#include "app/desk/keyboardsettingsapplier.h"
#include "app/desk/profilechangenotices.h"
#include "app/desk/slowstartnotices.h"
#include "app/deskboard/consoleboard.h"
#include "app/diagnostics/consolediagnostics.h"
#include "app/facility/deskpaths.h"
#include "app/facility/facilitychoice.h"
#include "app/facility/siteaction.h"
#include "app/night/consolenight.h"
#include "app/preferences/consolesettings.h"
#include "app/traffic/consoletraffic.h"
#include "app/window/boardtab.h"
#include "app/window/consoleminimizer.h"
#include "app/window/consolepages.h"
#include "app/window/consolevisuals.h"
#include "app/window/externallinkopener.h"
#include "app/window/externalrequesthandler.h"
#include "app/window/firststeps.h"
#include "app/window/instrumentcontrol.h"
#include "app/window/nightservices.h"
#include "app/window/themedaction.h"
#include "monitors/desklog.h"
#include "monitors/deskstatus.h"
#include "monitors/night/nightnotices.h"
#include "monitors/supportdesk.h"
#include "monitors/xadvice/xtracearchive.h"
#include "monitors/xadvice/xtrafficwatch.h"
#include "nightdesk.h"
#include "sessions/bus/consolebus.h"
#include "sessions/desk/desk.h"
#include "sessions/keychain/keychain.h"
#include "sessions/xwindows/localx.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/displays/visualsview.h"
#include "widgets/facility/facilitydialog.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/facility/supportcontactsdialog.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"
#include "widgets/screens/deskmonitors.h"
#include "widgets/viewer/viewerwindows.h"

#include <KActionCollection>
#include <KLocalizedString>
#include <KXmlGuiWindow>

#include <QAction>
#include <QCoreApplication>
#include <QEventLoop>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
// Time limit for ending programs: the user has already closed the window and waits.
constexpr std::chrono::seconds programsEndTimeout(3);
}

ConsoleFeatures::ConsoleFeatures(Console &console, ConsolePages &pages, KXmlGuiWindow *window)
    : QObject(&console)
    , m_console(console)
    , m_pages(pages)
    , m_consoleVisuals(new ConsoleVisuals(console, pages, this))
    , m_keychain(new Keychain(this))
    , m_consoleBus(new ConsoleBus(
          [this] {
              return stateJson();
          },
          this))
    , m_trafficWatch(new XTrafficWatch(console.desk(), DeskPaths::stateDirectory(), this))
{
    console.desk()->setConnectionRecordFile(DeskPaths::connectionRecordFile());
    new DeskLog(console.desk(), this);
    new KeyboardSettingsApplier(console.localX(), this);
    pages.sessionList()->setTrafficWatch(m_trafficWatch);
    new ConnectedProfileViews(console, pages.sessionList(), pages.outputPane(), pages.visualsView(), pages.linkStripLayout());
    m_deskScreensController = new DeskScreensController(console.facilityChoice(), console.desk(), console.viewerWindows(), pages.instrumentPicker(), window);
    m_consoleNight = new ConsoleNight(console, m_deskScreensController, pages.resumeOffer());
    m_nightServices = new NightServices(console);
    m_consoleBoard = new ConsoleBoard(console, m_consoleNight);
    for (QWidget *bar : m_consoleBoard->messageBars()) {
        pages.addBar(bar);
    }
    pages.linkStripLayout()->addWidget(m_consoleBoard->boardLine());

    buildSessionActions();
    pages.addActions(console.actions());
    buildSettingsActions();
    new ConsoleDisplays(console, pages.sessionList());
    new ConsoleTraffic(console, m_trafficWatch, pages.sessionList());
    m_consoleDiagnostics = new ConsoleDiagnostics(console.desk(), m_trafficWatch, window);
    m_boardTab = new BoardTab(console, pages.tabs());
    m_consoleBus->setBoardJsonSource(std::bind_front(&BoardTab::boardStateJson, m_boardTab));
    (new ClipboardAndViewOnly(this))->watchDesk(console.desk(), console.actions());
    new SlowStartNotices(console.desk(), m_trafficWatch, console.messageBar(), this);
    m_firstSteps = new FirstSteps(console, pages.welcomePage());
    m_linkOpener = new ExternalLinkOpener(console.desk(), console.facilityChoice(), console.flow(), console.messageBar(), window);
    const auto raise = [this](Session *session) {
        Q_EMIT showDisplayRequested(session);
    };
    m_consoleBus->setServersJsonSource([this] {
        return QString::fromUtf8(m_consoleVisuals->visualsJson());
    });
    auto *remote = new ExternalRequestHandler(console.desk(), console.facilityChoice(), console.flow(), m_linkOpener, raise, this);
    m_consoleBus->setActions(remote);
    connect(m_consoleBus, &ConsoleBus::commandReceived, remote, [this, remote](const QStringList &words, const QString &directory) {
        m_consoleBus->setExitStatus(remote->runCommand(words, directory));
        Q_EMIT consoleRequested(); // raises the window for every command, because the command may ask a question
    });

    connect(m_trafficWatch->traceArchive(), &XTraceArchive::storingFailed, console.messageBar(), &MessageBar::showWarningIfFree);
    connect(m_keychain, &Keychain::keychainFailed, console.messageBar(), &MessageBar::showWarning);
    connect(console.facilityChoice(), &FacilityChoice::facilityRead, this, &ConsoleFeatures::handleFacilityRead);
    connect(m_deskScreensController, &DeskScreensController::titleChanged, this, &ConsoleFeatures::titleChanged);
    connect(console.facilityChoice(), &FacilityChoice::approvalFailed, this, [this](const QString &text) {
        m_console.messageBar()->showError(text);
    });
    connect(console.flow(), &ConnectFlow::obstacleFound, console.messageBar(), &MessageBar::showError);
    connect(console.support(), &SupportDesk::dutyDialogRequested, this, &ConsoleFeatures::openPeopleDialog);
    connectNightSignals();
    connectQuestionSignals();
    connect(console.viewerWindows(), &ViewerWindows::consoleRequested, this, &ConsoleFeatures::consoleRequested);
    connect(console.localX(), &LocalX::consoleRequested, this, [this] {
        Q_EMIT consoleRequested();
        // Activates this window, although the key press was in another program's window.
        m_console.localX()->activateWindow(static_cast<quint32>(m_console.window()->winId()));
    });
    connect(console.viewerWindows(), &ViewerWindows::displayRequested, this, [this](Session *session) {
        const bool isThere = session->isIconified() && session->state() != SessionState::Idle && session->state() != SessionState::Ended;
        isThere ? Q_EMIT showDisplayRequested(session) : m_console.desk()->retry(session);
    });
    connect(m_consoleBus, &ConsoleBus::raiseRequested, this, &ConsoleFeatures::consoleRequested);
}

void ConsoleFeatures::connectNightSignals()
{
    connect(m_consoleNight, &ConsoleNight::consoleRequested, this, &ConsoleFeatures::consoleRequested);
    connect(m_consoleNight, &ConsoleNight::nightDetermined, this, &ConsoleFeatures::nightDetermined);
    connect(m_consoleNight, &ConsoleNight::nightDetermined, m_consoleDiagnostics, &ConsoleDiagnostics::setNight);
    connect(m_consoleNight, &ConsoleNight::nightDetermined, m_keychain, &Keychain::dropUnstoredSecrets);
    connect(m_consoleNight, &ConsoleNight::nightEnded, m_keychain, &Keychain::dropUnstoredSecrets);
    connect(m_consoleNight, &ConsoleNight::nightEnded, &m_pages, &ConsolePages::showPicker);
    connect(m_nightServices, &NightServices::consoleRequested, this, &ConsoleFeatures::consoleRequested);
}

void ConsoleFeatures::connectQuestionSignals()
{
    const Questions *questions = m_console.questions();
    m_console.questions()->setSecretStore(m_keychain);
    connect(questions, &Questions::waitingTextChanged, this, [this](const QString &words) {
        m_console.viewerWindows()->setOpenQuestionText(words);
        m_console.actions()->action(u"session_answer"_s)->setEnabled(!words.isEmpty());
    });
    connect(questions, &Questions::waitingTextChanged, m_nightServices->notices(), &NightNotices::setOpenQuestionText);
    connect(m_console.viewerWindows(), &ViewerWindows::showQuestionRequested, this, &ConsoleFeatures::focusOpenQuestion);
}

QAction *ConsoleFeatures::addAction(const QString &name, const QString &icon, const QString &text, const QKeySequence &key)
{
    return addThemedAction(m_console.actions(), name, icon, text, key);
}

void ConsoleFeatures::buildSessionActions()
{
    auto *control = new InstrumentConnector(m_console, m_deskScreensController, m_consoleNight, m_pages.instrumentPicker());
    connect(control, &InstrumentConnector::instrumentConnected, this, &ConsoleFeatures::instrumentConnected);
    connect(m_pages.resumeOffer(), &ResumeOffer::visibilityChanged, control, &InstrumentConnector::setResumeOffered);
    m_minimizer = new ConsoleMinimizer(m_console, [this] {
        return !m_console.messageBar()->isMessageReplaceable() || m_console.actions()->action(u"session_answer"_s)->isEnabled();
    });
    // Connected last, so that it runs after the connection that raises the window.
    connect(control, &InstrumentConnector::instrumentConnected, m_minimizer, &ConsoleMinimizer::allowMinimizing);
    connect(m_console.viewerWindows(), &ViewerWindows::consoleRequested, m_minimizer, &ConsoleMinimizer::preventMinimizing);
    connect(m_minimizer, &ConsoleMinimizer::minimized, m_console.viewerWindows(), &ViewerWindows::raiseDisplay);
    connect(control, &InstrumentConnector::instrumentDisconnected, &m_pages, &ConsolePages::showPicker);
    const QAction *end =
        addAction(u"session_end_night"_s, u"system-log-out"_s, i18nc("@action:inmenu", "End Session…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    connect(end, &QAction::triggered, m_consoleNight, &ConsoleNight::askToEndNight);
    QAction *answer = addAction(u"session_answer"_s,
                                u"dialog-password"_s,
                                i18nc("@action:inmenu to the question that a connection asks", "Go to Login Prompt"),
                                QKeySequence(Qt::CTRL | Qt::Key_L));
    connect(answer, &QAction::triggered, this, &ConsoleFeatures::focusOpenQuestion);
    answer->setEnabled(false); // disabled until a question is open
    QAction *open = addAction(u"facility_open"_s, u"document-open-folder"_s, i18nc("@action:inmenu", "Open Facility…"), QKeySequence(QKeySequence::Open));
    open->setEnabled(!m_console.facilityChoice()->isDirectoryLocked());
    connect(open, &QAction::triggered, this, [this] {
        openFacilityDialog(m_console.window(), m_console.facilityChoice()->directory(), [this](const QString &directory) {
            m_console.messageBar()->animatedHide();
            m_console.facilityChoice()->setDirectory(directory);
        });
    });
}

void ConsoleFeatures::buildSettingsActions()
{
    const QAction *refresh =
        addAction(u"view_refresh_visuals"_s, u"view-refresh"_s, i18nc("@action:inmenu", "Refresh X Server Information"), QKeySequence(QKeySequence::Refresh));
    connect(refresh, &QAction::triggered, m_consoleVisuals, &ConsoleVisuals::rereadServers);
    auto *site = new SiteMenuAction(m_console.facilityChoice(), m_console.window());
    m_console.actions()->addAction(u"settings_site"_s, site);
    connect(site, &SiteMenuAction::siteSelected, m_consoleNight->notices(), &ProfileChangeNotices::reportSiteChange);
    connect(addAction(u"settings_screens"_s, u"preferences-desktop-display"_s, i18nc("@action:inmenu", "Configure Screens…")),
            &QAction::triggered,
            m_deskScreensController,
            &DeskScreensController::openDialog);
    connect(addAction(u"settings_identify"_s, u"view-presentation"_s, i18nc("@action:inmenu", "Identify Screens")),
            &QAction::triggered,
            m_deskScreensController,
            &DeskScreensController::identifyScreens);
    m_console.actions()->addAction(u"settings_colours"_s, new ColorsAction(m_console.window()));
    new ConsoleSettings(m_console.actions(), m_console.facilityChoice(), m_console.window());
    connect(addAction(u"help_people"_s, u"system-users"_s, i18nc("@action:inmenu", "Show People and Rooms")),
            &QAction::triggered,
            this,
            &ConsoleFeatures::openPeopleDialog);
}

void ConsoleFeatures::start()
{
    m_console.flow()->beginWaitForXServer();
    if (m_console.facilityChoice()->directory().isEmpty()) {
        m_pages.showWelcome();
    }
    m_console.facilityChoice()->startReadingFacility();
    m_consoleVisuals->rereadServers();
}

void ConsoleFeatures::offerToResume(bool atOnce)
{
    m_consoleNight->offerToResume(atOnce);
}

void ConsoleFeatures::openExternalUrl(const QString &url)
{
    m_linkOpener->open(url);
}

void ConsoleFeatures::tryDemo()
{
    m_firstSteps->tryDemo();
}

void ConsoleFeatures::prepareForLogout()
{
    m_consoleNight->prepareForLogout();
    m_console.desk()->leaveProgramsRunning();
}

void ConsoleFeatures::disconnectAndSignOff()
{
    m_consoleBus->setBoardJsonSource({}); // the board is deleted below, but scripts may still ask for its state
    delete std::exchange(m_boardTab, nullptr);
    m_consoleBoard->beginSignOff();
    Desk *desk = m_console.desk();
    desk->disconnectAll();
    // Programs in private X servers are ended through their ssh links, which must stay connected until then.
    if (desk->isEndingPrograms()) {
        QEventLoop wait;
        connect(desk, &Desk::programsEnded, &wait, &QEventLoop::quit);
        QTimer::singleShot(programsEndTimeout, &wait, &QEventLoop::quit);
        wait.exec(QEventLoop::ExcludeUserInputEvents);
    }
    m_consoleBoard->waitUntilSignedOff();
}

void ConsoleFeatures::focusOpenQuestion()
{
    Q_EMIT consoleRequested();
    m_console.questions()->focusBar();
}

void ConsoleFeatures::handleFacilityRead(const Facility &facility)
{
    const bool isFirst = !std::exchange(m_hasReadFacility, true);
    const QString site = m_console.facilityChoice()->site();
    m_pages.setFacility(facility, site);
    m_console.support()->setFacility(facility);
    m_consoleDiagnostics->setTimeZone(facility.timezone);
    m_nightServices->setFacility(facility, site);
    m_consoleVisuals->handleFacilityRead(facility);
    if (const QString about = m_console.messageBar()->messageTopic(); std::ranges::contains(facility.profiles, about, &InstrumentProfile::id)) {
        m_console.messageBar()->closeMessageAbout(about);
    }
    if (const QString requestedProfile = m_console.flow()->requestedProfile(); isFirst || !requestedProfile.isEmpty()) {
        m_pages.instrumentPicker()->chooseProfile(requestedProfile.isEmpty() ? Settings::lastInstrument() : requestedProfile);
    }
}

void ConsoleFeatures::openPeopleDialog()
{
    if (!m_supportPeopleDialog) {
        m_supportPeopleDialog = new SupportContactsDialog(m_console.support(), QTimeZone::systemTimeZone(), m_console.window());
        m_supportPeopleDialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_supportPeopleDialog->show();
    m_supportPeopleDialog->raise();
    m_supportPeopleDialog->activateWindow();
}

QString ConsoleFeatures::stateJson() const
{
    QJsonObject state = DeskStatus::describe(*m_console.desk(), m_console.viewerWindows()->displayRects(), m_trafficWatch);
    if (const QString question = m_console.flow()->nameOfShownQuestion(); !question.isEmpty()) {
        state.insert(u"waitingFor"_s, question);
    }
    m_consoleNight->describe(state);
    m_nightServices->describe(state);
    m_consoleBoard->describe(state);
    m_consoleDiagnostics->describe(state);
    state.insert(u"process"_s, QCoreApplication::applicationPid());
    return QString::fromUtf8(QJsonDocument(state).toJson(QJsonDocument::Compact));
}
}
