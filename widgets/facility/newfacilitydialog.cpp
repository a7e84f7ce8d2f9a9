// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/newfacilitydialog.h"

#include "sessions/common/backgroundjobs.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

NewFacilityDialog::NewFacilityDialog(const QStringList &screens, QWidget *parent)
    : QDialog(parent)
    , m_screenNames(screens)
    , m_errorLabel(PlainLabel::createWrapped())
{
    setWindowTitle(i18nc("@title:window", "Make a Facility Directory"));
    auto *column = new QVBoxLayout(this);
    column->addWidget(PlainLabel::createWrapped(i18nc("@info",
                                                      "Nightdesk writes text files that describe one host and a desktop on it. When you connect, other VNC "
                                                      "desktops that run there are offered too.")));
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_nameEdit = addTextRow(form, i18nc("@label:textbox of an observatory", "Name of the observatory:"), i18nc("@info:placeholder", "Summit observatory"));
    m_hostEdit = addTextRow(form, i18nc("@label:textbox", "Host:"), i18nc("@info:placeholder a host's name", "instrument.summit.example"));
    m_userEdit =
        addTextRow(form, i18nc("@label:textbox of a login", "Account there:"), i18nc("@info:placeholder of an account", "as in the ssh configuration"));
    m_vncDisplayEdit = addTextRow(form, i18nc("@label:textbox of a VNC server", "Desktop:"), {});
    m_vncDisplayEdit->setText(u":1"_s);
    auto *place = new QHBoxLayout;
    m_directoryEdit = new QLineEdit(QDir::homePath() + u"/nightdesk-facility"_s);
    place->addWidget(m_directoryEdit, 1);
    auto *choose = new QToolButton;
    choose->setIcon(QIcon::fromTheme(u"document-open-folder"_s));
    choose->setToolTip(i18nc("@info:tooltip", "Choose where the directory is made"));
    choose->setAccessibleName(i18nc("@action:button accessible name", "Choose Directory"));
    place->addWidget(choose);
    form->addRow(i18nc("@label:textbox", "Directory:"), place);
    static_cast<QLabel *>(form->labelForField(place))->setBuddy(m_directoryEdit);
    m_directoryEdit->setAccessibleName(i18nc("@label:textbox accessible name", "Directory"));
    column->addLayout(form);
    m_errorLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_errorLabel->hide();
    column->addWidget(m_errorLabel);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_createButton = buttons->addButton(i18nc("@action:button makes a facility directory", "Make and Open"), QDialogButtonBox::AcceptRole);
    m_createButton->setIcon(QIcon::fromTheme(u"document-new"_s));
    m_createButton->setDefault(true);
    column->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);

    setTabOrder({m_nameEdit, m_hostEdit, m_userEdit, m_vncDisplayEdit, m_directoryEdit, choose, m_createButton});
    for (QLineEdit *line : {m_nameEdit, m_hostEdit, m_userEdit, m_vncDisplayEdit, m_directoryEdit}) {
        connect(line, &QLineEdit::textChanged, this, &NewFacilityDialog::refresh);
    }
    connect(choose, &QAbstractButton::clicked, this, &NewFacilityDialog::chooseDirectory);
    connect(buttons, &QDialogButtonBox::accepted, this, &NewFacilityDialog::createFacility);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
    m_nameEdit->setFocus();
}

QLineEdit *NewFacilityDialog::addTextRow(QFormLayout *form, const QString &label, const QString &example)
{
    auto *line = new QLineEdit;
    line->setPlaceholderText(example);
    form->addRow(label, line);
    return line;
}

void NewFacilityDialog::refresh()
{
    m_errorLabel->hide();
    const auto isGiven = [](const QLineEdit *line) {
        return !line->text().trimmed().isEmpty();
    };
    m_createButton->setEnabled(!m_isCreating && isGiven(m_nameEdit) && isGiven(m_hostEdit) && isGiven(m_vncDisplayEdit)
                               && QDir::isAbsolutePath(m_directoryEdit->text().trimmed()));
}

void NewFacilityDialog::chooseDirectory()
{
    auto *dialog = new QFileDialog(this, i18nc("@title:window", "Choose an Empty Directory"), QDir::homePath());
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, m_directoryEdit, &QLineEdit::setText);
    dialog->open();
}

void NewFacilityDialog::createFacility()
{
    if (m_isCreating) {
        return;
    }
    m_isCreating = true;
    refresh();
    const NewFacility::Answers answers{.name = m_nameEdit->text(),
                                       .directory = QDir::cleanPath(m_directoryEdit->text().trimmed()),
                                       .host = m_hostEdit->text(),
                                       .user = m_userEdit->text(),
                                       .vncDisplay = m_vncDisplayEdit->text(),
                                       .screens = m_screenNames};
    BackgroundJobs::shared().run(
        [answers] {
            return NewFacility::createFacility(answers);
        },
        this,
        [this, directory = answers.directory](const std::expected<QString, QString> &file) {
            m_isCreating = false;
            refresh();
            if (!file) {
                m_errorLabel->setText(file.error());
                m_errorLabel->show();
                return;
            }
            Q_EMIT facilityCreated(directory);
            accept();
        });
}
}
