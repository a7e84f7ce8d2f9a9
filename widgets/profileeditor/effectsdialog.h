// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/changeeffects.h"

#include <QDialog>

namespace Nightdesk
{
/// What saving would change for observers, profile by profile; accepted to save. GUI thread. A child of the editor's window.
class EffectsDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p canSave: there is something to save.
    EffectsDialog(const QString &file, const QList<ChangeEffect> &effects, bool canSave, QWidget *parent = nullptr);

    /// In words. Translated.
    static QString text(ChangeEffect::Kind kind);
};
}
