// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsessionprivate.h"

#include "sessions/common/logging.h"
#include "sessions/desktops/rfbnames.h"
#include "sessions/links/nightsecrets.h"

#include <QMetaMethod>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

RfbWire::Quality wireQuality(Quality quality)
{
    switch (quality) {
    case Quality::Lossless:
        return RfbWire::Quality::Lossless;
    case Quality::Balanced:
        return RfbWire::Quality::Balanced;
    case Quality::Low:
        return RfbWire::Quality::Low;
    case Quality::Auto:
    case Quality::High:
        break;
    }
    return RfbWire::Quality::High;
}

RfbWire::Visibility wireVisibility(DesktopSession::Visibility visibility)
{
    switch (visibility) {
    case DesktopSession::Visibility::OneHertz:
        return RfbWire::Visibility::OneHertz;
    case DesktopSession::Visibility::Hidden:
        return RfbWire::Visibility::Hidden;
    case DesktopSession::Visibility::Visible:
        break;
    }
    return RfbWire::Visibility::Visible;
}

namespace
{
StreamTarget streamTarget(const DesktopAddress &address)
{
    if (const auto *display = std::get_if<DisplayNumber>(&address)) {
        return StreamTcp{u"127.0.0.1"_s, static_cast<quint16>(5900 + display->number)};
    }
    if (const auto *port = std::get_if<TcpPort>(&address)) {
        return StreamTcp{port->host, port->port};
    }
    return StreamUnix{std::get<UnixSocket>(address).path};
}
}

void DesktopSession::Private::open()
{
    run = std::make_unique<DesktopRun>(q->link(), streamTarget(spec.address), &pictures, &judge, nullptr);
    hasAppeared = false;
    connect(run.get(), &DesktopRun::opened, q, [this] {
        q->reportOpened();
        if (hasAppeared) { // the two tell us by different ways
            q->reportAppeared();
        }
    });
    connect(run.get(), &DesktopRun::pictureMade, q, [this](const DesktopPicture &made) {
        nextPicture = made;
    });
    connect(run.get(), &DesktopRun::told, q, [this](const WorkerFact &fact) {
        std::visit(
            [this](const auto &one) {
                told(one);
            },
            fact);
    });
    connect(run.get(), &DesktopRun::ended, q, [this](const RunEnd &end) {
        ended(end);
    });
    run->start({RfbWire::protocolVersion, wireQuality(spec.quality), viewOnly, recall.begin()});
    if (visibility != Visibility::Visible) {
        send(RfbWire::View{wireVisibility(visibility)});
    }
    facts = {};
    facts.workerPid = run->workerPid();
    stats = {};
    Q_EMIT q->factsChanged();
}

void DesktopSession::Private::send(const RfbWire::ToWorker &message)
{
    if (run) {
        run->send(message);
    }
}

void DesktopSession::Private::release(quint32 generation, quint32 sequence)
{
    // Late, or said twice, for example by a second view.
    if (!run || generation != unreleased.generation || sequence < unreleased.sequence || unreleased.sequence == 0) {
        return;
    }
    run->release(unreleased.generation, std::exchange(unreleased.sequence, 0));
}

void DesktopSession::Private::ended(const RunEnd &end)
{
    const bool countedTooMuch = recall.ended(end, q->link()->answers());
    const bool isDeath = !countedTooMuch && countsAsDeath(end);
    const bool gaveUp = isDeath && judge.died(std::chrono::steady_clock::now()) == WorkerJudge::Verdict::GiveUp;
    if (end.cause == RunEnd::Cause::ServerFailed && end.code == RfbWire::FailureCode::AuthenticationFailed) {
        secretRefused();
    }
    q->reportFailure(desktopFailure(end, desktopPlace(spec.address, q->link()->target().spec.host), gaveUp),
                     countedTooMuch || (isDeath && end.cause != RunEnd::Cause::NoMemory) ? Again::AtOnce : Again::AfterPause);
}

void DesktopSession::Private::setCursor(const QImage &image, const QPoint &spot)
{
    cursor = image;
    hotSpot = spot;
    Q_EMIT q->cursorChanged(cursor, hotSpot);
}

void DesktopSession::Private::forgetOpenQuestion()
{
    if (std::exchange(questionIsOpen, false)) {
        Q_EMIT q->secretWithdrawn();
    }
}

