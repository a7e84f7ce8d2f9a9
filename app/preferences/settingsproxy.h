// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KConfigSkeleton>

namespace Nightdesk
{
/// A proxy of the settings for KConfigDialog: forwards changes to the original settings and never writes a file. KConfigDialog would write on the GUI
/// thread, but the home directory may be on a network share that does not respond; SettingsStore::save() writes instead. GUI thread; the original
/// outlives this object. Owned by SettingsDialog.
class SettingsForwarder : public KConfigSkeleton
{
    Q_OBJECT
public:
    explicit SettingsForwarder(KCoreConfigSkeleton *original, QObject *parent = nullptr);
};
}
