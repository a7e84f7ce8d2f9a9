// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KConfigDialog>

namespace Nightdesk
{
class FacilityChoice;
class SettingsMirror;
class SettingsPage;

/// All settings of a person, on pages. What is applied counts when applied() is told; it is written by then or a little
/// later (SettingsStore). GUI thread. Opened by ConsoleSettings, a child of its window.
class SettingsDialog : public KConfigDialog
{
    Q_OBJECT
public:
    /// @p choice outlives it.
    explicit SettingsDialog(FacilityChoice *choice, QWidget *parent = nullptr);

Q_SIGNALS:
    void applied();

private:
    SettingsDialog(SettingsMirror *mirror, FacilityChoice *choice, QWidget *parent);
    void add(SettingsPage *page, const QString &title, const QString &icon);
    void nameParts();
};
}
