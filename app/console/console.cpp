// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/console.h"

#include "app/connect/connectflow.h"
#include "app/facility/facilitychoice.h"
#include "monitors/supportdesk.h"
#include "sessions/desk/desk.h"
#include "sessions/xwindows/localx.h"
#include "widgets/questions/messagebar.h"
#include "widgets/questions/questions.h"
#include "widgets/view/nightindicators.h"
#include "widgets/viewer/viewerwindows.h"

namespace Nightdesk
{
Console::Console(const Options &options, QWidget *window, KActionCollection *actions)
    : QObject(window)
    , m_window(window)
    , m_actionCollection(actions)
    , m_localX(std::make_unique<LocalX>(options.xDisplay, options.authority))
    , m_desk(std::make_unique<Desk>(m_localX.get()))
    , m_facilityChoice(new FacilityChoice(options.facility, options.site, this))
    , m_indicators(new NightIndicators(this))
    , m_viewerWindows(new ViewerWindows(this))
    , m_questions(new Questions(window))
    , m_connectFlow(new ConnectFlow(m_facilityChoice, window, options.now))
    , m_supportDesk(new SupportDesk(this))
    , m_messageBar(new MessageBar(m_supportDesk, window))
{
    // Both were created as children of the window. Their dialogs use this Console, so they must be deleted with it.
    m_questions->setParent(this);
    m_connectFlow->setParent(this);
    m_viewerWindows->setIndicators(m_indicators);
}

Console::~Console()
{
    while (!children().isEmpty()) {
        // Deletes the newest child first: each child may use the children created before it.
        delete children().constLast();
    }
}

LocalX *Console::localX() const
{
    return m_localX.get();
}

Desk *Console::desk() const
{
    return m_desk.get();
}

FacilityChoice *Console::facilityChoice() const
{
    return m_facilityChoice;
}

ConnectFlow *Console::flow() const
{
    return m_connectFlow;
}

ViewerWindows *Console::viewerWindows() const
{
    return m_viewerWindows;
}

NightIndicators *Console::indicators() const
{
    return m_indicators;
}

Questions *Console::questions() const
{
    return m_questions;
}

SupportDesk *Console::support() const
{
    return m_supportDesk;
}

MessageBar *Console::messageBar() const
{
    return m_messageBar;
}

KActionCollection *Console::actions() const
{
    return m_actionCollection;
}

QWidget *Console::window() const
{
    return m_window;
}
}
