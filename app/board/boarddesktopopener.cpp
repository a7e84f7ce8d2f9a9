// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/board/boarddesktopopener.h"

#include "app/board/boardlookwindow.h"
#include "app/connect/connectflow.h"
#include "app/facility/deskpaths.h"
#include "app/facility/facilitychoice.h"
#include "monitors/board/profileversion.h"
#include "sessions/desk/desk.h"
#include "sessions/links/hop/link.h"
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
constexpr auto linkRest = 5min;
constexpr auto toldVersion = "toldVersion"; ///< name of a window property: the difference in versions was already shown
}

BoardDesktopOpener::BoardDesktopOpener(FacilityChoice *choice, Questions *questions, QWidget *window)
    : QObject(window)
    , m_choice(choice)
    , m_window(window)
    , m_desk(std::make_unique<Desk>(nullptr))
    , m_questions(questions)
    , m_versions(new ProfileVersionReader(this))
{
    m_desk->remember(DeskPaths::returnsFile());
    connect(m_desk.get(), &Desk::linkAdded, m_questions, qOverload<Link *>(&Questions::watch));
    connect(m_desk.get(), &Desk::sessionAboutToGo, this, [this](Session *session) {
        const auto look = std::ranges::find(m_looks, session->key(), &Look::session);
        if (look != m_looks.end() && look->window) {
            look->window->release();
        }
    });
    connect(m_versions, &ProfileVersionReader::known, this, &BoardDesktopOpener::versionKnown);
    m_rest.setSingleShot(true);
    m_rest.setInterval(linkRest);
    connect(&m_rest, &QTimer::timeout, this, &BoardDesktopOpener::rest);
}

BoardDesktopOpener::~BoardDesktopOpener()
{
    closeAll();
}

std::shared_ptr<NightSecrets> BoardDesktopOpener::secrets() const
{
    return m_desk->secrets();
}

ConnectFlow *BoardDesktopOpener::flow()
{
    if (!m_flow) {
        m_flow = new ConnectFlow(m_choice, m_window);
        connect(m_flow, &ConnectFlow::ready, this, &BoardDesktopOpener::ready);
        connect(m_flow, &ConnectFlow::stopped, this, &BoardDesktopOpener::stopped);
        connect(m_flow, &ConnectFlow::givenUp, this, [this] {
            m_looks.removeIf([](const Look &look) {
                return look.session.isEmpty();
            });
        });
    }
    return m_flow;
}

QString BoardDesktopOpener::obstacle(const BoardDesk &desk, const QString &display) const
{
    const auto plan = LookPlan::make(m_choice->facility(), desk, display);
    return plan ? QString() : plan.error();
}

void BoardDesktopOpener::openDisplay(const BoardDesk &desk, const QString &display)
{
    const auto open = std::ranges::find_if(m_looks, [&](const Look &look) {
        return look.desk == desk.name && look.display == display;
    });
    if (open != m_looks.end()) {
        if (open->window) {
            open->window->showNormal();
            open->window->raise();
            open->window->activateWindow();
        } else if (open->session.isEmpty()) { // the connection was not made, or another request replaced it: ask again
            flow()->requestById(open->plan.profileId);
        }
        return;
    }
    const auto plan = LookPlan::make(m_choice->facility(), desk, display);
    if (!plan) {
        Q_EMIT refused(plan.error());
        return;
    }
    m_rest.stop();
    const auto instrument = std::ranges::find(desk.state->instruments, plan->profileId, &BoardWire::InstrumentReport::id);
    m_looks.append({desk.name, display, *plan, instrument == desk.state->instruments.end() ? QString() : instrument->version, {}, {}});
    const auto profile = std::ranges::find(m_choice->facility().profiles, plan->profileId, &InstrumentProfile::id);
    // Connected with the present profile: no questions. If the profile or the account has changed since, the user is asked again.
    if (m_desk->isConnected(plan->profileId) && m_desk->profile(plan->profileId) == LookPlan::reduced(*profile)) {
        this->open(m_looks.last());
        return;
    }
    if (m_desk->isConnected(plan->profileId) && std::ranges::none_of(m_looks, [&](const Look &look) {
            return !look.session.isEmpty() && look.plan.profileId == plan->profileId;
        })) {
        m_desk->disconnectProfile(plan->profileId);
    }
    if (m_desk->isConnected(plan->profileId)) { // other windows use this connection: it stays as it is
        this->open(m_looks.last());
        return;
    }
    flow()->requestById(plan->profileId);
}

void BoardDesktopOpener::ready(const InstrumentProfile &profile)
{
    if (!m_desk->isConnected(profile.id)) {
        m_desk->connectProfile(LookPlan::reduced(profile));
    }
    for (qsizetype i = 0; i < m_looks.size(); ++i) {
        Look &look = m_looks[i];
        if (!look.session.isEmpty() || look.plan.profileId != profile.id) {
            continue;
        }
        // The desktop's address may contain the account, which is known only now.
        const QString id = look.display.section(u'/', 1);
        const auto desktop = std::ranges::find(profile.desktops, id, &DesktopSpec::id);
        if (desktop != profile.desktops.end()) {
            look.plan.desktop.address = desktop->address;
            look.plan.desktop.link = desktop->link;
        }
        open(look);
    }
    askNext();
}

