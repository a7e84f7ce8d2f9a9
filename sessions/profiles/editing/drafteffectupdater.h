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
    void setChoice(const DraftChoice &choice);
    const DraftEffect &effect() const; ///< as last reported by changed()

Q_SIGNALS:
    void changed(const Nightdesk::DraftEffect &effect);

private:
    void startComputing();
    void receiveEffect(const DraftEffect &effect);

    Draft m_draft;
    QByteArray m_text;
    DraftChoice m_choice;
    DraftEffect m_effect;
    std::optional<DraftEffect> m_lastValid; ///< last valid values for m_choice
    bool m_needsUpdate = false;
    bool m_isComputing = false;
};
}
