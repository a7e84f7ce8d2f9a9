// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desk/connectedviews.h"

#include "app/console/console.h"
#include "sessions/desk/desk.h"
#include "widgets/displays/outputpane.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/displays/visualsview.h"
#include "widgets/questions/linkstrip.h"
#include "widgets/questions/questions.h"

#include <QVBoxLayout>

namespace Nightdesk
{
ConnectedProfileViews::ConnectedProfileViews(Console &console, SessionList *displays, OutputPane *output, VisualsView *visuals, QVBoxLayout *strips)
    : QObject(&console)
    , m_console(console)
    , m_sessionList(displays)
    , m_outputPane(output)
    , m_visualsView(visuals)
    , m_linkStripLayout(strips)
{
    const Desk *desk = console.desk();
    connect(desk, &Desk::linkAdded, this, qOverload<Link *>(&ConnectedProfileViews::add));
    connect(desk, &Desk::sessionAdded, this, qOverload<Session *>(&ConnectedProfileViews::add));
    connect(desk, &Desk::sessionAboutToBeRemoved, this, qOverload<Session *>(&ConnectedProfileViews::remove));
    connect(desk, &Desk::linkAboutToBeRemoved, this, qOverload<Link *>(&ConnectedProfileViews::remove));
    connect(desk, &Desk::profileConnected, this, &ConnectedProfileViews::showStripInstruments);
    connect(desk, &Desk::profileDisconnected, this, &ConnectedProfileViews::showStripInstruments);
}

void ConnectedProfileViews::add(Link *link)
{
    auto *strip = new LinkStatusPanel(link, m_console.support());
    m_linkStrips.insert(link, strip);
    // Insert the strip at the link's index among all links, so that a reconnected profile keeps its position.
    m_linkStripLayout->insertWidget(static_cast<int>(m_console.desk()->links().indexOf(link)), strip);
    m_console.questions()->watchLink(link, strip);
}

void ConnectedProfileViews::add(Session *session)
{
    // Insert the card before the next session's, so that a display that is shown in another display mode keeps its position.
    const QList<Session *> sessions = m_console.desk()->sessions(session->profileId());
    m_sessionList->add(session, sessions.value(sessions.indexOf(session) + 1));
    m_outputPane->add(session);
    m_visualsView->addSession(session);
    if (auto *window = qobject_cast<WindowSession *>(session)) {
        m_console.questions()->protectFromDialogs(window);
    } else if (auto *desktop = qobject_cast<DesktopSession *>(session)) {
        m_console.questions()->watchDesktop(desktop, m_linkStrips.value(desktop->link()));
    }
}

void ConnectedProfileViews::remove(Session *session)
{
    m_sessionList->remove(session);
    m_outputPane->remove(session);
    m_visualsView->removeSession(session);
}

void ConnectedProfileViews::remove(Link *link)
{
    delete m_linkStrips.take(link);
}

void ConnectedProfileViews::showStripInstruments()
{
    const bool areSeveral = m_console.desk()->profiles().size() > 1;
    for (const auto &[link, strip] : m_linkStrips.asKeyValueRange()) {
        const InstrumentProfile profile = m_console.desk()->profileOf(link);
        strip->setInstrumentName(areSeveral ? (profile.name.isEmpty() ? profile.id : profile.name) : QString());
    }
}
}
