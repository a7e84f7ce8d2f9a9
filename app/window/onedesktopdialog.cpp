// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/onedesktopdialog.h"

#include "app/commands/commandline.h"
#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QIcon>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

DesktopAddressDialog::DesktopAddressDialog(QWidget *parent)
    : QDialog(parent)
    , m_problemLabel(PlainLabel::createWrapped())
{
    setWindowTitle(i18nc("@title:window", "Connect to One Desktop"));
    auto *column = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_sshHostEdit = new QLineEdit;
    m_sshHostEdit->setPlaceholderText(i18nc("@info:placeholder account and host of an ssh login", "observer@instrument.summit.example"));
    form->addRow(i18nc("@label:textbox", "Through ssh to:"), m_sshHostEdit);
    m_addressEdit = new QLineEdit(u"localhost:1"_s);
    form->addRow(i18nc("@label:textbox of a VNC server", "Desktop:"), m_addressEdit);
    m_viewOnlyBox = new QCheckBox(i18nc("@option:check", "View only: send no keyboard or pointer input"));
    form->addRow(QString(), m_viewOnlyBox);
    column->addLayout(form);
    m_problemLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problemLabel->setMinimumHeight(fontMetrics().height() * 3);
    m_problemLabel->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_problemLabel);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_showButton = buttons->addButton(i18nc("@action:button", "Show Desktop"), QDialogButtonBox::AcceptRole);
    m_showButton->setIcon(QIcon::fromTheme(u"video-display"_s));
    m_showButton->setDefault(true);
    column->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);

    setTabOrder({m_sshHostEdit, m_addressEdit, m_viewOnlyBox, m_showButton});
    connect(m_sshHostEdit, &QLineEdit::textChanged, this, &DesktopAddressDialog::refresh);
    connect(m_addressEdit, &QLineEdit::textChanged, this, &DesktopAddressDialog::refresh);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (const auto typed = desktopCommand()) {
            Q_EMIT desktopChosen(*typed);
            accept();
        }
    });
    refresh();
    m_sshHostEdit->setFocus();
}

std::expected<DesktopCommand, QString> DesktopAddressDialog::desktopCommand() const
{
    // The arguments are written so that a desktop or host with a leading dash is not parsed as an option.
    QStringList words{u"nightdesk"_s, u"view"_s};
    if (const QString host = m_sshHostEdit->text().trimmed(); !host.isEmpty()) {
        words.append(u"--ssh="_s + host);
    }
    if (m_viewOnlyBox->isChecked()) {
        words.append(u"--view-only"_s);
    }
    const QString target = m_addressEdit->text().trimmed();
    if (target.isEmpty()) {
        return std::unexpected(QString());
    }
    const Command command = CommandLine::parse(words + QStringList{u"--"_s, target});
    if (const auto *view = std::get_if<DesktopCommand>(&command)) {
        return *view;
    }
    const auto *print = std::get_if<PrintCommand>(&command);
    return std::unexpected(print ? print->textToPrint.section(u'\n', 0, 0) : QString());
}

void DesktopAddressDialog::refresh()
{
    const auto typed = desktopCommand();
    m_showButton->setEnabled(typed.has_value());
    if (!typed) {
        m_problemLabel->setText(typed.error());
    } else if (const QString notice = typed->unencryptedConnectionWarning(); !notice.isEmpty()) {
        m_problemLabel->setText(notice);
    } else {
        m_problemLabel->setText(i18nc("@info keep localhost untranslated", "The desktop as the ssh host sees it, for example localhost:1."));
    }
}
}
