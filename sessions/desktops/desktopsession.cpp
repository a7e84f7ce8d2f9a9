// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desktops/desktopsession.h"

#include "sessions/common/logging.h"
#include "sessions/desktops/desktoprun.h"
#include "sessions/desktops/rfbnames.h"

#include <QMetaMethod>

#include <algorithm>

namespace Nightdesk
{
using namespace Qt::StringLiterals;

namespace
{
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

class DesktopSession::Private
{
public:
    Private(DesktopSession *session, const DesktopSpec &desktop)
        : q(session)
        , spec(desktop)
        , viewOnly(desktop.input == InputPolicy::ViewOnly)
    {
    }

    void open();
    void send(const RfbWire::ToWorker &message);
    void release(quint32 generation, quint32 sequence);
    void ended(const RunEnd &end);
    void setCursor(const QImage &image, const QPoint &spot);
    void forgetOpenQuestion();

    // What the worker tells, one function for each fact.
    void told(const RfbWire::Hello &hello);
    void told(const RfbWire::Progress &progress);
    void told(const NamedFact &named);
    void told(const DamagedFact &damage);
    void told(const CursorFact &fact);
    void told(const PointerFact &moved);
    void told(const RfbWire::Bell &bell);
    void told(const RfbWire::NeedSecret &need);
    void told(const RfbWire::Stats &now);
    template<class Other>
    void told(const Other &)
    {
        // WantPicture, Log and Failed are DesktopRun's. The clipboard and the fence's time have no use here yet.
    }

    DesktopSession *const q;
    const DesktopSpec spec;
    bool viewOnly;
    Visibility visibility = Visibility::Visible;
    PictureStore pictures;
    WorkerJudge judge;
    std::unique_ptr<DesktopRun> run;

    DesktopPicture picture; ///< as shown
    DesktopPicture nextPicture; ///< made, nothing drawn in it yet: the one before stays on view
    DamagedFact unreleased;
    std::optional<std::chrono::steady_clock::time_point> lastDamage;
    QImage cursor;
    QPoint hotSpot;
    bool hasAppeared = false; ///< in this run
    DesktopFacts facts;
    DesktopStats stats;
    quint32 minorVersion = 0;

    QList<quint32> keysDown;
    QPoint pointer;
    quint8 buttons = 0;

