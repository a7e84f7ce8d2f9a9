// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace Nightdesk
{
/// The dialog of Settings ▸ Configure Editor…: chooses between Nightdesk's editor and a command that opens a file at a
/// line, and previews that command. GUI thread. Opened by ConfigurationProblems; a child of its window.
class EditorDialog : public QDialog
{
    Q_OBJECT
public:
    /// The arguments are the present settings: whether an external editor opens files, and its command.
    EditorDialog(bool usesExternalEditor, const QString &command, QWidget *parent = nullptr);

    bool usesExternalEditor() const;
    QString command() const;

private:
    void updateExampleCommand();

    QCheckBox *m_useExternalEditorBox;
    QLineEdit *m_commandEdit;
    QLabel *m_exampleLabel;
};
}
