// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/profiles/editing/liveeffect.h"

#include "sessions/common/backgroundjobs.h"

namespace Nightdesk
{
LiveEffect::LiveEffect(QObject *parent)
    : QObject(parent)
{
}

void LiveEffect::setText(const Draft &draft, const QByteArray &text)
{
    m_draft = draft;
    m_text = text;
    m_isWanted = true;
    start();
}

void LiveEffect::choose(const DraftChoice &choice)
{
    if (choice == m_choice) {
        return;
    }
    m_choice = choice;
    m_lastValid.reset();
    m_isWanted = !m_draft.file().isEmpty();
    start();
}

const DraftEffect &LiveEffect::effect() const
{
    return m_effect;
}

void LiveEffect::start()
{
    if (!m_isWanted || m_isBusy) {
        return;
    }
    m_isWanted = false;
    m_isBusy = true;
    BackgroundJobs::shared().run(
        [draft = m_draft, text = m_text, choice = m_choice] {
            return draft.effect(text, choice);
        },
        this,
        [this](const DraftEffect &effect) {
            m_isBusy = false;
            if (m_isWanted) {
                start(); // compute again: the older text has other line numbers
            } else {
                receiveEffect(effect);
            }
        });
}

void LiveEffect::receiveEffect(const DraftEffect &effect)
{
    if (effect.isGood) {
        m_lastValid = effect;
        m_effect = effect;
    } else if (m_lastValid && m_lastValid->chosen == effect.chosen) {
        m_effect = m_lastValid->movedTo(effect);
    } else {
        m_effect = effect; // there was no valid text yet, whose values could be kept
    }
    Q_EMIT changed(m_effect);
}
}
