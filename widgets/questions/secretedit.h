// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/common/secret.h"

#include <QLineEdit>

namespace Nightdesk
{
/// Where a secret is typed. It leaves as few copies of it in memory as a QLineEdit lets it. GUI thread. Owned by QuestionBar or SecretDialog.
class SecretEdit : public QLineEdit
{
    Q_OBJECT
public:
    /// @p echo: what is typed may be seen.
    explicit SecretEdit(bool echo, QWidget *parent = nullptr);
    ~SecretEdit() override;

    /// What was typed; the editor is empty then, and cannot undo that.
    Secret takeSecret();
};
}
