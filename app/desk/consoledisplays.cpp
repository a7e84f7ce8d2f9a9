// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/consoledisplays.h"

#include "app/console/console.h"
#include "app/facility/facilitychoice.h"
#include "monitors/screenmap.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/discovery.h"
#include "widgets/displays/displayactions.h"
#include "widgets/displays/sessioncard.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/displays/showasmenu.h"
#include "widgets/viewer/viewerwindows.h"
#include "widgets/wording/foundwording.h"

#include <KActionCollection>
#include <KLocalizedString>

#include <QAction>
#include <QCryptographicHash>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;
using DisplayCommands::Command;

namespace
{
/// An id for a found desktop that is not in a profile. The id is the same whenever the desktop is found.
QString foundDesktopId(const Link &link, const FoundDesktop &found)
{
    QString place;
    if (const auto *display = std::get_if<DisplayNumber>(&found.address)) {
        place = u"display-%1"_s.arg(display->number);
    } else if (const auto *port = std::get_if<TcpAddress>(&found.address)) {
        place = u"port-%1"_s.arg(port->port);
    } else if (const auto *socket = std::get_if<UnixSocket>(&found.address)) {
        place = u"socket-"_s + QString::fromLatin1(QCryptographicHash::hash(socket->path.toUtf8(), QCryptographicHash::Sha256).toHex().first(12));
    }
    return u"found-"_s + link.target().spec.id + u'-' + place;
}
}

ConsoleDisplays::ConsoleDisplays(Console &console, SessionList *list)
    : QObject(&console)
    , m_console(console)
    , m_sessionList(list)
{
    buildActions();
    connect(list, &SessionList::currentCardChanged, this, &ConsoleDisplays::setCurrentCard);
    connect(list, &SessionList::openFoundDesktopRequested, this, &ConsoleDisplays::openFoundDesktop);
    connect(list, &SessionList::reconnectRequested, console.desk(), &Desk::reconnect);
    connect(list, &SessionList::moveRequested, console.viewerWindows(), &ViewerWindows::moveDisplayTo);
    connect(console.viewerWindows(), &ViewerWindows::arrangementChanged, this, &ConsoleDisplays::showMovedDisplays);
    connect(console.desk(), &Desk::linkAdded, this, [this](Link *link) {
        const InstrumentProfile profile = m_console.desk()->profileOf(link);
        m_sessionList->addLink(link, profile.id, profile.name.isEmpty() ? profile.id : profile.name);
    });
    connect(console.desk(), &Desk::linkAboutToBeRemoved, list, &SessionList::removeLink);
    connect(console.desk(), &Desk::profileConnected, this, &ConsoleDisplays::updateScreensAndActions);
    connect(console.desk(), &Desk::profileDisconnected, this, &ConsoleDisplays::updateScreensAndActions);
    setCurrentCard(nullptr);
    updateScreensAndActions();
}

void ConsoleDisplays::buildActions()
{
    const auto add = [this](const QString &name, const QString &icon, Command interaction) {
        QAction *action = m_console.actions()->addAction(name);
        action->setIcon(QIcon::fromTheme(icon));
        connect(action, &QAction::triggered, this, [this, interaction] {
            if (const SessionCard *card = m_sessionList->currentCard()) {
                card->displayActions()->action(interaction)->trigger();
            }
        });
        m_commandActions.append({interaction, action});
    };
    add(u"display_open"_s, u"media-playback-start"_s, Command::Open);
    add(u"display_show"_s, u"go-up"_s, Command::Show);
    add(u"display_iconify"_s, u"window-minimize"_s, Command::Iconify);
    add(u"display_restart"_s, u"view-refresh"_s, Command::Restart);
    add(u"display_close"_s, u"window-close"_s, Command::Close);
    m_showAsAction = m_console.actions()->addAction(u"display_show_as"_s);
    m_showAsAction->setText(i18nc("@title:menu the way to show a display", "Show As"));
    m_findDesktopsAction = m_console.actions()->addAction(u"display_find"_s);
    m_findDesktopsAction->setIcon(QIcon::fromTheme(u"edit-find"_s));
    m_findDesktopsAction->setText(i18nc("@action:inmenu finds the desktops that run tonight", "Find Desktops Again"));
    connect(m_findDesktopsAction, &QAction::triggered, this, &ConsoleDisplays::refreshDiscovery);
}

