// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/secretdialog.h"

#include "widgets/secretedit.h"
#include "widgets/wording.h"

#include <KLocalizedString>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
SecretDialog::SecretDialog(const Question &question, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(question.title);
    auto *column = new QVBoxLayout(this);
    if (!question.complaint.isEmpty()) {
        auto *complaint = new QLabel(question.complaint);
        complaint->setTextFormat(Qt::PlainText);
        complaint->setWordWrap(true);
        QPalette colors = complaint->palette();
        colors.setColor(QPalette::WindowText, Wording::color(Wording::Mood::Bad));
        complaint->setPalette(colors);
        column->addWidget(complaint);
    }
    auto *what = new QLabel(question.what);
    what->setTextFormat(Qt::PlainText);
    what->setWordWrap(true);
    column->addWidget(what);
    if (!question.serverText.isEmpty()) {
        auto *said = new QLabel(i18nc("@info the server's own words", "The server says: “%1”", question.serverText));
        said->setTextFormat(Qt::PlainText);
        said->setWordWrap(true);
        column->addWidget(said);
    }
    auto *form = new QFormLayout;
    if (question.wantsUser) {
        m_user = new QLineEdit;
        m_user->setAccessibleName(i18nc("@info:whatsthis accessible name", "User name"));
        form->addRow(i18nc("@label:textbox", "User:"), m_user);
    }
    m_secret = new SecretEdit(question.echo);
    m_secret->setAccessibleName(question.what);
    m_secret->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    form->addRow(question.echo ? i18nc("@label:textbox", "Answer:") : i18nc("@label:textbox", "Password:"), m_secret);
    if (question.canKeep) {
        m_keep = new QCheckBox(i18nc("@option:check", "Keep it in KWallet"));
        m_keep->setToolTip(i18nc("@info:tooltip", "It is then not asked for the next night either. Without the tick it is forgotten at noon."));
        form->addRow(QString(), m_keep);
    }
    column->addLayout(form);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    if (!question.mayBeEmpty) {
        // An empty password is a slip of the hand, and a refused login counts against the account.
        QPushButton *ok = buttons->button(QDialogButtonBox::Ok);
        ok->setEnabled(false);
        connect(m_secret, &QLineEdit::textChanged, ok, [ok](const QString &text) {
            ok->setEnabled(!text.isEmpty());
        });
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    (m_user ? m_user : m_secret)->setFocus();
}

void SecretDialog::done(int result)
{
    const Secret typed = m_secret->take();
    const std::optional<Secret> secret = result == Accepted ? std::optional(typed) : std::nullopt;
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(secret, m_user ? m_user->text() : QString(), m_keep && m_keep->isChecked());
    }
}
}
