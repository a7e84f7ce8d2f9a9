// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/board/boardstatusline.h"

#include "widgets/common/plainlabel.h"
#include "widgets/common/plaintooltip.h"
#include "widgets/wording/readablecolor.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
QToolButton *newToolButton(const QString &name, const QString &icon)
{
    auto *result = new QToolButton;
    result->setObjectName(name);
    result->setIcon(QIcon::fromTheme(icon));
    result->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    result->setAutoRaise(true);
    result->setFocusPolicy(Qt::TabFocus);
    return result;
}

Wording::StatusTone statusTone(BoardLineState::ConnectionState connectionState)
{
    switch (connectionState) {
    case BoardLineState::ConnectionState::Connected:
        return Wording::StatusTone::Good;
    case BoardLineState::ConnectionState::Lost:
    case BoardLineState::ConnectionState::NeedsLogin:
        return Wording::StatusTone::Busy;
    case BoardLineState::ConnectionState::Refused:
        return Wording::StatusTone::Bad;
    case BoardLineState::ConnectionState::NothingToShow:
    case BoardLineState::ConnectionState::Waiting:
    case BoardLineState::ConnectionState::Connecting:
        break;
    }
    return Wording::StatusTone::Quiet;
}

/// The color with which Breeze fills a button that has the keyboard focus.
QColor focusedButtonColor(const QPalette &palette)
{
    const QColor from = palette.color(QPalette::Window);
    const QColor to = palette.color(QPalette::Highlight);
    constexpr float share = 0.35F;
    const auto part = [](float one, float other) {
        return one + (other - one) * share;
    };
    return QColor::fromRgbF(part(from.redF(), to.redF()), part(from.greenF(), to.greenF()), part(from.blueF(), to.blueF()));
}

void setColor(QWidget *widget, const QColor &color)
{
    QPalette colors = widget->palette();
    colors.setColor(QPalette::WindowText, color);
    colors.setColor(QPalette::ButtonText, color);
    widget->setPalette(colors);
}
}

BoardStatusLine::BoardStatusLine(QWidget *parent)
    : QFrame(parent)
    , m_stateIcon(PlainLabel::create())
    , m_connectionLabel(PlainLabel::create())
    , m_watchersLabel(PlainLabel::create())
    , m_callButton(newToolButton(u"call"_s, u"notifications"_s))
    , m_loginButton(newToolButton(u"login"_s, u"dialog-password"_s))
    , m_notesButton(newToolButton(u"notes"_s, u"mail-message"_s))
    , m_sharedStatusButton(newToolButton(u"details"_s, u"view-visible"_s))
{
    setAccessibleName(i18nc("@info accessible name", "Status board of the facility"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(2, 0, 2, 0);
    row->setSpacing(8);
    m_stateIcon->setText(u"●"_s);
    m_stateIcon->setAccessibleName(i18nc("@info accessible name", "State of the status board"));
    row->addWidget(m_stateIcon);
    row->addWidget(m_connectionLabel);
    row->addWidget(m_watchersLabel, 1);
    m_watchersLabel->setMinimumWidth(1); // may become narrow in a narrow window, because the tool tip has the full text
    m_watchersLabel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    new PlainToolTip(m_watchersLabel);
    new PlainToolTip(m_connectionLabel);
    for (QToolButton *one : {m_callButton, m_loginButton, m_notesButton, m_sharedStatusButton}) {
        row->addWidget(one);
    }
    m_loginButton->setText(i18nc("@action:button log in on the connection to the status board", "Log In…"));
    m_loginButton->setToolTip(i18nc("@info:tooltip", "Reconnects the status board and asks for your login here"));
    m_sharedStatusButton->setText(i18nc("@action:button", "Shared Status…"));
    m_sharedStatusButton->setToolTip(i18nc("@info:tooltip", "Shows what this workstation last sent to the status board, and who views it"));
    m_notesButton->setToolTip(i18nc("@info:tooltip", "Short notes from and to the support astronomers"));
    connect(m_callButton, &QToolButton::clicked, this, &BoardStatusLine::callDialogRequested);
    connect(m_loginButton, &QToolButton::clicked, this, &BoardStatusLine::loginRequested);
    connect(m_notesButton, &QToolButton::clicked, this, &BoardStatusLine::notesRequested);
    connect(m_sharedStatusButton, &QToolButton::clicked, this, &BoardStatusLine::openSharedStatusRequested);
    refresh();
}

void BoardStatusLine::setLineState(const BoardLineState &lineState)
{
    if (m_lineState != lineState) {
        m_lineState = lineState;
        refresh();
    }
}

QString BoardStatusLine::text() const
{
    QStringList parts;
    for (const QLabel *label : {m_connectionLabel, m_watchersLabel}) {
        if (!label->text().isEmpty()) {
            parts.append(label->text());
        }
    }
    if (!m_callButton->isHidden()) {
        parts.append(m_callButton->text());
    }
    return parts.join(u" · "_s);
}

void BoardStatusLine::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) {
        refresh(); // painted again, because the color scheme has changed
    }
}

void BoardStatusLine::refresh()
{
    setVisible(m_lineState.connectionState != BoardLineState::ConnectionState::NothingToShow);
    setColor(m_stateIcon, Wording::color(statusTone(m_lineState.connectionState)));
    m_connectionLabel->setText(BoardLineWording::connectionState(m_lineState));
    m_connectionLabel->setToolTip(m_lineState.reason);
    m_connectionLabel->setAccessibleDescription(m_lineState.reason);
    const QString watchers = BoardLineWording::watchers(m_lineState);
    m_watchersLabel->setText(watchers);
    m_watchersLabel->setToolTip(watchers);
    m_callButton->setVisible(m_lineState.call.has_value());
    // While a call is shown, the button has no text, to make room for the call.
    m_sharedStatusButton->setToolButtonStyle(m_lineState.call ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    if (m_lineState.call) {
        m_callButton->setText(BoardLineWording::call(*m_lineState.call).replace(u'&', u"&&"_s));
        m_callButton->setToolTip(i18nc("@info:tooltip", "Shows the call, which you can cancel"));
        const QColor text =
            Wording::color(m_lineState.call->state == BoardWire::CallState::Acknowledged ? Wording::StatusTone::Good : Wording::StatusTone::Busy);
        setColor(m_callButton, ReadableColor::readableOn(text, {palette().color(QPalette::Window), focusedButtonColor(palette())}));
    }
    m_loginButton->setVisible(m_lineState.connectionState == BoardLineState::ConnectionState::NeedsLogin);
    m_notesButton->setText(m_lineState.unreadCount > 0
                               ? i18ncp("@action:button notes that nobody has read", "Show 1 New Note", "Show %1 New Notes", m_lineState.unreadCount)
                               : i18nc("@action:button short notes from and to SAs", "Show Notes"));
    QFont font = m_sharedStatusButton->font();
    font.setBold(m_lineState.unreadCount > 0);
    m_notesButton->setFont(font);
}
}
