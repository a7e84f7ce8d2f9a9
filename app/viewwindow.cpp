// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/viewwindow.h"

#include "app/deskpaths.h"
#include "app/desksharing.h"
#include "app/nightbell.h"
#include "app/wakeguard.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "widgets/nightsigns.h"
#include "widgets/questions.h"
#include "widgets/remoteview.h"
#include "widgets/stagestrip.h"
#include "widgets/viewbell.h"

#include <KLocalizedString>
#include <KMessageWidget>

#include <QAction>
#include <QActionGroup>
#include <QGuiApplication>
#include <QMenu>
#include <QScreen>
#include <QVBoxLayout>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// A profile of one link and one desktop, so that this window is made of the same parts as an instrument's.
InstrumentProfile profileFor(const DesktopCommand &command)
{
    InstrumentProfile profile;
    profile.id = u"view"_s;
    profile.name = command.target;
    LinkSpec link;
    link.id = u"link"_s;
    link.host = command.sshHost;
    link.user = command.sshUser;
    link.port = command.sshPort;
    if (!command.identity.isEmpty()) {
        link.identities = {command.identity};
    }
    profile.links = {link};
    DesktopSpec desktop;
    desktop.id = u"desktop"_s;
    desktop.title = command.target;
    desktop.link = link.id;
    desktop.address = command.address;
    desktop.input = command.viewOnly ? InputPolicy::ViewOnly : InputPolicy::Free;
    profile.desktops = {desktop};
    return profile;
}
}

ViewWindow::ViewWindow(const DesktopCommand &command)
    : m_desk(std::make_unique<Desk>(nullptr))
    , m_target(command.target)
{
    setWindowTitle(m_target);
    m_desk->remember(DeskPaths::returnsFile());
    auto *questions = new Questions(this);
    connect(m_desk.get(), &Desk::linkAdded, questions, qOverload<Link *>(&Questions::watch));
    m_desk->connectProfile(profileFor(command));
    auto *session = qobject_cast<DesktopSession *>(m_desk->session(u"desktop"_s));
    m_session = session;
    questions->watch(session);
    (new DeskSharing(this))->watch(session);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_strip = new StageStrip({});
    m_strip->setDesktops({session});
    m_strip->setReleaseKey(ViewKeys::defaultKey(ViewCommand::Leave).toString(QKeySequence::NativeText));
    column->addWidget(m_strip);
    m_message = new KMessageWidget;
    m_message->setMessageType(KMessageWidget::Error);
    m_message->setCloseButtonVisible(false);
    m_message->setTextFormat(Qt::PlainText); // servers' words are in it
    m_message->setWordWrap(true);
    auto *retry = new QAction(QIcon::fromTheme(u"view-refresh"_s), i18nc("@action:button", "Retry"), this);
    connect(retry, &QAction::triggered, this, [this] {
        m_desk->retry(m_session);
    });
    m_message->addAction(retry);
    m_message->hide();
    column->addWidget(m_message);
    m_view = new RemoteView(session);
    m_view->setScaling(RemoteView::Scaling::Fit);
    m_view->setFocusFrame(false);
    column->addWidget(m_view, 1);
    m_view->setFocus();
    auto *signs = new NightSigns(this);
    m_strip->setSigns(signs);
    new ViewBell(m_view, signs);
    new NightBell(m_desk.get(), signs, {}, this);
    auto *awake = new WakeGuard(QGuiApplication::platformName() == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : QString(), this);
    const auto keepAwake = [awake, session] {
        awake->setWanted(Settings::keepAwake() && session->state() != SessionState::Failed);
    };
    connect(session, &Session::stateChanged, awake, keepAwake);
    keepAwake();

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
        if (isFullScreen()) {
            leaveFullScreen();
        } else {
            m_view->setGrabKeyboard(true);
            showFullScreen();
        }
    });
    menu->addSeparator();
    QAction *close = menu->addAction(QIcon::fromTheme(u"window-close"_s), i18nc("@action:inmenu", "Close"));
    connect(close, &QAction::triggered, this, &QWidget::close);

    connect(m_view, &RemoteView::releaseRequested, this, &ViewWindow::leaveFullScreen);
    connect(session, &Session::stateChanged, this, &ViewWindow::showState);
    connect(session, &DesktopSession::factsChanged, this, &ViewWindow::showState);
    connect(session, &DesktopSession::pictureChanged, this, [this, first = true](const DesktopPicture &picture) mutable {
        if (!std::exchange(first, false) || isFullScreen() || isMaximized()) {
            return;
        }
        const QSize wanted = picture.image.size() / devicePixelRatioF() + QSize(0, m_strip->sizeHint().height());
        resize(wanted.boundedTo(screen()->availableSize() - QSize(40, 60)));
    });
    resize(1024, 768 + m_strip->sizeHint().height());
    if (command.fullScreen) {
        m_view->setGrabKeyboard(true);
        showFullScreen();
    } else {
        show();
    }
    showState();
}

ViewWindow::~ViewWindow() = default;

void ViewWindow::leaveFullScreen()
{
    m_view->setGrabKeyboard(false);
    if (isFullScreen()) {
        showNormal();
    }
}

void ViewWindow::showState()
{
    const auto *desktop = qobject_cast<DesktopSession *>(m_session);
    const QString name = desktop->facts().name;
    setWindowTitle(name.isEmpty() ? m_target : i18nc("@title:window where it is, then the server's own name of the desktop", "%1 – “%2”", m_target, name));
    const auto failure = m_session->failure();
    const bool bad = failure
        && (m_session->state() == SessionState::Failed || m_session->state() == SessionState::Retrying || m_session->state() == SessionState::WaitingForLink);
    if (bad) {
        QStringList lines{failure->what, failure->where, failure->advice};
        lines.removeAll(QString());
        m_message->setText(lines.join(u'\n'));
        m_message->setMessageType(m_session->state() == SessionState::Failed ? KMessageWidget::Error : KMessageWidget::Warning);
    }
    m_message->setVisible(bad);
}
}
