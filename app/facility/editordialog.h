// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;

namespace Nightdesk
{
/// Settings ▸ Configure Editor…: the command that opens a file at a line, and what would be run. GUI thread.
class EditorDialog : public QDialog
{
    Q_OBJECT
public:
    /// @p before: the command as set.
    explicit EditorDialog(const QString &before, QWidget *parent = nullptr);

    QString command() const;

private:
    void showExample();

    QLineEdit *m_command;
    QLabel *m_example;
};
}
