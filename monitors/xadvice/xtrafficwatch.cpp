// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xadvice/xtrafficwatch.h"

#include "monitors/link/linkmonitor.h"
#include "monitors/xadvice/xprogramhistorystore.h"
#include "monitors/xadvice/xtracearchive.h"
#include "monitors/xadvice/xwatchedwindow.h"
#include "sessions/apps/appsession.h"
#include "sessions/desk/desk.h"
#include "sessions/desk/windowtrace.h"
#include "sessions/profiles/format/keytable.h"
#include "sessions/xwindows/windowsession.h"

#include <QCoreApplication>
#include <QTimeZone>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto readEndLimit = 500ms;

XTraceTitle titleOf(const AppSession &app)
{
    const QString command = app.windowSpec().command.value(0);
    return {.program = command.sliced(command.lastIndexOf(u'/') + 1).toStdString(),
            .display = app.key().toStdString(),
            .topology = topologyWord(Topology::VncApp).toStdString(),
            .host = app.link()->target().spec.host.toStdString()};
}
}

XTrafficWatch::XTrafficWatch(Desk *desk, const QString &directory, QObject *parent)
    : QObject(parent)
    , m_jobs("X traffic", 1, 0ms) // one job at a time, so that the evaluations of a program keep their order; the destructor waits for running jobs
    , m_resultReceiver(std::make_shared<QObject>())
    , m_traceArchive(new XTraceArchive(directory + u"/xtraces"_s, this))
    , m_historyStore(new XProgramHistoryStore(directory + u"/xexperience.json"_s, this))
{
    m_oneSecondTimer.setInterval(1s);
    connect(&m_oneSecondTimer, &QTimer::timeout, this, &XTrafficWatch::readWindowTraces);
    connect(desk, &Desk::sessionAdded, this, qOverload<Session *>(&XTrafficWatch::watchSession));
    connect(desk, &Desk::sessionAboutToBeRemoved, this, &XTrafficWatch::stopWatching);
    for (Session *session : desk->sessions()) {
        watchSession(session);
    }
}

XTrafficWatch::~XTrafficWatch()
{
    for (XWatchedWindow *window : std::as_const(m_watchedWindows)) {
        window->storeObservations();
    }
    if (m_jobs.wait(readEndLimit)) {
        // Delivers posted results while the stores still exist.
        QCoreApplication::sendPostedEvents(m_resultReceiver.get(), QEvent::MetaCall);
    }
}

void XTrafficWatch::watchSession(Session *session)
{
    connect(session, &QObject::destroyed, this, [this, session] { // the desk was destroyed without the usual signals
        delete m_watchedWindows.take(session);
        m_vncAppFigures.remove(session);
    });
    if (auto *app = qobject_cast<AppSession *>(session)) {
        watchSession(app);
    } else if (auto *window = qobject_cast<WindowSession *>(session); window && WindowTrace::of(window)) {
        auto *watched = new XWatchedWindow(window, m_traceArchive, m_historyStore, &m_jobs, m_resultReceiver, this);
        m_watchedWindows.insert(session, watched);
        connect(watched, &XWatchedWindow::figuresChanged, this, [this, session] {
            Q_EMIT sessionFiguresChanged(session);
        });
        m_oneSecondTimer.start();
    }
}

void XTrafficWatch::watchSession(AppSession *app)
{
    const auto link = [monitor = LinkMonitor::of(app->link())] {
        const auto answer = monitor->history().roundTrip();
        return XLinkFigures{.roundTrip = answer ? *answer : monitor->history().pathRoundTrip().value_or(0us), .bytesPerSecond = 0};
    };
    connect(app, &Session::stateChanged, this, [this, app, link](SessionState state) {
        if (state == SessionState::Opening) {
            m_vncAppFigures[app] = {};
            m_vncAppFigures[app].predictedStartTime = m_historyStore->programHistories().predictedStartTime(titleOf(*app), link());
        } else if (state != SessionState::Starting && state != SessionState::Live) {
            m_vncAppFigures.remove(app);
        }
    });
    const auto now = [] {
        return QDateTime::fromSecsSinceEpoch(QDateTime::currentSecsSinceEpoch(), QTimeZone::UTC);
    };
    connect(app, &AppSession::startTimeMeasured, this, [this, app, link, now](std::chrono::milliseconds took) {
        XTrafficFigures &figures = m_vncAppFigures[app];
        figures.observedStartTime = took;
        m_historyStore->addStart(titleOf(*app), {.observedAt = now(), .link = link(), .predictedTime = figures.predictedStartTime, .observedTime = took});
        Q_EMIT sessionFiguresChanged(app);
    });
    connect(app, &AppSession::interactionTimeMeasured, this, [this, app, link, now](std::chrono::milliseconds took) {
        const XTraceTitle title = titleOf(*app);
        m_vncAppFigures[app].lastInteractionDuration = took;
        m_historyStore->addInteraction(title,
                                       {.observedAt = now(),
                                        .link = link(),
                                        .predictedTime = m_historyStore->programHistories().predictedInteractionTime(title, link()),
                                        .observedTime = took});
        Q_EMIT sessionFiguresChanged(app);
    });
}

void XTrafficWatch::stopWatching(Session *session)
{
    session->disconnect(this);
    m_vncAppFigures.remove(session);
    if (XWatchedWindow *window = m_watchedWindows.take(session)) {
        window->storeObservations();
        window->disconnect(this);
        delete window;
    }
    if (m_watchedWindows.isEmpty()) {
        m_oneSecondTimer.stop();
    }
}

void XTrafficWatch::readWindowTraces()
{
    for (XWatchedWindow *window : std::as_const(m_watchedWindows)) {
        window->readTrace();
    }
}

std::optional<XTrafficFigures> XTrafficWatch::figures(const Session *session) const
{
    if (const XWatchedWindow *window = m_watchedWindows.value(session)) {
        return window->figures();
    }
    const auto app = m_vncAppFigures.constFind(session);
    return app == m_vncAppFigures.constEnd() ? std::nullopt : std::optional(*app);
}

QList<RoundTripLayer> XTrafficWatch::layers(const Session *session) const
{
    const XWatchedWindow *window = m_watchedWindows.value(session);
    return window && window->figures() ? window->waits().layers(std::chrono::steady_clock::now()) : QList<RoundTripLayer>();
}

std::optional<Topology> XTrafficWatch::topologyWithFasterStart(const Session *session)
{
    const Session::DisplayModes modes = session->displayModes();
    const auto quicker = std::ranges::find_if(modes.all, [&](const Session::DisplayMode &mode) {
        return (mode.topology == Topology::VncApp || mode.topology == Topology::Vnc) && mode.topology != modes.current && mode.unavailableReason.isEmpty();
    });
    return quicker == modes.all.end() ? std::nullopt : std::optional(quicker->topology);
}

XTraceArchive *XTrafficWatch::traceArchive() const
{
    return m_traceArchive;
}

XProgramHistoryStore *XTrafficWatch::historyStore() const
{
    return m_historyStore;
}
}
