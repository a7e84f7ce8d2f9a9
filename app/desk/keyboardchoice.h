// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace Nightdesk
{
class Stages;

/// Hands [Keyboard] of the settings to the stages, now and whenever it is another. GUI thread.
class KeyboardChoice : public QObject
{
    Q_OBJECT
public:
    explicit KeyboardChoice(Stages *stages, QObject *parent = nullptr);

private:
    void apply();

    Stages *const m_stages;
};
}
