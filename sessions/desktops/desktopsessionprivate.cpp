// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsessionprivate.h"

#include "sessions/common/logging.h"

#include <KLocalizedString>

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto lookInterval = 250ms;
constexpr auto sizeInterval = 250ms; // each costs the server a picture, and programs a repaint
}

DesktopSession::Private::Private(DesktopSession *session, const DesktopSpec &desktop, std::unique_ptr<Finder<DesktopAddress>> addressFinder)
    : q(session)
    , spec(desktop)
    , viewOnly(desktop.input == InputPolicy::ViewOnly)
    , clipboard(desktop.clipboard)
    , sharer(LinkSharer::of(session->link()))
    , finder(std::move(addressFinder))
    , serverLogin(session->link())
    , input([this](const RfbWire::ToWorker &message) {
        send(message);
    })
{
    if (!finder) {
        address = spec.address;
    }
    sizePause.setSingleShot(true);
    sizePause.setInterval(sizeInterval);
    connect(&sizePause, &QTimer::timeout, q, [this] {
        askForSize();
    });
    tick.setInterval(lookInterval);
    connect(&tick, &QTimer::timeout, q, [this] {
        looked();
    });
    connect(q->link(), &Link::answersChanged, q, [this] {
        review();
    });
    connect(q->link(), &Link::sampleTaken, q, [this](const LinkSample &sample) {
        if (sample.sshRoundTrip) {
            liveness.linkTook(*sample.sshRoundTrip);
        }
    });
}

void DesktopSession::Private::prepare()
{
    // One that must be looked for is known when the link is live.
    if (!finder && (!run || run->isOver())) {
        connectTo(spec.address);
    }
}

void DesktopSession::Private::open()
{
    if (run && !run->isOver()) { // prepare() began it
        liveness.reopened(BootClock::now());
        if (run->isOpen()) {
            q->reportOpened();
        }
        return;
    }
    if (!finder) {
        connectTo(spec.address);
        return;
    }
    finder->find([this](const std::expected<DesktopAddress, Failure> &found) {
        if (found) {
            connectTo(*found);
        } else {
            q->reportFailure(found.error());
        }
    });
}

