// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/drafteffectupdater.h"

#include "sessions/common/backgroundjobs.h"

namespace Nightdesk
{
DraftEffectUpdater::DraftEffectUpdater(QObject *parent)
    : QObject(parent)
{
}

void DraftEffectUpdater::setText(const Draft &draft, const QByteArray &text)
{
    m_draft = draft;
    m_text = text;
    m_needsUpdate = true;
    startComputing();
}

void DraftEffectUpdater::setChoice(const DraftChoice &choice)
{
    if (choice == m_choice) {
        return;
    }
    m_choice = choice;
    m_lastValid.reset();
    m_needsUpdate = !m_draft.file().isEmpty();
    startComputing();
}

const DraftEffect &DraftEffectUpdater::effect() const
{
    return m_effect;
}

void DraftEffectUpdater::startComputing()
{
    if (!m_needsUpdate || m_isComputing) {
        return;
    }
    m_needsUpdate = false;
    m_isComputing = true;
    BackgroundJobs::shared().run(
        [draft = m_draft, text = m_text, choice = m_choice] {
            return draft.effect(text, choice);
        },
        this,
        [this](const DraftEffect &effect) {
            m_isComputing = false;
            if (m_needsUpdate) {
                startComputing(); // compute again: the older text has other line numbers
            } else {
                receiveEffect(effect);
            }
        });
}

void DraftEffectUpdater::receiveEffect(const DraftEffect &effect)
{
    if (effect.hasNoErrors) {
        m_lastValid = effect;
        m_effect = effect;
    } else if (m_lastValid && m_lastValid->chosen == effect.chosen) {
        m_effect = m_lastValid->withPlacesOf(effect);
    } else {
        m_effect = effect; // there was no valid text yet, whose values could be kept
    }
    Q_EMIT changed(m_effect);
}
}
