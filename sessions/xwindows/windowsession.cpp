// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsession.h"

#include "sessions/common/logging.h"
#include "sessions/xwindows/localx_p.h"
#include "sessions/xwindows/outputlog.h"
#include "sessions/xwindows/programexit.h"
#include "sessions/xwindows/remotecommandline.h"
#include "sessions/xwindows/xproblem.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto authorizeLimit = 15s; ///< a local X server that takes longer to answer hangs
constexpr auto linkNews = 2s; ///< a channel's end comes before the link's, of which it is a part
}

/// One start of the program has one number; what still comes from the start before is not heard.
class WindowSession::Private
{
public:
    Private(WindowSession *session, const WindowSpec &windowSpec, LocalX::Private *x)
        : q(session)
        , spec(windowSpec)
        , localX(x)
    {
        authorizeTimer.setSingleShot(true);
        startTimer.setSingleShot(true);
        lossTimer.setSingleShot(true);
    }

    void admit(const XAuthorization &authorization, XInputCodes input);
    void start();
    void programFinished(const ProgramExit &exit);
    void clear();
    void keepOutput(const QStringList &lines);
    void setRect(const std::optional<QRect> &newRect);
    void setConnections(int count);

    WindowSession *const q;
    const WindowSpec spec;
    LocalX::Private *const localX;
    QTimer authorizeTimer;
    QTimer startTimer; ///< one program after the other
    QTimer lossTimer; ///< the channel broke: is it the link?
    QRect area;
    quint32 program = 0; ///< 0: none runs
    XCookie cookie{};
    std::shared_ptr<RelayCounters> counters = std::make_shared<RelayCounters>();
    std::unique_ptr<RemoteProgram> remote;
    OutputLog output;
    std::optional<ProgramExit> exit;
    std::optional<QRect> rect;
    int connections = 0;
    bool opened = false; ///< it runs at the far end
    bool appeared = false;
    bool lostWithLink = false; ///< its last run ended because the link did
};

WindowSession::WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, QObject *parent)
    : Session(Kind::Window, spec.id, spec.title, spec.screen, link, parent)
    , d(std::make_unique<Private>(this, spec, localX->d.get()))
{
    connect(&d->authorizeTimer, &QTimer::timeout, this, [this] {
        reportFailure(XProblem::silent(*d->localX->display));
    });
    connect(&d->startTimer, &QTimer::timeout, this, [this] {
        d->start();
    });
    connect(&d->lossTimer, &QTimer::timeout, this, [this] {
        reportFailure(d->spec.restart == RestartPolicy::Auto ? ProgramExitText::channelLost() : ProgramExitText::lostWithLink(d->spec));
    });
    if (!d->localX->display) {
        return;
    }
    // One connection for all sessions of a link, whoever makes it first.
    connect(link, &Link::x11Opened, localX, &LocalX::adopt, Qt::UniqueConnection);
    WindowPlacer *placer = d->localX->placer.get();
    connect(placer, &WindowPlacer::authorized, this, [this](quint32 program, const XAuthorization &authorization, XInputCodes input) {
        if (program == d->program) {
            d->admit(authorization, input);
        }
    });
    connect(placer, &WindowPlacer::refused, this, [this](quint32 program, const Failure &failure) {
        if (program == d->program) {
            reportFailure(failure);
        }
    });
    connect(placer, &WindowPlacer::appeared, this, [this](quint32 program) {
        if (program == d->program) {
            d->appeared = true;
            reportAppeared();
        }
    });
    connect(placer, &WindowPlacer::rectChanged, this, [this](quint32 program, const std::optional<QRect> &rect) {
        if (program == d->program) {
            d->setRect(rect);
        }
    });
    connect(placer, &WindowPlacer::serverLost, this, [this] {
        if (d->program != 0) {
            reportFailure(XProblem::lost(*d->localX->display));
        }
    });
    connect(d->localX->relay.get(), &XRelay::connectionCountChanged, this, [this](quint32 program, int count) {
        if (program == d->program) {
            d->setConnections(count);
        }
    });
}

WindowSession::~WindowSession()
{
    d->clear();
}

const WindowSpec &WindowSession::spec() const
{
    return d->spec;
}

