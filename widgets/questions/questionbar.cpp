// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/questionbar.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/themeicon.h"
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
QuestionBar::QuestionBar(const SecretDialog::Question &question, const QString &key, QWidget *parent)
    : QFrame(parent)
{
    build(question.what, question.complaint, question.serverText, key);
    m_secret = new SecretEdit(question.echo);
    m_secret->setAccessibleName(question.what);
    m_secret->setMinimumWidth(fontMetrics().averageCharWidth() * 18);
    m_row->addWidget(m_secret, 2);
    if (question.canKeep) {
        m_keep = new QCheckBox(i18nc("@option:check", "Save in the keychain"));
        m_row->addWidget(m_keep);
    }
    m_yes = addButtons(i18nc("@action:button", "Log In"));
    if (!question.mayBeEmpty) {
        // An empty password is probably typed by accident, and a refused login counts against the account.
        m_yes->setEnabled(false);
        connect(m_secret, &QLineEdit::textChanged, m_yes, [this](const QString &text) {
            m_yes->setEnabled(!text.isEmpty());
        });
    }
    connect(m_yes, &QPushButton::clicked, this, &QuestionBar::answer);
    connect(m_secret, &QLineEdit::returnPressed, this, &QuestionBar::answer);
}

QuestionBar::QuestionBar(const QString &text, const QString &button, const QString &key, QWidget *parent)
    : QFrame(parent)
{
    build(text, {}, {}, key);
    m_row->addStretch(1);
    m_yes = addButtons(button);
    connect(m_yes, &QPushButton::clicked, this, &QuestionBar::buttonPressed);
}

void QuestionBar::build(const QString &text, const QString &complaint, const QString &serverText, const QString &key)
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
    m_column = new QVBoxLayout;
    m_column->setSpacing(4);
    sides->addLayout(m_column, 1);
    auto *first = new QHBoxLayout;
    QLabel *what = PlainLabel::createWrapped(text);
    QFont bold = what->font();
    bold.setBold(true);
    what->setFont(bold);
    first->addWidget(what, 1);
    if (!key.isEmpty()) {
        auto *hint = new QLabel(i18nc("@info a key", "Press %1 to answer", key));
        first->addWidget(hint, 0, Qt::AlignTop);
    }
    m_column->addLayout(first);
    if (!complaint.isEmpty()) {
        m_column->addWidget(PlainLabel::createWrapped(complaint)); // not in red: the bar's background already warns, and red is hard to read on it
    }
    if (!serverText.isEmpty()) {
        m_messageLabel = PlainLabel::createWrapped(i18nc("@info the server's own words", "The server says: “%1”", serverText));
        m_messageLabel->setToolTip(QStringLiteral("<qt>%1</qt>").arg(serverText.toHtmlEscaped()));
        m_column->addWidget(m_messageLabel);
    }
    m_row = new QHBoxLayout;
    m_column->addLayout(m_row);
    showColours();
    // Queued until the bar is in a window, because screen readers ignore announcements of widgets without a window.
    QMetaObject::invokeMethod(this, &QuestionBar::announce, Qt::QueuedConnection);
}

QPushButton *QuestionBar::addButtons(const QString &yes)
{
    auto *button = new QPushButton(yes);
    auto *no = new QPushButton(i18nc("@action:button a question is postponed", "Not Now"));
    for (QPushButton *one : {button, no}) {
        one->setAutoDefault(false);
        m_row->addWidget(one);
    }
    connect(no, &QPushButton::clicked, this, [this] {
        if (!std::exchange(m_isOver, true)) {
            Q_EMIT declined();
        }
    });
    return button;
}

bool QuestionBar::isUntouched() const
{
    return !m_secret || m_secret->text().isEmpty();
}

void QuestionBar::takeFocus()
{
    (m_secret ? static_cast<QWidget *>(m_secret) : m_yes)->setFocus(Qt::ShortcutFocusReason);
}

void QuestionBar::answer()
{
    if (m_yes->isEnabled() && !std::exchange(m_isOver, true)) {
        Q_EMIT answered(m_secret->takeSecret(), m_keep && m_keep->isChecked());
    }
}

void QuestionBar::announce()
{
    QAccessibleAnnouncementEvent said(this, accessibleName());
    QAccessible::updateAccessibility(&said);
}

void QuestionBar::showColours()
{
    const KColorScheme scheme(QPalette::Active, KColorScheme::Window);
    QPalette colors = palette();
    colors.setBrush(QPalette::Window, scheme.background(KColorScheme::NeutralBackground));
    setPalette(colors);
}

bool QuestionBar::event(QEvent *event)
{
    if (event->type() == QEvent::ApplicationPaletteChange) {
        showColours();
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
    // Keys that the editor ignores end here: what is typed blindly must not have an effect elsewhere in the window.
    event->accept();
}
}
