// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/displays/sessionanswerbuttons.h"

#include "sessions/apps/appsession.h"
#include "sessions/display/preloadstate.h"
#include "sessions/xwindows/windowsession.h"
#include "widgets/common/plainlabel.h"
#include "widgets/common/widgetlook.h"
#include "widgets/wording/preloadwording.h"
#include "widgets/wording/windowwording.h"
#include "widgets/wording/wording.h"

#include <KLocalizedString>

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace Nightdesk
{
SessionAnswerButtons::SessionAnswerButtons(Session *session)
    : m_session(session)
    , m_windowSession(qobject_cast<WindowSession *>(session))
    , m_preloadState(PreloadState::of(session))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_messageLabel = PlainLabel::createWrapped();
    m_accessibleNames.addDescription(m_messageLabel, ki18nc("@info accessible description, a display's title", "Outcome of %1"));
    column->addWidget(m_messageLabel);
    m_buttons = new QWidget;
    auto *row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(0, 2, 0, 2);
    row->setSpacing(8);
    const auto add = [this, row](QPushButton *button, const KLocalizedString &words) {
        m_accessibleNames.addName(button, words);
        row->addWidget(button);
        return button;
    };
    m_startAgainButton = add(
        new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button an X program that ended with its connection", "Start Again")),
        ki18nc("@info accessible name, a display's title", "Start %1 again"));
    m_leaveClosedButton = add(new QPushButton(i18nc("@action:button an X program that ended with its connection", "Leave Closed")),
                              ki18nc("@info accessible name, a display's title", "Leave %1 closed"));
    m_restartNowButton =
        add(new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button an X program in an old connection", "Restart Now")),
            ki18nc("@info accessible name, a display's title", "Restart %1 now"));
    m_restartNowButton->setToolTip(i18nc("@info:tooltip", "Ends the program and starts it again over the new connection"));
    m_endNowButton = add(new QPushButton(QIcon::fromTheme(QStringLiteral("window-close")), i18nc("@action:button ends a program that was asked to", "End Now")),
                         ki18nc("@info accessible name, a display's title", "End %1 now"));
    m_keepOpenButton = add(new QPushButton(i18nc("@action:button a program is not to end after all", "Keep Open")),
                           ki18nc("@info accessible name, a display's title", "Keep %1 open"));
    m_watchButton = add(
        new QPushButton(QIcon::fromTheme(QStringLiteral("view-visible")), i18nc("@action:button shows a program that another person runs", "Watch Program")),
        ki18nc("@info accessible name, a display's title", "Watch %1"));
    m_watchButton->setToolTip(i18nc("@info:tooltip", "Shows the program here as it is, view-only at first"));
    m_leaveProgramToHolderButton = add(new QPushButton(i18nc("@action:button leaves a program to who started it", "Leave to Its User")),
                                       ki18nc("@info accessible name, a display's title", "Leave %1 to its user"));
    m_checkAgainButton =
        add(new QPushButton(QIcon::fromTheme(QStringLiteral("view-refresh")), i18nc("@action:button whether a program still runs elsewhere", "Check Again")),
            ki18nc("@info accessible name, a display's title", "Check %1 again"));
    m_checkAgainButton->setToolTip(i18nc("@info:tooltip", "Starts the program here if it has ended there"));
    row->addStretch(1);
    column->addWidget(m_buttons);
    connect(m_watchButton, &QPushButton::clicked, m_session, &Session::showHolderProgram);
    connect(m_leaveProgramToHolderButton, &QPushButton::clicked, m_session, &Session::stopAndLeaveProgramToHolder);
    connect(m_checkAgainButton, &QPushButton::clicked, this, &SessionAnswerButtons::startRequested);
    connect(m_startAgainButton, &QPushButton::clicked, this, &SessionAnswerButtons::startRequested);
    connect(m_endNowButton, &QPushButton::clicked, m_session, &Session::close);
    connect(m_keepOpenButton, &QPushButton::clicked, m_session, &Session::cancelClose);
    if (m_windowSession) {
        connect(m_leaveClosedButton, &QPushButton::clicked, m_windowSession, &WindowSession::declineToStartAgain);
        connect(m_restartNowButton, &QPushButton::clicked, m_windowSession, &WindowSession::startAgain);
    }
    if (const auto *desktop = qobject_cast<const DesktopSession *>(session)) {
        connect(desktop, &DesktopSession::serverFitRemarkChanged, this, &SessionAnswerButtons::refresh);
    }
    connect(&m_discardedKeysTimer, &QTimer::timeout, this, &SessionAnswerButtons::refresh);
}

