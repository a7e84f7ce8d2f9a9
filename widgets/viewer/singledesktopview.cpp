// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewer/singledesktopview.h"

#include "sessions/common/facts.h"
#include "sessions/desktops/desktopsession.h"
#include "widgets/view/nightindicators.h"
#include "widgets/view/remoteview.h"
#include "widgets/viewer/viewertoolbar.h"

#include <KLocalizedString>
#include <KMessageWidget>

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

SingleDesktopView::SingleDesktopView(DesktopSession *session, QWidget *window)
    : QWidget(window)
    , m_session(session)
    , m_toolbar(new ViewerToolbar({}))
    , m_messageWidget(new KMessageWidget)
    , m_remoteView(new RemoteView(session))
    , m_nightIndicators(new NightIndicators(this))
    , m_columnLayout(new QVBoxLayout(this))
{
    auto *all = new QVBoxLayout(window);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(this);
    m_columnLayout->setContentsMargins(0, 0, 0, 0);
    m_columnLayout->setSpacing(0);
    m_toolbar->setDesktops({session});
    m_toolbar->setReleaseKey(ViewKeys::defaultKey(ViewCommand::ReleaseKeyboard).toString(QKeySequence::NativeText), false);
    m_toolbar->setIndicators(m_nightIndicators);
    m_columnLayout->addWidget(m_toolbar);
    m_messageWidget->setMessageType(KMessageWidget::Error);
    m_messageWidget->setCloseButtonVisible(false);
    m_messageWidget->setTextFormat(Qt::PlainText); // contains text from servers
    m_messageWidget->setWordWrap(true);
    auto *retry = new QAction(QIcon::fromTheme(u"view-refresh"_s), i18nc("@action:button", "Retry"), this);
    connect(retry, &QAction::triggered, this, &SingleDesktopView::retryRequested);
    m_messageWidget->addAction(retry);
    m_messageWidget->hide();
    m_columnLayout->addWidget(m_messageWidget);
    m_remoteView->setScaling(RemoteView::Scaling::Fit);
    m_remoteView->setFocusFrameShown(false);
    m_columnLayout->addWidget(m_remoteView, 1);
    m_remoteView->setFocus();
    buildMenu();
    connect(m_remoteView, &RemoteView::keyboardReleased, this, [this] {
        setFullScreen(false);
    });
    connect(session, &Session::stateChanged, this, &SingleDesktopView::showState);
    connect(session, &DesktopSession::pictureChanged, this, &SingleDesktopView::requestResizeToFirstImage);
    showState();
}

void SingleDesktopView::buildMenu()
{
    QMenu *menu = m_toolbar->menu();
    auto *group = new QActionGroup(this);
    const auto scaling = [&](const QString &text, RemoteView::Scaling wanted) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_remoteView->scaling() == wanted);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, wanted] {
            m_remoteView->setScaling(wanted);
        });
    };
    scaling(i18nc("@action:inmenu", "Fit to the Window"), RemoteView::Scaling::Fit);
    scaling(i18nc("@action:inmenu", "Actual Size"), RemoteView::Scaling::OneToOne);
    QAction *fullScreen = menu->addAction(i18nc("@action:inmenu", "Full Screen"));
    connect(fullScreen, &QAction::triggered, this, [this] {
        setFullScreen(!window()->isFullScreen());
    });
    menu->addSeparator();
    QAction *close = menu->addAction(QIcon::fromTheme(u"window-close"_s), i18nc("@action:inmenu", "Close Window"));
    connect(close, &QAction::triggered, this, [this] {
        window()->close();
    });
}

QSize SingleDesktopView::windowSizeFor(const QSize &pixels) const
{
    return pixels + QSize(0, m_toolbar->sizeHint().height());
}

void SingleDesktopView::setGrabsKeyboard(bool grabs)
{
    m_grabsKeyboard = grabs;
}

void SingleDesktopView::setFullScreen(bool isFull)
{
    m_remoteView->setGrabKeyboard(isFull && m_grabsKeyboard);
    if (isFull) {
        window()->showFullScreen();
    } else if (window()->isFullScreen()) {
        window()->showNormal();
    }
}

void SingleDesktopView::showInfo(const QString &text)
{
    auto *bar = new KMessageWidget;
    bar->setMessageType(KMessageWidget::Information);
    bar->setTextFormat(Qt::PlainText); // contains names from profiles
    bar->setWordWrap(true);
    bar->setText(text);
    m_columnLayout->insertWidget(m_columnLayout->indexOf(m_messageWidget), bar);
}

void SingleDesktopView::releaseSession()
{
    if (!m_session) {
        return;
    }
    m_session->disconnect(this);
    m_session = nullptr;
    m_toolbar->setDesktops({});
    delete std::exchange(m_remoteView, nullptr);
}

void SingleDesktopView::requestResizeToFirstImage(const DesktopPicture &picture)
{
    if (!std::exchange(m_isFirstSizeReported, true) && !window()->isFullScreen() && !window()->isMaximized()) {
        Q_EMIT resizeToFirstImageRequested(windowSizeFor(picture.image.size() / devicePixelRatioF()));
    }
}

void SingleDesktopView::showState()
{
    const auto failure = m_session->failure();
    const SessionState state = m_session->state();
    const bool isBad = failure && (state == SessionState::Failed || state == SessionState::Retrying || state == SessionState::WaitingForLink);
    if (isBad) {
        m_messageWidget->setText(failureLines(*failure).join(u'\n'));
        m_messageWidget->setMessageType(state == SessionState::Failed ? KMessageWidget::Error : KMessageWidget::Warning);
    }
    m_messageWidget->setVisible(isBad);
}
}
