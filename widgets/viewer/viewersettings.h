// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/view/viewprefs.h"
#include "widgets/viewer/keyboardowner.h"

#include <QList>
#include <QPointer>

namespace Nightdesk
{
class NightIndicators;
class ViewerWindow;

/// Stores what is the same in all viewer windows of a workstation, such as the user's settings and the text about an open question, and passes it to
/// each of them, also to those that are added later. GUI thread. Member of ViewerWindows.
class ViewerSettings
{
public:
    /// @p viewerWindow gets all settings now, and changes of them until it is deleted
    void add(ViewerWindow *viewerWindow);

    void setTitleContext(const QString &context);
    void setPrefs(const ViewPrefs &prefs);
    void setOpenQuestionText(const QString &words);
    void setKeyboardOwnerTexts(const KeyboardOwnerTexts &words);
    /// For viewer windows added from now on; must outlive them. Null: none.
    void setIndicators(NightIndicators *indicators);

private:
    QList<ViewerWindow *> viewerWindows();

    QList<QPointer<ViewerWindow>> m_viewerWindows;
    QString m_titleContext;
    ViewPrefs m_viewPrefs;
    QString m_questionText;
    KeyboardOwnerTexts m_keyboardOwnerTexts;
    NightIndicators *m_nightIndicators = nullptr;
};
}
