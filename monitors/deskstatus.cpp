// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/deskstatus.h"

#include "monitors/figuresjson.h"
#include "monitors/link/linkmonitor.h"
#include "monitors/xadvice/xtrafficwatch.h"
#include "sessions/apps/appsession.h"
#include "sessions/common/enumtable.h"
#include "sessions/common/jsontexts.h"
#include "sessions/desk/desk.h"
#include "sessions/desktops/desktopsession.h"
#include "sessions/profiles/format/keytable.h"
#include "sessions/xwindows/windowsession.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QRect>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

QString DeskStatus::name(SessionState state)
{
    static constexpr EnumWords<SessionState::Ended>
        words("idle"_L1, "waiting-for-link"_L1, "opening"_L1, "starting"_L1, "live"_L1, "retrying"_L1, "failed"_L1, "ended"_L1);
    return words[state];
}

QString DeskStatus::name(LinkState state)
{
    static constexpr EnumWords<LinkState::Closed>
        words("idle"_L1, "resolving"_L1, "connecting"_L1, "checking-host"_L1, "logging-in"_L1, "live"_L1, "stalled"_L1, "dead"_L1, "closed"_L1);
    return words[state];
}

QString DeskStatus::name(StartStep step)
{
    static constexpr EnumWords<StartStep::FirstWindow>
        words("resolving"_L1, "tcp"_L1, "host-key"_L1, "login"_L1, "channel"_L1, "rfb"_L1, "first-picture"_L1, "program"_L1, "first-window"_L1);
    return words[step];
}

QString DeskStatus::name(Session::AnswerState answering)
{
    static constexpr EnumWords<Session::AnswerState::UsingSilentOldConnection> words("yes"_L1, "input-held"_L1, "stalled"_L1, "waiting"_L1);
    return words[answering];
}

