// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsession.h"

#include "sessions/desktops/desktopsessionprivate.h"
#include "sessions/desktops/discoveredfinder.h"
#include "sessions/vncauth/vncauth.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

namespace Nightdesk
{
namespace
{
std::unique_ptr<Finder<DesktopAddress>> finderFor(const DesktopSpec &spec, Link *link)
{
    const auto *wanted = std::get_if<DiscoveredDesktop>(&spec.address);
    return wanted ? std::make_unique<DiscoveredFinder>(*wanted, spec.link, link) : nullptr;
}
}

DesktopSession::DesktopSession(const DesktopSpec &spec, Link *link, QObject *parent)
    : DesktopSession(Kind::Desktop, spec, finderFor(spec, link), link, parent)
{
}

DesktopSession::DesktopSession(Kind kind, const DesktopSpec &spec, std::unique_ptr<Finder<DesktopAddress>> finder, Link *link, QObject *parent)
    : Session(kind, spec.id, spec.title, spec.screen, link, parent)
    , d(std::make_unique<Private>(this, spec, std::move(finder)))
{
    d->sharer->add(this);
    connect(this, &Session::iconifiedChanged, this, [this] {
        d->viewChanged();
    });
}

DesktopSession::~DesktopSession()
{
    d->sharer->remove(this);
}

const DesktopSpec &DesktopSession::spec() const
{
    return d->spec;
}

std::optional<DesktopAddress> DesktopSession::address() const
{
    return d->address;
}

DesktopPicture DesktopSession::picture() const
{
    return d->shownPicture.picture();
}

std::optional<std::chrono::steady_clock::time_point> DesktopSession::lastDamage() const
{
    return d->shownPicture.lastDamage();
}

QImage DesktopSession::cursor() const
{
    return d->cursor;
}

QPoint DesktopSession::cursorHotSpot() const
{
    return d->hotSpot;
}

DesktopFacts DesktopSession::facts() const
{
    return d->reported.facts;
}

DesktopStats DesktopSession::stats() const
{
    return d->reported.stats;
}

const DesktopPalette &DesktopSession::palette() const
{
    return d->palette;
}

QString DesktopSession::remark() const
{
    return d->remark;
}

void DesktopSession::setRemark(const QString &remark)
{
    if (std::exchange(d->remark, remark) != remark) {
        Q_EMIT remarkChanged();
    }
}

DesktopSession::Visibility DesktopSession::visibility() const
{
    return d->visibility;
}

bool DesktopSession::isViewOnly() const
{
    return d->viewOnly;
}

bool DesktopSession::takesInput()
{
    return d->takesInput();
}

bool DesktopSession::isAlwaysViewOnly() const
{
    return d->spec.input == InputPolicy::ViewOnly;
}

void DesktopSession::setViewOnly(bool viewOnly)
{
    viewOnly = viewOnly || isAlwaysViewOnly();
    if (d->viewOnly == viewOnly) {
        return;
    }
    if (viewOnly) { // nothing may stay pressed behind the wall
        d->releaseKeys();
        if (d->input.ledger().buttons() != 0) {
            sendPointer(d->input.pointer(), 0);
        }
    }
    d->viewOnly = viewOnly;
    d->sendPolicy();
    d->askedSize = {}; // the worker drops what has not gone yet
    d->askForSize();
    Q_EMIT viewOnlyChanged(viewOnly);
}

bool DesktopSession::clipboardToServer() const
{
    return d->clipboard.toServer();
}

bool DesktopSession::clipboardFromServer() const
{
    return d->clipboard.fromServer();
}

ClipboardPolicy DesktopSession::clipboardChoice() const
{
    return d->clipboard.choice();
}

void DesktopSession::setClipboard(bool toServer, bool fromServer)
{
    if (d->clipboard.choose(toServer, fromServer)) {
        d->clipboardWaysChanged();
    }
}

void DesktopSession::setRequiresSandbox(bool on)
{
    Private::requiresSandbox = on;
}

void DesktopSession::allowClipboard(bool toServer, bool fromServer)
{
    if (d->clipboard.allow(toServer, fromServer)) {
        d->clipboardWaysChanged();
    }
}

bool DesktopSession::sendClipboard(const QString &text)
{
    if (!clipboardToServer() || !d->takesInput()) {
        return false;
    }
    const QByteArray utf8 = text.toUtf8();
    if (utf8.size() > maxClipboard) {
        return false;
    }
    for (const RfbWire::ClipboardChunk &chunk : d->clipboard.cut(utf8)) {
        d->send(chunk);
    }
    return true;
}

void DesktopSession::addDisplay(const QObject *display)
{
    d->displays.append(display);
}

void DesktopSession::removeDisplay(const QObject *display)
{
    d->displays.removeIf([display](const QPointer<const QObject> &one) {
        return !one || one == display;
    });
    if (d->teller == display) {
        setVisibility(Visibility::Hidden);
    }
    if (!d->isOnDisplay()) {
        d->release();
    }
}

void DesktopSession::setVisibility(Visibility visibility, const QObject *teller)
{
    d->teller = teller;
    if (d->visibility == visibility) {
        return;
    }
    d->visibility = visibility;
    d->viewChanged();
    if (!d->isOnDisplay()) {
        d->release();
    }
}

void DesktopSession::setKept(bool isKept)
{
    if (std::exchange(d->isKept, isKept) != isKept) {
        d->viewChanged();
    }
}

bool DesktopSession::hasFocus() const
{
    return d->hasFocus;
}

QRect DesktopSession::shownPart() const
{
    return d->shown;
}

const RfbWire::LinkShare &DesktopSession::share() const
{
    return d->share;
}

DesktopSession::Visibility DesktopSession::wantedVisibility() const
{
    return d->isKept ? Visibility::Visible : isIconified() ? Visibility::Hidden : d->visibility;
}

bool DesktopSession::isExact() const
{
    return d->shownPicture.isExact();
}

bool DesktopSession::isCaughtUp() const
{
    return !d->shownPicture.behindSince() && d->shownPicture.isAgeKnown();
}

bool DesktopSession::isAgeKnown() const
{
    return d->shownPicture.isAgeKnown();
}

std::optional<std::chrono::steady_clock::time_point> DesktopSession::caughtUpUntil() const
{
    return d->shownPicture.behindSince();
}

void DesktopSession::setFocus(bool hasFocus)
{
    if (std::exchange(d->hasFocus, hasFocus) != hasFocus) {
        d->viewChanged();
    }
}

void DesktopSession::setShownPart(const QRect &part)
{
    if (std::exchange(d->shown, part) != part) {
        d->sendView();
    }
}

void DesktopSession::setShare(const RfbWire::LinkShare &share)
{
    if (std::exchange(d->share, share) != share) {
        d->send(share);
    }
}

void DesktopSession::setWantedSize(const QSize &size)
{
    if (std::exchange(d->wantedSize, size) != size) {
        d->askForSize();
    }
}

QSize DesktopSession::wantedSize() const
{
    return d->wantedSize;
}

void DesktopSession::release()
{
    d->release();
}

std::optional<quint8> DesktopSession::lights() const
{
    return d->lights;
}

bool DesktopSession::sendKey(quint32 keysym, bool down, quint32 scanCode)
{
    constexpr quint32 maxKeysym = 0x1fffffff; // X keysyms have 29 bits
    if (keysym == 0 || keysym > maxKeysym || !d->takesInput()) {
        return false;
    }
    if (!d->input.sendKey({keysym, scanCode}, down)) {
        return true;
    }
    Q_EMIT keySent(keysym, down);
    if (down) {
        Q_EMIT pressSent();
    }
    return true;
}

bool DesktopSession::isHeld(quint32 physical) const
{
    return d->input.ledger().held(physical).keysym != 0;
}

KeyLedger::Key DesktopSession::holdKey(quint32 physical, const KeyLedger::Key &key)
{
    return d->input.ledger().hold(physical, key);
}

bool DesktopSession::sendHeldKey(quint32 physical, const KeyLedger::Key &key)
{
    if (sendKey(key.keysym, true, key.scanCode)) {
        return true;
    }
    d->input.ledger().holdIneffective(physical, key);
    return false;
}

KeyLedger::Key DesktopSession::releaseHeldKey(quint32 physical)
{
    const KeyLedger::Key key = d->input.ledger().releaseHeld(physical);
    if (key.keysym != 0) {
        sendKey(key.keysym, false, key.scanCode);
    }
    return key;
}

void DesktopSession::pressHeldModifiers()
{
    if (!takesInput()) {
        return;
    }
    for (const KeyLedger::Key &modifier : d->input.ledger().takeHeldModifiers()) {
        sendKey(modifier.keysym, true, modifier.scanCode);
    }
}

void DesktopSession::interruptKeys()
{
    d->input.ledger().interrupt();
}

void DesktopSession::releaseAllKeys()
{
    d->input.ledger().forgetHeld();
    d->releaseKeys();
}

bool DesktopSession::sendPointer(const QPoint &position, quint16 buttons)
{
    const QSize size = d->shownPicture.picture().image.size();
    if (size.isEmpty() || !d->takesInput()) {
        return false;
    }
    const quint16 pressed = d->input.sendPointer(position, buttons, size);
    Q_EMIT pointerSent(d->input.pointer());
    if (pressed != 0) {
        Q_EMIT pressSent();
    }
    return true;
}

void DesktopSession::addSecretAnswerer(const QObject *who)
{
    d->serverLogin.addAnswerer(who);
}

void DesktopSession::answerSecret(const std::optional<Secret> &secret)
{
    if (!d->serverLogin.close() || !d->run) {
        return; // late: the connection it was for is gone
    }
    if (!secret) {
        d->run->stop();
        d->ended({RunEnd::Cause::SecretCancelled, {}, {}, {}});
        return;
    }
    d->serverLogin.tries(*secret);
    const auto answer = answerVncAuth(d->serverLogin.challenge().bytes, std::string_view(secret->constData(), static_cast<std::size_t>(secret->size())));
    if (!answer) {
        d->run->stop();
        d->ended({RunEnd::Cause::NoVncAuth, {}, {}, {}});
        return;
    }
    d->send(RfbWire::ChallengeAnswer{*answer});
}

void DesktopSession::prepare()
{
    d->prepare();
}

void DesktopSession::open()
{
    d->open();
}

void DesktopSession::connectionEnded(const Failure &failure, Again again)
{
    reportFailure(failure, again);
}

Step DesktopSession::openedStep() const
{
    return Step::Channel;
}

Step DesktopSession::appearedStep() const
{
    return Step::FirstPicture;
}

bool DesktopSession::movesWithLink() const
{
    return true;
}

void DesktopSession::drop()
{
    if (d->finder) {
        d->finder->cancel();
    }
    if (d->run) {
        d->run->stop();
        d->run->disconnect(this);
        d->run.release()->deleteLater(); // it may be what is just telling us of its end
    }
    d->liveness.dropped();
    d->shownPicture.forgetMade();
    if (state() == SessionState::Ended) { // the connection is closed in an orderly way, and lets go of them with it
        d->input.ledger().connectionClosed();
    }
    d->input.ledger().connectionLost();
    d->reported.facts.workerPid = 0;
    d->lights.reset();
    if (!d->cursor.isNull()) {
        d->setCursor({}, {});
    }
    d->forgetOpenQuestion();
    Q_EMIT factsChanged();
}
}
