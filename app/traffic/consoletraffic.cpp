// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/traffic/consoletraffic.h"

#include "app/console/console.h"
#include "monitors/link/linkmonitor.h"
#include "monitors/xadvice/xprogramhistorystore.h"
#include "monitors/xadvice/xtrafficwatch.h"
#include "sessions/common/backgroundjobs.h"
#include "sessions/common/displaytext.h"
#include "sessions/desk/desk.h"
#include "sessions/display/session.h"
#include "sessions/links/hop/link.h"
#include "widgets/common/firstplace.h"
#include "widgets/displays/sessioncard.h"
#include "widgets/displays/sessionlist.h"
#include "widgets/traffic/trafficfiles.h"

#include <KActionCollection>
#include <KLocalizedString>

#include <QAction>
#include <QLocale>

#include <algorithm>
#include <memory>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
constexpr std::chrono::seconds roundTripPeriod(5); ///< the figures use the median round trip of the last 5 s
}

ConsoleTraffic::ConsoleTraffic(Console &console, XTrafficWatch *watch, SessionList *list)
    : QObject(&console)
    , m_console(console)
    , m_trafficWatch(watch)
    , m_sessionList(list)
{
    QAction *action = console.actions()->addAction(u"view_traffic"_s);
    action->setIcon(QIcon::fromTheme(u"view-statistics"_s));
    action->setText(i18nc("@action:inmenu the messages between a program and its X server", "X Traffic"));
    action->setToolTip(i18nc("@info:tooltip", "Shows the messages between programs and the X server, and why programs are slow"));
    connect(action, &QAction::triggered, this, [this] {
        const SessionCard *card = m_sessionList->currentCard();
        show(card ? card->session() : nullptr);
    });
    connect(list, &SessionList::trafficRequested, this, &ConsoleTraffic::show);
    connect(watch->traceArchive(), &XTraceArchive::traceStored, this, &ConsoleTraffic::readSavedTraces);
    const auto refresh = [this] {
        if (m_trafficWindow && m_trafficWindow->isVisible()) {
            m_trafficWindow->refreshSources();
        }
    };
    connect(console.desk(), &Desk::profileConnected, this, refresh);
    connect(console.desk(), &Desk::profileDisconnected, this, refresh);
    connect(console.desk(), &Desk::sessionAdded, this, refresh);
}

ConsoleTraffic::~ConsoleTraffic()
{
    delete m_trafficWindow; // deleted before the members that the window uses
}

/// Present figures of the session's link; empty: there are no figures.
std::optional<XLinkFigures> ConsoleTraffic::linkFigures(const Session *session) const
{
    if (!session->link() || !session->link()->isLive()) {
        return std::nullopt;
    }
    const LinkHistory &history = LinkMonitor::of(session->link())->history();
    const auto usual = history.medianRoundTrip(roundTripPeriod);
    const auto time = usual ? usual : history.pathRoundTrip();
    return time ? std::optional(XLinkFigures{.roundTrip = *time, .bytesPerSecond = 0}) : std::nullopt;
}

QString ConsoleTraffic::runningTraceId(const Session *session)
{
    return u"run:"_s + session->key();
}

QString ConsoleTraffic::savedTraceId(const QString &file)
{
    return u"kept:"_s + file;
}

QList<TrafficSource> ConsoleTraffic::traceSources() const
{
    QList<TrafficSource> result;
    for (const Session *session : m_console.desk()->sessions()) {
        if (auto log = m_console.desk()->xTraceLog(session)) {
            result.append({.id = runningTraceId(session),
                           .label = displayText(session->label(), 60),
                           .log = std::move(log),
                           .file = {},
                           .currentLinkFigures = linkFigures(session)});
        }
    }
    for (const XTraceArchive::StoredTrace &kept : m_savedTraces) {
        const Session *session = m_console.desk()->session(kept.display);
        result.append({.id = savedTraceId(kept.file),
                       .label = i18nc("@item:inlistbox a trace: a display, x11 or another display mode, date and time",
                                      "%1 (%2), saved %3",
                                      displayText(kept.display, 40),
                                      displayText(kept.topology, 20),
                                      QLocale().toString(kept.writtenAt.toLocalTime(), QLocale::ShortFormat)),
                       .log = {},
                       .file = kept.file,
                       .currentLinkFigures = session && session->key() == kept.display ? linkFigures(session) : std::nullopt});
    }
    return result;
}

/// Lists saved traces on another thread, because the disk may not respond.
void ConsoleTraffic::readSavedTraces()
{
    if (!m_trafficWindow) {
        return;
    }
    const QString directory = m_trafficWatch->traceArchive()->directory();
    BackgroundJobs::shared().run(
        [directory] {
            return XTraceArchive::listTraces(directory);
        },
        this,
        [this](const QList<XTraceArchive::StoredTrace> &kept) {
            m_savedTraces = kept;
            if (!m_trafficWindow) {
                return;
            }
            const QString wanted = std::exchange(m_requestedTracePath, {});
            if (wanted.isEmpty()) {
                m_trafficWindow->refreshSources();
            } else if (std::ranges::contains(kept, wanted, &XTraceArchive::StoredTrace::file)) {
                m_trafficWindow->chooseSource(savedTraceId(wanted));
            } else {
                showMissingTraceMessage(m_requestedProgramLabel);
            }
        });
}

/// Shows a message instead of the trace of another program.
void ConsoleTraffic::showMissingTraceMessage(const QString &label)
{
    m_trafficWindow->showNoTrace(i18nc("@info %1: a program's name",
                                       "No trace of %1 is saved. Show the program as x11 once: Nightdesk then records its X traffic and saves its last start.",
                                       displayText(label, 60)));
}

void ConsoleTraffic::show(const Session *session)
{
    m_requestedTracePath.clear();
    if (!m_trafficWindow) {
        m_trafficWindow = new TrafficWindow(
            [this] {
                return traceSources();
            },
            [this](const XTraceTitle &title) {
                return m_trafficWatch->historyStore()->programHistories().vncAppFigures(title);
            },
            m_console.window());
        m_trafficWindow->setAttribute(Qt::WA_DeleteOnClose);
        WindowPlacement::resize(m_trafficWindow, m_trafficWindow->sizeHint().expandedTo(m_console.window()->size() * 0.9));
    }
    if (session && m_console.desk()->xTraceLog(session)) {
        m_trafficWindow->chooseSource(runningTraceId(session));
    } else if (!session || session->kind() != Session::Kind::Window) {
        // Nothing to select: no session was requested, or a desktop, which has no X messages. The window shows the first program.
    } else {
        m_requestedProgramLabel = session->label();
        m_requestedTracePath = XTraceArchive::pathOf(m_trafficWatch->traceArchive()->directory(), {.display = session->key().toStdString(), .topology = "x11"});
    }
    readSavedTraces();
    m_trafficWindow->show();
    m_trafficWindow->raise();
    m_trafficWindow->activateWindow();
}
}
