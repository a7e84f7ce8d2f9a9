// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/editing/changeeffects.h"

#include <QDialog>

namespace Nightdesk
{
/// What saving would change for observers, profile by profile; accepting it saves. GUI thread. A child of the editor's window.
class ChangeEffectsDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p canSave: false: there is nothing to save.
    ChangeEffectsDialog(const QString &file, const QList<ChangeEffect> &effects, bool canSave, QWidget *parent = nullptr);

    /// The kind of a change in words. Translated.
    static QString text(ChangeEffect::Kind kind);
};
}
