// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsession.h"

#include "sessions/desktops/bandwidthsharer.h"
#include "sessions/desktops/desktopclipboard.h"
#include "sessions/desktops/desktopconnection.h"
#include "sessions/desktops/desktopdemand.h"
#include "sessions/desktops/discoveredfinder.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
namespace
{
std::unique_ptr<AddressOrCommandFinder<DesktopAddress>> finderFor(const DesktopSpec &spec, Link *link)
{
    const auto *wanted = std::get_if<DesktopSelector>(&spec.address);
    return wanted ? std::make_unique<DiscoveredDesktopFinder>(*wanted, spec.link, link) : nullptr;
}
}

/// The objects that make up a session.
struct DesktopSession::Parts {
    Parts(DesktopSession *session, const DesktopSpec &desktop, std::unique_ptr<AddressOrCommandFinder<DesktopAddress>> finder)
        : spec(desktop)
        , sharer(BandwidthSharer::of(session->link()))
        , clipboard(desktop.clipboard)
        , connection(desktop, std::move(finder), session)
        , demand([this](const RfbWire::ToWorker &message) {
            connection.send(message);
        })
        , keyboard(
              &connection.input().keyTracker(),
              [session](const PressedKeyTracker::Key &key, bool down) {
                  return session->sendKey(key.keysym, down, key.scanCode);
              },
              [session] {
                  return session->takesInput();
              })
    {
    }

    const DesktopSpec spec;
    const std::shared_ptr<BandwidthSharer> sharer;
    DesktopClipboard clipboard;
    DesktopConnection connection;
    DesktopDemand demand;
    DesktopKeyboard keyboard;
};

DesktopSession::DesktopSession(const DesktopSpec &spec, Link *link, QObject *parent)
    : DesktopSession(Kind::Desktop, spec, finderFor(spec, link), link, parent)
{
}

DesktopSession::DesktopSession(Kind kind, const DesktopSpec &spec, std::unique_ptr<AddressOrCommandFinder<DesktopAddress>> finder, Link *link, QObject *parent)
    : ShownDesktop(kind, spec.id, spec.title, spec.screen, link, parent)
    , d(std::make_unique<Parts>(this, spec, std::move(finder)))
{
    sendWorkerPolicy();
    connectPartSignals();
    d->sharer->add(this);
}

DesktopSession::~DesktopSession()
{
    d->sharer->remove(this);
}

void DesktopSession::connectPartSignals()
{
    connect(this, &Session::iconifiedChanged, this, [this](bool isIconified) {
        if (d->demand.setIconified(isIconified)) {
            handleViewChange();
        }
    });
    connect(&d->demand, &DesktopDemand::sizeRequestDue, this, &DesktopSession::requestSize);

    const DesktopConnection *connection = &d->connection;
    connect(connection, &DesktopConnection::connecting, this, [this] {
        const QList<StepTiming> steps = link()->steps();
        const auto tcp = std::ranges::find(steps, StartStep::Tcp, &StepTiming::step);
        d->demand.sendAllToWorker(tcp == steps.end() ? std::chrono::microseconds() : tcp->duration);
        noteConnecting();
    });
    connect(connection, &DesktopConnection::opened, this, &DesktopSession::reportOpened);
    connect(connection, &DesktopConnection::loggedIn, this, [this] {
        reportStepAfterOpen(StartStep::Rfb);
    });
    connect(connection, &DesktopConnection::imageAppeared, this, [this](bool isFirst) {
        if (isFirst) {
            requestSize();
        }
        reportContentAppeared();
    });
    connect(connection, &DesktopConnection::framebufferCreated, this, &DesktopSession::setNextFramebuffer);
    connect(connection, &DesktopConnection::factReceived, this, [this](const WorkerFact &fact) {
        if (std::holds_alternative<ClipboardFact>(fact) || std::holds_alternative<RfbWire::ClipboardRefused>(fact)) {
            d->clipboard.noteTextCopiedThere();
        }
        processFact(fact);
        // Qt does not paint hidden widgets, and the worker of a desktop without a viewer must not wait for a paint either.
        if (std::holds_alternative<ImageDamageFact>(fact) && !d->demand.hasVisibleDisplay()) {
            reportDamagePainted();
        }
    });
    connect(connection, &DesktopConnection::connectionFailed, this, &DesktopSession::connectionEnded);
    connect(connection, &DesktopConnection::serverNotFound, this, [this](const Failure &failure) {
        reportFailure(failure);
    });
    connect(connection, &DesktopConnection::answeringUpdated, this, [this](AnswerState answering, std::chrono::steady_clock::time_point lastDataAt) {
        if (answering != AnswerState::Responding) {
            d->clipboard.noteInputLost(); // the worker has discarded the input that it had not sent yet
        }
        reportAnswering(answering, lastDataAt);
        if (answering == AnswerState::Responding && !isViewOnly() && allowsClipboardToServer() && d->clipboard.takeLostClear()) {
            sendClipboard({});
        }
    });
    connect(connection, &DesktopConnection::requestsAnswered, this, &DesktopSession::noteRequestsAnswered);
    connect(connection, &DesktopConnection::warningReported, this, &DesktopSession::reportStartWarning);
    connect(connection, &DesktopConnection::inputReceivedByServer, this, [this](BootClock::time_point upTo) {
        d->clipboard.noteInputReceived(upTo);
        Q_EMIT inputReceivedByServer(upTo);
    });
    connect(connection, &DesktopConnection::factsChanged, this, &DesktopSession::factsChanged);
    connect(connection, &DesktopConnection::statsChanged, this, &DesktopSession::statsChanged);
    connect(connection, &DesktopConnection::secretNeeded, this, &DesktopSession::secretNeeded);
    connect(connection, &DesktopConnection::secretRequestWithdrawn, this, &DesktopSession::secretRequestWithdrawn);
}