void SessionAnswerButtons::setLabel(const QString &label)
{
    m_accessibleNames.applyLabel(label);
}

void SessionAnswerButtons::refresh()
{
    const Session::AnswerState answering = m_session->answering();
    QString text = WindowWording::notAnswering(m_session->kind(),
                                               answering,
                                               m_windowSession ? m_windowSession->oldConnectionKeptUntil() : std::nullopt,
                                               m_windowSession ? m_windowSession->withheldPressCount() : 0);
    if (text.isEmpty() && m_windowSession && m_windowSession->endedWithLink()) {
        text = WindowWording::whyClosedWithLink(m_windowSession->spec().restart);
    }
    const auto *app = qobject_cast<const AppSession *>(m_session);
    const bool isDesktop = m_session->kind() == Session::Kind::Desktop;
    if (m_session->isClosing()) {
        const bool isAskingUser = m_windowSession ? m_windowSession->isAskingUser() : app && app->isAskingUser();
        text = isAskingUser ? i18nc("@info an X program was asked to end", "The program asks a question before it ends. Answer in its window.")
                            : i18nc("@info an X program", "Nightdesk asked the program to end.");
    } else if (isDesktop && m_session->state() == SessionState::Ended) {
        text = i18nc("@info a desktop whose view was closed", "Closed here. The desktop itself keeps running on the remote host.");
    } else if (m_preloadState && m_preloadState->hidesWindows()) {
        const QString remark = PreloadWording::remark(*m_preloadState);
        text = !remark.isEmpty() ? remark
            : PreloadWording::isReady(*m_preloadState)
            ? i18nc("@info a program that was preloaded", "Ready in the background. Show brings the program to its screen at once.")
            : i18nc("@info a program that is preloaded", "Starting in the background. The program receives no keys.");
    } else if (m_session->isIconified()) {
        text = isDesktop ? i18nc("@info a desktop", "Minimized. Show brings the desktop back.")
                         : i18nc("@info an X program", "Minimized. Show brings the program’s windows back.");
    } else if (app && text.isEmpty() && m_session->state() == SessionState::WaitingForLink && app->lastDamageAt()) {
        text = i18nc("@info an X program in a private X server, while its connection is broken",
                     "The program keeps running on the remote host. Nightdesk rejoins it unchanged when the connection is back.");
    }
    const bool isLive = m_session->state() == SessionState::Live;
    const auto *desktop = qobject_cast<const DesktopSession *>(m_session);
    const QString remark = desktop && isLive ? desktop->serverFitRemark() : QString();
    QStringList paragraphs{text, isLive ? m_session->startWarning() : QString(), remark};
    paragraphs.removeAll(QString());
    text = paragraphs.join(u'\n');
    m_messageLabel->setText(text);
    m_messageLabel->setVisible(!text.isEmpty());
    const bool isNormal = answering == Session::AnswerState::Responding && remark.isEmpty();
    WidgetLook::setTextColor(m_messageLabel, isNormal ? palette().color(QPalette::WindowText) : Wording::color(Wording::StatusTone::Busy));
    const bool asks = m_windowSession && m_windowSession->asksToStartAgain();
    const bool waits = answering == Session::AnswerState::UsingSilentOldConnection;
    m_startAgainButton->setVisible(asks);
    m_leaveClosedButton->setVisible(asks);
    m_restartNowButton->setVisible(waits);
    const bool closing = m_session->isClosing();
    m_endNowButton->setVisible(closing);
    m_keepOpenButton->setVisible(closing);
    const auto occupant = m_session->occupancy().holder();
    m_watchButton->setVisible(occupant && occupant->canWatch);
    m_leaveProgramToHolderButton->setVisible(occupant.has_value());
    m_checkAgainButton->setVisible(occupant.has_value());
    const bool isAsked = asks || waits || closing || occupant;
    m_buttons->setVisible(isAsked);
    setVisible(isAsked || !text.isEmpty());
    if (answering == Session::AnswerState::Responding) {
        m_discardedKeysTimer.stop();
    } else if (!m_discardedKeysTimer.isActive()) {
        m_discardedKeysTimer.start(std::chrono::seconds(1));
    }
}
}
