// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsessionprivate.h"

#include "sessions/links/facts/remotecommandline.h"
#include "sessions/links/hop/linkpolicy.h"
#include "sessions/xwindows/claimscript.h"
#include "sessions/xwindows/leftovers.h"
#include "sessions/xwindows/programexit.h"
#include "sessions/xwindows/server/xproblem.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto authorizeLimit = 15s; ///< a local X server that takes longer to answer hangs
constexpr auto markLimit = 2s; ///< without a mark a program still runs, but is not known again
constexpr auto markPause = 20ms;
constexpr auto claimLimit = 60s; ///< claim.sh waits 15 s at most; an account's start-up files may wait a minute for a lock
constexpr qsizetype maxClaimLine = 4096;
constexpr auto serverNews = 500ms; ///< programs may tell of a server's end before our own connection to it does
constexpr auto linkNews = 2s; ///< a channel's end comes before the link's, of which it is a part
}

WindowSession::Private::Private(WindowSession *session, const WindowSpec &windowSpec, LocalX::Private *x)
    : q(session)
    , spec(windowSpec)
    , localX(x)
{
    authorizeTimer.setSingleShot(true);
    if (spec.start == StartPolicy::Warm) {
        warmth = new Warmth(q);
        watchWarmth();
    }
    startTimer.setSingleShot(true);
    lossTimer.setSingleShot(true);
    exitTimer.setSingleShot(true);
    QObject::connect(&exitTimer, &QTimer::timeout, q, [this] {
        q->reportFailure(ProgramExitText::failed(spec, *exit, output.lastLine()));
    });
    claimTimer.setSingleShot(true);
    QObject::connect(&claimTimer, &QTimer::timeout, q, [this] {
        q->reportFailure(Occupied::notReported(spec.command.value(0)));
    });
    closeTimer.setSingleShot(true);
    closeTimer.setTimerType(Qt::PreciseTimer); // it is told a time, and has all of it
    QObject::connect(&closeTimer, &QTimer::timeout, q, [this] {
        if (q->answering() != Answering::Yes) {
            closeTimer.start(closeLimit); // it cannot have heard that it is to end, nor asked anything back
        } else {
            q->endNow();
        }
    });
    QObject::connect(q, &Session::closingChanged, q, [this](bool closing) {
        if (!closing) {
            closeTimer.stop();
            asksBack = false;
        }
    });
    QObject::connect(&authorizeTimer, &QTimer::timeout, q, [this] {
        q->reportFailure(XProblem::silent(*localX->display));
    });
    QObject::connect(&startTimer, &QTimer::timeout, q, [this] {
        start();
    });
    QObject::connect(&lossTimer, &QTimer::timeout, q, [this] {
        if (lastSignal) { // nothing became of the link: it was meant for the program alone
            exit = lastSignal;
            q->reportFailure(ProgramExitText::failed(spec, *exit, output.lastLine()));
        } else if (exit) {
            q->reportEnded(); // its last window was closed
        } else {
            settleLoss();
        }
    });
}

void WindowSession::Private::watchWarmth()
{
    QObject::connect(warmth, &Warmth::coveredChanged, q, [this](bool covered) {
        if (covered && program != 0) {
            localX->placer->cover(program);
        }
        reportAside(isIcon); // what is not covered any more is raised by who wants to see it
    });
}

void WindowSession::Private::reportAside(bool icon)
{
    isIcon = icon;
    q->reportIconified(isIcon || (warmth && warmth->isCovered()));
}

QStringList WindowSession::Private::ownCommand() const
{
    return warmth && warmth->isCovered() && !spec.warmArguments.isEmpty() ? spec.command.first(1) + spec.warmArguments : spec.command;
}

void WindowSession::Private::watchLink()
{
    Link *link = q->link();
    leftovers = Leftovers::of(link, localX->marks);
    const auto follow = [this] {
        followAnswers();
    };
    QObject::connect(link, &Link::answersChanged, q, follow);
    QObject::connect(link, &Link::stateChanged, q, follow);
    QObject::connect(q, &Session::stateChanged, q, [this](SessionState state) {
        if (state == SessionState::Live) {
            followAnswers();
        } else if (state != SessionState::Failed) {
            asks = false;
        }
        if (state == SessionState::WaitingForLink && lostWithLink) {
            settleLoss(); // at once: a person may say what happens before the link is back
        }
    });
}

