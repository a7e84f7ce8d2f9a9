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
ConnectedViews::ConnectedViews(Console &console, SessionList *displays, OutputPane *output, VisualsView *visuals, QVBoxLayout *strips)
    : QObject(&console)
    , m_console(console)
    , m_sessionList(displays)
    , m_outputPane(output)
    , m_visualsView(visuals)
    , m_linkStripLayout(strips)
{
    const Desk *desk = console.desk();
    connect(desk, &Desk::linkAdded, this, qOverload<Link *>(&ConnectedViews::add));
    connect(desk, &Desk::sessionAdded, this, qOverload<Session *>(&ConnectedViews::add));
    connect(desk, &Desk::sessionAboutToBeRemoved, this, qOverload<Session *>(&ConnectedViews::remove));
    connect(desk, &Desk::linkAboutToBeRemoved, this, qOverload<Link *>(&ConnectedViews::remove));
    connect(desk, &Desk::profileConnected, this, &ConnectedViews::showStripInstruments);
    connect(desk, &Desk::profileDisconnected, this, &ConnectedViews::showStripInstruments);
}

void ConnectedViews::add(Link *link)
{
    auto *strip = new LinkStrip(link, m_console.support());
    m_linkStrips.insert(link, strip);
    // Insert the strip at the link's index among all links, so that a reconnected profile keeps its position.
    m_linkStripLayout->insertWidget(static_cast<int>(m_console.desk()->links().indexOf(link)), strip);
    m_console.questions()->watchLink(link, strip);
}

void ConnectedViews::add(Session *session)
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

void ConnectedViews::remove(Session *session)
{
    m_sessionList->remove(session);
    m_outputPane->remove(session);
    m_visualsView->removeSession(session);
}

void ConnectedViews::remove(Link *link)
{
    delete m_linkStrips.take(link);
}

void ConnectedViews::showStripInstruments()
{
    const bool areSeveral = m_console.desk()->profiles().size() > 1;
    for (const auto &[link, strip] : m_linkStrips.asKeyValueRange()) {
        const InstrumentProfile profile = m_console.desk()->profileOf(link);
        strip->setInstrumentName(areSeveral ? (profile.name.isEmpty() ? profile.id : profile.name) : QString());
    }
}
}
