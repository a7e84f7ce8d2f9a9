// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/windowsession.h"

#include "sessions/xwindows/leftovers.h"
#include "sessions/xwindows/programexit.h"
#include "sessions/xwindows/windowsessionprivate.h"

#include <KLocalizedString>

#include <utility>

namespace Nightdesk
{
WindowSession::WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, QObject *parent)
    : Session(Kind::Window, spec.id, spec.title, spec.screen, link, parent)
    , d(std::make_unique<Private>(this, spec, localX->d.get()))
{
    if (!d->localX->display) {
        return;
    }
    localX->follow(link);
    d->watchLink();
    d->watchServer();
    connect(d->localX->placer.get(), &WindowPlacer::keyboardChanged, this, [this](quint32 number, bool has) {
        const bool had = hasKeyboard();
        if (has || number == d->keyboardOf) {
            d->keyboardOf = has ? number : 0;
        }
        if (had != hasKeyboard()) {
            Q_EMIT keyboardChanged();
        }
    });
}

WindowSession::WindowSession(const WindowSpec &spec, Link *link, LocalX *localX, std::unique_ptr<Finder<QStringList>> command, QObject *parent)
    : WindowSession(spec, link, localX, parent)
{
    d->finder = std::move(command);
}

WindowSession::~WindowSession()
{
    d->clear();
}

const WindowSpec &WindowSession::spec() const
{
    return d->spec;
}

void WindowSession::setWitnesses(const std::shared_ptr<XWitnesses> &witnesses)
{
    d->witnesses = witnesses;
}

void WindowSession::setScreenArea(const QRect &area)
{
    if (d->area == area) {
        return; // else what came back to where it stood would go to the profile's place
    }
    d->area = area;
    if (d->program != 0) {
        d->place();
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

bool WindowSession::hasKeyboard() const
{
    return d->program != 0 && d->keyboardOf == d->program;
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

std::int64_t WindowSession::exposes() const
{
    return d->counters->exposes.load(std::memory_order_relaxed);
}

void WindowSession::raise()
{
    if (d->warmth) {
        d->warmth->setCovered(false);
    }
    if (d->program != 0) {
        d->localX->placer->raise(d->program);
    }
}

void WindowSession::iconify()
{
    if (d->warmth && state() != SessionState::Idle && state() != SessionState::Ended) {
        d->warmth->setCovered(true);
    } else if (d->program != 0) {
        d->localX->placer->iconify(d->program);
    }
}

void WindowSession::restore()
{
    raise();
}

bool WindowSession::askToEnd()
{
    if (d->program == 0 || d->connections == 0) {
        return false; // no window to ask
    }
    d->localX->placer->close(d->program);
    d->closeTimer.start(Private::closeLimit);
    return true;
}

bool WindowSession::takesExit(const ProgramExit &exit)
{
    Q_UNUSED(exit)
    return false;
}

void WindowSession::addOutput(const QByteArray &bytes, OutputKind kind)
{
    d->keepOutput(d->output.append(bytes, kind));
}

void WindowSession::noteAskedBack()
{
    if (isClosing() && !d->asksBack) {
        d->closeTimer.stop();
        d->asksBack = true;
        Q_EMIT askedBack();
    }
}

bool WindowSession::asksBack() const
{
    return d->asksBack;
}

void WindowSession::open()
{
    d->staysClosed = false;
    if (!d->localX->display) {
        reportFailure(d->localX->display.error());
    } else {
        d->find();
    }
}

void WindowSession::drop()
{
    const bool hasWindows = d->connections > 0 || d->lossTimer.isActive();
    const bool runs = !d->exit || (d->exit->code == 0 && hasWindows); // a starter may be done, and its windows be there
    if (!isClosing() && d->opened && runs && link()->state() == LinkState::Closed && link()->lastFailure()) {
        d->lostWithLink = true;
    }
    d->clear();
}

bool WindowSession::asksToStartAgain() const
{
    return d->asks;
}

bool WindowSession::endedWithLink() const
{
    return d->staysClosed;
}

std::optional<QDateTime> WindowSession::keptUntil() const
{
    return d->keptUntil;
}

std::int64_t WindowSession::withheldPresses() const
{
    return answering() == Answering::Yes ? 0 : d->counters->withheld.load(std::memory_order_relaxed) - d->withheldBefore;
}

Leftovers *WindowSession::leftovers() const
{
    return d->leftovers;
}

void WindowSession::leaveClosed()
{
    if (d->asks) {
        d->staysClosed = true;
        stop();
    }
}

void WindowSession::startAnew()
{
    if (answering() != Answering::Waiting) {
        return;
    }
    const std::optional<ProgramMark> mark = d->mark;
    d->returnsTo = d->lastStand;
    stop();
    if (mark) {
        d->leftovers->endRun(*mark); // its own connection may never carry the word
    }
    retry();
}
}
