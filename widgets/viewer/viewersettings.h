// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/inputsettings.h"
#include "widgets/view/viewprefs.h"
#include "widgets/viewer/keyboardowner.h"

#include <QList>
#include <QPointer>

namespace Nightdesk
{
class NightIndicators;
class ViewerWindow;

/// Settings common to all viewer windows of a workstation, including later ones: the place in their titles, the user's settings, the open question, who has
/// the keyboard, the session's indicators. GUI thread. Member of ViewerWindows.
class ViewerSettings
{
public:
    /// @p viewerWindow gets all settings now, and changes of them until it is deleted
    void add(ViewerWindow *viewerWindow);

    void setTitleContext(const QString &place);
    void setPrefs(const ViewPrefs &prefs);
    void setInputSettings(const InputSettings &settings);
    void setOpenQuestionText(const QString &words);
    void setKeyboardOwnerTexts(const KeyboardOwnerTexts &words);
    /// For viewer windows added from now on; must outlive them. Null: none.
    void setIndicators(NightIndicators *indicators);

private:
    QList<ViewerWindow *> viewerWindows();

    QList<QPointer<ViewerWindow>> m_viewerWindows;
    QString m_titleContext;
    ViewPrefs m_viewPrefs;
    InputSettings m_inputSettings;
    QString m_questionText;
    KeyboardOwnerTexts m_keyboardOwnerTexts;
    NightIndicators *m_nightIndicators = nullptr;
};
}
