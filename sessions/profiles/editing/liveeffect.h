// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/draft.h"

#include <QObject>

namespace Nightdesk
{
/// What a text comes to while it is written, worked out on a thread of its own: one text at a time, the last one in any case. A text with
/// errors leaves the last valid values. GUI thread. Owned by EffectDock.
class LiveEffect : public QObject
{
    Q_OBJECT
public:
    explicit LiveEffect(QObject *parent = nullptr);

    void setText(const Draft &draft, const QByteArray &text);
    void choose(const DraftChoice &choice);
    const DraftEffect &effect() const; ///< as it was told last

Q_SIGNALS:
    void changed(const Nightdesk::DraftEffect &effect);

private:
    void start();
    void receiveEffect(const DraftEffect &effect);

    Draft m_draft;
    QByteArray m_text;
    DraftChoice m_choice;
    DraftEffect m_effect;
    std::optional<DraftEffect> m_lastValid; ///< of m_choice
    bool m_isWanted = false;
    bool m_isBusy = false;
};
}