void DesktopSession::Private::connectTo(const DesktopAddress &place)
{
    if (!std::exchange(hasServer, true) || address != place) {
        address = place;
        serverLogin.setServer(place);
    }
    run = std::make_unique<DesktopRun>(q->link(), serverLogin.server(), &pictures, &judge, nullptr);
    askedSize = {};
    input.begin();
    liveness.connecting(BootClock::now());
    connect(run.get(), &DesktopRun::opened, q, [this] {
        liveness.progressed();
        q->reportOpened();
        if (liveness.isShown()) { // the two tell us by different ways
            q->reportAppeared();
        }
    });
    connect(run.get(), &DesktopRun::workerStarted, q, [this] {
        reported.facts.workerPid = run->workerPid();
        Q_EMIT q->factsChanged();
    });
    connect(run.get(), &DesktopRun::pictureMade, q, [this](const DesktopPicture &made) {
        shownPicture.made(made);
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
    run->start({RfbWire::protocolVersion, spec.quality, viewOnly, serverLogin.recall().begin()},
               requiresSandbox ? DesktopRun::Opening::AfterHello : DesktopRun::Opening::AtOnce);
    if (!q->clipboardToServer() || !q->clipboardFromServer()) {
        sendPolicy();
    }
    sendShare();
    sendView(); // the worker waits for it a moment
    tick.start();
    reported = {};
    if (std::exchange(palette, {}).isKnown()) {
        Q_EMIT q->paletteChanged();
    }
    announce(shownPicture.setExact(false));
    announce(shownPicture.setAgeKnown(true)); // until this run's worker knows better
    Q_EMIT q->factsChanged();
}

void DesktopSession::Private::send(const RfbWire::ToWorker &message)
{
    if (run) {
        run->send(message);
    }
}

void DesktopSession::Private::sendShare()
{
    RfbWire::LinkShare told = share;
    if (told.roundTripMicroseconds == 0) {
        // Nothing was measured yet but TCP's hand-shake, which is one round trip.
        const QList<StepTiming> steps = q->link()->steps();
        const auto tcp = std::ranges::find(steps, Step::Tcp, &StepTiming::step);
        told.roundTripMicroseconds = tcp == steps.end() ? 0 : static_cast<quint64>(std::chrono::microseconds(tcp->took).count());
    }
    if (told != RfbWire::LinkShare{}) {
        send(told);
    }
}

void DesktopSession::Private::askForSize()
{
    const auto width = static_cast<quint32>(std::max(wantedSize.width(), 0));
    const auto height = static_cast<quint32>(std::max(wantedSize.height(), 0));
    if (viewOnly || !liveness.isShown() || !run || sizePause.isActive() || !RfbWire::isValidSize(width, height) || askedSize == wantedSize) {
        return;
    }
    askedSize = wantedSize;
    send(RfbWire::WantSize{width, height});
    sizePause.start();
}

void DesktopSession::Private::viewChanged()
{
    const bool isHidden = q->wantedVisibility() == Visibility::Hidden;
    liveness.setHidden(isHidden, BootClock::now());
    sendView();
    announce(shownPicture.setUnseen(isHidden, BootClock::now(), std::chrono::steady_clock::now()));
    sharer->reconsider();
}

void DesktopSession::Private::sendView()
{
    RfbWire::View view{q->wantedVisibility(), hasFocus, {}};
    const QRect part = isKept ? QRect() : shown & QRect(0, 0, RfbWire::maxSide, RfbWire::maxSide);
    if (!part.isEmpty()) {
        view.shown = {static_cast<quint32>(part.x()), static_cast<quint32>(part.y()), static_cast<quint32>(part.width()), static_cast<quint32>(part.height())};
    }
    send(view);
}

void DesktopSession::Private::announce(const ShownPicture::Changes &changes)
{
    if (changes.exact) {
        Q_EMIT q->exactChanged(q->isExact());
    }
    if (changes.caughtUp) {
        Q_EMIT q->caughtUpChanged();
    }
}

void DesktopSession::Private::heardOf(BootClock::time_point upTo)
{
    if (liveness.isShown()) {
        announce(shownPicture.heardOf(upTo));
    }
}

void DesktopSession::Private::sendPolicy()
{
    send(RfbWire::Policy{viewOnly, spec.quality, q->clipboardToServer(), q->clipboardFromServer()});
}

void DesktopSession::Private::clipboardWaysChanged()
{
    sendPolicy();
    Q_EMIT q->clipboardPolicyChanged();
}

void DesktopSession::Private::release()
{
    if (run) {
        run->release();
    }
}

bool DesktopSession::Private::isOnDisplay() const
{
    return visibility == Visibility::Visible && !displays.isEmpty();
}

void DesktopSession::Private::ended(const RunEnd &end)
{
    if (q->state() == SessionState::WaitingForLink) {
        return; // it was only made ready: open() begins it anew
    }
    const bool countedTooMuch = serverLogin.recall().ended(end, q->link()->answers());
    if (countedTooMuch) {
        serverLogin.keepRecall();
    }
    bool gaveUp = false;
    Again again = countedTooMuch ? Again::AtOnce : Again::AfterPause;
    if (!countedTooMuch && countsAsDeath(end)) {
        const auto verdict = judge.died(std::chrono::steady_clock::now());
        gaveUp = verdict == WorkerJudge::Verdict::GiveUp;
        const bool isOwnDeath = end.cause != RunEnd::Cause::ServerFailed && end.cause != RunEnd::Cause::NoMemory;
        if (isOwnDeath && verdict == WorkerJudge::Verdict::StartAtOnce) {
            again = Again::AtOnce;
        }
    }
    if (end.cause == RunEnd::Cause::ServerFailed && end.code == RfbWire::FailureCode::AuthenticationFailed) {
        serverLogin.refused();
    }
    q->connectionEnded(desktopFailure(end, desktopPlace(address.value_or(spec.address), q->link()->target().spec.host), gaveUp), again);
}

void DesktopSession::Private::looked()
{
    if (!run) {
        tick.stop();
        return;
    }
    const auto now = BootClock::now();
    if (liveness.look(now, q->link()->answers(), serverLogin.isOpen())) {
        giveUp({RunEnd::Cause::LoginSilent, {}, {}, {}, liveness.silence(now)});
    } else if (liveness.isShown() && review() == AnswerJudge::Verdict::GivenUp) {
        giveUp({RunEnd::Cause::ServerSilent, {}, {}, {}, liveness.silence(now)});
    }
}

void DesktopSession::Private::giveUp(const RunEnd &end)
{
    run->stop();
    ended(end);
}

AnswerJudge::Verdict DesktopSession::Private::review()
{
    if (!run || q->state() != SessionState::Live) {
        return AnswerJudge::Verdict::Answers;
    }
    const auto now = BootClock::now();
    const auto verdict = liveness.judge(now, q->link()->answers());
    input.set(verdict == AnswerJudge::Verdict::Answers, liveness.inputLimit());
    const auto heard = std::chrono::steady_clock::now() - std::chrono::duration_cast<std::chrono::steady_clock::duration>(now - liveness.heardAt());
    q->reportAnswering(verdict == AnswerJudge::Verdict::Answers         ? Answering::Yes
                           : verdict == AnswerJudge::Verdict::HoldInput ? Answering::InputHeld
                                                                        : Answering::Stalled,
                       heard);
    return verdict;
}

bool DesktopSession::Private::takesInput()
{
    return q->state() == SessionState::Live && !viewOnly && review() == AnswerJudge::Verdict::Answers;
}

void DesktopSession::Private::payReleases()
{
    if (!input.owes()) {
        return;
    }
    // Nothing stays pressed behind the wall either: it was pressed before there was one.
    if (viewOnly) {
        send(RfbWire::Policy{false, spec.quality});
    }
    input.pay();
    if (viewOnly) {
        send(RfbWire::Policy{true, spec.quality});
    }
}

void DesktopSession::Private::releaseKeys()
{
    // In the reverse order, so that modifiers go last, as fingers do it.
    const QList<KeyLedger::Key> keys = input.ledger().down();
    for (auto key = keys.crbegin(); key != keys.crend(); ++key) {
        q->sendKey(key->keysym, false, key->scanCode);
    }
}

void DesktopSession::Private::setCursor(const QImage &image, const QPoint &spot)
{
    cursor = image;
    hotSpot = spot;
    Q_EMIT q->cursorChanged(cursor, hotSpot);
}

void DesktopSession::Private::forgetOpenQuestion()
{
    if (serverLogin.close()) {
        Q_EMIT q->secretWithdrawn();
    }
}

void DesktopSession::Private::reportMissingSandbox()
{
    const DesktopFacts &facts = reported.facts;
    if (facts.seccomp && facts.landlock) {
        return;
    }
    const QString missing = facts.seccomp ? u"Landlock"_s : facts.landlock ? u"seccomp"_s : u"seccomp, Landlock"_s;
    q->reportCaveat(i18nc("@info %1: names of features of Linux",
                          "The viewer process for this desktop is not fully sandboxed: this system lacks %1. Ask the administrator for a newer kernel.",
                          missing));
}

void DesktopSession::Private::told(const RfbWire::Hello &hello)
{
    reported.take(hello);
    Q_EMIT q->factsChanged();
    if (requiresSandbox && !(hello.seccomp && hello.landlock)) {
        run->stop();
        ended({RunEnd::Cause::NoSandbox, {}, {}, {}});
    }
}

void DesktopSession::Private::told(const RfbWire::Progress &progress)
{
    serverLogin.recall().told(progress);
    liveness.progressed();
    reported.take(progress);
    switch (progress.phase) {
    case RfbWire::Phase::Version:
    case RfbWire::Phase::Security:
        Q_EMIT q->factsChanged();
        break;
    case RfbWire::Phase::Initialised:
        reportMissingSandbox();
        serverLogin.accepted();
        q->reportStep(Step::Rfb);
        break;
    case RfbWire::Phase::FirstPicture:
        break;
    }
}

void DesktopSession::Private::told(const DamagedFact &damage)
{
    const auto changes = shownPicture.damaged(damage.generation, std::chrono::steady_clock::now());
    if (changes.picture) {
        serverLogin.recall().shown(shownPicture.picture().image.size());
        serverLogin.keepRecall();
        Q_EMIT q->pictureChanged(shownPicture.picture());
    }
    announce(changes);
    Q_EMIT q->damaged(damage.generation, damage.sequence, damage.rects);
    Q_EMIT q->painted();
    // Qt never paints what is hidden; and a desktop that nobody watches must not hold up its worker either.
    if (!isOnDisplay()) {
        release();
    }
    if (liveness.appeared(BootClock::now())) {
        payReleases();
        askForSize();
    }
    q->reportAppeared();
}

void DesktopSession::Private::told(const RfbWire::FenceTime &time)
{
    reported.take(time);
    liveness.serverTook(*reported.stats.roundTrip); // the next Stats tell of it
    // It answers a question that left behind what was typed before it, and it came no earlier than what was heard last.
    const auto upTo = liveness.heardAt() - *reported.stats.roundTrip;
    heardOf(std::chrono::time_point_cast<BootClock::duration>(upTo));
    input.proved(upTo);
    if (input.isOpen()) {
        Q_EMIT q->answered(std::chrono::time_point_cast<BootClock::duration>(upTo));
    }
}

void DesktopSession::Private::told(const RfbWire::Heard &heard)
{
    liveness.heard(BootClock::time_point(std::chrono::nanoseconds(heard.at)), BootClock::now());
    review();
    // Without fences the link's round trip, or a time that is enough.
    const auto upTo = liveness.heardAt() - std::chrono::nanoseconds(reported.stats.roundTrip.value_or(liveness.inputLimit() / 5));
    heardOf(upTo);
    if (input.isOpen()) {
        Q_EMIT q->answered(upTo); // for who keeps pace with it
    }
    if (!reported.stats.roundTrip) {
        input.proved(liveness.heardAt() - liveness.inputLimit()); // without fences: round trips enough lie between
    }
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

void DesktopSession::Private::told(const ClipboardFact &copied)
{
    Q_EMIT q->clipboardArrived(QString::fromUtf8(copied.text));
}

void DesktopSession::Private::told(const RfbWire::ClipboardRefused &refused)
{
    if (refused.bytes == 0) {
        Q_EMIT q->clipboardWaits();
    } else {
        Q_EMIT q->clipboardRefused(static_cast<qint64>(refused.bytes));
    }
}

void DesktopSession::Private::told(const RfbWire::Leds &leds)
{
    lights = leds.lights;
    Q_EMIT q->lightsChanged();
}

void DesktopSession::Private::told(const RfbWire::Clarity &clarity)
{
    announce(shownPicture.setExact(clarity.exact));
}

void DesktopSession::Private::told(const RfbWire::AgeKnown &age)
{
    announce(shownPicture.setAgeKnown(age.known));
}

void DesktopSession::Private::told(const RfbWire::ColorCells &colors)
{
    palette.take(colors, std::chrono::steady_clock::now());
    Q_EMIT q->paletteChanged();
}

void DesktopSession::Private::told(const RfbWire::Challenge &asked)
{
    serverLogin.challenged(asked);
    if (const auto secret = serverLogin.keptSecret()) {
        q->answerSecret(secret);
        return;
    }
    if (!serverLogin.canAsk()) {
        qCWarning(LogDesktop) << "display" << spec.id << "wants a password and nobody can be asked";
        q->answerSecret(std::nullopt);
        return;
    }
    Q_EMIT q->secretNeeded(serverLogin.attempt());
}

void DesktopSession::Private::told(const RfbWire::Stats &now)
{
    reported.take(now);
    Q_EMIT q->statsChanged();
}
}
