// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/draft.h"

#include <QObject>

namespace Nightdesk
{
/// Computes the effective values of a text while it is edited, on a separate thread: one text at a time, and always the latest one. If a text has
/// errors, the last valid values are kept. GUI thread. Owned by EffectDock.
class DraftEffectUpdater : public QObject
{
    Q_OBJECT
public:
    explicit DraftEffectUpdater(QObject *parent = nullptr);

    void setText(const Draft &draft, const QByteArray &text);
    void setSelection(const DraftEffectSelection &selection);
    const DraftEffect &effect() const; ///< the effect that effectChanged() reported last

Q_SIGNALS:
    void effectChanged(const Nightdesk::DraftEffect &effect);

private:
    void startComputingEffect();
    void receiveEffect(const DraftEffect &effect);

    Draft m_draft;
    QByteArray m_draftText;
    DraftEffectSelection m_effectSelection;
    DraftEffect m_draftEffect;
    std::optional<DraftEffect> m_lastValidEffect; ///< last valid values for m_effectSelection
    bool m_isUpdateNeeded = false;
    bool m_isComputingEffect = false;
};
}
