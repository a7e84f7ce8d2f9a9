// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KConfigSkeleton>

namespace Nightdesk
{
/// The settings as KConfigDialog may have them: what is set here is set in the original, and nothing is ever written from here.
/// KConfigDialog saves on its own thread, and a home may be on a share that does not answer; SettingsStore::save() writes
/// instead. GUI thread; the original outlives it. Owned by SettingsDialog.
class SettingsMirror : public KConfigSkeleton
{
    Q_OBJECT
public:
    explicit SettingsMirror(KCoreConfigSkeleton *original, QObject *parent = nullptr);
};
}
