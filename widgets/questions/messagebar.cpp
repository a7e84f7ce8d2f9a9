// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/messagebar.h"

#include "monitors/supportdesk.h"
#include "widgets/wording/supportwording.h"

#include <KLocalizedString>

#include <QAction>

namespace Nightdesk
{
MessageBar::MessageBar(SupportDesk *support, QWidget *parent)
    : KMessageWidget(parent)
    , m_support(support)
    , m_help(new QAction(QIcon::fromTheme(QStringLiteral("system-users")), QString(), this))
    , m_take(new QAction(QIcon::fromTheme(QStringLiteral("network-connect")), QString(), this))
{
    setTextFormat(Qt::PlainText); // profiles' and servers' words
    setWordWrap(true);
    m_help->setToolTip(i18nc("@info:tooltip", "Shows whom to contact, and the meeting rooms"));
    connect(m_help, &QAction::triggered, m_support, &SupportDesk::ask);
    connect(m_take, &QAction::triggered, this, [this] {
        const QString about = m_about;
        settle(about);
        Q_EMIT taken(about);
    });
    connect(m_support, &SupportDesk::changed, this, &MessageBar::showSupport);
    hide();
}

void MessageBar::complain(const QString &text, const QString &about)
{
    say(Error, text);
    m_about = about;
}

void MessageBar::warn(const QString &text)
{
    say(Warning, text);
}

void MessageBar::inform(const QString &text, const QString &about)
{
    say(Information, text);
    m_about = about;
}

bool MessageBar::isFree() const
{
    return !isVisible() || isHideAnimationRunning() || (messageType() == Information && m_about.isEmpty());
}

bool MessageBar::mention(const QString &text)
{
    if (isVisible() && !isHideAnimationRunning()) {
        return false;
    }
    say(Warning, text);
    return true;
}

void MessageBar::offer(const QString &text, const QString &about, const QString &button)
{
    say(Information, text);
    m_about = about;
    m_take->setText(button);
    addAction(m_take);
}

void MessageBar::say(MessageType type, const QString &text)
{
    m_about.clear();
    removeAction(m_take);
    setMessageType(type);
    setText(text);
    showSupport();
    animatedShow();
}

QString MessageBar::about() const
{
    return m_about;
}

void MessageBar::settle(const QString &about)
{
    if (!about.isEmpty() && about == m_about) {
        m_about.clear();
        animatedHide();
    }
}

void MessageBar::showSupport()
{
    removeAction(m_help);
    const QString line = messageType() == Error ? SupportWording::dutyLine(m_support->people(), m_support->now(), m_support->zone()) : QString();
    if (!line.isEmpty()) {
        m_help->setText(QString(line).replace(QLatin1Char('&'), QStringLiteral("&&"))); // a name's & is no shortcut
        addAction(m_help);
    }
}
}