namespace
{
/// How the desktop's image arrives and how up to date it is.
QJsonObject pictureObject(const DesktopSession &desktop)
{
    static constexpr EnumWords<RfbWire::RequestMode::Continuous> modeWords("stock"_L1, "ahead"_L1, "continuous"_L1);
    const DesktopStats stats = desktop.stats();
    QJsonObject object{
        {u"exact"_s, desktop.isLossless()},
        {u"way"_s, modeWords[stats.requestMode]},
        {u"updates"_s, static_cast<qint64>(stats.updateCount)},
        {u"requests"_s, static_cast<qint64>(stats.requestCount)},
        {u"receivedBytes"_s, static_cast<qint64>(stats.received.count)},
        {u"queueMs"_s, static_cast<double>(stats.queueTime.count()) / 1000},
    };
    insertIfKnown(object, u"jpegQuality"_s, stats.jpegQuality);
    if (stats.demandPerSecond.count > 0) {
        object.insert(u"demandBytesPerSecond"_s, static_cast<qint64>(stats.demandPerSecond.count));
    }
    return object;
}

/// Adds the image size and the state of a program on a private X server (vnc-app).
void addProgram(QJsonObject &object, const AppSession &app)
{
    if (const QSize size = app.picture().image.size(); !size.isEmpty() && app.state() == SessionState::Live) {
        object.insert(u"size"_s, QJsonArray{size.width(), size.height()});
    }
    const bool isThere = app.state() == SessionState::Starting || app.state() == SessionState::Live;
    if (const auto place = app.displayFacts(); place && isThere) {
        object.insert(u"joined"_s, place->wasAlreadyRunning);
        object.insert(u"display"_s, u":%1"_s.arg(place->xDisplayNumber));
    }
    insertIfNotEmpty(object, u"windowTitle"_s, app.programTitle());
}

/// What is known of a program's start and of its X traffic now.
void addTraffic(QJsonObject &object, const Session &session, const XTrafficFigures &figures)
{
    static constexpr EnumWords<XProgramStartMonitor::State::StartEnded> stateWords("starting"_L1, "starting"_L1, "slow"_L1, "no-end-in-sight"_L1, "done"_L1);
    QJsonObject start;
    const auto add = [](QJsonObject &to, const QString &key, std::optional<std::chrono::milliseconds> time) {
        if (time) {
            to.insert(key, static_cast<qint64>(time->count()));
        }
    };
    if (figures.liveRates) {
        start.insert(u"state"_s, stateWords[figures.startVerdict.state]);
        start.insert(u"roundTrips"_s, static_cast<qint64>(figures.startVerdict.roundTripCount));
        if (figures.startVerdict.expectedRoundTrips) {
            start.insert(u"roundTripsExpected"_s, static_cast<qint64>(*figures.startVerdict.expectedRoundTrips));
        }
        if (figures.startVerdict.remainingTime && figures.startVerdict.takesMinutes()) {
            start.insert(u"leftMs"_s, static_cast<qint64>(std::chrono::milliseconds(*figures.startVerdict.remainingTime).count()));
        }
        QJsonObject x{
            {u"roundTripsPerSecond"_s, figures.liveRates->roundTripsPerSecond},
            {u"waitingShareDerived"_s, figures.liveRates->waitingShare},
            {u"understood"_s, !figures.hasUnparsedTraffic},
            {u"bytesFromProgramPerSecond"_s, static_cast<qint64>(XLiveRates::perSecond(figures.liveRates->bytesUp))},
            {u"bytesToProgramPerSecond"_s, static_cast<qint64>(XLiveRates::perSecond(figures.liveRates->bytesDown))},
        };
        if (figures.liveRates->roundTripsPerSecond > 0) {
            // The time that the program waits for a reply. It includes the time of the X server here, because the program runs on another host.
            x.insert(u"waitPerRoundTripMsEstimated"_s, figures.liveRates->waitingShare * 1000 / figures.liveRates->roundTripsPerSecond);
        }
        if (const auto *window = qobject_cast<const WindowSession *>(&session)) {
            x.insert(u"exposes"_s, static_cast<qint64>(window->exposeCount()));
        }
        object.insert(u"xTraffic"_s, x);
    }
    add(start, u"predictedMs"_s, figures.predictedStartTime);
    add(start, u"tookMs"_s, figures.observedStartTime);
    if (!start.isEmpty()) {
        object.insert(u"start"_s, start);
    }
    add(object, u"lastDeedMs"_s, figures.lastInteractionDuration);
}

QJsonObject failureObject(const Failure &failure)
{
    return {{u"what"_s, failure.what}, {u"where"_s, failure.affectedItem}, {u"advice"_s, failure.advice}};
}

QJsonObject linkObject(Link &link)
{
    QJsonObject object{{u"id"_s, link.target().spec.id}, {u"host"_s, link.target().spec.host}, {u"state"_s, DeskStatus::name(link.state())}};
    if (const auto roundTrip = LinkMonitor::of(&link)->history().roundTrip()) {
        object.insert(u"roundTripMs"_s, static_cast<double>(roundTrip->count()) / 1000);
    }
    FiguresJson::add(object, link);
    object.insert(u"answers"_s, link.isHostAnswering());
    if (const auto renewalState = link.renewalState()) {
        object.insert(u"renewal"_s, DeskStatus::name(*renewalState));
    }
    if (link.oldConnectionCount() > 0) {
        object.insert(u"oldConnections"_s, link.oldConnectionCount());
    }
    if (link.isLive()) {
        const LinkFacts facts = link.facts();
        object.insert(u"account"_s, facts.account);
        object.insert(u"compressed"_s, facts.sshCompresses);
    }
    insertIfKnown(object, u"failure"_s, link.lastFailure().transform(failureObject));
    return object;
}

QJsonObject holderObject(const AppHolder &holder)
{
    QJsonObject object{
        {u"program"_s, holder.program},
        {u"account"_s, holder.account},
        {u"process"_s, holder.process},
        {u"startedByNightdesk"_s, holder.isStartedByNightdesk},
        {u"startedHere"_s, holder.isStartedByThisDesk},
        {u"canWatch"_s, holder.canWatch},
    };
    insertIfNotEmpty(object, u"since"_s, holder.since.toString(Qt::ISODate)); // empty if the time is not known
    insertIfNotEmpty(object, u"site"_s, holder.site);
    return object;
}

QJsonObject sessionObject(Session &session, std::optional<QRect> displayRect)
{
    QJsonArray steps;
    for (const StepTiming &step : session.steps()) {
        steps.append(QJsonObject{{u"step"_s, DeskStatus::name(step.step)}, {u"ms"_s, static_cast<qint64>(step.duration.count())}});
    }
    QJsonObject object{
        {u"id"_s, session.id()},
        {u"title"_s, session.title()},
        {u"kind"_s, session.kind() == Session::Kind::Desktop ? u"desktop"_s : u"window"_s},
        {u"screen"_s, session.screenName()},
        {u"state"_s, DeskStatus::name(session.state())},
        {u"steps"_s, steps},
    };
    if (const Link *link = session.link()) {
        object.insert(u"link"_s, link->target().spec.id);
    }
    if (const Session::DisplayModes modes = session.displayModes(); !modes.all.isEmpty()) {
        object.insert(u"topology"_s, topologyWord(modes.current));
        object.insert(u"topologyOverridden"_s, modes.current != modes.ofProfile);
    }
    if (session.state() == SessionState::Live) {
        object.insert(u"answering"_s, DeskStatus::name(session.answering()));
    }
    if (const auto *desktop = qobject_cast<const DesktopSession *>(&session); desktop && desktop->facts().workerPid != 0) {
        object.insert(u"workerPid"_s, desktop->facts().workerPid);
    }
    if (auto *desktop = qobject_cast<DesktopSession *>(&session); desktop && session.state() == SessionState::Live) {
        object.insert(u"picture"_s, pictureObject(*desktop));
        object.insert(u"figures"_s, FiguresJson::of(*desktop));
        object.insert(u"sandbox"_s, QJsonObject{{u"seccomp"_s, desktop->facts().hasSeccomp}, {u"landlock"_s, desktop->facts().hasLandlock}});
    }
    if (const auto *app = qobject_cast<const AppSession *>(&session)) {
        addProgram(object, *app);
    }
    if (const auto toLive = session.timeTakenUntilLive()) {
        object.insert(u"msToLive"_s, static_cast<qint64>(toLive->count()));
    }
    insertIfKnown(object, u"failure"_s, session.failure().transform(failureObject));
    insertIfKnown(object, u"occupied"_s, session.occupancy().holder().transform(holderObject));
    insertIfKnown(object, u"watching"_s, session.occupancy().watchedHolder().transform(holderObject));
    insertIfNotEmpty(object, u"caveat"_s, session.startWarning());
    if (displayRect) {
        object.insert(u"rect"_s, QJsonArray{displayRect->x(), displayRect->y(), displayRect->width(), displayRect->height()});
    }
    return object;
}
}

