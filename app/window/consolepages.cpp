// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/consolepages.h"

#include "app/console/console.h"
#include "app/facility/configurationproblems.h"
#include "app/facility/profileactions.h"
#include "app/window/themedaction.h"
#include "sessions/desk/desk.h"
#include "sessions/profiles/facilitywording.h"
#include "widgets/common/noticearea.h"
#include "widgets/displays/outputpane.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/displays/visualsview.h"
#include "widgets/facility/instrumentpicker.h"
#include "widgets/facility/resumeoffer.h"
#include "widgets/facility/welcomepage.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"

#include <KLocalizedString>

#include <QAction>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

ConsolePages::ConsolePages(Console &console)
    : m_tabs(new QTabWidget)
    , m_instrumentStack(new QStackedWidget)
    , m_instrumentPicker(new InstrumentPicker)
    , m_welcomePage(new WelcomePage)
    , m_sessionList(new SessionList)
    , m_outputPane(new OutputPane)
    , m_visualsView(new VisualsView)
    , m_resumeOffer(new ResumeOffer)
    , m_barLayout(new QVBoxLayout)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto *notices = new NoticeArea(m_tabs, this);
    column->addWidget(notices);
    notices->noticeLayout()->addWidget(console.messageBar());
    notices->noticeLayout()->addWidget(m_resumeOffer);
    notices->noticeLayout()->addLayout(m_barLayout);
    console.questions()->setFallbackBarLayout(m_barLayout);
    connect(m_resumeOffer, &ResumeOffer::visibilityChanged, m_instrumentPicker, &InstrumentPicker::setResumeOffered);

    m_tabs->setDocumentMode(true);
    m_sessionList->setSupportDesk(console.support());
    m_instrumentStack->addWidget(m_instrumentPicker);
    m_instrumentStack->addWidget(m_welcomePage);
    m_instrumentStack->setFocusProxy(m_instrumentPicker);
    m_tabs->addTab(m_instrumentStack, QIcon::fromTheme(u"view-list-details"_s), i18nc("@title:tab", "Instruments"));
    m_tabs->addTab(m_sessionList, QIcon::fromTheme(u"video-display"_s), i18nc("@title:tab", "Displays"));
    m_tabs->addTab(m_outputPane, QIcon::fromTheme(u"utilities-terminal"_s), i18nc("@title:tab what X programs printed", "Output"));
    m_tabs->addTab(m_visualsView, QIcon::fromTheme(u"color-management"_s), i18nc("@title:tab visuals of X servers", "Visuals"));
    m_configurationProblems = new ConfigurationProblems(m_tabs);
    column->addWidget(m_tabs, 1);

    auto *linkStrips = new QWidget;
    m_linkStripLayout = new QVBoxLayout(linkStrips);
    m_linkStripLayout->setContentsMargins(6, 0, 6, 6);
    m_linkStripLayout->setSpacing(4);
    column->addWidget(linkStrips);

    connect(m_instrumentPicker, &InstrumentPicker::openFileRequested, m_configurationProblems, &ConfigurationProblems::openFileAt);
    m_profileActions = new ProfileActions(m_instrumentPicker);
    connect(m_profileActions, &ProfileActions::profileCreated, m_configurationProblems, [this](const QString &file) {
        m_configurationProblems->openFileAt({.file = file, .line = 1, .column = 1});
    });
    connect(m_profileActions, &ProfileActions::profileCreationFailed, console.messageBar(), &MessageBar::showWarning);
    connect(m_instrumentPicker, &InstrumentPicker::allProblemsRequested, m_configurationProblems, &ConfigurationProblems::showPage);
    connect(m_configurationProblems, &ConfigurationProblems::editorFailed, console.messageBar(), &MessageBar::showWarning);
    connect(m_sessionList, &SessionList::retryRequested, console.desk(), &Desk::retry);
    connect(m_sessionList, &SessionList::raiseRequested, this, &ConsolePages::raiseRequested);
    connect(m_sessionList, &SessionList::outputRequested, this, [this](Session *session) {
        m_outputPane->showOutputOf(session);
        m_tabs->setCurrentWidget(m_outputPane);
    });
}