void WindowSession::Private::watchServer()
{
    WindowPlacer *placer = localX->placer.get();
    QObject::connect(placer, &WindowPlacer::authorized, q, [this](quint32 number, const XAccess &access) {
        if (number == program) {
            admit(access);
        }
    });
    QObject::connect(placer, &WindowPlacer::refused, q, [this](quint32 number, const Failure &failure) {
        if (number == program) {
            q->reportFailure(failure);
        }
    });
    QObject::connect(placer, &WindowPlacer::appeared, q, [this](quint32 number) {
        if (number == program) {
            appeared = true;
            returnsTo.reset();
            q->reportAppeared();
        }
    });
    QObject::connect(placer, &WindowPlacer::rectChanged, q, [this](quint32 number, const std::optional<QRect> &newRect) {
        if (number == program) {
            setRect(newRect);
        }
    });
    QObject::connect(placer, &WindowPlacer::iconifiedChanged, q, [this](quint32 number, bool iconified) {
        if (number == program) {
            reportAside(iconified);
        }
    });
    QObject::connect(placer, &WindowPlacer::windowsChanged, q, [this](quint32 number, int windows, bool isNew) {
        if (number == program && warmth) {
            warmth->noteWindows(windows, isNew);
        }
    });
    QObject::connect(placer, &WindowPlacer::covered, q, [this](quint32 number, bool keepsPicture) {
        if (number == program && warmth) {
            warmth->noteKeepsPicture(keepsPicture);
        }
    });
    QObject::connect(placer, &WindowPlacer::cannotBeClosed, q, [this](quint32 number) {
        if (number == program && q->isClosing()) {
            q->endNow();
        }
    });
    QObject::connect(placer, &WindowPlacer::askedBack, q, [this](quint32 number) {
        if (number == program) {
            q->noteAskedBack();
        }
    });
    QObject::connect(placer, &WindowPlacer::serverLost, q, [this] {
        if (program != 0) {
            q->reportFailure(XProblem::lost(*localX->display));
        }
    });
    QObject::connect(localX->relay.get(), &XRelay::serverRefused, q, [this](quint32 number, const QString &words) {
        if (number == program) {
            refusal = words;
        }
    });
    QObject::connect(localX->relay.get(), &XRelay::connectionCountChanged, q, [this](quint32 number, int count) {
        if (number == program) {
            setConnections(count);
        }
    });
}

void WindowSession::Private::find()
{
    const auto use = [this](const std::expected<QStringList, Failure> &found) {
        if (!found) {
            q->reportFailure(found.error());
            return;
        }
        command = *found;
        if (!begin()) {
            q->reportFailure(XProblem::noRandomNumbers());
        }
    };
    if (finder) {
        finder->find(use);
    } else {
        use(ownCommand());
    }
}

bool WindowSession::Private::begin()
{
    const auto made = CookieTable::makeCookie();
    if (!made) {
        return false;
    }
    program = ++localX->lastProgram;
    mark.reset();
    refusal.clear();
    begun = std::chrono::steady_clock::now();
    cookie = *made;
    counters = std::make_shared<RelayCounters>();
    withheldBefore = 0;
    output.clear();
    exit.reset();
    authorizeTimer.start(authorizeLimit);
    place();
    localX->placer->authorize(program, spec.trusted);
    if (warmth && warmth->isCovered()) {
        localX->placer->cover(program);
    }
    return true;
}

void WindowSession::Private::place()
{
    std::optional<QRect> stood;
    if (returnsTo) {
        // Another monitor is its screen now: there it stands as it did.
        stood = returnsTo->rect.translated(area.topLeft() - returnsTo->area.topLeft());
    }
    localX->placer->setPlace(program, spec.geometry, area, stood);
}

void WindowSession::Private::settleLoss()
{
    lostWithLink = false;
    returnsTo = lastStand;
    switch (spec.restart) {
    case RestartPolicy::Auto:
        if (q->state() != SessionState::WaitingForLink) { // else it starts when the link is live
            q->reportFailure(ProgramExitText::channelLost());
        }
        break;
    case RestartPolicy::Ask:
        asks = true;
        q->reportFailure(ProgramExitText::lostWithLink());
        break;
    case RestartPolicy::Never:
        staysClosed = true;
        q->reportEnded();
        break;
    }
}

