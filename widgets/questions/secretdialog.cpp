// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/secretdialog.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/questions/secretedit.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;
// Longer than the pauses of a user who types a password without looking at the screen.
constexpr auto typingPause = 1s;
}

SecretDialog::SecretDialog(const Question &question, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(question.title);
    auto *whole = new QVBoxLayout(this);
    m_withdrawnLabel =
        PlainLabel::createWrapped(i18nc("@info the question of a dialog was withdrawn", "This question was withdrawn. What you type now is not sent."));
    m_withdrawnLabel->hide();
    whole->addWidget(m_withdrawnLabel);
    m_questionArea = new QWidget;
    whole->addWidget(m_questionArea);
    auto *column = new QVBoxLayout(m_questionArea);
    column->setContentsMargins({});
    if (!question.refusalText.isEmpty()) {
        auto *refusalText = PlainLabel::createWrapped(question.refusalText);
        WidgetLook::setTextColor(refusalText, Wording::color(Wording::StatusTone::Bad));
        column->addWidget(refusalText);
    }
    column->addWidget(PlainLabel::createWrapped(question.promptText));
    if (!question.serverText.isEmpty()) {
        column->addWidget(PlainLabel::createWrapped(i18nc("@info the server's own words", "The server says: “%1”", question.serverText)));
    }
    auto *form = new QFormLayout;
    m_secretEdit = new SecretEdit(question.echo);
    m_secretEdit->setAccessibleName(question.promptText);
    m_secretEdit->setMinimumWidth(fontMetrics().averageCharWidth() * 40);
    form->addRow(question.echo ? i18nc("@label:textbox", "Answer:") : i18nc("@label:textbox", "Password:"), m_secretEdit);
    if (question.offersSaving) {
        m_saveCheckBox = new QCheckBox(i18nc("@option:check", "Save in the keychain"));
        m_saveCheckBox->setToolTip(
            i18nc("@info:tooltip", "If checked, Nightdesk does not ask again the next night; otherwise the password is forgotten at noon"));
        form->addRow(QString(), m_saveCheckBox);
    }
    column->addLayout(form);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    column->addWidget(buttons);
    if (!question.mayBeEmpty) {
        // An empty password is probably typed by accident, and a refused login counts against the account.
        QPushButton *ok = buttons->button(QDialogButtonBox::Ok);
        ok->setEnabled(false);
        connect(m_secretEdit, &QLineEdit::textChanged, ok, [ok](const QString &text) {
            ok->setEnabled(!text.isEmpty());
        });
    }
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_secretEdit->setFocus();
    m_typingPauseTimer.setSingleShot(true);
    m_typingPauseTimer.setInterval(typingPause);
    connect(&m_typingPauseTimer, &QTimer::timeout, this, [this] {
        if (m_isWithdrawn) {
            rejectAndDelete();
        }
    });
    connect(m_secretEdit, &QLineEdit::textEdited, &m_typingPauseTimer, qOverload<>(&QTimer::start));
}

void SecretDialog::withdrawQuestion()
{
    if (std::exchange(m_isWithdrawn, true)) {
        return;
    }
    m_isAnswered = true;
    const bool wasTypedInto = m_typingPauseTimer.isActive() || !m_secretEdit->text().isEmpty();
    m_secretEdit->takeSecret();
    if (!isVisible() || !wasTypedInto) {
        rejectAndDelete();
        return;
    }
    // The user may still be typing the secret: the remaining keys must reach neither the next host's dialog nor a desktop.
    m_questionArea->setEnabled(false);
    m_withdrawnLabel->show();
    setFocus();
    m_typingPauseTimer.start();
}

void SecretDialog::rejectAndDelete()
{
    reject();
    deleteLater(); // a dialog that waited in the queue was never open, so reject() does not delete it
}

bool SecretDialog::event(QEvent *event)
{
    if (m_isWithdrawn && (event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride)) {
        m_typingPauseTimer.start();
        event->accept();
        return true;
    }
    return QDialog::event(event);
}

void SecretDialog::done(int result)
{
    const Secret typed = m_secretEdit->takeSecret();
    const std::optional<Secret> secret = result == Accepted ? std::optional(typed) : std::nullopt;
    QDialog::done(result);
    if (!std::exchange(m_isAnswered, true)) {
        Q_EMIT answered(secret, m_saveCheckBox && m_saveCheckBox->isChecked());
    }
}
}
