// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/boarddesktopopener.h"

#include "app/connect/connectflow.h"
#include "app/facility/deskpaths.h"
#include "app/facility/facilitychoice.h"
#include "monitors/board/profileversion.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/link.h"
#include "widgets/board/boardviewwindow.h"
#include "widgets/questions/questions.h"

#include <KLocalizedString>

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
// How long links stay connected after the last window closed: most users view another desktop soon, which then opens at once.
constexpr auto unusedLinkTimeout = 5min;
constexpr auto versionNoticeProperty = "toldVersion"; ///< name of a window property: the difference in versions was already shown
}

BoardDesktopOpener::BoardDesktopOpener(FacilityChoice *choice, Questions *questions, QWidget *window)
    : QObject(window)
    , m_facilityChoice(choice)
    , m_parentWindow(window)
    , m_viewingDesk(std::make_unique<Desk>(nullptr))
    , m_questions(questions)
    , m_versionReader(new ProfileVersionReader(this))
{
    m_viewingDesk->setConnectionRecordFile(DeskPaths::connectionRecordFile());
    connect(m_viewingDesk.get(), &Desk::connectivityCheckRequested, this, &BoardDesktopOpener::connectivityCheckRequested);
    connect(m_viewingDesk.get(), &Desk::linkAdded, m_questions, qOverload<Link *>(&Questions::watchLink));
    connect(m_viewingDesk.get(), &Desk::sessionAboutToBeRemoved, this, [this](Session *session) {
        const auto view = std::ranges::find(m_views, session->key(), &View::sessionKey);
        if (view != m_views.end() && view->window) {
            view->window->releaseSession();
        }
    });
    connect(m_versionReader, &ProfileVersionReader::versionRead, this, &BoardDesktopOpener::handleProfileVersion);
    m_unusedLinkTimer.setSingleShot(true);
    m_unusedLinkTimer.setInterval(unusedLinkTimeout);
    connect(&m_unusedLinkTimer, &QTimer::timeout, this, &BoardDesktopOpener::disconnectUnused);
}

BoardDesktopOpener::~BoardDesktopOpener()
{
    closeAll();
}

std::shared_ptr<NightSecrets> BoardDesktopOpener::secrets() const
{
    return m_viewingDesk->secrets();
}

ConnectFlow *BoardDesktopOpener::connectFlow()
{
    if (!m_connectFlow) {
        m_connectFlow = new ConnectFlow(m_facilityChoice, m_parentWindow);
        connect(m_connectFlow, &ConnectFlow::profileReady, this, &BoardDesktopOpener::handleProfileReady);
        connect(m_connectFlow, &ConnectFlow::obstacleFound, this, &BoardDesktopOpener::handleObstacle);
        connect(m_connectFlow, &ConnectFlow::requestsDropped, this, [this] {
            m_views.removeIf([](const View &view) {
                return view.sessionKey.isEmpty();
            });
        });
    }
    return m_connectFlow;
}

QString BoardDesktopOpener::viewObstacle(const BoardDesk &desk, const QString &display) const
{
    const auto displaySpec = WatchedDisplaySpec::make(m_facilityChoice->facility(), desk, display);
    return displaySpec ? QString() : displaySpec.error();
}

