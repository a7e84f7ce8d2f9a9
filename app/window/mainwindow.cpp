// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"
#include "app/desk/keyboardchoice.h"

#include "app/appearance/coloursaction.h"
#include "app/connect/connectflow.h"
#include "app/desk/changenotices.h"
#include "app/desk/connectedviews.h"
#include "app/desk/consoledisplays.h"
#include "app/desk/deskscreens.h"
#include "app/desk/desksharing.h"
#include "app/desk/startnotices.h"
#include "app/deskboard/consoleboard.h"
#include "app/diagnostics/consolediagnostics.h"
#include "app/facility/deskpaths.h"
#include "app/facility/facilitychoice.h"
#include "app/facility/facilitydialog.h"
#include "app/facility/mistakes.h"
#include "app/facility/profileactions.h"
#include "app/facility/siteaction.h"
#include "app/night/consolenight.h"
#include "app/preferences/consolesettings.h"
#include "app/preferences/shortcuts.h"
#include "app/traffic/consoletraffic.h"
#include "app/window/boardtab.h"
#include "app/window/closequestion.h"
#include "app/window/consoleaside.h"
#include "app/window/consoleremote.h"
#include "app/window/helpmenu.h"
#include "app/window/instrumentcontrol.h"
#include "app/window/linkopener.h"
#include "app/window/nightwatch.h"
#include "monitors/desklog.h"
#include "monitors/deskstatus.h"
#include "monitors/night/nightnotices.h"
#include "monitors/supportdesk.h"
#include "monitors/visuals/serverwatch.h"
#include "monitors/xadvice/xtracekeeper.h"
#include "monitors/xadvice/xtrafficwatch.h"
#include "nightdesk.h"
#include "sessions/bus/consolebus.h"
#include "sessions/common/logging.h"
#include "sessions/desk/desk.h"
#include "sessions/profiles/facilitywording.h"
#include "sessions/wallet/walletkeeper.h"
#include "sessions/xwindows/localx.h"
#include "widgets/common/firstplace.h"
#include "widgets/common/noticearea.h"
#include "widgets/common/shrinkarea.h"
#include "widgets/common/windowmanager.h"
#include "widgets/displays/outputpane.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/displays/visualsview.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/peopledialog.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"
#include "widgets/screens/deskmonitors.h"
#include "widgets/stage/stages.h"

#include <KActionCollection>
#include <KLocalizedString>
#include <KStandardAction>

#include <QAction>
#include <QEventLoop>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QScreen>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
// Of a person who has closed the window already.
constexpr std::chrono::seconds programsEnd(3);
}