/// The same in every language: it may be kept longer than a night. The host's account comes in, for a profile may reach the
/// same place as two people with a password each.
QString DesktopSession::Private::secretName() const
{
    const StreamTarget target = streamTarget(spec.address);
    const auto *tcp = std::get_if<StreamTcp>(&target);
    const LinkFacts link = q->link()->facts();
    return NightSecrets::desktopName(
        u"%1 of %2:%3"_s.arg(tcp ? u"%1:%2"_s.arg(tcp->host).arg(tcp->port) : std::get<StreamUnix>(target).path, link.account).arg(link.port));
}

void DesktopSession::Private::secretRefused()
{
    if (const auto refused = std::exchange(triedSecret, std::nullopt)) {
        q->link()->secrets()->forget(secretName(), *refused);
    }
    ++refusals;
}

void DesktopSession::Private::told(const RfbWire::Hello &hello)
{
    facts.seccomp = hello.seccomp;
    facts.landlock = hello.landlock;
    Q_EMIT q->factsChanged();
}

void DesktopSession::Private::told(const RfbWire::Progress &progress)
{
    recall.told(progress);
    switch (progress.phase) {
    case RfbWire::Phase::Version:
        minorVersion = progress.minorVersion;
        facts.protocol = u"RFB 3.%1"_s.arg(minorVersion);
        break;
    case RfbWire::Phase::Security:
        facts.protocol = u"RFB 3.%1, %2"_s.arg(QString::number(minorVersion), securityName(progress.securityType));
        break;
    case RfbWire::Phase::Initialised:
        refusals = 0;
        if (const auto right = std::exchange(triedSecret, std::nullopt)) {
            q->link()->secrets()->keep(secretName(), *right, std::exchange(triedUser, {}));
        }
        q->reportStep(Step::Rfb);
        return;
    case RfbWire::Phase::FirstPicture:
        return;
    }
    Q_EMIT q->factsChanged();
}

void DesktopSession::Private::told(const NamedFact &named)
{
    facts.name = named.name;
    Q_EMIT q->factsChanged();
}

void DesktopSession::Private::told(const DamagedFact &damage)
{
    unreleased = damage;
    lastDamage = std::chrono::steady_clock::now();
    if (nextPicture.generation == damage.generation) {
        picture = std::exchange(nextPicture, {});
        recall.shown(picture.image.size());
        Q_EMIT q->pictureChanged(picture);
    }
    Q_EMIT q->damaged(damage.generation, damage.sequence, damage.rects);
    // Qt never paints what is hidden; and a desktop that nobody watches must not hold up its worker either.
    static const QMetaMethod damagedSignal = QMetaMethod::fromSignal(&DesktopSession::damaged);
    if (visibility == Visibility::Hidden || !q->isSignalConnected(damagedSignal)) {
        release(damage.generation, damage.sequence);
    }
    hasAppeared = true;
    q->reportAppeared();
}

void DesktopSession::Private::told(const CursorFact &fact)
{
    setCursor(fact.image, fact.hotSpot);
}

void DesktopSession::Private::told(const PointerFact &moved)
{
    Q_EMIT q->pointerMoved(moved.position);
}

void DesktopSession::Private::told(const RfbWire::Bell &)
{
    Q_EMIT q->bell();
}

void DesktopSession::Private::told(const RfbWire::NeedSecret &need)
{
    if (need.attempt > 1) { // refused within this connection
        secretRefused();
    }
    const bool wantsUser = need.kind == RfbWire::SecretKind::UserAndPassword;
    questionIsOpen = true;
    if (const auto secret = q->link()->secrets()->secret(secretName())) {
        q->answerSecret(secret, q->link()->secrets()->user(secretName()));
        return;
    }
    static const QMetaMethod secretSignal = QMetaMethod::fromSignal(&DesktopSession::secretNeeded);
    if (!q->isSignalConnected(secretSignal)) {
        qCWarning(LogDesktop) << "display" << spec.id << "wants a password and nobody can be asked";
        q->answerSecret(std::nullopt);
        return;
    }
    Q_EMIT q->secretNeeded(wantsUser, refusals + 1);
}

void DesktopSession::Private::told(const RfbWire::Stats &now)
{
    stats.received = {static_cast<qint64>(now.bytesIn)};
    stats.sent = {static_cast<qint64>(now.bytesOut)};
    stats.updates = now.updates;
    stats.rects = now.rects;
    stats.pixels = now.pixels;
    stats.decoding = std::chrono::microseconds(now.decodeMicroseconds);
    stats.cpu = std::chrono::microseconds(now.cpuMicroseconds);
    stats.encoding = now.updates == 0 ? QString() : encodingName(now.lastEncoding);
    Q_EMIT q->statsChanged();
}
}
