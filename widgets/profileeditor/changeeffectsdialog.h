// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/changeeffects.h"

#include <QDialog>

namespace Nightdesk
{
/// Shows what saving would change for observers, profile by profile. The file is saved if the user accepts. GUI thread. A child of the editor's
/// window.
class ChangeEffectsDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p canSave: whether the text has changes to save.
    ChangeEffectsDialog(const QString &file, const QList<ChangeEffect> &effects, bool canSave, QWidget *parent = nullptr);

    /// The kind of a change in words. Translated.
    static QString kindText(ChangeEffect::Kind kind);
};
}