void WindowSession::setScreenArea(const QRect &area)
{
    d->area = area;
    if (d->program != 0) {
        d->localX->placer->setPlace(d->program, d->spec.geometry, area);
    }
}

QStringList WindowSession::outputLines() const
{
    return d->output.lines();
}

std::optional<ProgramExit> WindowSession::lastExit() const
{
    return d->exit;
}

std::optional<QRect> WindowSession::windowRect() const
{
    return d->rect;
}

int WindowSession::connectionCount() const
{
    return d->connections;
}

Bytes WindowSession::relayedIn() const
{
    return {d->counters->fromProgram.load(std::memory_order_relaxed)};
}

Bytes WindowSession::relayedOut() const
{
    return {d->counters->toProgram.load(std::memory_order_relaxed)};
}

void WindowSession::raise()
{
    if (d->program != 0) {
        d->localX->placer->raise(d->program);
    }
}

void WindowSession::open()
{
    if (std::exchange(d->lostWithLink, false) && d->spec.restart != RestartPolicy::Auto) {
        reportFailure(ProgramExitText::lostWithLink(d->spec));
        return;
    }
    if (!d->localX->display) {
        reportFailure(d->localX->display.error());
        return;
    }
    const auto cookie = CookieTable::makeCookie();
    if (!cookie) {
        reportFailure({.kind = FailureKind::Internal, .what = i18nc("@info", "The system has no random numbers."), .where = {}, .advice = {}});
        return;
    }
    d->program = ++d->localX->lastProgram;
    d->cookie = *cookie;
    d->counters = std::make_shared<RelayCounters>();
    d->output.clear();
    d->exit.reset();
    d->authorizeTimer.start(authorizeLimit);
    d->localX->placer->setPlace(d->program, d->spec.geometry, d->area);
    d->localX->placer->authorize(d->program, d->spec.trusted);
}

void WindowSession::drop()
{
    if (d->opened && !d->exit && link()->state() == LinkState::Closed) {
        d->lostWithLink = true;
    }
    d->clear();
}

void WindowSession::Private::admit(const XAuthorization &authorization, XInputCodes input)
{
    authorizeTimer.stop();
    localX->relay->addProgram(program, cookie, authorization, *localX->display, counters, input);
    startTimer.start(localX->claimStart(q->link(), std::chrono::steady_clock::now()));
}

void WindowSession::Private::start()
{
    remote = q->link()->startProgram(ProgramSpec{
        .commandLine = remoteCommandLine(spec.command),
        .x11 = X11Request{.fakeCookie = QByteArray(reinterpret_cast<const char *>(cookie.data()), static_cast<qsizetype>(cookie.size())),
                          .screen = localX->display->screen},
    });
    connect(remote.get(), &RemoteProgram::started, q, [this] {
        opened = true;
        q->reportOpened();
        if (appeared) {
            q->reportAppeared();
        }
    });
    connect(remote.get(), &RemoteProgram::failed, q, [this](const Failure &failure) {
        q->reportFailure(failure);
    });
    connect(remote.get(), &RemoteProgram::output, q, [this](const QByteArray &bytes, OutputKind kind) {
        keepOutput(output.append(bytes, kind));
    });
    connect(remote.get(), &RemoteProgram::finished, q, [this](const ProgramExit &programExit) {
        programFinished(programExit);
    });
}

void WindowSession::Private::programFinished(const ProgramExit &programExit)
{
    keepOutput(output.finish());
    if (!programExit.code && programExit.signal.isEmpty()) {
        lossTimer.start(linkNews);
        return;
    }
    exit = programExit;
    if (programExit.code != 0) {
        q->reportFailure(ProgramExitText::failed(spec, programExit, output.lastLine()));
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
        q->reportEnded();
    }
}

void WindowSession::Private::clear()
{
    authorizeTimer.stop();
    startTimer.stop();
    lossTimer.stop();
    if (remote) {
        remote->disconnect(q);
        if (!exit) {
            remote->terminate();
        }
        remote.release()->deleteLater(); // it may be the one that is just telling us
    }
    if (program != 0) {
        localX->relay->removeProgram(program);
        localX->placer->forget(program);
        program = 0;
    }
    opened = false;
    appeared = false;
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
        Q_EMIT q->windowRectChanged();
    }
}
}
