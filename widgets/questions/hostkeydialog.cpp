// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/hostkeydialog.h"

#include "widgets/common/plainlabel.h"

#include <KLocalizedString>

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QIcon>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
HostKeyDialog::HostKeyDialog(const HostKeyQuestion &question, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(i18nc("@title:window", "Unknown Host: %1", question.host));
    auto *column = new QVBoxLayout(this);

    column->addWidget(PlainLabel::createWrapped(i18nc("@info",
                                                      "The host %1 is not known here yet. Anybody could answer under its name. "
                                                      "Compare this fingerprint with the one that the facility gave you:",
                                                      question.host)));

    QLabel *fingerprint = PlainLabel::create(QStringLiteral("%1  %2").arg(question.keyType, question.fingerprint));
    fingerprint->setAccessibleDescription(i18nc("@info accessible description", "Fingerprint of the host key"));
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    QFont large = mono;
    large.setPointSizeF(mono.pointSizeF() * 1.2);
    large.setBold(true);
    fingerprint->setFont(large);
    fingerprint->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(fingerprint);
    if (!question.randomArt.isEmpty()) {
        QLabel *keyArt = PlainLabel::create(question.randomArt);
        keyArt->setFont(mono);
        column->addWidget(keyArt, 0, Qt::AlignHCenter);
    }
    if (!question.note.isEmpty()) {
        column->addWidget(PlainLabel::createWrapped(question.note));
    }
    column->addWidget(PlainLabel::createWrapped(
        i18nc("@info", "If you cannot compare it, refuse and ask the support astronomer: nothing has been sent yet, no password either.")));

    auto *buttons = new QDialogButtonBox;
    column->addWidget(buttons); // added to the layout before a button is the default: otherwise the dialog does not remember the default
    QPushButton *refuse = buttons->addButton(i18nc("@action:button host key", "Refuse Key"), QDialogButtonBox::RejectRole);
    QPushButton *once = buttons->addButton(i18nc("@action:button host key", "Accept Key Once"), QDialogButtonBox::AcceptRole);
    QPushButton *save = buttons->addButton(i18nc("@action:button host key", "Accept and Remember Key"), QDialogButtonBox::AcceptRole);
    refuse->setIcon(QIcon::fromTheme(QStringLiteral("dialog-cancel")));
    refuse->setDefault(true);
    refuse->setFocus();
    once->setAutoDefault(false);
    save->setAutoDefault(false);
    connect(refuse, &QPushButton::clicked, this, &QDialog::reject);
    connect(once, &QPushButton::clicked, this, [this] {
        m_answer = HostKeyAnswer::AcceptOnce;
        accept();
    });
    connect(save, &QPushButton::clicked, this, [this] {
        m_answer = HostKeyAnswer::AcceptAndSave;
        accept();
    });
}

void HostKeyDialog::done(int result)
{
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(m_answer);
    }
}
}