    std::optional<Secret> secret; ///< kept for reconnects
    QString secretUser;
    bool questionIsOpen = false;
    int refusals = 0; ///< of passwords, since the last that was right
};

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
    run->start({RfbWire::protocolVersion, wireQuality(spec.quality), viewOnly});
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
    bool gaveUp = false;
    if (countsAsDeath(end)) {
        gaveUp = judge.died(std::chrono::steady_clock::now()) == WorkerJudge::Verdict::GiveUp;
    }
    if (end.cause == RunEnd::Cause::ServerFailed && end.code == RfbWire::FailureCode::AuthenticationFailed) {
        secret.reset();
        ++refusals;
    }
    q->reportFailure(desktopFailure(end, desktopPlace(spec.address, q->link()->target().spec.host), gaveUp));
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

void DesktopSession::Private::told(const RfbWire::Hello &hello)
{
    facts.seccomp = hello.seccomp;
    facts.landlock = hello.landlock;
    Q_EMIT q->factsChanged();
}

void DesktopSession::Private::told(const RfbWire::Progress &progress)
{
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
        secret.reset();
        ++refusals;
    }
    const bool wantsUser = need.kind == RfbWire::SecretKind::UserAndPassword;
    questionIsOpen = true;
    if (secret) {
        q->answerSecret(secret, secretUser);
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

DesktopSession::DesktopSession(const DesktopSpec &spec, Link *link, QObject *parent)
    : Session(Kind::Desktop, spec.id, spec.title, spec.screen, link, parent)
    , d(std::make_unique<Private>(this, spec))
{
}

DesktopSession::~DesktopSession() = default;

const DesktopSpec &DesktopSession::spec() const
{
    return d->spec;
}

DesktopPicture DesktopSession::picture() const
{
    return d->picture;
}

std::optional<std::chrono::steady_clock::time_point> DesktopSession::lastDamage() const
{
    return d->lastDamage;
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
    return d->facts;
}

DesktopStats DesktopSession::stats() const
{
    return d->stats;
}

DesktopSession::Visibility DesktopSession::visibility() const
{
    return d->visibility;
}

bool DesktopSession::isViewOnly() const
{
    return d->viewOnly;
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
        releaseAllKeys();
        if (d->buttons != 0) {
            sendPointer(d->pointer, 0);
        }
    }
    d->viewOnly = viewOnly;
    d->send(RfbWire::Policy{viewOnly, wireQuality(d->spec.quality)});
    Q_EMIT viewOnlyChanged(viewOnly);
}

void DesktopSession::setVisibility(Visibility visibility)
{
    if (d->visibility == visibility) {
        return;
    }
    d->visibility = visibility;
    d->send(RfbWire::View{wireVisibility(visibility)});
    if (visibility == Visibility::Hidden) {
        d->release(d->unreleased.generation, d->unreleased.sequence);
    }
}

void DesktopSession::release(quint32 generation, quint32 sequence)
{
    d->release(generation, sequence);
}

void DesktopSession::sendKey(quint32 keysym, bool down)
{
    constexpr quint32 maxKeysym = 0x1fffffff; // X keysyms have 29 bits
    if (state() != SessionState::Live || d->viewOnly || keysym == 0 || keysym > maxKeysym) {
        return;
    }
    if (down && !d->keysDown.contains(keysym)) {
        d->keysDown.append(keysym);
    } else if (!down && !d->keysDown.removeOne(keysym)) {
        return; // it went down before we had the keyboard, or was let go of already
    }
    d->send(RfbWire::Key{keysym, down});
}

void DesktopSession::releaseAllKeys()
{
    // In the reverse order, so that modifiers go last, as fingers do it.
    const QList<quint32> keys = d->keysDown;
    for (auto key = keys.crbegin(); key != keys.crend(); ++key) {
        sendKey(*key, false);
    }
    d->keysDown.clear();
}

void DesktopSession::sendPointer(const QPoint &position, quint8 buttons)
{
    const QSize size = d->picture.image.size();
    if (state() != SessionState::Live || d->viewOnly || size.isEmpty()) {
        return;
    }
    d->pointer = QPoint(std::clamp(position.x(), 0, size.width() - 1), std::clamp(position.y(), 0, size.height() - 1));
    d->buttons = buttons;
    d->send(RfbWire::Pointer{static_cast<quint16>(d->pointer.x()), static_cast<quint16>(d->pointer.y()), buttons});
}

void DesktopSession::answerSecret(const std::optional<Secret> &secret, const QString &user)
{
    if (!std::exchange(d->questionIsOpen, false) || !d->run) {
        return; // late: the connection it was for is gone
    }
    if (!secret) {
        d->run->stop();
        d->ended({RunEnd::Cause::SecretCancelled, {}, {}, {}});
        return;
    }
    d->secret = secret;
    d->secretUser = user;
    const QByteArray name = user.toUtf8();
    d->send(RfbWire::Secret{std::string(name.constData(), static_cast<std::size_t>(std::min<qsizetype>(name.size(), RfbWire::maxSecret))),
                            std::string(secret->constData(), std::min(static_cast<std::size_t>(secret->size()), RfbWire::maxSecret))});
}

void DesktopSession::open()
{
    d->open();
}

void DesktopSession::drop()
{
    if (d->run) {
        d->run->stop();
        d->run->disconnect(this);
        d->run.release()->deleteLater(); // it may be what is just telling us of its end
    }
    d->nextPicture = {};
    d->unreleased = {};
    d->keysDown.clear();
    d->buttons = 0;
    d->facts.workerPid = 0;
    if (!d->cursor.isNull()) {
        d->setCursor({}, {});
    }
    d->forgetOpenQuestion();
    Q_EMIT factsChanged();
}
}
