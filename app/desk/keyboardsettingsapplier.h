// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace Nightdesk
{
class LocalX;

/// Applies the keyboard settings to LocalX now and at each change: it handles the key that raises the console for X programs.
/// GUI thread. Owned by ConsoleFeatures.
class KeyboardSettingsApplier : public QObject
{
    Q_OBJECT
public:
    explicit KeyboardSettingsApplier(LocalX *localX, QObject *parent = nullptr);

private:
    void apply();

    LocalX *const m_localX;
};
}
