// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/questionbar.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/themeicon.h"
#include "widgets/common/widgetlook.h"
#include "widgets/questions/secretedit.h"

#include <KColorScheme>
#include <KLocalizedString>

#include <QAccessible>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
QuestionBar::QuestionBar(const SecretDialog::Question &question, const QString &shortcutText, QWidget *parent)
    : QFrame(parent)
{
    buildWidgets(question.promptText, question.refusalText, question.serverText, shortcutText);
    m_secretEdit = new SecretEdit(question.echo);
    m_secretEdit->setAccessibleName(question.promptText);
    m_secretEdit->setMinimumWidth(fontMetrics().averageCharWidth() * 18);
    m_rowLayout->addWidget(m_secretEdit, 2);
    if (question.offersSaving) {
        m_saveCheckBox = new QCheckBox(i18nc("@option:check", "Save in the keychain"));
        m_rowLayout->addWidget(m_saveCheckBox);
    }
    m_answerButton = addAnswerAndNotNowButtons(i18nc("@action:button", "Log In"));
    if (!question.mayBeEmpty) {
        // An empty password is probably typed by accident, and a refused login counts against the account.
        m_answerButton->setEnabled(false);
        connect(m_secretEdit, &QLineEdit::textChanged, m_answerButton, [this](const QString &text) {
            m_answerButton->setEnabled(!text.isEmpty());
        });
    }
    connect(m_answerButton, &QPushButton::clicked, this, &QuestionBar::submitAnswer);
    connect(m_secretEdit, &QLineEdit::returnPressed, this, &QuestionBar::submitAnswer);
}

QuestionBar::QuestionBar(const QString &text, const QString &button, const QString &shortcutText, QWidget *parent)
    : QFrame(parent)
{
    buildWidgets(text, {}, {}, shortcutText);
    m_rowLayout->addStretch(1);
    m_answerButton = addAnswerAndNotNowButtons(button);
    connect(m_answerButton, &QPushButton::clicked, this, &QuestionBar::buttonPressed);
}

void QuestionBar::buildWidgets(const QString &text, const QString &refusalText, const QString &serverText, const QString &shortcutText)
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setAccessibleName(text);
    setFocusPolicy(Qt::NoFocus);
    auto *sides = new QHBoxLayout(this);
    auto *icon = new QLabel;
    const int side = style()->pixelMetric(QStyle::PM_SmallIconSize);
    icon->setPixmap(QIcon::fromTheme(QStringLiteral("dialog-password")).pixmap(QSize(side, side), devicePixelRatioF()));
    icon->setProperty(themeIconProperty, QStringLiteral("dialog-password"));
    sides->addWidget(icon, 0, Qt::AlignTop);
    m_columnLayout = new QVBoxLayout;
    m_columnLayout->setSpacing(4);
    sides->addLayout(m_columnLayout, 1);
    auto *first = new QHBoxLayout;
    QLabel *promptText = PlainLabel::createWrapped(text);
    WidgetLook::setBold(promptText);
    first->addWidget(promptText, 1);
    if (!shortcutText.isEmpty()) {
        auto *hint = new QLabel(i18nc("@info a key", "Press %1 to answer", shortcutText));
        first->addWidget(hint, 0, Qt::AlignTop);
    }
    m_columnLayout->addLayout(first);
    if (!refusalText.isEmpty()) {
        m_columnLayout->addWidget(PlainLabel::createWrapped(refusalText)); // not in red: the bar's background already warns, and red is hard to read on it
    }
    if (!serverText.isEmpty()) {
        m_messageLabel = PlainLabel::createWrapped(i18nc("@info the server's own words", "The server says: “%1”", serverText));
        m_messageLabel->setToolTip(QStringLiteral("<qt>%1</qt>").arg(serverText.toHtmlEscaped()));
        m_columnLayout->addWidget(m_messageLabel);
    }
    m_rowLayout = new QHBoxLayout;
    m_columnLayout->addLayout(m_rowLayout);
    showColors();
    // Queued until the bar is in a window, because screen readers ignore announcements of widgets without a window.
    QMetaObject::invokeMethod(this, &QuestionBar::announceQuestion, Qt::QueuedConnection);
}

QPushButton *QuestionBar::addAnswerAndNotNowButtons(const QString &answerButtonText)
{
    auto *button = new QPushButton(answerButtonText);
    auto *no = new QPushButton(i18nc("@action:button a question is postponed", "Not Now"));
    for (QPushButton *one : {button, no}) {
        one->setAutoDefault(false);
        m_rowLayout->addWidget(one);
    }
    connect(no, &QPushButton::clicked, this, [this] {
        if (!std::exchange(m_isAnsweredOrDeclined, true)) {
            Q_EMIT declined();
        }
    });
    return button;
}

bool QuestionBar::isUntouched() const
{
    return !m_secretEdit || m_secretEdit->text().isEmpty();
}

void QuestionBar::takeFocus()
{
    (m_secretEdit ? static_cast<QWidget *>(m_secretEdit) : m_answerButton)->setFocus(Qt::ShortcutFocusReason);
}

void QuestionBar::submitAnswer()
{
    if (m_answerButton->isEnabled() && !std::exchange(m_isAnsweredOrDeclined, true)) {
        Q_EMIT answered(m_secretEdit->takeSecret(), m_saveCheckBox && m_saveCheckBox->isChecked());
    }
}

void QuestionBar::announceQuestion()
{
    QAccessibleAnnouncementEvent said(this, accessibleName());
    QAccessible::updateAccessibility(&said);
}

void QuestionBar::showColors()
{
    const KColorScheme scheme(QPalette::Active, KColorScheme::Window);
    QPalette colors = palette();
    colors.setBrush(QPalette::Window, scheme.background(KColorScheme::NeutralBackground));
    setPalette(colors);
}

bool QuestionBar::event(QEvent *event)
{
    if (event->type() == QEvent::ApplicationPaletteChange) {
        showColors();
    }
    return QFrame::event(event);
}

void QuestionBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (m_messageLabel) {
        // A wrapped label does not request enough height in a full window, which would cut lines in half. A server's message may be a whole page,
        // though, so the height is limited; the tool tip has the full text.
        m_messageLabel->setMinimumHeight(std::min(m_messageLabel->heightForWidth(m_messageLabel->width()), m_messageLabel->fontMetrics().lineSpacing() * 8));
    }
}

void QuestionBar::keyPressEvent(QKeyEvent *event)
{
    // Consumes the keys that the editor ignores, because keys typed without looking must have no effect elsewhere in the window.
    event->accept();
}
}