void WindowSession::Private::followAnswers()
{
    const Link *link = q->link();
    const bool waiting = remote && remote->isWaiting();
    if (!waiting) { // else the link tells of another connection
        silentSince = link->silentSince();
    }
    const bool hold = program != 0 && (waiting || !link->answers());
    if (hold != held && program != 0) {
        held = hold;
        localX->relay->setHeld(program, hold);
        localX->placer->setHeld(program, hold, [own = counters] {
            own->withheld.fetch_add(1, std::memory_order_relaxed);
        });
        if (hold) {
            withheldBefore = counters->withheld.load(std::memory_order_relaxed);
        } else if (closeTimer.isActive()) {
            closeTimer.start(closeLimit); // from now on it hears, and has all its time to answer
        }
    }
    if (claim && claim->state() == ClaimAnswer::State::Asking && remote && program != 0) {
        if (hold) {
            claimTimer.stop(); // it cannot be told
        } else if (!claimTimer.isActive()) {
            claimTimer.start(claimLimit);
        }
    }
    const bool silent = link->state() == LinkState::Stalled || link->state() == LinkState::Dead;
    q->reportAnswering(waiting      ? Answering::Waiting
                           : !hold  ? Answering::Yes
                           : silent ? Answering::Stalled
                                    : Answering::InputHeld,
                       silentSince.value_or(std::chrono::steady_clock::now()));
}

void WindowSession::Private::admit(const XAccess &access)
{
    authorizeTimer.stop();
    localX->relay->addProgram(program, cookie, access, *localX->display, counters, witnesses, localX->links.value(q->link()));
    startTimer.start(localX->claimStart(q->link(), std::chrono::steady_clock::now()));
}

void WindowSession::Private::start()
{
    if (!localX->marks->isSettled() && std::chrono::steady_clock::now() - begun < markLimit) {
        startTimer.start(markPause); // the disk is slow tonight
        return;
    }
    mark = localX->marks->begin(spec.id, program);
    Q_EMIT q->programBegins();
    remote = q->link()->startProgram(ProgramSpec{
        .commandLine = remoteCommandLine(
            claimed(command),
            mark ? mark->text() : QByteArray(),
            {.lines = spec.xrm,
             .complaint = i18nc("@info in a program's output; xrm stays as it is: a key of profiles",
                                "Nightdesk: the program runs without its X resources (xrm). On its host, /tmp/nightdesk-… is not private to you.")}),
        .x11 = X11Request{.fakeCookie = QByteArray(reinterpret_cast<const char *>(cookie.data()), static_cast<qsizetype>(cookie.size())),
                          .screen = localX->display->screen},
    });
    QObject::connect(remote.get(), &RemoteProgram::started, q, [this] {
        opened = true;
        q->reportOpened();
        if (appeared) {
            q->reportAppeared();
        }
    });
    QObject::connect(remote.get(), &RemoteProgram::failed, q, [this](const Failure &failure) {
        q->reportFailure(failure);
    });
    QObject::connect(remote.get(), &RemoteProgram::output, q, [this](const QByteArray &bytes, OutputKind kind) {
        keepOutput(output.append(claim && kind == OutputKind::Standard ? takeClaim(bytes) : bytes, kind));
    });
    QObject::connect(remote.get(), &RemoteProgram::finished, q, [this](const ProgramExit &programExit) {
        programFinished(programExit);
    });
    QObject::connect(remote.get(), &RemoteProgram::waitingChanged, q, [this](bool waiting) {
        keptUntil.reset();
        if (waiting) {
            const auto silence = std::chrono::steady_clock::now() - silentSince.value_or(std::chrono::steady_clock::now());
            keptUntil = QDateTime::currentDateTimeUtc().addDuration(std::chrono::duration_cast<std::chrono::milliseconds>(ElderJudge::patience - silence));
        }
        followAnswers();
    });
    followAnswers();
}

