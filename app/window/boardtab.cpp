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
    , m_pages(pages)
    , m_board(new BoardConsole(console.choice(), console.questions(), console.window()))
    , m_action(console.actions()->addAction(u"view_board"_s))
{
    m_action->setIcon(QIcon::fromTheme(u"view-list-tree"_s));
    m_action->setText(i18nc("@action:inmenu all workstations of all sites", "Status Board"));
    console.actions()->setDefaultShortcut(m_action, QKeySequence(Qt::ALT | Qt::Key_6));
    connect(m_action, &QAction::triggered, this, &BoardTab::show);
    connect(m_board, &BoardConsole::offeredChanged, this, &BoardTab::setOffered);
    connect(m_board, &BoardConsole::desksRefused, console.message(), &MessageBar::showWarning);
    connect(m_pages, &QTabWidget::currentChanged, this, [this] {
        if (m_pages->currentWidget() == m_board->page()) {
            m_isOpen = true;
            m_board->start();
        }
    });
    connect(new BoardConversation(m_board, console.message()), &BoardConversation::boardRequested, this, [this] {
        show();
        m_console.window()->show();
        m_console.window()->raise();
        m_console.window()->activateWindow();
    });
    setOffered(m_board->isBoardOffered());
}

BoardTab::~BoardTab()
{
    m_pages->disconnect(this);
    m_board->leave();
    delete m_board;
}

QString BoardTab::json() const
{
    return m_isOpen ? m_board->json() : QString();
}

BoardConsole *BoardTab::console() const
{
    return m_board;
}

void BoardTab::setOffered(bool offered)
{
    m_action->setVisible(offered);
    m_action->setEnabled(offered);
    const int tab = m_pages->indexOf(m_board->page());
    if (offered && tab < 0) {
        m_pages->addTab(m_board->page(), m_action->icon(), i18nc("@title:tab all workstations of all sites", "Status Board"));
    } else if (!offered && tab >= 0) {
        m_pages->removeTab(tab);
    }
}

void BoardTab::show()
{
    m_pages->setCurrentWidget(m_board->page());
    m_board->page()->setFocus();
}
}
