// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace Nightdesk
{
/// Settings ▸ Configure Editor…: our editor, or the command that opens a file at a line, and what would be run. GUI thread.
/// Opened by Errors, a child of its window.
class EditorDialog : public QDialog
{
    Q_OBJECT
public:
    /// As set: whether an external editor is to open files, and its command.
    EditorDialog(bool isExternal, const QString &command, QWidget *parent = nullptr);

    bool isExternal() const;
    QString command() const;

private:
    void showExample();

    QCheckBox *m_external;
    QLineEdit *m_command;
    QLabel *m_example;
};
}
