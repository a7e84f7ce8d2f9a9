// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequenceEdit>

namespace Nightdesk
{
/// A single combination of keys, whose value is its portable text, as settings keep it: QVariant would take the words of the
/// person's language. GUI thread. Owned by its SettingsPage.
class KeyEdit : public QKeySequenceEdit
{
    Q_OBJECT
    Q_PROPERTY(QString key READ key WRITE setKey NOTIFY keyChanged USER true)
public:
    explicit KeyEdit(QWidget *parent = nullptr);

    QString key() const;
    void setKey(const QString &portable);

Q_SIGNALS:
    void keyChanged(const QString &portable);
};
}
