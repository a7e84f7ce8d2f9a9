// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/input/inputsettings.h"
#include "widgets/stage/keyboardowner.h"
#include "widgets/view/viewprefs.h"

#include <QList>
#include <QPointer>

namespace Nightdesk
{
class NightSigns;
class Stage;

/// Settings common to all stages of a workstation, including later ones: the place in their titles, the user's settings, the open question, who has
/// the keyboard, the session's signs. GUI thread. Member of Stages.
class StageSettings
{
public:
    void add(Stage *stage); ///< gets all settings now, and changes until it is deleted

    void setPlace(const QString &place);
    void setPrefs(const ViewPrefs &prefs);
    void setInputSettings(const InputSettings &settings);
    void setAsking(const QString &words);
    void setKeyboard(const KeyboardWords &words);
    /// For stages added from now on; must outlive them. Null: none.
    void setSigns(NightSigns *signs);

private:
    QList<Stage *> stages();

    QList<QPointer<Stage>> m_stages;
    QString m_place;
    ViewPrefs m_prefs;
    InputSettings m_inputSettings;
    QString m_asking;
    KeyboardWords m_keyboard;
    NightSigns *m_signs = nullptr;
};
}
