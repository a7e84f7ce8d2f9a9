// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequenceEdit>

namespace Nightdesk
{
/// Edits one key combination. Its value is the portable text, as stored in settings. A conversion through QVariant
/// would give text in the user's language instead. GUI thread. Owned by its SettingsPage.
class KeyCombinationEdit : public QKeySequenceEdit
{
    Q_OBJECT
    Q_PROPERTY(QString key READ key WRITE setKey NOTIFY keyChanged USER true)
public:
    explicit KeyCombinationEdit(QWidget *parent = nullptr);

    QString key() const;
    void setKey(const QString &portable);

Q_SIGNALS:
    void keyChanged(const QString &portable);
};
}