void ConsoleDisplays::setCurrentCard(SessionCard *card)
{
    disconnect(m_currentCardConnection);
    if (card) {
        // The signal covers all actions of the card: they are refreshed together.
        m_currentCardConnection = connect(card->displayActions(), &DisplayActions::actionsRefreshed, this, &ConsoleDisplays::updateCommandActions);
    }
    updateCommandActions();
}

void ConsoleDisplays::updateCommandActions()
{
    const SessionCard *card = m_sessionList->currentCard();
    DisplayModeMenu *modes = card ? card->displayActions()->displayModeMenu() : nullptr;
    m_showAsAction->setMenu(modes);
    m_showAsAction->setEnabled(modes);
    m_showAsAction->setToolTip(modes      ? i18nc("@info:tooltip", "Sets the display mode for tonight")
                                   : card ? i18nc("@info:tooltip why not", "Only one display mode is available")
                                          : i18nc("@info:tooltip why not", "Choose a display in the list first"));
    for (const auto &[interaction, action] : std::as_const(m_commandActions)) {
        if (card) {
            const QAction *its = card->displayActions()->action(interaction);
            action->setText(
                i18nc("@action:inmenu %1: what is done, %2: a display's title", "%1 “%2”", its->text(), card->session()->label().replace(u'&', u"&&"_s)));
            action->setToolTip(its->toolTip());
            action->setEnabled(its->isEnabled());
        } else {
            action->setText(DisplayCommands::stateOf(interaction, {}).text);
            action->setToolTip(i18nc("@info:tooltip why not", "Choose a display in the list first"));
            action->setEnabled(false);
        }
    }
}

void ConsoleDisplays::openFoundDesktop(Link *link, const FoundDesktop &found, const QString &screen)
{
    const QString host = link->target().spec.host;
    DesktopSpec spec;
    spec.id = foundDesktopId(*link, found);
    spec.title = found.title.isEmpty() ? i18nc("@title a display number, a host", "%1 on %2", FoundWording::address(found.address), host) : found.title;
    spec.link = link->target().spec.id;
    spec.address = found.address;
    spec.screen = screen;
    if (Session *session = m_console.desk()->addDisplay(m_console.desk()->profileOf(link).id, spec)) {
        m_sessionList->setCardNote(session, i18nc("@info a display that no profile names", "found tonight"));
        session->start();
    }
}

void ConsoleDisplays::refreshDiscovery()
{
    for (Link *link : m_console.desk()->links()) {
        if (Discovery *discovery = Discovery::of(link)) {
            discovery->refresh();
        }
    }
}

void ConsoleDisplays::showMovedDisplays()
{
    QHash<QString, QString> moved = m_console.viewerWindows()->look().movedDisplayScreens;
    for (QString &screen : moved) {
        if (screen.startsWith(u'@')) {
            screen.remove(0, 1); // "@" marks a monitor's connector
        }
    }
    m_sessionList->setMovedDisplayScreens(moved);
}

void ConsoleDisplays::updateScreensAndActions()
{
    m_sessionList->setScreens(ScreenMap::allNames(m_console.facilityChoice()->screens(), m_console.desk()->profiles()));
    const bool finds = std::ranges::any_of(m_console.desk()->links(), [](const Link *link) {
        return link->target().spec.discover.has_value();
    });
    m_findDesktopsAction->setEnabled(finds);
    m_findDesktopsAction->setToolTip(finds ? i18nc("@info:tooltip", "Finds the desktops that run on the connected hosts")
                                           : i18nc("@info:tooltip why not", "No connection in use is set to find desktops"));
}
}
