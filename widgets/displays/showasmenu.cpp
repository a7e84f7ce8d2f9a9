// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/showasmenu.h"

#include "widgets/wording/topologywording.h"

#include <KLocalizedString>

#include <QAction>
#include <QActionGroup>

#include <algorithm>

namespace Nightdesk
{
DisplayModeMenu::DisplayModeMenu(Session *session, QWidget *parent)
    : QMenu(parent)
    , m_session(session)
    , m_modeGroup(new QActionGroup(this))
{
    setTitle(i18nc("@title:menu the display mode", "Show As"));
    setToolTipsVisible(true);
    const QList<Session::DisplayMode> modes = session->displayModes().all;
    for (const Session::DisplayMode &mode : modes) {
        QAction *action = addAction(TopologyWording::name(mode.topology));
        action->setData(static_cast<int>(mode.topology));
        action->setCheckable(true);
        m_modeGroup->addAction(action);
    }
    connect(m_modeGroup, &QActionGroup::triggered, this, [this](const QAction *action) {
        const auto topology = static_cast<Topology>(action->data().toInt());
        refresh(); // refreshed, so that the current mode stays checked until the new mode is active
        if (m_session && topology != m_session->displayModes().current) {
            Q_EMIT modeChosen(topology);
        }
    });
    refresh();
}

void DisplayModeMenu::refresh()
{
    const Session::DisplayModes modes = m_session ? m_session->displayModes() : Session::DisplayModes();
    for (QAction *action : m_modeGroup->actions()) {
        const auto topology = static_cast<Topology>(action->data().toInt());
        const auto mode = std::ranges::find(modes.all, topology, &Session::DisplayMode::topology);
        const QString unavailableReason = mode == modes.all.end() ? QString() : mode->unavailableReason;
        QString tip = unavailableReason.isEmpty() ? TopologyWording::tip(topology) : unavailableReason;
        if (topology == modes.ofProfile) {
            tip += QLatin1Char('\n') + i18nc("@info:tooltip of a display mode", "Set in the profile");
        }
        action->setChecked(topology == modes.current);
        action->setEnabled(unavailableReason.isEmpty() || topology == modes.current);
        action->setToolTip(tip);
        action->setStatusTip(tip);
    }
}
}
