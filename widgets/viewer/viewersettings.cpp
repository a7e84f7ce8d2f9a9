// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/viewersettings.h"

#include "widgets/viewer/viewerwindow.h"

namespace Nightdesk
{
void ViewerSettings::add(ViewerWindow *viewerWindow)
{
    m_viewerWindows.append(viewerWindow);
    viewerWindow->setPrefs(m_viewPrefs);
    viewerWindow->setTitleContext(m_titleContext);
    viewerWindow->setOpenQuestionText(m_questionText);
    viewerWindow->setKeyboardOwnerTexts(m_keyboardOwnerTexts);
    if (m_nightIndicators) {
        viewerWindow->setIndicators(m_nightIndicators);
    }
}

QList<ViewerWindow *> ViewerSettings::viewerWindows()
{
    m_viewerWindows.removeAll(nullptr);
    return QList<ViewerWindow *>(m_viewerWindows.begin(), m_viewerWindows.end());
}

void ViewerSettings::setTitleContext(const QString &context)
{
    m_titleContext = context;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setTitleContext(context);
    }
}

void ViewerSettings::setPrefs(const ViewPrefs &prefs)
{
    m_viewPrefs = prefs;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setPrefs(prefs);
    }
}

void ViewerSettings::setOpenQuestionText(const QString &words)
{
    m_questionText = words;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setOpenQuestionText(words);
    }
}

void ViewerSettings::setKeyboardOwnerTexts(const KeyboardOwnerTexts &words)
{
    m_keyboardOwnerTexts = words;
    for (ViewerWindow *viewerWindow : viewerWindows()) {
        viewerWindow->setKeyboardOwnerTexts(words);
    }
}

void ViewerSettings::setIndicators(NightIndicators *indicators)
{
    m_nightIndicators = indicators;
}
}
