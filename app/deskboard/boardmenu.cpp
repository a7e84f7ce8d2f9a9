// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/deskboard/boardmenu.h"

#include "widgets/view/nightindicators.h"

#include <KActionCollection>
#include <KLocalizedString>

#include <QAction>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardMenu::BoardMenu(KActionCollection *actions, NightIndicators *indicators, QObject *parent)
    : QObject(parent)
    , m_callAction(addBoardAction(actions,
                                  u"board_call"_s,
                                  u"notifications"_s,
                                  i18nc("@action:inmenu calls a support astronomer, through the status board", "Call Support Astronomer…"),
                                  &BoardMenu::callDialogRequested))
    , m_notesAction(addBoardAction(actions,
                                   u"board_notes"_s,
                                   u"mail-message"_s,
                                   i18nc("@action:inmenu short notes from and to support astronomers", "Show Notes"),
                                   &BoardMenu::notesRequested))
    , m_peopleAction(addBoardAction(actions,
                                    u"board_people"_s,
                                    u"user-identity"_s,
                                    i18nc("@action:inmenu who observes here", "Edit Observers…"),
                                    &BoardMenu::peopleRequested))
    , m_sharedStatusAction(addBoardAction(actions,
                                          u"board_told"_s,
                                          u"view-visible"_s,
                                          i18nc("@action:inmenu what the status board shows of this workstation", "Shared Status…"),
                                          &BoardMenu::sharedStatusRequested))
{
    indicators->setKeyActions(indicators->keyActions() << m_callAction);
    updateActions(false, false, false);
}

QAction *BoardMenu::addBoardAction(KActionCollection *actions, const QString &name, const QString &icon, const QString &text, void (BoardMenu::*requested)())
{
    QAction *action = actions->addAction(name);
    action->setIcon(QIcon::fromTheme(icon));
    action->setText(text);
    connect(action, &QAction::triggered, this, requested);
    return action;
}

void BoardMenu::updateActions(bool hasBroker, bool hasCredential, bool hasNotes)
{
    // People and Shared Status are also shown without a credential: Shared Status imports one, and names can be entered before.
    m_peopleAction->setVisible(hasBroker);
    m_sharedStatusAction->setVisible(hasBroker);
    m_callAction->setVisible(hasBroker && hasCredential);
    m_notesAction->setVisible(hasBroker && hasCredential);
    m_notesAction->setEnabled(hasNotes);
}
}
