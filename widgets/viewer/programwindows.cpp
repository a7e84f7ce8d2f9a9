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
    if (of(session)) {
        return;
    }
    auto window = std::make_unique<ProgramWindow>(session);
    window->setPrefs(m_prefs);
    window->setInputSettings(m_inputSettings);
    if (m_indicators) {
        window->setIndicators(m_indicators);
    }
    connect(window.get(), &ProgramWindow::consoleRequested, this, &ProgramWindows::consoleRequested);
    connect(window.get(), &ProgramWindow::stepRequested, this, [this, session](int step) {
        Q_EMIT stepRequested(session, step);
    });
    m_windows.push_back(std::move(window));
}

void ProgramWindows::remove(const Session *session)
{
    std::erase_if(m_windows, [session](const auto &window) {
        return window->session() == session;
    });
}

void ProgramWindows::clear()
{
    m_windows.clear();
}

ProgramWindow *ProgramWindows::of(const Session *session) const
{
    const auto found = std::ranges::find_if(m_windows, [session](const auto &window) {
        return window->session() == session;
    });
    return found == m_windows.end() ? nullptr : found->get();
}

void ProgramWindows::setPrefs(const ViewPrefs &prefs)
{
    m_prefs = prefs;
    for (const auto &window : m_windows) {
        window->setPrefs(prefs);
    }
}

void ProgramWindows::setInputSettings(const InputSettings &settings)
{
    m_inputSettings = settings;
    for (const auto &window : m_windows) {
        window->setInputSettings(settings);
    }
}

void ProgramWindows::setIndicators(NightIndicators *indicators)
{
    m_indicators = indicators;
}
}
