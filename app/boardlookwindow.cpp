// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/boardlookwindow.h"

#include "sessions/desktops/desktopsession.h"
#include "widgets/nightsigns.h"
#include "widgets/remoteview.h"
#include "widgets/stagestrip.h"

#include <KLocalizedString>
#include <KMessageWidget>

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QMenu>
#include <QScreen>
#include <QVBoxLayout>

#include <utility>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

BoardLookWindow::BoardLookWindow(DesktopSession *session, const QString &title)
    : m_session(session)
    , m_title(title)
    , m_strip(new StageStrip({}))
    , m_message(new KMessageWidget)
    , m_view(new RemoteView(session))
{
    setWindowTitle(i18nc("@title:window %1: a desk and a display", "%1 (view only)", title));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_strip->setDesktops({session});
    m_strip->setReleaseKey(ViewKeys::defaultKey(ViewCommand::Leave).toString(QKeySequence::NativeText));
    m_strip->setSigns(new NightSigns(this));
    column->addWidget(m_strip);
    m_message->setMessageType(KMessageWidget::Error);
    m_message->setCloseButtonVisible(false);
    m_message->setTextFormat(Qt::PlainText); // servers' words are in it
    m_message->setWordWrap(true);
    auto *retry = new QAction(QIcon::fromTheme(u"view-refresh"_s), i18nc("@action:button", "Retry"), this);
    connect(retry, &QAction::triggered, this, &BoardLookWindow::retryRequested);
    m_message->addAction(retry);
    m_message->hide();
    column->addWidget(m_message);
    m_view->setScaling(RemoteView::Scaling::Fit);
    m_view->setFocusFrame(false);
    column->addWidget(m_view, 1);
    m_view->setFocus();
    buildMenu();
    connect(m_view, &RemoteView::releaseRequested, this, [this] {
        if (isFullScreen()) {
            showNormal();
        }
    });
    connect(session, &Session::stateChanged, this, &BoardLookWindow::showState);
    connect(session, &DesktopSession::pictureChanged, this, [this](const DesktopPicture &picture) {
        if (std::exchange(m_hasSize, true) || isFullScreen() || isMaximized()) {
            return;
        }
        // Beside the board, not over all of it.
        const QSize wanted = picture.image.size() / devicePixelRatioF() + QSize(0, m_strip->sizeHint().height());
        const QSize room = screen()->availableSize() * 3 / 4;
        resize(wanted.width() > room.width() || wanted.height() > room.height() ? wanted.scaled(room, Qt::KeepAspectRatio) : wanted);
    });
    setAttribute(Qt::WA_QuitOnClose, false); // it is a window beside the one that is the program
    resize(800, 600 + m_strip->sizeHint().height());
    showState();
}

BoardLookWindow::~BoardLookWindow() = default;

void BoardLookWindow::buildMenu()
{
    QMenu *menu = m_strip->menu();
    auto *group = new QActionGroup(this);
    const auto scaling = [&](const QString &text, RemoteView::Scaling wanted) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_view->scaling() == wanted);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, wanted] {
            m_view->setScaling(wanted);
        });
    };
    scaling(i18nc("@action:inmenu", "Fit to the Window"), RemoteView::Scaling::Fit);
    scaling(i18nc("@action:inmenu", "Actual Size"), RemoteView::Scaling::OneToOne);
    QAction *fullScreen = menu->addAction(i18nc("@action:inmenu", "Full Screen"));
    connect(fullScreen, &QAction::triggered, this, [this] {
        isFullScreen() ? showNormal() : showFullScreen();
    });
    menu->addSeparator();
    QAction *close = menu->addAction(QIcon::fromTheme(u"window-close"_s), i18nc("@action:inmenu", "Close"));
    connect(close, &QAction::triggered, this, &QWidget::close);
}

void BoardLookWindow::inform(const QString &text)
{
    auto *bar = new KMessageWidget;
    bar->setMessageType(KMessageWidget::Information);
    bar->setTextFormat(Qt::PlainText); // names of profiles are in it
    bar->setWordWrap(true);
    bar->setText(text);
    static_cast<QVBoxLayout *>(layout())->insertWidget(1, bar);
}

void BoardLookWindow::letGo()
{
    if (!m_session) {
        return;
    }
    m_session->disconnect(this);
    m_session = nullptr;
    m_strip->setDesktops({});
    delete std::exchange(m_view, nullptr);
    deleteLater();
}

void BoardLookWindow::closeEvent(QCloseEvent *event)
{
    QWidget::closeEvent(event);
    Q_EMIT closed();
}

void BoardLookWindow::showState()
{
    const auto failure = m_session->failure();
    const SessionState state = m_session->state();
    const bool isBad = failure && (state == SessionState::Failed || state == SessionState::Retrying || state == SessionState::WaitingForLink);
    if (isBad) {
        QStringList lines{failure->what, failure->where, failure->advice};
        lines.removeAll(QString());
        m_message->setText(lines.join(u'\n'));
        m_message->setMessageType(state == SessionState::Failed ? KMessageWidget::Error : KMessageWidget::Warning);
    }
    m_message->setVisible(isBad);
}
}
