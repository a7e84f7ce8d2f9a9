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
    m_draftText = text;
    m_isUpdateNeeded = true;
    startComputingEffect();
}

void DraftEffectUpdater::setSelection(const DraftEffectSelection &selection)
{
    if (selection == m_effectSelection) {
        return;
    }
    m_effectSelection = selection;
    m_lastValidEffect.reset();
    m_isUpdateNeeded = !m_draft.file().isEmpty();
    startComputingEffect();
}

const DraftEffect &DraftEffectUpdater::effect() const
{
    return m_draftEffect;
}

void DraftEffectUpdater::startComputingEffect()
{
    if (!m_isUpdateNeeded || m_isComputingEffect) {
        return;
    }
    m_isUpdateNeeded = false;
    m_isComputingEffect = true;
    BackgroundJobs::shared().run(
        [draft = m_draft, text = m_draftText, selection = m_effectSelection] {
            return draft.effect(text, selection);
        },
        this,
        [this](const DraftEffect &effect) {
            m_isComputingEffect = false;
            if (m_isUpdateNeeded) {
                startComputingEffect(); // compute again: the older text has other line numbers
            } else {
                receiveEffect(effect);
            }
        });
}

void DraftEffectUpdater::receiveEffect(const DraftEffect &effect)
{
    if (effect.hasNoErrors) {
        m_lastValidEffect = effect;
    }
    // If the text has errors and no earlier text was valid, there are no older values to keep.
    const bool keepsValues = !effect.hasNoErrors && m_lastValidEffect && m_lastValidEffect->selection == effect.selection;
    m_draftEffect = keepsValues ? m_lastValidEffect->withLineNumbersOf(effect) : effect;
    Q_EMIT effectChanged(m_draftEffect);
}
}
