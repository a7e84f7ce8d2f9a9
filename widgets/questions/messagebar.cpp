// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/questions/messagebar.h"

#include "monitors/supportdesk.h"
#include "widgets/wording/supportwording.h"

#include <KLocalizedString>

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace Nightdesk
{
MessageBar::MessageBar(SupportDesk *support, QWidget *parent)
    : KMessageWidget(parent)
    , m_supportDesk(support)
    , m_contactAction(new QAction(QIcon::fromTheme(QStringLiteral("system-users")), QString(), this))
    , m_offerButtonAction(new QAction(QIcon::fromTheme(QStringLiteral("network-connect")), QString(), this))
    , m_openFileAction(new QAction(QIcon::fromTheme(QStringLiteral("document-open")), i18nc("@action:button a file that was saved", "Open File"), this))
    , m_showFolderAction(new QAction(QIcon::fromTheme(QStringLiteral("folder-open")), i18nc("@action:button of a file that was saved", "Show Folder"), this))
{
    setTextFormat(Qt::PlainText); // text from profiles and servers
    setWordWrap(true);
    m_contactAction->setToolTip(i18nc("@info:tooltip", "Shows whom to contact, and the meeting rooms"));
    connect(m_contactAction, &QAction::triggered, m_supportDesk, &SupportDesk::dutyDialogRequested);
    connect(m_offerButtonAction, &QAction::triggered, this, [this] {
        const QString topic = m_messageTopic;
        closeMessageAbout(topic);
        Q_EMIT offerAccepted(topic);
    });
    connect(m_openFileAction, &QAction::triggered, this, [this] {
        Q_EMIT openUrlRequested(QUrl::fromLocalFile(m_offeredFile));
    });
    connect(m_showFolderAction, &QAction::triggered, this, [this] {
        Q_EMIT openUrlRequested(QUrl::fromLocalFile(QFileInfo(m_offeredFile).absolutePath()));
    });
    connect(m_supportDesk, &SupportDesk::supportChanged, this, &MessageBar::updateContactAction);
    hide();
}

void MessageBar::showError(const QString &text, const QString &topic)
{
    showText(Error, text);
    m_messageTopic = topic;
}

void MessageBar::showWarning(const QString &text)
{
    showText(Warning, text);
}

void MessageBar::showInfo(const QString &text, const QString &topic)
{
    showText(Information, text);
    m_messageTopic = topic;
}

bool MessageBar::isMessageReplaceable() const
{
    return !isVisible() || isHideAnimationRunning() || ((messageType() == Information || messageType() == Positive) && m_messageTopic.isEmpty());
}

bool MessageBar::showWarningIfFree(const QString &text)
{
    if (isVisible() && !isHideAnimationRunning()) {
        return false;
    }
    showText(Warning, text);
    return true;
}

void MessageBar::showOffer(const QString &text, const QString &topic, const QString &button)
{
    showText(Information, text);
    m_messageTopic = topic;
    m_offerButtonAction->setText(button);
    addAction(m_offerButtonAction);
}

void MessageBar::offerToOpenFile(const QString &file)
{
    if (!isMessageReplaceable()) {
        return;
    }
    showText(Positive, i18nc("@info %1: a file", "Saved %1", QDir::toNativeSeparators(file)));
    m_offeredFile = file;
    addAction(m_openFileAction);
    addAction(m_showFolderAction);
}

void MessageBar::showText(MessageType type, const QString &text)
{
    m_messageTopic.clear();
    removeAction(m_offerButtonAction);
    removeAction(m_openFileAction);
    removeAction(m_showFolderAction);
    setMessageType(type);
    setText(text);
    updateContactAction();
    animatedShow();
}

QString MessageBar::messageTopic() const
{
    // A message that was closed, by the user for example, is about nothing any more. Not isVisible(): the window may not be shown yet.
    return isHidden() || isHideAnimationRunning() ? QString() : m_messageTopic;
}

void MessageBar::closeMessageAbout(const QString &topic)
{
    if (!topic.isEmpty() && topic == m_messageTopic) {
        m_messageTopic.clear();
        animatedHide();
    }
}

void MessageBar::updateContactAction()
{
    removeAction(m_contactAction);
    const QString line = messageType() == Error ? SupportWording::dutyLine(m_supportDesk->people(), m_supportDesk->now(), m_supportDesk->zone()) : QString();
    if (!line.isEmpty()) {
        m_contactAction->setText(QString(line).replace(QLatin1Char('&'), QStringLiteral("&&"))); // an & in a name is not a shortcut
        addAction(m_contactAction);
    }
}
}
