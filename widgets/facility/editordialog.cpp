// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/editordialog.h"

#include "sessions/editor/editorcommand.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>
#include <KShell>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

EditorDialog::EditorDialog(bool usesExternalEditor, const QString &command, QWidget *parent)
    : QDialog(parent)
    , m_useExternalEditorBox(new QCheckBox(i18nc("@option:check", "Open files in an &external editor")))
    , m_commandEdit(new QLineEdit(command))
    , m_exampleLabel(PlainLabel::createWrapped())
{
    setWindowTitle(i18nc("@title:window", "Editor"));
    auto *column = new QVBoxLayout(this);
    m_useExternalEditorBox->setChecked(usesExternalEditor);
    column->addWidget(m_useExternalEditorBox);
    auto *label = new QLabel(i18nc("@label:textbox", "&Command that opens a file at an error:"));
    label->setBuddy(m_commandEdit);
    column->addWidget(label);
    m_commandEdit->setPlaceholderText(i18nc("@info:placeholder how the editor is chosen", "Automatic"));
    m_commandEdit->setClearButtonEnabled(true);
    column->addWidget(m_commandEdit);
    QLabel *help =
        PlainLabel::createWrapped(i18nc("@info",
                                        "%f, %l and %c are file, line and column; “kate”, “gvim”, “emacs” and “code” need none of them. An editor that needs a "
                                        "terminal gets one.\n\nIf empty, Nightdesk uses $VISUAL, $EDITOR or the desktop environment’s text editor."));
    help->setForegroundRole(QPalette::PlaceholderText);
    help->setMinimumWidth(help->fontMetrics().averageCharWidth() * 64);
    column->addWidget(help);
    m_exampleLabel->setAccessibleDescription(i18nc("@info accessible description", "Command line that would be run"));
    m_exampleLabel->setMinimumHeight(m_exampleLabel->fontMetrics().lineSpacing() * 2);
    column->addWidget(m_exampleLabel);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_commandEdit, &QLineEdit::textChanged, this, [this, ok = buttons->button(QDialogButtonBox::Ok)] {
        updateExampleCommand();
        ok->setEnabled(this->command().isEmpty() || !EditorCommand::fromShellLine(this->command()).isEmpty());
    });
    connect(m_useExternalEditorBox, &QCheckBox::toggled, m_commandEdit, &QWidget::setEnabled);
    m_commandEdit->setEnabled(usesExternalEditor);
    m_useExternalEditorBox->setFocus();
    updateExampleCommand();
}

bool EditorDialog::usesExternalEditor() const
{
    return m_useExternalEditorBox->isChecked();
}

QString EditorDialog::command() const
{
    return m_commandEdit->text().trimmed();
}

void EditorDialog::updateExampleCommand()
{
    const QStringList words = EditorCommand::fromShellLine(command());
    if (command().isEmpty()) {
        m_exampleLabel->clear();
    } else if (words.isEmpty()) {
        m_exampleLabel->setText(i18nc("@info", "The command is not valid: a quotation mark is not closed."));
    } else {
        const QStringList run = EditorCommand::commandAt(words, {u"facility.toml"_s, 12, 5});
        m_exampleLabel->setText(EditorCommand::needsTerminal(words) ? i18nc("@info a command", "Runs in a terminal window: %1", KShell::joinArgs(run))
                                                                    : i18nc("@info a command", "Runs: %1", KShell::joinArgs(run)));
    }
}
}
