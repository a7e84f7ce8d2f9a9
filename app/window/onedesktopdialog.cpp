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

OneDesktopDialog::OneDesktopDialog(QWidget *parent)
    : QDialog(parent)
    , m_note(PlainLabel::createWrapped())
{
    setWindowTitle(i18nc("@title:window", "Connect to One Desktop"));
    auto *column = new QVBoxLayout(this);
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_ssh = new QLineEdit;
    m_ssh->setPlaceholderText(i18nc("@info:placeholder account and host of an ssh login", "observer@instrument.summit.example"));
    form->addRow(i18nc("@label:textbox", "Through ssh to:"), m_ssh);
    m_target = new QLineEdit(u"localhost:1"_s);
    form->addRow(i18nc("@label:textbox of a VNC server", "Desktop:"), m_target);
    m_viewOnly = new QCheckBox(i18nc("@option:check", "View only: send no keyboard or pointer input"));
    form->addRow(QString(), m_viewOnly);
    column->addLayout(form);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setMinimumHeight(fontMetrics().height() * 3);
    m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_note);
    column->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_show = buttons->addButton(i18nc("@action:button", "Show Desktop"), QDialogButtonBox::AcceptRole);
    m_show->setIcon(QIcon::fromTheme(u"video-display"_s));
    m_show->setDefault(true);
    column->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64);

    setTabOrder({m_ssh, m_target, m_viewOnly, m_show});
    connect(m_ssh, &QLineEdit::textChanged, this, &OneDesktopDialog::refresh);
    connect(m_target, &QLineEdit::textChanged, this, &OneDesktopDialog::refresh);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (const auto typed = desktop()) {
            Q_EMIT chosen(*typed);
            accept();
        }
    });
    refresh();
    m_ssh->setFocus();
}

std::expected<DesktopCommand, QString> OneDesktopDialog::desktop() const
{
    // The arguments are written so that a desktop or host with a leading dash is not parsed as an option.
    QStringList words{u"nightdesk"_s, u"view"_s};
    if (const QString host = m_ssh->text().trimmed(); !host.isEmpty()) {
        words.append(u"--ssh="_s + host);
    }
    if (m_viewOnly->isChecked()) {
        words.append(u"--view-only"_s);
    }
    const QString target = m_target->text().trimmed();
    if (target.isEmpty()) {
        return std::unexpected(QString());
    }
    const Command command = CommandLine::parse(words + QStringList{u"--"_s, target});
    if (const auto *view = std::get_if<DesktopCommand>(&command)) {
        return *view;
    }
    const auto *print = std::get_if<PrintCommand>(&command);
    return std::unexpected(print ? print->text.section(u'\n', 0, 0) : QString());
}

void OneDesktopDialog::refresh()
{
    const auto typed = desktop();
    m_show->setEnabled(typed.has_value());
    if (!typed) {
        m_note->setText(typed.error());
    } else if (const QString notice = typed->notice(); !notice.isEmpty()) {
        m_note->setText(notice);
    } else {
        m_note->setText(i18nc("@info keep localhost untranslated", "The desktop as the ssh host sees it, for example localhost:1."));
    }
}
}
