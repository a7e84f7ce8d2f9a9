// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appfinder.h"

#include <memory>

namespace Nightdesk
{
/// Finds the viewer command that shows a program's private X server at the summit: finds or starts that server, and passes its socket to the viewer.
/// Owned by a VncAtSummitSession, GUI thread.
class ProgramViewerFinder : public QObject, public AddressOrCommandFinder<QStringList>
{
    Q_OBJECT
public:
    /// @p link: the program's link, which outlives this object.
    ProgramViewerFinder(const AppRequest &order, std::shared_ptr<ProgramMarks> marks, Link *link);

    void find(const FoundCallback &answer) override;
    void cancel() override;
    AppFinder &appFinder();
    Link *link() const;

private:
    void reportOccupied(const AppHolder &holder);

    Link *const m_link;
    AppFinder m_appFinder;
    FoundCallback m_foundCallback;
};
}
