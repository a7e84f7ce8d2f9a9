// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSelectAction>

namespace Nightdesk
{
class FacilityChoice;

/// The menu of the facility's sites. It says so while none is chosen, instead of standing at the first. GUI thread. A child of its window.
class SiteAction : public KSelectAction
{
    Q_OBJECT
public:
    SiteAction(FacilityChoice *choice, QObject *parent);

    /// The site as people read it, or that none is chosen yet; empty: the facility names none.
    QString words() const;

Q_SIGNALS:
    /// A person chose one here; it is set already.
    void chosen();

private:
    void showSites();
    bool isChosen() const;

    FacilityChoice *m_choice;
    QStringList m_ids; ///< of what the menu shows, whatever is read meanwhile
};
}
