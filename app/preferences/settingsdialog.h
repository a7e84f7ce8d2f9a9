// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KConfigDialog>

namespace Nightdesk
{
class FacilityChoice;
class SettingsForwarder;
class SettingsPage;

/// All of the user's settings, on pages. Applied settings are effective when applied() is emitted; SettingsStore may write them to the disk a little
/// later. GUI thread. Opened by ConsoleSettings; a child of its window.
class SettingsDialog : public KConfigDialog
{
    Q_OBJECT
public:
    /// @p choice outlives this object.
    explicit SettingsDialog(FacilityChoice *choice, QWidget *parent = nullptr);

Q_SIGNALS:
    void applied();

private:
    SettingsDialog(SettingsForwarder *mirror, FacilityChoice *choice, QWidget *parent);
    void addSettingsPage(SettingsPage *page, const QString &title, const QString &icon);
    void setAccessibleNames();
};
}