void BoardDesktopOpener::askNext()
{
    const auto waiting = std::ranges::find_if(m_looks, [](const Look &look) {
        return look.session.isEmpty();
    });
    if (waiting != m_looks.end()) {
        flow()->requestById(waiting->plan.profileId);
    }
}

void BoardDesktopOpener::stopped(const QString &why)
{
    m_looks.removeIf([](const Look &look) {
        return look.session.isEmpty();
    });
    Q_EMIT refused(why);
}

void BoardDesktopOpener::open(Look &look)
{
    auto *session = qobject_cast<DesktopSession *>(m_desk->addDisplay(look.plan.profileId, look.plan.desktop));
    if (!session) {
        const DeskName desk = look.desk;
        const QString display = look.display;
        m_looks.removeIf([&](const Look &other) {
            return other.desk == desk && other.display == display;
        });
        Q_EMIT refused(i18nc("@info a display",
                             "“%1” cannot be viewed: its profile does not have this connection. Ask the facility staff to check the profile.",
                             display));
        return;
    }
    session->setViewOnly(true);
    look.session = session->key();
    m_questions->watch(session);
    auto *window = new BoardLookWindow(session, look.plan.title, m_window->window());
    look.window = window;
    connect(window, &BoardLookWindow::retryRequested, session, [this, session] {
        m_desk->retry(session);
    });
    // Queued, because the window is still closing when the signal arrives.
    connect(
        window,
        &BoardLookWindow::closed,
        this,
        [this, key = look.session] {
            close(key);
        },
        Qt::QueuedConnection);
    if (look.plan.isProgram) {
        connect(session, &Session::stateChanged, window, [window, session, isReported = false](SessionState state) mutable {
            if (state == SessionState::Retrying && session->picture().generation == 0 && !std::exchange(isReported, true)) {
                window->showInfo(
                    i18nc("@info an account, as user@host",
                          "You are logged in as %1. Only the account that runs this program, or a group named in its profile, can open its private X server.",
                          session->link()->facts().account));
            }
        });
    }
    const DeskName desk = look.desk;
    window->show();
    session->start();
    const auto &profiles = m_choice->facility().profiles;
    if (const auto profile = std::ranges::find(profiles, look.plan.profileId, &InstrumentProfile::id); profile != profiles.end()) {
        m_versions->ask(profile->id, profile->file);
    }
    Q_EMIT changed(desk);
}

void BoardDesktopOpener::versionKnown(const QString &profileId, const ProfileVersion &version)
{
    for (const Look &look : std::as_const(m_looks)) {
        if (look.window && look.plan.profileId == profileId && !look.version.isEmpty() && !version.version.isEmpty() && look.version != version.version
            && !look.window->property(toldVersion).toBool()) {
            look.window->setProperty(toldVersion, true);
            look.window->showInfo(
                i18nc("@info an instrument's id, a workstation",
                      "The profile “%1” differs between this computer and workstation %2. The desktop shown here may not be the one used there.",
                      profileId,
                      look.desk.text()));
        }
    }
}

void BoardDesktopOpener::close(const QString &session)
{
    const auto look = std::ranges::find(m_looks, session, &Look::session);
    if (look == m_looks.end()) {
        return;
    }
    const DeskName desk = look->desk;
    if (Session *open = m_desk->session(session)) {
        m_desk->removeDisplay(open); // the window releases the session when the desk removes it
    }
    m_looks.removeIf([&session](const Look &other) {
        return other.session == session;
    });
    m_rest.start();
    Q_EMIT changed(desk);
}

void BoardDesktopOpener::rest()
{
    for (const InstrumentProfile &profile : m_desk->profiles()) {
        if (std::ranges::none_of(m_looks, [&profile](const Look &look) {
                return look.plan.profileId == profile.id;
            })) {
            m_desk->disconnectProfile(profile.id);
        }
    }
}

void BoardDesktopOpener::closeAll()
{
    const QList<Look> looks = std::exchange(m_looks, {});
    for (const Look &look : looks) {
        if (look.window) {
            look.window->release();
            delete look.window;
        }
    }
    m_desk->disconnectAll();
    for (const Look &look : looks) {
        Q_EMIT changed(look.desk);
    }
}

QStringList BoardDesktopOpener::displays(const DeskName &desk) const
{
    QStringList keys;
    for (const Look &look : m_looks) {
        if (look.desk == desk && !look.session.isEmpty()) {
            keys.append(look.display);
        }
    }
    return keys;
}

QList<DeskName> BoardDesktopOpener::desks() const
{
    QList<DeskName> names;
    for (const Look &look : m_looks) {
        if (!look.session.isEmpty() && !names.contains(look.desk)) {
            names.append(look.desk);
        }
    }
    return names;
}

QList<BoardLookWindow *> BoardDesktopOpener::windows() const
{
    QList<BoardLookWindow *> windows;
    for (const Look &look : m_looks) {
        if (look.window) {
            windows.append(look.window);
        }
    }
    return windows;
}
}
