// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace Nightdesk
{
class LocalX;
class ViewerWindows;

/// Passes group [Keyboard] of the settings to the viewer windows, and the key that raises the console to LocalX, which handles it for X programs.
/// Does so now and at each change. GUI thread. Owned by ConsoleFeatures.
class KeyboardChoice : public QObject
{
    Q_OBJECT
public:
    KeyboardChoice(ViewerWindows *viewerWindows, LocalX *localX, QObject *parent = nullptr);

private:
    void apply();

    ViewerWindows *const m_viewerWindows;
    LocalX *const m_localX;
};
}
