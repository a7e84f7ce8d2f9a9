// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/onedesktopwindow.h"

#include "app/desk/clipboardandviewonly.h"
#include "app/facility/deskpaths.h"
#include "nightdesk.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/power/wakeguard.h"
#include "widgets/night/nightbell.h"
#include "widgets/questions/questions.h"
#include "widgets/view/viewbell.h"
#include "widgets/viewer/singledesktopview.h"

#include <KLocalizedString>

#include <QGuiApplication>
#include <QScreen>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
/// Makes a profile with one link and one desktop, so that this window can use the same classes as an instrument.
InstrumentProfile profileFor(const DesktopCommand &command)
{
    InstrumentProfile profile;
    profile.id = u"view"_s;
    profile.name = command.typedAddress;
    LinkSpec link;
    link.id = u"link"_s;
    link.host = command.sshHost;
    link.user = command.sshUser;
    link.port = command.sshPort;
    if (!command.identityFile.isEmpty()) {
        link.privateKeyFiles = {command.identityFile};
    }
    profile.links = {link};
    DesktopSpec desktop;
    desktop.id = u"desktop"_s;
    desktop.title = command.typedAddress;
    desktop.link = link.id;
    desktop.address = command.address;
    desktop.input = command.viewOnly ? InputPermission::ViewOnly : InputPermission::Everyone;
    profile.desktops = {desktop};
    return profile;
}
}

OneDesktopWindow::OneDesktopWindow(const DesktopCommand &command)
    : m_desk(std::make_unique<Desk>(nullptr))
    , m_typedAddress(command.typedAddress)
{
    setWindowTitle(m_typedAddress);
    m_desk->setConnectionRecordFile(DeskPaths::connectionRecordFile());
    auto *questions = new Questions(this);
    connect(m_desk.get(), &Desk::linkAdded, questions, qOverload<Link *>(&Questions::watchLink));
    m_desk->connectProfile(profileFor(command));
    auto *session = qobject_cast<DesktopSession *>(m_desk->session(u"desktop"_s));
    m_desktopSession = session;
    questions->watchDesktop(session);
    (new ClipboardAndViewOnly(this))->watch(session);

    m_desktopView = new SingleDesktopView(session, this);
    m_desktopView->setGrabsKeyboard(true);
    connect(m_desktopView, &SingleDesktopView::retryRequested, this, [this] {
        m_desk->retry(m_desktopSession);
    });
    new ViewBell(m_desktopView->view(), m_desktopView->indicators());
    new NightBell(m_desk.get(), m_desktopView->indicators(), {}, this);
    auto *awake = new WakeGuard(QGuiApplication::platformName() == "xcb"_L1 ? qEnvironmentVariable("DISPLAY") : QString(), this);
    const auto keepAwake = [awake, session] {
        awake->setActive(Settings::keepAwake() && session->state() != SessionState::Failed);
    };
    connect(session, &Session::stateChanged, awake, keepAwake);
    keepAwake();

    connect(session, &DesktopSession::factsChanged, this, &OneDesktopWindow::updateTitle);
    connect(m_desktopView, &SingleDesktopView::resizeToFirstImageRequested, this, [this](const QSize &wanted) {
        resize(wanted.boundedTo(screen()->availableSize() - QSize(40, 60)));
    });
    resize(m_desktopView->windowSizeFor(QSize(1024, 768)));
    if (command.fullScreen) {
        m_desktopView->setFullScreen(true);
    } else {
        show();
    }
    updateTitle();
}

OneDesktopWindow::~OneDesktopWindow()
{
    m_desktopView->releaseSession(); // the desk, which owns the session, is deleted before the view
}

void OneDesktopWindow::updateTitle()
{
    const QString name = m_desktopSession->facts().name;
    setWindowTitle(name.isEmpty() ? m_typedAddress
                                  : i18nc("@title:window where it is, then the server's own name of the desktop", "%1 – “%2”", m_typedAddress, name));
}
}