QTabWidget *ConsolePages::tabs() const
{
    return m_tabs;
}

InstrumentPicker *ConsolePages::instrumentPicker() const
{
    return m_instrumentPicker;
}

WelcomePage *ConsolePages::welcomePage() const
{
    return m_welcomePage;
}

SessionList *ConsolePages::sessionList() const
{
    return m_sessionList;
}

OutputPane *ConsolePages::outputPane() const
{
    return m_outputPane;
}

VisualsView *ConsolePages::visualsView() const
{
    return m_visualsView;
}

ResumeOffer *ConsolePages::resumeOffer() const
{
    return m_resumeOffer;
}

QVBoxLayout *ConsolePages::linkStripLayout() const
{
    return m_linkStripLayout;
}

void ConsolePages::addBar(QWidget *bar)
{
    m_barLayout->addWidget(bar);
}

void ConsolePages::addActions(KActionCollection *actions)
{
    const auto add = [&](const QString &name, const QString &text, QWidget *page, Qt::Key key) {
        const QAction *action = addThemedAction(actions, name, m_tabs->tabIcon(m_tabs->indexOf(page)).name(), text, QKeySequence(Qt::ALT | key));
        connect(action, &QAction::triggered, this, [this, page] {
            m_tabs->setCurrentWidget(page);
            page->setFocus(); // the page gets the focus, so that the user can continue with the keyboard
        });
    };
    add(u"view_instruments"_s, i18nc("@action:inmenu", "Instruments"), m_instrumentStack, Qt::Key_1);
    add(u"view_displays"_s, i18nc("@action:inmenu", "Displays"), m_sessionList, Qt::Key_2);
    add(u"view_output"_s, i18nc("@action:inmenu", "Output of X Programs"), m_outputPane, Qt::Key_3);
    add(u"view_visuals"_s, i18nc("@action:inmenu", "Visuals of X Servers"), m_visualsView, Qt::Key_4);
    add(u"view_mistakes"_s, i18nc("@action:inmenu", "Configuration Problems"), m_configurationProblems->page(), Qt::Key_5);
    const QAction *facility = addThemedAction(actions, u"facility_edit"_s, u"document-edit"_s, i18nc("@action:inmenu", "Edit Facility"));
    connect(facility, &QAction::triggered, m_configurationProblems, &ConfigurationProblems::openFacilityFile);
    const QAction *created = addThemedAction(actions, u"facility_new"_s, u"document-new"_s, i18nc("@action:inmenu", "New Profile…"));
    connect(created, &QAction::triggered, m_profileActions, &ProfileActions::askForNewProfile);
    const QAction *editor = addThemedAction(actions, u"settings_editor"_s, u"document-edit"_s, i18nc("@action:inmenu", "Configure Editor…"));
    connect(editor, &QAction::triggered, m_configurationProblems, &ConfigurationProblems::askForEditor);
}

void ConsolePages::setFacility(const Facility &facility, const QString &site)
{
    m_instrumentStack->setCurrentWidget(m_instrumentPicker);
    m_instrumentStack->setFocusProxy(m_instrumentPicker);
    m_instrumentPicker->setFacility(facility, site);
    m_instrumentPicker->setNoFacilityText(FacilityWording::problemNotice(facility, site));
    m_configurationProblems->setFacility(facility);
    m_profileActions->setDirectory(facility.directory);
}

void ConsolePages::showWelcome()
{
    m_instrumentStack->setCurrentWidget(m_welcomePage);
    m_instrumentStack->setFocusProxy(m_welcomePage);
}

void ConsolePages::setConnected(bool isConnected)
{
    m_tabs->setTabEnabled(m_tabs->indexOf(m_sessionList), isConnected);
    m_tabs->setTabEnabled(m_tabs->indexOf(m_outputPane), isConnected);
}

void ConsolePages::showPicker()
{
    m_tabs->setCurrentWidget(m_instrumentStack);
}

void ConsolePages::showDisplays()
{
    m_tabs->setCurrentWidget(m_sessionList);
}
}
