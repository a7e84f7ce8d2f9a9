// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/boardwindow.h"

#include "app/appearance/colorsaction.h"
#include "app/board/boardconsole.h"
#include "app/board/boardconversation.h"
#include "app/desk/clipboardandviewonly.h"
#include "app/facility/facilitychoice.h"
#include "app/facility/siteaction.h"
#include "app/window/themedaction.h"
#include "monitors/supportdesk.h"
#include "sessions/bus/consolebus.h"
#include "sessions/keychain/keychain.h"
#include "widgets/board/boardpage.h"
#include "widgets/board/credentialdialog.h"
#include "widgets/common/firstplace.h"
#include "widgets/facility/facilitydialog.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"
#include "widgets/view/nightindicators.h"
#include "widgets/viewer/nightbar.h"

#include <KActionCollection>
#include <KLocalizedString>
#include <KStandardAction>

#include <QAction>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardWindow::BoardWindow(const BoardCommand &command)
    : m_facilityChoice(new FacilityChoice(command.facility, {}, this))
    , m_supportDesk(new SupportDesk(this))
    , m_messageBar(new MessageBar(m_supportDesk))
    , m_questions(new Questions(this))
    , m_keychain(new Keychain(this))
    , m_indicators(new NightIndicators(this))
    , m_boardConsole(new BoardConsole(m_facilityChoice, m_questions, this, command.credentialName))
    , m_consoleBus(new ConsoleBus(
          [] {
              return QString::fromUtf8(
                  QJsonDocument(QJsonObject{{u"process"_s, QCoreApplication::applicationPid()}, {u"window"_s, u"board"_s}}).toJson(QJsonDocument::Compact));
          },
          this,
          ConsoleBus::Program::Board))
{
    setObjectName(u"BoardWindow"_s);
    m_questions->setSecretStore(m_keychain);
    connect(m_keychain, &Keychain::keychainFailed, m_messageBar, &MessageBar::showWarning);
    m_consoleBus->setBoardJsonSource(std::bind_front(&BoardConsole::boardStateJson, m_boardConsole));
    auto *center = new QWidget;
    auto *column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messageBar);
    auto *clocks = new NightBar;
    clocks->setIndicators(m_indicators);
    m_boardConsole->page()->setClocks(clocks);
    column->addWidget(m_boardConsole->page(), 1);
    m_boardConsole->page()->show();
    m_boardConversation = new BoardConversation(m_boardConsole, m_messageBar);
    setCentralWidget(center);
    buildActions();
    new ClipboardAndViewOnly(this); // needed for the view-only indicator over desktops
    // No tool bar, so that a laptop has room for more desks.
    setupGUI(QSizeF(fontMetrics().averageCharWidth() * 190, fontMetrics().height() * 40).toSize(), Keys | Create, u"nightdeskboardui.rc"_s);
    setAutoSaveSettings(u"BoardWindow"_s);
    WindowPlacement::resize(this, size());
    setCaption(i18nc("@title:window all workstations of all sites", "Status Board"));

    connect(m_facilityChoice, &FacilityChoice::facilityRead, this, &BoardWindow::handleFacilityRead);
    connect(m_boardConsole, &BoardConsole::problemReported, m_messageBar, &MessageBar::showWarning);
    connect(m_boardConsole, &BoardConsole::credentialImported, m_messageBar, [this](const QString &name) {
        m_messageBar->showInfo(i18nc("@info an SA's name",
                                     "The credential of “%1” is saved on this computer. Delete the file that you were given: it is no longer needed.",
                                     name));
    });
    const auto come = [this] {
        isMinimized() ? showNormal() : show();
        raise();
        activateWindow();
    };
    connect(m_consoleBus, &ConsoleBus::raiseRequested, this, come);
    connect(m_consoleBus, &ConsoleBus::commandReceived, this, come);
    connect(m_boardConversation, &BoardConversation::showBoardRequested, this, come);
    m_facilityChoice->startReadingFacility();
    m_boardConsole->start();
    m_boardConsole->page()->setFocus();
}

BoardWindow::~BoardWindow()
{
    m_boardConsole->announceClosing();
    delete m_boardConsole; // deleted before the widgets that it uses
}

void BoardWindow::showInfo(const QString &text)
{
    m_messageBar->showInfo(text);
}

BoardConsole *BoardWindow::console() const
{
    return m_boardConsole;
}

void BoardWindow::handleFacilityRead(const Facility &facility)
{
    m_supportDesk->setFacility(facility);
    m_indicators->setFacility(facility.timezone, facility.longitude);
    setCaption(facility.name.isEmpty() ? i18nc("@title:window all workstations of all sites", "Status Board")
                                       : i18nc("@title:window a facility", "Status Board of %1", facility.name));
}

void BoardWindow::buildActions()
{
    KActionCollection *actions = actionCollection();
    const auto add = [&](const QString &name, const QString &icon, const QString &text, const QKeySequence &key, auto slot) {
        connect(addThemedAction(actions, name, icon, text, key), &QAction::triggered, this, slot);
    };
    add(u"facility_open"_s, u"document-open-folder"_s, i18nc("@action:inmenu", "Open Facility…"), QKeySequence(QKeySequence::Open), [this] {
        openFacilityDialog(this, m_facilityChoice->directory(), [this](const QString &directory) {
            m_facilityChoice->setDirectory(directory);
        });
    });
    actions->action(u"facility_open"_s)->setEnabled(!m_facilityChoice->isDirectoryLocked());
    add(u"board_import"_s, u"document-import"_s, i18nc("@action:inmenu of a file for the broker", "Choose Credential…"), {}, [this] {
        openCredentialDialog(this, [this](const QString &file) {
            m_boardConsole->importCredential(file);
        });
    });
    add(u"board_all"_s,
        u"go-previous"_s,
        i18nc("@action:inmenu back from a workstation's page", "Show All Workstations"),
        QKeySequence(Qt::ALT | Qt::Key_Left),
        [this] {
            m_boardConsole->page()->closeDeskPage();
        });
    add(u"board_again"_s, u"view-refresh"_s, i18nc("@action:inmenu", "Retry Connection"), QKeySequence(QKeySequence::Refresh), [this] {
        Q_EMIT m_boardConsole->page()->retryRequested();
    });
    // Viewing a desktop asks for the site only once; this menu changes it later.
    actions->addAction(u"settings_site"_s, new SiteMenuAction(m_facilityChoice, this));
    actions->addAction(u"settings_colours"_s, new ColorsAction(this));
    KStandardAction::quit(this, &BoardWindow::close, actions);
}
}
