// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/secretdialog.h"

#include "widgets/wording.h"

#include <KLocalizedString>

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
    m_secret = new QLineEdit;
    m_secret->setEchoMode(question.echo ? QLineEdit::Normal : QLineEdit::Password);
    m_secret->setAccessibleName(question.what);
    m_secret->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    form->addRow(question.echo ? i18nc("@label:textbox", "Answer:") : i18nc("@label:textbox", "Password:"), m_secret);
    column->addLayout(form);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    (m_user ? m_user : m_secret)->setFocus();
}

void SecretDialog::done(int result)
{
    std::optional<Secret> secret;
    QString typed = m_secret->text();
    m_secret->clear();
    if (result == Accepted) {
        secret = Secret::fromText(typed);
    }
    typed.fill(u'\0'); // the line editor has let go of it: these are its own characters
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(secret, m_user ? m_user->text() : QString());
    }
}
}
