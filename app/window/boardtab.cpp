// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/boardtab.h"

#include "app/board/boardconsole.h"
#include "app/board/boardconversation.h"
#include "app/console/console.h"
#include "widgets/board/boardpage.h"
#include "widgets/questions/messagebar.h"

#include <KActionCollection>
#include <KLocalizedString>

#include <QAction>
#include <QTabWidget>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardTab::BoardTab(Console &console, QTabWidget *pages)
    : QObject(&console)
    , m_console(console)
    , m_tabs(pages)
    , m_boardConsole(new BoardConsole(console.facilityChoice(), console.questions(), console.window()))
    , m_showBoardAction(console.actions()->addAction(u"view_board"_s))
{
    m_showBoardAction->setIcon(QIcon::fromTheme(u"view-list-tree"_s));
    m_showBoardAction->setText(i18nc("@action:inmenu all workstations of all sites", "Status Board"));
    console.actions()->setDefaultShortcut(m_showBoardAction, QKeySequence(Qt::ALT | Qt::Key_6));
    connect(m_showBoardAction, &QAction::triggered, this, &BoardTab::show);
    connect(m_boardConsole, &BoardConsole::boardCredentialChanged, this, &BoardTab::setTabShown);
    connect(m_boardConsole, &BoardConsole::problemReported, console.messageBar(), &MessageBar::showWarning);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (m_tabs->currentWidget() == m_boardConsole->page()) {
            m_wasPageEverShown = true;
            m_boardConsole->start();
        }
    });
    connect(new BoardConversation(m_boardConsole, console.messageBar()), &BoardConversation::showBoardRequested, this, [this] {
        show();
        m_console.window()->show();
        m_console.window()->raise();
        m_console.window()->activateWindow();
    });
    setTabShown(m_boardConsole->hasBoardCredential());
}

BoardTab::~BoardTab()
{
    m_tabs->disconnect(this);
    m_boardConsole->announceClosing();
    delete m_boardConsole;
}

QString BoardTab::boardStateJson() const
{
    return m_wasPageEverShown ? m_boardConsole->boardStateJson() : QString();
}

void BoardTab::setTabShown(bool isShown)
{
    m_showBoardAction->setVisible(isShown);
    m_showBoardAction->setEnabled(isShown);
    const int tab = m_tabs->indexOf(m_boardConsole->page());
    if (isShown && tab < 0) {
        m_tabs->addTab(m_boardConsole->page(), m_showBoardAction->icon(), i18nc("@title:tab all workstations of all sites", "Status Board"));
    } else if (!isShown && tab >= 0) {
        m_tabs->removeTab(tab);
    }
}

void BoardTab::show()
{
    m_tabs->setCurrentWidget(m_boardConsole->page());
    m_boardConsole->page()->setFocus();
}
}
