// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/appfinder.h"

#include <memory>

namespace Nightdesk
{
/// Finds the viewer command that shows a program's private X server at the summit: finds or starts that server, and passes its socket to the viewer.
/// Owned by a SummitWindow, GUI thread.
class ProgramViewFinder : public QObject, public Finder<QStringList>
{
    Q_OBJECT
public:
    /// @p link: the program's link, which outlives this object.
    ProgramViewFinder(const AppOrder &order, std::shared_ptr<ProgramMarks> marks, Link *link);

    void find(const Answer &answer) override;
    void cancel() override;
    AppFinder &app();
    Link *link() const;

private:
    void occupied(const AppHolder &holder);

    Link *const m_link;
    AppFinder m_app;
    Answer m_answer;
};
}