MainWindow::MainWindow(const QString &facility, const QString &site)
    : m_localX(std::make_unique<LocalX>(QGuiApplication::platformName() == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : QString(),
                                        qEnvironmentVariable("XAUTHORITY")))
    , m_desk(std::make_unique<Desk>(m_localX.get()))
    , m_choice(new FacilityChoice(facility, site, this))
    , m_servers(new ServerWatch(m_desk.get(), this))
    , m_stages(new Stages(this))
    , m_questions(new Questions(this))
    , m_wallet(new WalletKeeper(
          [this] {
              return isVisible() ? static_cast<qulonglong>(winId()) : 0;
          },
          this))
    , m_flow(new ConnectFlow(m_choice, this))
    , m_bus(new ConsoleBus(
          [this] {
              return stateJson();
          },
          this))
    , m_support(new SupportDesk(this))
    , m_traffic(new XTrafficWatch(m_desk.get(), DeskPaths::stateDirectory(), this))
{
    m_desk->remember(DeskPaths::returnsFile());
    new DeskLog(m_desk.get(), this);
    new KeyboardChoice(m_stages, m_localX.get(), this);
    buildPages();
    m_views = new ConnectedViews(m_desk.get(), {m_stripColumn, m_sessionList, m_output, m_questions, m_support}, this);
    m_screens = new DeskScreens(m_choice, m_desk.get(), m_stages, m_picker, this);
    m_night = new ConsoleNight({m_desk.get(), m_choice, m_flow, m_screens, m_stages, m_message, m_offer, this});
    m_watch = new NightWatch({m_desk.get(), m_message, actionCollection(), this});
    m_stages->setSigns(m_watch->signs());
    m_deskBoard = new ConsoleBoard(
        {m_desk.get(), m_choice, m_flow, m_night, m_support, m_questions, m_message, m_watch->signs(), m_bars, m_stripColumn, actionCollection(), this});
    buildActions();
    (new DeskSharing(this))->serve(m_desk.get(), actionCollection());
    setupGUI(QSizeF(fontMetrics().averageCharWidth() * 118, fontMetrics().height() * 34).toSize(), ToolBar | Keys | Save | Create, u"nightdeskui.rc"_s);
    FirstPlace::resize(this, size()); // the size that was kept may be another screen's

    new StartNotices(m_desk.get(), m_traffic, m_message, this);
    connect(m_traffic->store(), &XTraceKeeper::troubled, m_message, &MessageBar::mention);
    m_links = new LinkOpener(m_desk.get(), m_choice, m_flow, m_message, this);
    m_bus->setServers([this] {
        return QString::fromUtf8(m_servers->json());
    });
    m_bus->setActions(new ConsoleRemote(m_desk.get(), m_choice, m_flow, m_links, std::bind_front(&MainWindow::showDisplay, this), this));
    new HelpMenu(this, m_support);
    new Shortcuts(this, m_message);
    // After setupGUI(): the person may have chosen another key.
    m_questions->setAnswerKey(actionCollection()->action(u"session_answer"_s)->shortcut().toString(QKeySequence::NativeText));
    connect(m_choice, &FacilityChoice::facilityRead, this, &MainWindow::facilityRead);
    connect(m_screens, &DeskScreens::placeTold, this, qOverload<const QString &>(&MainWindow::setCaption));
    connect(m_choice, &FacilityChoice::acceptFailed, m_message, [this](const QString &text) {
        m_message->complain(text);
    });
    connect(m_flow, &ConnectFlow::stopped, m_message, &MessageBar::complain);
    connect(m_night, &ConsoleNight::consoleRequested, this, &MainWindow::raiseConsole);
    connect(m_night, &ConsoleNight::nightTold, this, &MainWindow::nightTold);
    connect(m_night, &ConsoleNight::nightTold, m_wallet, &WalletKeeper::forget);
    connect(m_night, &ConsoleNight::ended, m_wallet, &WalletKeeper::forget);
    connect(m_night, &ConsoleNight::ended, this, [this] {
        m_pages->setCurrentWidget(m_picker);
    });
    connect(m_support, &SupportDesk::asked, this, &MainWindow::showPeople);
    connect(m_servers, &ServerWatch::changed, this, &MainWindow::showServers);
    connect(m_picker, &InstrumentPicker::chosenChanged, this, &MainWindow::showFits);
    connect(new DeskMonitors(this), &DeskMonitors::changed, m_servers, &ServerWatch::readAgain);
    connect(m_servers, &ServerWatch::hereRead, m_flow, [this](const XServerFacts &facts) {
        m_flow->setCanConfine(!facts.problem.isEmpty() || facts.canConfine()); // without a server nothing can be chosen
    });
    m_flow->awaitXServer();
    connect(m_stages, &Stages::consoleRequested, this, &MainWindow::raiseConsole);
    connect(m_localX.get(), &LocalX::consoleRequested, this, [this] {
        raiseConsole();
        m_localX->activate(static_cast<quint32>(winId())); // the window manager has seen no key of ours
    });
    connect(qGuiApp, &QGuiApplication::focusWindowChanged, this, [this](const QWindow *window) {
        // Where nobody stacks windows this one would lie on the same part of a desktop for good: a click there sends it
        // to the back, the release key brings it to the front again.
        if (m_stages->owns(window) && !hasWindowManager()) {
            lower();
        }
    });
    m_questions->setKeeper(m_wallet);
    connect(m_questions, &Questions::waiting, this, [this](const QString &words) {
        m_stages->setAsking(words);
        actionCollection()->action(u"session_answer"_s)->setEnabled(!words.isEmpty());
    });
    connect(m_questions, &Questions::waiting, m_watch->notices(), &NightNotices::setAsking);
    connect(m_watch, &NightWatch::consoleRequested, this, &MainWindow::raiseConsole);
    connect(m_stages, &Stages::displayRequested, this, [this](Session *session) {
        const bool isThere = session->isIconified() && session->state() != SessionState::Idle && session->state() != SessionState::Ended;
        isThere ? showDisplay(session) : m_desk->retry(session);
    });
    connect(m_stages, &Stages::answerRequested, this, &MainWindow::answerQuestion);
    connect(m_bus, &ConsoleBus::raiseRequested, this, &MainWindow::raiseConsole);
    connect(m_desk.get(), &Desk::connectedChanged, this, &MainWindow::showConnected);
    if (m_choice->directory().isEmpty()) {
        m_picker->setNotice(i18nc(
            "@info",
            "No facility is set up on this workstation. Choose File ▸ Open Facility and select the directory with facility.toml, or ask the facility staff."));
    }
    m_choice->start();
    showConnected(false);
    m_servers->readAgain();
    m_picker->setFocus();
}

