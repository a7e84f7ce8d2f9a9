// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profileeditor/newprofiledialog.h"

#include "sessions/profiles/facility/profilecopy.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

NewProfileDialog::NewProfileDialog(QWidget *parent)
    : QDialog(parent)
    , m_nameEdit(new QLineEdit)
    , m_templateList(new QListWidget)
    , m_fileLabel(PlainLabel::createWrapped())
{
    setWindowTitle(i18nc("@title:window", "New Profile"));
    auto *column = new QVBoxLayout(this);
    auto *name = new QLabel(i18nc("@label:textbox", "&Name of the new instrument:"));
    name->setBuddy(m_nameEdit);
    column->addWidget(name);
    column->addWidget(m_nameEdit);
    column->addWidget(m_fileLabel);
    auto *templates = new QLabel(i18nc("@label:listbox", "&What it shows:"));
    templates->setBuddy(m_templateList);
    column->addWidget(templates);
    for (const ProfileTemplates::Template &one : ProfileTemplates::allTemplates()) {
        auto *item = new QListWidgetItem(one.title + u'\n' + one.description, m_templateList);
        item->setData(Qt::AccessibleTextRole, one.title);
        item->setData(Qt::AccessibleDescriptionRole, one.description);
    }
    m_templateList->setAccessibleName(i18nc("@info accessible name", "Templates"));
    m_templateList->setWordWrap(true);
    m_templateList->setCurrentRow(0);
    m_templateList->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    m_templateList->setMinimumHeight(fontMetrics().lineSpacing() * 8);
    column->addWidget(m_templateList, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_createButton = buttons->addButton(i18nc("@action:button", "Create Profile"), QDialogButtonBox::AcceptRole);
    m_createButton->setIcon(QIcon::fromTheme(u"document-new"_s));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_nameEdit, &QLineEdit::textChanged, this, &NewProfileDialog::showFileName);
    showFileName();
}

QString NewProfileDialog::instrumentName() const
{
    return m_nameEdit->text().trimmed();
}

ProfileTemplates::Template NewProfileDialog::chosenTemplate() const
{
    return ProfileTemplates::allTemplates().value(m_templateList->currentRow());
}

void NewProfileDialog::showFileName()
{
    const QString id = ProfileCopy::idFromName(instrumentName());
    m_createButton->setEnabled(!id.isEmpty());
    m_fileLabel->setText(id.isEmpty() ? i18nc("@info", "The name needs at least one letter or digit.")
                                      : i18nc("@info a file's name", "Nightdesk creates the file %1.", id + u".toml"_s));
}
}
