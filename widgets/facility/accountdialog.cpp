// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/accountdialog.h"

#include "sessions/common/displaytext.h"
#include "sessions/profiles/valuegrammar.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QIcon>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
AccountDialog::AccountDialog(const Question &question, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(i18nc("@title:window", "Tonight’s Account"));
    auto *column = new QVBoxLayout(this);
    auto *what = new QLabel(i18nc("@label an instrument's name", "Tonight’s account for %1:", displayText(question.instrument)));
    what->setTextFormat(Qt::PlainText);
    what->setWordWrap(true);
    column->addWidget(what);
    QWidget *field = nullptr;
    if (question.accounts.isEmpty()) {
        field = m_edit = new QLineEdit(question.proposal);
        m_edit->selectAll();
        connect(m_edit, &QLineEdit::textChanged, this, &AccountDialog::updateOkButton);
    } else {
        field = m_choice = new QComboBox;
        m_choice->addItems(question.accounts);
        // Without a proposal nothing is preselected: the first account in the list may belong to another observer.
        m_choice->setPlaceholderText(i18nc("@info:placeholder", "Choose an account"));
        m_choice->setCurrentIndex(static_cast<int>(question.accounts.indexOf(question.proposal)));
        connect(m_choice, &QComboBox::currentIndexChanged, this, &AccountDialog::updateOkButton);
    }
    field->setAccessibleName(i18nc("@info accessible name", "Account"));
    field->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    column->addWidget(field);
    m_error = new QLabel;
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    QPalette colors = m_error->palette();
    colors.setColor(QPalette::WindowText, Wording::color(Wording::StatusTone::Bad));
    m_error->setPalette(colors);
    m_error->hide();
    column->addWidget(m_error);
    auto *note = new QLabel(i18nc("@info", "Nightdesk asks once a night, from noon to noon at the facility."));
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    column->addWidget(note);
    column->addStretch();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    field->setFocus();
    updateOkButton();
}

QString AccountDialog::account() const
{
    return m_edit ? m_edit->text().trimmed() : m_choice->currentText();
}

void AccountDialog::updateOkButton()
{
    const QString text = account();
    const bool isGood = ValueGrammar::isUser(text);
    m_ok->setEnabled(isGood);
    m_error->setVisible(!isGood && !text.isEmpty());
    m_error->setText(isGood ? QString()
                            : i18nc("@info",
                                    "The account is not valid: expected a user name without spaces, quotes or any of : @ / \\ ` $ ; & | < > ( ). The name "
                                    "must not begin with “-”."));
}

void AccountDialog::done(int result)
{
    const QString given = account();
    if (result == Accepted && !ValueGrammar::isUser(given)) {
        return; // Return in the text field calls done() even while the OK button is disabled
    }
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(result == Accepted ? std::optional(given) : std::nullopt);
    }
}
}
