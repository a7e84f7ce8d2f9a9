// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace Nightdesk
{
class LocalX;
class ViewerWindows;

/// Applies the keyboard settings now and at each change. The viewer windows get group [Keyboard]. LocalX gets the key
/// that raises the console, because it handles that key for X programs. GUI thread. Owned by ConsoleFeatures.
class KeyboardSettingsApplier : public QObject
{
    Q_OBJECT
public:
    KeyboardSettingsApplier(ViewerWindows *viewerWindows, LocalX *localX, QObject *parent = nullptr);

private:
    void apply();

    ViewerWindows *const m_viewerWindows;
    LocalX *const m_localX;
};
}