QJsonObject DeskStatus::describe(const Desk &desk, const QHash<QString, QRect> &rects, const XTrafficWatch *traffic)
{
    // The JSON key "profile" remains for existing scripts; it contains only the first profile. Newer scripts read "profiles".
    QJsonArray profiles;
    QJsonArray links;
    QJsonArray displays;
    for (const InstrumentProfile &profile : desk.profiles()) {
        profiles.append(QJsonObject{{u"id"_s, profile.id}, {u"name"_s, profile.name}});
        for (Link *link : desk.links(profile.id)) {
            QJsonObject object = linkObject(*link);
            object.insert(u"profile"_s, profile.id);
            links.append(object);
        }
        for (Session *session : desk.sessions(profile.id)) {
            const auto rect = rects.constFind(session->key());
            QJsonObject object = sessionObject(*session, rect == rects.constEnd() ? std::nullopt : std::optional(*rect));
            object.insert(u"profile"_s, profile.id);
            if (const auto figures = traffic ? traffic->figures(session) : std::nullopt) {
                addTraffic(object, *session, *figures);
                if (const QList<RoundTripLayer> layers = traffic->layers(session); !layers.isEmpty()) {
                    object.insert(u"figures"_s, FiguresJson::of(layers));
                }
            }
            displays.append(object);
        }
    }
    return {
        {u"version"_s, 1}, // the version of this JSON format
        {u"program"_s, QCoreApplication::applicationVersion()},
        {u"profile"_s, profiles.at(0).toObject().value("id"_L1).toString()},
        {u"profiles"_s, profiles},
        {u"links"_s, links},
        {u"displays"_s, displays},
    };
}
}
