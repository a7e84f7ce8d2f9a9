// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewersettings.h"

#include "widgets/viewer/viewerwindow.h"

namespace Nightdesk
{
void ViewerSettings::add(ViewerWindow *viewerWindow)
{
    m_viewerWindows.append(viewerWindow);
    viewerWindow->setPrefs(m_prefs);
    viewerWindow->setInputSettings(m_inputSettings);
    viewerWindow->setPlace(m_place);
    viewerWindow->setAsking(m_asking);
    viewerWindow->setKeyboard(m_keyboard);
    if (m_indicators) {
        viewerWindow->setIndicators(m_indicators);
    }
}

QList<ViewerWindow *> ViewerSettings::viewerWindows()
{
    m_viewerWindows.removeAll(nullptr);
    return QList<ViewerWindow *>(m_viewerWindows.begin(), m_viewerWindows.end());
}

void ViewerSettings::setPlace(const QString &place)
{
    m_place = place;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setPlace(place);
    }
}

void ViewerSettings::setPrefs(const ViewPrefs &prefs)
{
    m_prefs = prefs;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setPrefs(prefs);
    }
}

void ViewerSettings::setInputSettings(const InputSettings &settings)
{
    m_inputSettings = settings;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setInputSettings(settings);
    }
}

void ViewerSettings::setAsking(const QString &words)
{
    m_asking = words;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setAsking(words);
    }
}

void ViewerSettings::setKeyboard(const KeyboardWords &words)
{
    m_keyboard = words;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setKeyboard(words);
    }
}

void ViewerSettings::setIndicators(NightIndicators *indicators)
{
    m_indicators = indicators;
}
}
