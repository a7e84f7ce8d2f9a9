// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stage/stagesettings.h"

#include "widgets/stage/stage.h"

namespace Nightdesk
{
void StageSettings::add(Stage *stage)
{
    m_stages.append(stage);
    stage->setPrefs(m_prefs);
    stage->setInputSettings(m_inputSettings);
    stage->setPlace(m_place);
    stage->setAsking(m_asking);
    stage->setKeyboard(m_keyboard);
    if (m_signs) {
        stage->setSigns(m_signs);
    }
}

QList<Stage *> StageSettings::stages()
{
    m_stages.removeAll(nullptr);
    return QList<Stage *>(m_stages.begin(), m_stages.end());
}

void StageSettings::setPlace(const QString &place)
{
    m_place = place;
    for (Stage *stage : stages()) {
        stage->setPlace(place);
    }
}

void StageSettings::setPrefs(const ViewPrefs &prefs)
{
    m_prefs = prefs;
    for (Stage *stage : stages()) {
        stage->setPrefs(prefs);
    }
}

void StageSettings::setInputSettings(const InputSettings &settings)
{
    m_inputSettings = settings;
    for (Stage *stage : stages()) {
        stage->setInputSettings(settings);
    }
}

void StageSettings::setAsking(const QString &words)
{
    m_asking = words;
    for (Stage *stage : stages()) {
        stage->setAsking(words);
    }
}

void StageSettings::setKeyboard(const KeyboardWords &words)
{
    m_keyboard = words;
    for (Stage *stage : stages()) {
        stage->setKeyboard(words);
    }
}

void StageSettings::setSigns(NightSigns *signs)
{
    m_signs = signs;
}
}
