// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/preferences/settingspage.h"

class QLineEdit;

namespace Nightdesk
{
class FacilityChoice;

/// Settings page for the facility and the site of this desk. GUI thread. Owned by SettingsDialog.
class FacilitySettingsPage : public SettingsPage
{
    Q_OBJECT
public:
    /// @p choice outlives this object.
    explicit FacilitySettingsPage(FacilityChoice *choice, QWidget *parent = nullptr);

private:
    void chooseDirectory();

    FacilityChoice *m_facilityChoice;
    QLineEdit *m_directoryEdit;
};
}
