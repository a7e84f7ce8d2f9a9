// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QLineEdit>

namespace Nightdesk
{
/// An input field for a secret. It leaves as few copies of the secret in memory as QLineEdit allows. GUI thread. Owned by QuestionBar or
/// SecretDialog.
class SecretEdit : public QLineEdit
{
    Q_OBJECT
public:
    /// @p echo: the typed text is visible.
    explicit SecretEdit(bool echo, QWidget *parent = nullptr);
    ~SecretEdit() override;

    /// Returns what was typed; the editor is empty afterwards, and cannot undo that.
    Secret takeSecret();
};
}