void BoardDesktopOpener::openDisplay(const BoardDesk &desk, const QString &display)
{
    const auto openView = std::ranges::find_if(m_views, [&](const View &view) {
        return view.desk == desk.name && view.displayKey == display;
    });
    if (openView != m_views.end()) {
        if (openView->window) {
            openView->window->showNormal();
            openView->window->raise();
            openView->window->activateWindow();
        } else if (openView->sessionKey.isEmpty()) { // not connected yet: the first request may have been replaced by another one
            connectFlow()->requestById(openView->displaySpec.profileId);
        }
        return;
    }
    const auto displaySpec = WatchedDisplaySpec::make(m_facilityChoice->facility(), desk, display);
    if (!displaySpec) {
        Q_EMIT viewRefused(displaySpec.error());
        return;
    }
    const auto instrument = std::ranges::find(desk.state->instruments, displaySpec->profileId, &BoardWire::InstrumentReport::id);
    m_views.append({desk.name, display, *displaySpec, instrument == desk.state->instruments.end() ? QString() : instrument->version, {}, {}});
    const auto profile = std::ranges::find(m_facilityChoice->facility().profiles, displaySpec->profileId, &InstrumentProfile::id);
    // If the connection uses the unchanged profile, or if other windows use it, the window opens without questions. Otherwise the user is asked again.
    const bool isUsed = std::ranges::any_of(m_views, [&](const View &view) {
        return !view.sessionKey.isEmpty() && view.displaySpec.profileId == displaySpec->profileId;
    });
    if (m_viewingDesk->isConnected(displaySpec->profileId) && !isUsed
        && m_viewingDesk->profile(displaySpec->profileId) != WatchedDisplaySpec::withLinksOnly(*profile)) {
        m_viewingDesk->disconnectProfile(displaySpec->profileId);
    }
    if (m_viewingDesk->isConnected(displaySpec->profileId)) {
        this->openView(m_views.last());
    } else {
        connectFlow()->requestById(displaySpec->profileId);
    }
}

void BoardDesktopOpener::handleProfileReady(const InstrumentProfile &profile)
{
    if (!m_viewingDesk->isConnected(profile.id)) {
        m_viewingDesk->connectProfile(WatchedDisplaySpec::withLinksOnly(profile));
    }
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        View &view = m_views[i];
        if (!view.sessionKey.isEmpty() || view.displaySpec.profileId != profile.id) {
            continue;
        }
        // The address may contain the account, which was not known when the window was requested. So the address is set only now.
        const QString id = view.displayKey.section(u'/', 1);
        const auto desktop = std::ranges::find(profile.desktops, id, &DesktopSpec::id);
        if (desktop != profile.desktops.end()) {
            view.displaySpec.desktop.address = desktop->address;
            view.displaySpec.desktop.link = desktop->link;
        }
        openView(view);
    }
    requestNextConnection();
}

void BoardDesktopOpener::requestNextConnection()
{
    const auto waiting = std::ranges::find_if(m_views, [](const View &view) {
        return view.sessionKey.isEmpty();
    });
    if (waiting != m_views.end()) {
        connectFlow()->requestById(waiting->displaySpec.profileId);
    }
}

void BoardDesktopOpener::handleObstacle(const QString &why)
{
    m_views.removeIf([](const View &view) {
        return view.sessionKey.isEmpty();
    });
    Q_EMIT viewRefused(why);
}

void BoardDesktopOpener::openView(View &view)
{
    auto *session = qobject_cast<DesktopSession *>(m_viewingDesk->addDisplay(view.displaySpec.profileId, view.displaySpec.desktop));
    if (!session) {
        const DeskName desk = view.desk;
        const QString display = view.displayKey;
        m_views.removeIf([&](const View &other) {
            return other.desk == desk && other.displayKey == display;
        });
        m_unusedLinkTimer.start(); // the connection was made for this window
        Q_EMIT viewRefused(i18nc("@info a display",
                                 "“%1” cannot be viewed: its profile does not have this connection. Ask the facility staff to check the profile.",
                                 display));
        return;
    }
    session->setViewOnly(true);
    view.sessionKey = session->key();
    m_questions->watchDesktop(session);
    auto *window = new WatchedDesktopWindow(session, view.displaySpec.title, m_parentWindow->window());
    view.window = window;
    connect(window, &WatchedDesktopWindow::retryRequested, session, [this, session] {
        m_viewingDesk->retry(session);
    });
    // Queued, because the window is still closing when the signal arrives.
    connect(
        window,
        &WatchedDesktopWindow::windowClosed,
        this,
        [this, key = view.sessionKey] {
            closeView(key);
        },
        Qt::QueuedConnection);
    if (view.displaySpec.isProgram) {
        connect(session, &Session::stateChanged, window, [window, session, isReported = false](SessionState state) mutable {
            if (state == SessionState::Retrying && session->picture().generation == 0 && !std::exchange(isReported, true)) {
                window->showInfo(
                    i18nc("@info an account, as user@host",
                          "You are logged in as %1. Only the account that runs this program, or a group named in its profile, can open its private X server.",
                          session->link()->facts().account));
            }
        });
    }
    const DeskName desk = view.desk;
    window->show();
    session->start();
    const auto &profiles = m_facilityChoice->facility().profiles;
    if (const auto profile = std::ranges::find(profiles, view.displaySpec.profileId, &InstrumentProfile::id); profile != profiles.end()) {
        m_versionReader->requestVersion(profile->id, profile->file);
    }
    Q_EMIT viewedDisplaysChanged(desk);
}

