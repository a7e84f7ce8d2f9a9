// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/programwindows.h"

#include "widgets/viewer/programwindow.h"

#include <algorithm>

namespace Nightdesk
{
ProgramWindows::ProgramWindows(QObject *parent)
    : QObject(parent)
{
}

ProgramWindows::~ProgramWindows() = default;

void ProgramWindows::add(AppSession *session)
{
    if (windowOf(session)) {
        return;
    }
    auto window = std::make_unique<ProgramWindow>(session);
    window->setPrefs(m_viewPrefs);
    if (m_nightIndicators) {
        window->setIndicators(m_nightIndicators);
    }
    connect(window.get(), &ProgramWindow::consoleRequested, this, &ProgramWindows::consoleRequested);
    connect(window.get(), &ProgramWindow::neighborScreenRequested, this, [this, session](int step) {
        Q_EMIT neighborScreenRequested(session, step);
    });
    m_programWindows.push_back(std::move(window));
}

void ProgramWindows::remove(const Session *session)
{
    std::erase_if(m_programWindows, [session](const auto &window) {
        return window->session() == session;
    });
}

void ProgramWindows::clear()
{
    m_programWindows.clear();
}

ProgramWindow *ProgramWindows::windowOf(const Session *session) const
{
    const auto found = std::ranges::find_if(m_programWindows, [session](const auto &window) {
        return window->session() == session;
    });
    return found == m_programWindows.end() ? nullptr : found->get();
}

void ProgramWindows::setPrefs(const ViewPrefs &prefs)
{
    m_viewPrefs = prefs;
    for (const auto &window : m_programWindows) {
        window->setPrefs(prefs);
    }
}

void ProgramWindows::setIndicators(NightIndicators *indicators)
{
    m_nightIndicators = indicators;
}
}
