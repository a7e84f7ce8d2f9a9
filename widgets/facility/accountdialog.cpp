// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facility/accountdialog.h"

#include "sessions/common/displaytext.h"
#include "sessions/profiles/valuegrammar.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
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
    column->addWidget(PlainLabel::createWrapped(i18nc("@label an instrument's name", "Tonight’s account for %1:", displayText(question.instrument))));
    QWidget *field = nullptr;
    if (question.accounts.isEmpty()) {
        field = m_accountEdit = new QLineEdit(question.proposedAccount);
        m_accountEdit->selectAll();
        connect(m_accountEdit, &QLineEdit::textChanged, this, &AccountDialog::updateOkButton);
    } else {
        field = m_accountBox = new QComboBox;
        m_accountBox->addItems(question.accounts);
        // Without a proposal nothing is preselected: the first account in the list may belong to another observer.
        m_accountBox->setPlaceholderText(i18nc("@info:placeholder", "Choose an account"));
        m_accountBox->setCurrentIndex(static_cast<int>(question.accounts.indexOf(question.proposedAccount)));
        connect(m_accountBox, &QComboBox::currentIndexChanged, this, &AccountDialog::updateOkButton);
    }
    field->setAccessibleName(i18nc("@info accessible name", "Account"));
    field->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    column->addWidget(field);
    m_errorLabel = PlainLabel::createWrapped();
    WidgetLook::setTextColor(m_errorLabel, Wording::color(Wording::StatusTone::Bad));
    m_errorLabel->hide();
    column->addWidget(m_errorLabel);
    column->addWidget(PlainLabel::createWrapped(i18nc("@info", "Nightdesk asks once a night, from noon to noon at the facility.")));
    column->addStretch();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    m_okButton = buttons->button(QDialogButtonBox::Ok);
    m_okButton->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    field->setFocus();
    updateOkButton();
}

QString AccountDialog::account() const
{
    return m_accountEdit ? m_accountEdit->text().trimmed() : m_accountBox->currentText();
}

void AccountDialog::updateOkButton()
{
    const QString text = account();
    const bool isGood = ValueGrammar::isUser(text);
    m_okButton->setEnabled(isGood);
    m_errorLabel->setVisible(!isGood && !text.isEmpty());
    m_errorLabel->setText(isGood ? QString()
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