void DesktopSession::sendWorkerPolicy()
{
    RfbWire::Policy policy = d->connection.policy();
    policy.clipboardToServer = allowsClipboardToServer();
    policy.clipboardFromServer = allowsClipboardFromServer();
    d->connection.setPolicy(policy);
}

void DesktopSession::handleViewChange()
{
    const bool isHidden = effectiveVisibility() == Visibility::Hidden;
    d->connection.setHidden(isHidden);
    setUpdatesPaused(isHidden);
    d->sharer->shareCapacity();
}

void DesktopSession::requestSize()
{
    if (!isViewOnly() && d->connection.hasFirstImage()) {
        d->demand.requestSize();
    }
}

const DesktopSpec &DesktopSession::spec() const
{
    return d->spec;
}

std::optional<DesktopAddress> DesktopSession::address() const
{
    return d->connection.address();
}

DesktopFacts DesktopSession::facts() const
{
    return d->connection.reportedFacts().facts;
}

DesktopStats DesktopSession::stats() const
{
    return d->connection.reportedFacts().stats;
}

DesktopSession::Visibility DesktopSession::visibility() const
{
    return d->demand.visibility();
}

bool DesktopSession::isViewOnly() const
{
    return d->connection.policy().viewOnly;
}

bool DesktopSession::takesInput()
{
    return d->connection.takesInput();
}

bool DesktopSession::isAlwaysViewOnly() const
{
    return d->spec.input == InputPermission::ViewOnly;
}

void DesktopSession::setViewOnly(bool viewOnly)
{
    viewOnly = viewOnly || isAlwaysViewOnly();
    RfbWire::Policy policy = d->connection.policy();
    if (policy.viewOnly == viewOnly) {
        return;
    }
    if (viewOnly) { // no key or button may stay pressed while view-only
        d->keyboard.releasePressedKeys();
        if (d->connection.input().keyTracker().buttons() != 0) {
            sendPointer(d->connection.input().lastPointerPosition(), 0);
        }
    }
    policy.viewOnly = viewOnly;
    d->connection.setPolicy(policy);
    d->demand.noteSizeRequestDropped(); // the worker has dropped a request that was not sent yet
    requestSize();
    Q_EMIT viewOnlyChanged(viewOnly);
}

bool DesktopSession::allowsClipboardToServer() const
{
    return d->clipboard.allowsToServer();
}

bool DesktopSession::allowsClipboardFromServer() const
{
    return d->clipboard.allowsFromServer();
}

ClipboardPolicy DesktopSession::userClipboardPolicy() const
{
    return d->clipboard.userPolicy();
}

void DesktopSession::setUserClipboardPolicy(bool allowsToServer, bool allowsFromServer)
{
    if (d->clipboard.setUserPolicy(allowsToServer, allowsFromServer)) {
        sendWorkerPolicy();
        Q_EMIT clipboardPolicyChanged();
    }
}

void DesktopSession::setRequiresSandbox(bool on)
{
    DesktopConnection::setRequiresSandbox(on);
}

void DesktopSession::setConsoleClipboardPolicy(bool allowsToServer, bool allowsFromServer)
{
    if (d->clipboard.setConsolePolicy(allowsToServer, allowsFromServer)) {
        sendWorkerPolicy();
        Q_EMIT clipboardPolicyChanged();
    }
}