void BoardDesktopOpener::handleProfileVersion(const QString &profileId, const ProfileVersion &version)
{
    for (const View &view : std::as_const(m_views)) {
        if (view.window && view.displaySpec.profileId == profileId && !view.profileVersion.isEmpty() && !version.version.isEmpty()
            && view.profileVersion != version.version && !view.window->property(versionNoticeProperty).toBool()) {
            view.window->setProperty(versionNoticeProperty, true);
            view.window->showInfo(
                i18nc("@info an instrument's id, a workstation",
                      "The profile “%1” differs between this computer and workstation %2. The desktop shown here may not be the one used there.",
                      profileId,
                      view.desk.text()));
        }
    }
}

void BoardDesktopOpener::closeView(const QString &session)
{
    const auto view = std::ranges::find(m_views, session, &View::sessionKey);
    if (view == m_views.end()) {
        return;
    }
    const DeskName desk = view->desk;
    if (Session *openView = m_viewingDesk->session(session)) {
        m_viewingDesk->removeDisplay(openView); // removing it also makes its window release the session
    }
    m_views.removeIf([&session](const View &other) {
        return other.sessionKey == session;
    });
    m_unusedLinkTimer.start();
    Q_EMIT viewedDisplaysChanged(desk);
}

void BoardDesktopOpener::disconnectUnused()
{
    for (const InstrumentProfile &profile : m_viewingDesk->profiles()) {
        if (std::ranges::none_of(m_views, [&profile](const View &view) {
                return view.displaySpec.profileId == profile.id;
            })) {
            m_viewingDesk->disconnectProfile(profile.id);
        }
    }
}

void BoardDesktopOpener::closeAll()
{
    if (m_connectFlow) {
        m_connectFlow->cancel(); // otherwise the answer to an open question would still connect, without a window
    }
    const QList<View> views = std::exchange(m_views, {});
    for (const View &view : views) {
        if (view.window) {
            view.window->releaseSession();
            delete view.window;
        }
    }
    m_viewingDesk->disconnectAll();
    for (const View &view : views) {
        Q_EMIT viewedDisplaysChanged(view.desk);
    }
}

QStringList BoardDesktopOpener::viewedDisplayKeys(const DeskName &desk) const
{
    QStringList keys;
    for (const View &view : m_views) {
        if (view.desk == desk && !view.sessionKey.isEmpty()) {
            keys.append(view.displayKey);
        }
    }
    return keys;
}

QList<DeskName> BoardDesktopOpener::viewedDesks() const
{
    QList<DeskName> names;
    for (const View &view : m_views) {
        if (!view.sessionKey.isEmpty() && !names.contains(view.desk)) {
            names.append(view.desk);
        }
    }
    return names;
}

QList<WatchedDesktopWindow *> BoardDesktopOpener::windows() const
{
    QList<WatchedDesktopWindow *> windows;
    for (const View &view : m_views) {
        if (view.window) {
            windows.append(view.window);
        }
    }
    return windows;
}
}
