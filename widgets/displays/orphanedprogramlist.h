// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

class QVBoxLayout;

namespace Nightdesk
{
class OrphanedPrograms;

/// The orphaned programs on the remote host of one link, each in a row with the buttons End and Leave. Hidden if there
/// are none. Never takes the focus. GUI thread; the link may be destroyed first. Owned by SessionList.
class OrphanedProgramList : public QFrame
{
    Q_OBJECT
public:
    explicit OrphanedProgramList(OrphanedPrograms *orphanedPrograms);

private:
    void refresh();

    QPointer<OrphanedPrograms> m_orphanedPrograms;
    QVBoxLayout *m_rowLayout;
};
}