QStringList WindowSession::Private::claimed(const QStringList &command)
{
    claim.reset();
    claimLine.clear();
    if (!spec.onlyOne || spec.topology != Topology::X11) {
        return command; // a viewer of a display of its own may run as often as people like
    }
    const QByteArray tag = ClaimScript::newTag();
    claim.emplace(tag);
    claimTimer.start(claimLimit);
    return ClaimScript::run({.tag = tag, .name = u"one.%1.%2"_s.arg(q->profileId(), spec.id), .desk = localX->marks->desk(), .site = q->site()}, command);
}

QByteArray WindowSession::Private::takeClaim(const QByteArray &bytes)
{
    if (claim->state() != ClaimAnswer::State::Asking) {
        return bytes;
    }
    claimLine += bytes;
    QByteArray others; // what a shell's start-up files say
    for (qsizetype end = 0; claim->state() == ClaimAnswer::State::Asking && (end = claimLine.indexOf('\n')) >= 0;) {
        const QByteArray line = claimLine.first(end);
        claimLine.remove(0, end + 1);
        if (!claim->take(line, QDateTime::currentDateTimeUtc())) {
            others += line + '\n';
        }
    }
    switch (claim->state()) {
    case ClaimAnswer::State::Asking:
        if (claimLine.size() > maxClaimLine) {
            others += std::exchange(claimLine, {});
        }
        break;
    case ClaimAnswer::State::Held:
        claimTimer.stop();
        if (const auto unseen = claim->unseen()) {
            q->reportCaveat(Occupied::unseen(*unseen, spec.command.value(0)));
        }
        others += std::exchange(claimLine, {});
        break;
    case ClaimAnswer::State::Occupied:
        q->reportOccupied(claim->holder());
        break;
    case ClaimAnswer::State::Refused:
        q->reportFailure(claim->refusal());
        break;
    }
    return others;
}

void WindowSession::Private::programFinished(const ProgramExit &programExit)
{
    keepOutput(output.finish());
    if (!programExit.code && programExit.signal.isEmpty()) {
        exit.reset(); // of its starter: what that left in the background is lost now
        lossTimer.start(keptUntil ? 0ms : linkNews); // the end of an old connection is no news of the link
        return;
    }
    if (!programExit.code && (programExit.signal == u"HUP"_s || programExit.signal == u"TERM"_s)) {
        // A host that is shut down ends its programs first and its links then.
        lastSignal = programExit;
        lossTimer.start(linkNews);
        return;
    }
    if (q->takesExit(programExit)) {
        return;
    }
    exit = programExit;
    if (programExit.code != 0) {
        // A program that was not let in says "cannot open display"; the server knows why.
        if (!refusal.isEmpty()) {
            q->reportFailure(XProblem::programNotLetIn(*localX->display, refusal));
        } else {
            exitTimer.start(appeared ? serverNews : 0ms);
        }
    } else if (connections == 0) {
        q->reportEnded();
    }
    // Else it went into the background, as some starters do: it ends with its last window.
}

void WindowSession::Private::setConnections(int count)
{
    connections = count;
    Q_EMIT q->connectionCountChanged();
    if (count == 0 && exit && exit->code == 0) {
        lossTimer.start(linkNews); // unless its windows went with their link
    } else if (exit) {
        lossTimer.stop(); // another window
    }
}

void WindowSession::Private::clear()
{
    if (finder) {
        finder->cancel();
    }
    authorizeTimer.stop();
    startTimer.stop();
    claimTimer.stop();
    lossTimer.stop();
    exitTimer.stop();
    lastSignal.reset();
    keptUntil.reset();
    silentSince.reset();
    held = false;
    if (remote) {
        remote->disconnect(q);
        if (!exit) {
            remote->terminate();
        }
        remote.release()->deleteLater(); // it may be the one that is just telling us
    }
    if (program != 0) {
        localX->end(std::exchange(program, 0));
    }
    opened = false;
    appeared = false;
    reportAside(false);
    setRect({});
    if (std::exchange(connections, 0) != 0) {
        Q_EMIT q->connectionCountChanged();
    }
}

void WindowSession::Private::keepOutput(const QStringList &lines)
{
    if (!lines.isEmpty()) {
        Q_EMIT q->outputAdded(lines);
    }
}

void WindowSession::Private::setRect(const std::optional<QRect> &newRect)
{
    if (rect != newRect) {
        rect = newRect;
        if (rect) {
            lastStand = Stand{*rect, area};
        }
        Q_EMIT q->windowRectChanged();
    }
}
}
