// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/localx.h"

#include "sessions/links/hop/link.h"
#include "sessions/xwindows/localx_p.h"
#include "sessions/xwindows/server/xproblem.h"

#include <algorithm>
#include <functional>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
/// sshd runs xauth for each program. Two at once compete for the lock of ~/.Xauthority, and the loser sleeps for 2 s; a single one is done after
/// some 10 ms.
constexpr auto startPause = 120ms;
}

LocalX::Private::Private(const QString &displayName, const QString &authorityFile)
    : display(LocalDisplay::parse(displayName).transform_error([&](LocalDisplay::Problem problem) {
        return XProblem::badDisplay(displayName, problem);
    }))
{
    if (!display) {
        return;
    }
    programMarks = std::make_shared<ProgramMarks>();
    windowController = std::make_unique<ProgramWindowController>(*display, authorityFile);
    relay = std::make_unique<XRelay>(XRelay::ConnectionCallbacks{
        .connectionOpened = std::bind_front(&ProgramWindowController::connectionOpened, windowController.get()),
        .connectionClosed = std::bind_front(&ProgramWindowController::connectionClosed, windowController.get()),
    });
}

std::chrono::milliseconds LocalX::Private::reserveNextStart(const Link *link, std::chrono::steady_clock::time_point now)
{
    earliestStartByLink.removeIf([now](const auto &entry) {
        return entry.value() < now; // drops entries of links that may no longer exist
    });
    auto &next = earliestStartByLink[link];
    const auto start = std::max(now, next);
    next = start + startPause;
    return std::chrono::ceil<std::chrono::milliseconds>(start - now);
}

void LocalX::Private::disconnectAndRevokeProgram(quint32 program)
{
    // The cookie is revoked only after all its connections have ended: to the X server a revoked cookie is the same as none, and then its host list
    // decides. On Debian that list contains this account, so a client would be accepted as trusted.
    relay->removeProgram(program, std::bind_front(&ProgramWindowController::revokeProgram, windowController.get(), program));
    programMarks->unregisterStart(program);
}

LocalX::LocalX(const QString &display, const QString &authorityFile, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(display, authorityFile))
{
    if (d->windowController) {
        connect(d->windowController.get(), &ProgramWindowController::consoleRequested, this, &LocalX::consoleRequested);
    }
}

LocalX::~LocalX() = default;

std::optional<Failure> LocalX::problem() const
{
    return d->display ? std::nullopt : std::optional(d->display.error());
}

void LocalX::setConsoleShortcut(const XKey &key)
{
    if (d->windowController) {
        d->windowController->setConsoleShortcut(key);
    }
}

void LocalX::activateWindow(quint32 window)
{
    if (d->windowController) {
        d->windowController->activateWindow(window);
    }
}

std::shared_ptr<ProgramMarks> LocalX::programMarks()
{
    if (!d->programMarks) {
        d->programMarks = std::make_shared<ProgramMarks>();
    }
    return d->programMarks;
}

void LocalX::adoptX11ChannelsOf(const Link *link)
{
    if (d->linkNumbers.contains(link)) {
        return;
    }
    d->linkNumbers.insert(link, ++d->lastLinkNumber);
    connect(link, &Link::x11ChannelOpened, this, [this, link](const SharedFd &channel) {
        adoptX11Channel(channel, link);
    });
    connect(link, &QObject::destroyed, this, [this, link] {
        d->linkNumbers.remove(link); // a later link may get the same address in memory
    });
}

void LocalX::adoptX11Channel(const SharedFd &channel, const Link *link)
{
    if (d->relay) {
        d->relay->adoptX11Channel(channel, d->linkNumbers.value(link));
    }
}
}