MainWindow::~MainWindow()
{
    m_bus->setBoard({}); // scripts go on asking while programs are ended
    delete m_board;
    m_deskBoard->leave();
    m_desk->disconnectAll();
    // Programs in displays of their own are ended by way of their links, which have to live that long.
    if (m_desk->isEndingPrograms()) {
        QEventLoop wait;
        connect(m_desk.get(), &Desk::programsEnded, &wait, &QEventLoop::quit);
        QTimer::singleShot(programsEnd, &wait, &QEventLoop::quit);
        wait.exec(QEventLoop::ExcludeUserInputEvents);
    }
    m_deskBoard->waitForGoodbye();
}

void MainWindow::buildPages()
{
    auto *center = new QWidget;
    auto *column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    m_pages = new QTabWidget;
    m_pages->setDocumentMode(true);
    auto *notices = new NoticeArea(m_pages, center);
    column->addWidget(notices);
    m_message = new MessageBar(m_support);
    notices->notices()->addWidget(m_message);
    m_offer = new ResumeOffer;
    notices->notices()->addWidget(m_offer);
    m_bars = new QVBoxLayout;
    notices->notices()->addLayout(m_bars);
    m_questions->setPlace(m_bars);

    m_picker = new InstrumentPicker;
    m_sessionList = new SessionList;
    m_sessionList->setSupport(m_support);
    m_sessionList->setTraffic(m_traffic);
    m_output = new OutputPane;
    m_visuals = new VisualsView;
    m_pages->addTab(m_picker, QIcon::fromTheme(u"view-list-details"_s), i18nc("@title:tab", "Instruments"));
    m_pages->addTab(m_sessionList, QIcon::fromTheme(u"video-display"_s), i18nc("@title:tab", "Displays"));
    m_pages->addTab(m_output, QIcon::fromTheme(u"utilities-terminal"_s), i18nc("@title:tab what X programs printed", "Output"));
    m_pages->addTab(m_visuals, QIcon::fromTheme(u"color-management"_s), i18nc("@title:tab visuals of X servers", "Visuals"));
    m_mistakes = new Mistakes(m_pages);
    column->addWidget(m_pages, 1);

    auto *strips = new QWidget;
    m_stripColumn = new QVBoxLayout(strips);
    m_stripColumn->setContentsMargins(6, 0, 6, 6);
    m_stripColumn->setSpacing(4);
    column->addWidget(strips);
    setCentralWidget(new ShrinkArea(center));

    connect(m_picker, &InstrumentPicker::openRequested, m_mistakes, &Mistakes::open);
    auto *profiles = new ProfileActions(m_picker);
    connect(profiles, &ProfileActions::made, m_mistakes, [this](const QString &file) {
        m_mistakes->open({.file = file, .line = 1, .column = 1});
    });
    connect(profiles, &ProfileActions::failed, m_message, &MessageBar::warn);
    connect(m_picker, &InstrumentPicker::allMistakesRequested, m_mistakes, &Mistakes::show);
    connect(m_mistakes, &Mistakes::failed, m_message, &MessageBar::warn);
    connect(m_sessionList, &SessionList::retryRequested, m_desk.get(), &Desk::retry);
    connect(m_sessionList, &SessionList::raiseRequested, this, &MainWindow::showDisplay);
    connect(m_sessionList, &SessionList::outputRequested, this, [this](Session *session) {
        m_output->show(session);
        m_pages->setCurrentWidget(m_output);
    });
}