bool DesktopSession::sendClipboard(const QString &text)
{
    if (!allowsClipboardToServer() || !takesInput()) {
        return false;
    }
    const QByteArray utf8 = text.toUtf8();
    if (utf8.size() > maxClipboardBytes) {
        return false;
    }
    for (const RfbWire::ClipboardChunk &chunk : d->clipboard.splitIntoChunks(utf8)) {
        d->connection.send(chunk);
    }
    d->clipboard.noteTextSent(utf8.isEmpty(), BootClock::now());
    return true;
}

void DesktopSession::addDisplay(const QObject *display)
{
    d->demand.addDisplay(display);
}

void DesktopSession::removeDisplay(const QObject *display)
{
    if (d->demand.removeDisplay(display)) {
        handleViewChange();
    }
    if (!d->demand.hasVisibleDisplay()) {
        reportDamagePainted();
    }
}

void DesktopSession::setVisibility(Visibility visibility, const QObject *caller)
{
    if (!d->demand.setVisibility(visibility, caller)) {
        return;
    }
    handleViewChange();
    if (!d->demand.hasVisibleDisplay()) {
        reportDamagePainted();
    }
}

void DesktopSession::setRecorded(bool isRecorded)
{
    if (d->demand.setRecorded(isRecorded)) {
        handleViewChange();
    }
}

bool DesktopSession::hasFocus() const
{
    return d->demand.hasFocus();
}

QRect DesktopSession::visibleDesktopPart() const
{
    return d->demand.visibleDesktopPart();
}

const RfbWire::LinkShare &DesktopSession::share() const
{
    return d->demand.share();
}

DesktopSession::Visibility DesktopSession::effectiveVisibility() const
{
    return d->demand.effectiveVisibility();
}

void DesktopSession::setFocus(bool hasFocus)
{
    if (d->demand.setFocus(hasFocus)) {
        handleViewChange();
    }
}

void DesktopSession::setShownPart(const QRect &part)
{
    d->demand.setShownPart(part);
}

void DesktopSession::setShare(const RfbWire::LinkShare &share)
{
    d->demand.setShare(share);
}

void DesktopSession::requestDesktopSize(const QSize &size)
{
    if (d->demand.requestDesktopSize(size)) {
        requestSize();
    }
}

QSize DesktopSession::requestedDesktopSize() const
{
    return d->demand.requestedDesktopSize();
}

void DesktopSession::forgetPendingReleases()
{
    d->connection.input().keyTracker().noteConnectionClosed();
}

void DesktopSession::reportDamagePainted()
{
    d->connection.reportDamagePainted();
}

bool DesktopSession::sendKey(quint32 keysym, bool down, quint32 scanCode)
{
    constexpr quint32 maxKeysym = 0x1fffffff; // X keysyms have 29 bits
    if (keysym == 0 || keysym > maxKeysym || !takesInput()) {
        return false;
    }
    if (!d->connection.input().sendKey({keysym, scanCode}, down)) {
        return true;
    }
    Q_EMIT keySent(keysym, down);
    if (down) {
        Q_EMIT keyOrButtonPressSent();
    }
    return true;
}

DesktopKeyboard &DesktopSession::keyboard()
{
    return d->keyboard;
}

bool DesktopSession::sendPointer(const QPoint &position, quint16 buttons)
{
    const QSize size = picture().image.size();
    if (size.isEmpty() || !takesInput()) {
        return false;
    }
    DesktopInputGate &input = d->connection.input();
    const quint16 pressed = input.sendPointer(position, buttons, size);
    Q_EMIT pointerSent(input.lastPointerPosition());
    if (pressed != 0) {
        Q_EMIT keyOrButtonPressSent();
    }
    return true;
}

void DesktopSession::addSecretAnswerer(const QObject *who)
{
    d->connection.login().addPasswordAnswerer(who);
}

void DesktopSession::answerSecret(const std::optional<Secret> &secret)
{
    d->connection.answerSecret(secret);
}

void DesktopSession::prepare()
{
    d->connection.prepare();
}

void DesktopSession::open()
{
    d->connection.open();
}

void DesktopSession::connectionEnded(const Failure &failure, RetryTiming retryTiming)
{
    reportFailure(failure, retryTiming);
}

StartStep DesktopSession::startStepUntilOpened() const
{
    return StartStep::Channel;
}

StartStep DesktopSession::startStepUntilContentAppeared() const
{
    return StartStep::FirstPicture;
}

bool DesktopSession::reopensWhenLinkRenewed() const
{
    return true;
}

void DesktopSession::drop()
{
    noteConnectionDropped();
    d->clipboard.noteInputLost();
    d->connection.dropConnection();
}
}
