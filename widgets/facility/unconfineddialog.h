// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/night/connectsteps.h"

#include <QDialog>

#include <optional>

namespace Nightdesk
{
/// Asks how to run an instrument's X programs if this desk's X server cannot confine them. Return chooses private X servers: trusting the programs
/// needs a click. Opened by ConnectFlow, a child of its window.
class UnconfinedProgramsDialog : public QDialog
{
    Q_OBJECT
public:
    UnconfinedProgramsDialog(const QString &instrument, const QStringList &programs, QWidget *parent = nullptr);

Q_SIGNALS:
    /// Emitted exactly once; empty: canceled.
    void answered(const std::optional<Nightdesk::UnconfinedPrograms> &answer);

protected:
    void done(int result) override;

private:
    UnconfinedPrograms m_chosenProgramTreatment = UnconfinedPrograms::ShowInPrivateServers;
    bool m_isAnswered = false;
};
}