void MainWindow::buildActions()
{
    KActionCollection *actions = actionCollection();
    const auto add = [&](const QString &name, const QString &icon, const QString &text, const QKeySequence &key, auto slot) {
        QAction *action = actions->addAction(name);
        action->setIcon(QIcon::fromTheme(icon));
        action->setText(text);
        if (!key.isEmpty()) {
            actions->setDefaultShortcut(action, key);
        }
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    m_aside = new ConsoleAside({this, m_desk.get(), m_stages, [this] {
                                    return !m_message->isFree() || actionCollection()->action(u"session_answer"_s)->isEnabled();
                                }});
    connect(m_aside, &ConsoleAside::steppedAside, m_stages, &Stages::raise);
    auto *control = new InstrumentControl({m_desk.get(), m_choice, m_flow, m_screens, m_night, m_picker, m_message, actions}, this);
    connect(control, &InstrumentControl::connected, this, &MainWindow::showConnecting);
    connect(control, &InstrumentControl::disconnected, this, [this] {
        m_pages->setCurrentWidget(m_picker);
    });
    add(u"session_end_night"_s, u"system-log-out"_s, i18nc("@action:inmenu", "End Session…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), [this] {
        m_night->askToEnd();
    });
    QAction *answer = add(u"session_answer"_s,
                          u"dialog-password"_s,
                          i18nc("@action:inmenu to the question that a connection asks", "Go to Login Prompt"),
                          QKeySequence(Qt::CTRL | Qt::Key_L),
                          [this] {
                              answerQuestion();
                          });
    answer->setEnabled(false); // until there is one
    add(u"facility_open"_s, u"document-open-folder"_s, i18nc("@action:inmenu", "Open Facility…"), QKeySequence(QKeySequence::Open), [this] {
        openFacilityDialog(this, m_choice->directory(), [this](const QString &directory) {
            m_message->animatedHide();
            m_choice->setDirectory(directory);
        });
    });
    const auto page = [&](const QString &name, const QString &text, QWidget *widget, int key) {
        add(name, m_pages->tabIcon(m_pages->indexOf(widget)).name(), text, QKeySequence(Qt::ALT | static_cast<Qt::Key>(key)), [this, widget] {
            m_pages->setCurrentWidget(widget);
            widget->setFocus(); // on with the keyboard
        });
    };
    page(u"view_instruments"_s, i18nc("@action:inmenu", "Instruments"), m_picker, Qt::Key_1);
    page(u"view_displays"_s, i18nc("@action:inmenu", "Displays"), m_sessionList, Qt::Key_2);
    page(u"view_output"_s, i18nc("@action:inmenu", "Output of X Programs"), m_output, Qt::Key_3);
    page(u"view_visuals"_s, i18nc("@action:inmenu", "Visuals of X Servers"), m_visuals, Qt::Key_4);
    page(u"view_mistakes"_s, i18nc("@action:inmenu", "Configuration Problems"), m_mistakes->page(), Qt::Key_5);
    add(u"view_refresh_visuals"_s, u"view-refresh"_s, i18nc("@action:inmenu", "Refresh X Server Information"), QKeySequence(QKeySequence::Refresh), [this] {
        m_servers->readAgain();
    });

    m_siteAction = new SiteAction(m_choice, this);
    actions->addAction(u"settings_site"_s, m_siteAction);
    connect(m_siteAction, &SiteAction::chosen, m_night->notices(), &ChangeNotices::siteChosen);
    add(u"settings_screens"_s, u"preferences-desktop-display"_s, i18nc("@action:inmenu", "Configure Screens…"), {}, [this] {
        m_screens->openDialog();
    });
    add(u"settings_identify"_s, u"view-presentation"_s, i18nc("@action:inmenu", "Identify Screens"), {}, [this] {
        m_screens->identify();
    });
    actions->addAction(u"settings_colours"_s, new ColoursAction(this));
    new ConsoleSettings(actions, m_choice, this);
    add(u"settings_editor"_s, u"document-edit"_s, i18nc("@action:inmenu", "Configure Editor…"), {}, [this] {
        m_mistakes->askForEditor();
    });
    add(u"help_people"_s, u"system-users"_s, i18nc("@action:inmenu", "Show People and Rooms"), {}, [this] {
        showPeople();
    });
    new ConsoleDisplays({m_desk.get(), m_choice, m_stages, m_sessionList, actions}, this);
    new ConsoleTraffic({m_desk.get(), m_traffic, m_sessionList, actions, this}, this);
    m_diagnostics = new ConsoleDiagnostics(m_desk.get(), this);
    connect(m_night, &ConsoleNight::nightTold, m_diagnostics, &ConsoleDiagnostics::setNight);
    m_board = new BoardTab({m_choice, m_questions, m_message, m_pages, actions, this});
    m_bus->setBoard(std::bind_front(&BoardTab::json, m_board));
    KStandardAction::quit(this, &MainWindow::close, actions);
}

void MainWindow::connectWhenRead(const QString &profileId)
{
    m_flow->requestById(profileId);
}

void MainWindow::leave()
{
    m_night->leave();
    m_desk->leavePrograms();
}

void MainWindow::begin(bool resume)
{
    m_night->begin(resume);
}

void MainWindow::facilityRead(const Facility &facility)
{
    const bool isFirst = !std::exchange(m_hasRead, true);
    m_picker->setFacility(facility, m_choice->site());
    m_picker->setNotice(FacilityWording::notice(facility, m_choice->site()));
    m_mistakes->setFacility(facility);
    m_support->setFacility(facility);
    m_diagnostics->setTimeZone(facility.timezone);
    m_watch->setFacility(facility, m_choice->site());
    m_servers->setFonts(ServerWatch::fontsOf(facility));
    if (const QString about = m_message->about(); std::ranges::contains(facility.profiles, about, &InstrumentProfile::id)) {
        m_message->settle(about);
    }
    if (const QString wanted = m_flow->wanted(); isFirst || !wanted.isEmpty()) {
        m_picker->choose(wanted.isEmpty() ? Settings::lastInstrument() : wanted);
    }
}

void MainWindow::showServers()
{
    m_visuals->setServers(m_servers->here().value_or(XServerFacts()), m_servers->remotes());
    showFits();
}

void MainWindow::showFits()
{
    const InstrumentProfile *chosen = m_picker->chosen();
    m_picker->setFits(chosen ? m_servers->fits(*chosen) : QList<std::pair<QString, ServerFit>>());
}

void MainWindow::showConnecting(bool isArranged)
{
    m_pages->setCurrentWidget(m_sessionList);
    if (!isArranged && m_desk->profiles().size() == 1 && !hasWindowManager()) {
        const QRect area = screen()->availableGeometry();
        move(area.center() - rect().center()); // off the strip, which lies at the upper edge
    }
    raiseConsole();
    m_aside->begin();
}

void MainWindow::showConnected(bool connected)
{
    if (!connected) {
        m_stages->hide();
    }
    m_pages->setTabEnabled(m_pages->indexOf(m_sessionList), connected);
    m_pages->setTabEnabled(m_pages->indexOf(m_output), connected);
}

void MainWindow::raiseConsole()
{
    if (isMinimized()) {
        showNormal();
    }
    show();
    raise();
    activateWindow();
}

void MainWindow::answerQuestion()
{
    raiseConsole();
    m_questions->focusBar();
}

void MainWindow::showDisplay(Session *session)
{
    session->restore(); // it may be put aside
    m_stages->raise(session);
    // A stage stays below every other window: what covers the desktop is this window, so it goes out of the way. The
    // release key brings it back.
    const QRect place = m_stages->rects().value(session->key());
    if (session->kind() == Session::Kind::Desktop && hasWindowManager() && place.intersects(frameGeometry())) {
        showMinimized();
    }
}

void MainWindow::openLink(const QString &link)
{
    m_links->open(link);
}

void MainWindow::inform(const QString &text)
{
    m_message->inform(text);
}

void MainWindow::showPeople()
{
    if (!m_people) {
        m_people = new PeopleDialog(m_support, QTimeZone::systemTimeZone(), this);
        m_people->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_people->show();
    m_people->raise();
    m_people->activateWindow();
}

QString MainWindow::stateJson() const
{
    QJsonObject state = DeskStatus::describe(*m_desk, m_stages->rects(), m_traffic);
    if (const QString question = m_flow->waitingFor(); !question.isEmpty()) {
        state.insert(u"waitingFor"_s, question);
    }
    m_night->describe(state);
    m_watch->describe(state);
    m_deskBoard->describe(state);
    state.insert(u"process"_s, QCoreApplication::applicationPid());
    return QString::fromUtf8(QJsonDocument(state).toJson(QJsonDocument::Compact));
}

bool MainWindow::queryClose()
{
    if (qGuiApp->isSavingSession()) {
        m_desk->leavePrograms();
        return true;
    }
    return !m_desk->isConnected() || wantsToClose(this, m_desk->profiles());
}
}
