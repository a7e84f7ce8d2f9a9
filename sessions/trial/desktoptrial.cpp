// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/trial/desktoptrial.h"

#include "sessions/vncauth/vncauth.h"

#include <KLocalizedString>

#include <QSet>

#include <algorithm>
#include <string_view>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
// Allowances within the limit of network bytes: for the overhead of ssh, and for data in transit when the limit is reached (a channel window).
constexpr std::int64_t inTransit = 2'200'000;
constexpr double overhead = 1.04;
// How long to wait after the shown display has ended: if its server crashed, the test connection ends within this time too.
constexpr auto decisionTime = 1s;

/// Servers that were found to allow only one viewer at a time, since this program started.
QSet<QString> &unshared()
{
    static QSet<QString> places;
    return places;
}

QString placeOf(const DesktopSession *session)
{
    const LinkFacts link = session->link()->facts();
    const QString server = session->address() ? desktopPlace(*session->address(), session->link()->target().spec.host) : session->key();
    return u"%1 %2 %3"_s.arg(server, QString::number(link.port), link.hostKeyFingerprint);
}

QString notSharedText()
{
    return i18nc("@info", "This desktop’s server does not accept a second viewer. Ask the administrator to start the server with the option -AlwaysShared.");
}

bool hasNoSsh(const LinkTarget &target)
{
    return target.spec.host.isEmpty();
}

LinkTarget beside(LinkTarget target, bool isCompressed)
{
    target.spec.compression = isCompressed ? Compression::On : Compression::Off;
    target.carriesPrograms = false;
    return target;
}

Bytes limitOfPayload(Bytes network)
{
    return {static_cast<std::int64_t>(static_cast<double>(std::max<std::int64_t>(network.count - inTransit, 0)) / overhead)};
}
}

DesktopTrial::DesktopTrial(DesktopSession *session, const LinkContext &linkContext, QObject *parent)
    : DesktopTrial(session, linkContext, Limits(), parent)
{
}

DesktopTrial::DesktopTrial(DesktopSession *session, const LinkContext &linkContext, const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_linkContext(linkContext)
    , m_limits(limits)
    , m_target(session->link()->target())
{
    // Settings of the same ssh connection follow each other, because each change of connection costs an unmeasured image. The largest image is last,
    // so that as much as possible is measured if time or bytes run out.
    for (const bool isCompressed : {false, true}) {
        for (const Quality quality : {Quality::Low, Quality::Balanced, Quality::High}) {
            m_settings.append({isCompressed, quality});
        }
    }
    m_settings.append({{true, Quality::Lossless}, {false, Quality::Lossless}});
    if (hasNoSsh(m_target)) {
        removeSettingsLike({true, Quality::Lossless});
    }
    m_timeout.setSingleShot(true);
    m_timeout.setInterval(m_limits.time);
    connect(&m_timeout, &QTimer::timeout, this, [this] {
        finish(i18nc("@info %1: seconds", "The test stopped at its limit of %1 seconds.", QString::number(m_limits.time / 1s)));
    });
    connect(session, &Session::stateChanged, this, &DesktopTrial::shownStateChanged);
    connect(session, &QObject::destroyed, this, [this] {
        finish(i18nc("@info", "The desktop was disconnected, and the test stopped."));
    });
}

DesktopTrial::~DesktopTrial()
{
    dropRun();
}

QString DesktopTrial::unavailableReason(const DesktopSession *session)
{
    if (session->state() != SessionState::Live || !session->link()->isLive() || !session->address()) {
        return i18nc("@info", "This desktop is not connected. Connect it, then try again.");
    }
    return unshared().contains(placeOf(session)) ? notSharedText() : QString();
}

bool DesktopTrial::isOver() const
{
    return m_isOver;
}

const QList<TrialRow> &DesktopTrial::rows() const
{
    return m_rows;
}

qsizetype DesktopTrial::settingCount() const
{
    return m_rows.size() + m_settings.size();
}

std::chrono::milliseconds DesktopTrial::timeLimit() const
{
    return m_limits.time;
}

QString DesktopTrial::problem() const
{
    return m_problem;
}

Bytes DesktopTrial::received() const
{
    return m_meter ? m_receivedBefore + m_meter->received() : m_receivedBefore;
}

void DesktopTrial::start()
{
    if (const QString why = m_session ? unavailableReason(m_session) : QString(); !why.isEmpty()) {
        finish(why);
        return;
    }
    m_timeout.start();
    openRoutes();
}

void DesktopTrial::cancel()
{
    finish(i18nc("@info", "The test was canceled."));
}

/// Both connections log in at the same time: over a long path a login takes seconds, in which a setting can be measured.
void DesktopTrial::openRoutes()
{
    for (const bool isCompressed : {false, true}) {
        if (!isCompressed || !hasNoSsh(m_target)) {
            m_routes.push_back(std::make_unique<Route>());
            m_routes.back()->link = std::make_unique<Link>(beside(m_target, isCompressed), m_linkContext);
        }
    }
    for (const auto &route : m_routes) {
        if (!m_isOver) { // the first connection may fail immediately
            open(*route);
        }
    }
}

void DesktopTrial::open(Route &route)
{
    Link *link = route.link.get();
    connect(link, &Link::stateChanged, this, [this](LinkState state) {
        if (state == LinkState::Live && areAllLive()) {
            measureNext();
        }
    });
    connect(link, &Link::failed, this, [this](const Failure &reason) {
        finish(i18nc("@info %1: a sentence", "The second connection to the host failed. %1", reason.what));
    });
    // A test must not ask the user questions that belong to connecting.
    connect(link, &Link::hostKeyQuestion, this, [this](const HostKeyQuestion &question) {
        finish(i18nc("@info %1: a host", "The host key of %1 is not known. Connect again and check the key, then repeat the test.", question.host));
    });
    connect(link, &Link::secretQuestion, this, [this](const SecretQuestion &question) {
        finish(i18nc("@info %1: user@host",
                     "The host asks for the password of %1 again, and it is not remembered. Enter it at the next connection, then repeat the test.",
                     question.account));
    });
    connect(link, &Link::sampleTaken, this, [this, &route](const LinkSample &sample) {
        linkSampled(route, sample);
    });
    link->open();
}

bool DesktopTrial::areAllLive() const
{
    return std::ranges::all_of(m_routes, [](const auto &route) {
        return route->link->isLive();
    });
}

DesktopTrial::Route &DesktopTrial::routeOf(const TrialSetting &setting)
{
    return *m_routes[setting.isCompressed ? 1 : 0];
}

void DesktopTrial::measureNext()
{
    if (m_isOver || m_connection) {
        return;
    }
    if (m_hasShownDisplayEnded) {
        endAsNotShared();
        return;
    }
    if (m_settings.isEmpty()) {
        finish({});
        return;
    }
    const TrialSetting setting = m_settings.constFirst();
    Route &route = routeOf(setting);
    if (setting.isCompressed && !route.link->facts().compressed) {
        removeSettingsLike(setting); // the host refuses compression, so these settings cannot be measured
        measureNext();
        return;
    }
    if (route.sample) { // otherwise the first sample follows within a second
        const bool isWarm = m_warmRoute == &route;
        run(isWarm ? setting : TrialSetting{setting.isCompressed, m_warmUpQuality}, !isWarm);
    }
}

/// Removes the settings with the same compression as @p like.
void DesktopTrial::removeSettingsLike(const TrialSetting &like)
{
    m_settings.removeIf([&like](const TrialSetting &each) {
        return each.isCompressed == like.isCompressed;
    });
}

void DesktopTrial::run(const TrialSetting &setting, bool isWarmUp)
{
    Route &route = routeOf(setting);
    m_warmRoute = nullptr;
    m_measurement = {};
    m_measurement.sampleBefore = *route.sample;
    m_measurement.row.setting = setting;
    m_measurement.isWarmUp = isWarmUp;
    m_login = std::make_unique<DesktopLogin>(route.link.get());
    m_login->setServer(*m_session->address());
    m_meter = std::make_unique<ByteMeter>(limitOfPayload(m_limits.bytes) - m_receivedBefore);
    connect(m_meter.get(), &ByteMeter::limitReached, this, [this] {
        finish(i18nc("@info %1: a size in megabytes", "The test stopped at its limit of %1 MB.", QString::number(m_limits.bytes.count / 1'000'000)));
    });
    m_connection = std::make_unique<WorkerConnection>(route.link.get(), m_login->server(), &m_pictures, &m_watchdog, nullptr);
    m_connection->setRelay([this](UniqueFd end) {
        return m_meter->connectReader(std::move(end));
    });
    connect(m_connection.get(), &WorkerConnection::pictureMade, this, [this](const DesktopPicture &picture) {
        m_measurement.missingRegion = picture.image.rect();
    });
    connect(m_connection.get(), &WorkerConnection::factReceived, this, &DesktopTrial::handleFact);
    connect(m_connection.get(), &WorkerConnection::ended, this, &DesktopTrial::runEnded);
    const Quality quality = m_measurement.row.setting.quality;
    // Reusing what the shown display's server is known to support saves round trips; nothing new about the server is tried here.
    RfbWire::ServerMemory known = m_login->serverRecall().begin();
    known.sendsInitEarly = false;
    m_connection->start({RfbWire::protocolVersion, quality, true, known});
    m_connection->send(RfbWire::Policy{true, quality, false, false});
    m_connection->send(RfbWire::View{});
}

void DesktopTrial::handleFact(const WorkerFact &fact)
{
    if (m_hasShownDisplayEnded && (std::holds_alternative<RfbWire::Progress>(fact) || std::holds_alternative<DamagedFact>(fact))) {
        endAsNotShared(); // the server accepts the test connection and has ended the display's own
        return;
    }
    std::visit(
        [this](const auto &one) {
            noteFact(one);
        },
        fact);
}

void DesktopTrial::noteFact(const RfbWire::Progress &progress)
{
    if (progress.phase == RfbWire::Phase::Security) {
        m_measurement.isLoggedIn = progress.securityType == 1; // type 1: no password; otherwise logged in after the challenge
    } else if (progress.phase == RfbWire::Phase::Initialised) {
        m_measurement.requestedAt = std::chrono::steady_clock::now();
        if (progress.colourMapped && m_measurement.row.setting.quality != Quality::Lossless) {
            // There is no JPEG for a color-mapped image, so all qualities would give the same result.
            m_settings.removeIf([](const TrialSetting &each) {
                return each.quality != Quality::Lossless;
            });
            m_warmUpQuality = Quality::Lossless;
            dropRun();
            measureNext();
        }
    }
}

void DesktopTrial::noteFact(const RfbWire::Challenge &challenge)
{
    m_measurement.wasChallenged = true;
    m_login->challenged(challenge);
    const auto secret = m_login->savedSecret();
    if (!secret) {
        finish(i18nc("@info", "The desktop’s server asks for its password again, and it is not remembered. Connect the desktop again, then repeat the test."));
        return;
    }
    const auto answer = answerVncAuth(challenge.bytes, std::string_view(secret->constData(), static_cast<std::size_t>(secret->size())));
    if (!answer) {
        finish(i18nc("@info", "This computer’s security policy does not allow VNC passwords."));
        return;
    }
    m_measurement.isLoggedIn = true;
    m_connection->send(RfbWire::ChallengeAnswer{*answer});
}

void DesktopTrial::noteFact(const DamagedFact &damage)
{
    m_connection->release();
    if (m_measurement.completedAt) {
        return;
    }
    for (const QRect &rect : damage.rects) {
        m_measurement.missingRegion -= rect;
    }
    if (m_measurement.missingRegion.isEmpty() && m_measurement.requestedAt) {
        m_measurement.completedAt = std::chrono::steady_clock::now();
        m_measurement.row.delay = std::chrono::duration_cast<std::chrono::microseconds>(*m_measurement.completedAt - *m_measurement.requestedAt);
        m_measurement.row.payload = m_meter->received();
        m_connection->send(RfbWire::View{RfbWire::Visibility::Hidden, false, {}}); // hidden, so that later changes are not sent and measured
        routeOf(m_measurement.row.setting).link->checkNow(); // requests a sample immediately: after a second without traffic, TCP starts slowly again
    }
}

void DesktopTrial::noteFact(const RfbWire::Stats &stats)
{
    if (!m_measurement.completedAt || m_measurement.hasStats) {
        return;
    }
    m_measurement.row.cpu += std::chrono::microseconds(stats.decodeMicroseconds);
    m_measurement.hasStats = true;
    finishRowIfComplete();
}

void DesktopTrial::linkSampled(Route &route, const LinkSample &sample)
{
    route.sample = sample;
    if (m_isOver) {
        return;
    }
    if (!m_connection) {
        if (areAllLive()) {
            measureNext();
        }
        return;
    }
    if (&route != &routeOf(m_measurement.row.setting) || !m_measurement.completedAt || m_measurement.hasSample || sample.takenAt < *m_measurement.completedAt) {
        return;
    }
    // The sample may include more data than the image, so its ratio of network bytes to payload is applied to the image's payload.
    const auto payload = static_cast<double>((sample.payloadIn - m_measurement.sampleBefore.payloadIn).count);
    const auto networkBytes = static_cast<double>((sample.wireIn - m_measurement.sampleBefore.wireIn).count);
    m_measurement.row.networkBytes = payload > 0
        ? Bytes{static_cast<std::int64_t>(static_cast<double>(m_measurement.row.payload.count) * networkBytes / payload)}
        : m_measurement.row.payload;
    m_measurement.row.cpu += sample.cpu - m_measurement.sampleBefore.cpu;
    m_measurement.hasSample = true;
    finishRowIfComplete();
}

void DesktopTrial::finishRowIfComplete()
{
    if (!m_measurement.hasSample || !m_measurement.hasStats) {
        return;
    }
    m_warmRoute = &routeOf(m_measurement.row.setting);
    dropRun();
    if (!m_measurement.isWarmUp) {
        m_rows.append(m_measurement.row);
        m_settings.removeFirst();
        Q_EMIT rowMeasured();
    }
    measureNext();
}

void DesktopTrial::runEnded(const ConnectionEnd &end)
{
    using Code = RfbWire::FailureCode;
    const bool isClosed = end.cause == ConnectionEnd::Cause::ServerEnded || (end.cause == ConnectionEnd::Cause::ServerFailed && end.code == Code::Closed);
    // Without a password, the server can only have refused the second connection.
    const bool isRefused = end.cause == ConnectionEnd::Cause::ServerFailed && end.code == Code::AuthenticationFailed && !m_measurement.wasChallenged;
    const bool isTurnedAway = !m_measurement.requestedAt && ((isClosed && m_measurement.isLoggedIn) || isRefused);
    // The shown display has reconnected, and that ended the test connection.
    const bool isOneOfTwo = m_hasShownDisplayEnded && m_session && (m_session->state() == SessionState::Live || m_session->state() == SessionState::Opening);
    if (isTurnedAway || isOneOfTwo) {
        endAsNotShared();
        return;
    }
    const QString host = m_target.spec.host;
    const Failure failure = desktopFailure(end, m_session && m_session->address() ? desktopPlace(*m_session->address(), host) : host, false);
    finish(i18nc("@info %1: a sentence", "The test connection ended. %1", failure.what));
}

/// The shown display has ended: either its server allows one viewer at a time and ended it for the test, or the server crashed, which ends both.
void DesktopTrial::shownStateChanged()
{
    if (m_isOver || !m_session || m_session->state() == SessionState::Live) {
        return;
    }
    if (m_hasShownDisplayEnded) {
        return; // the display is already reconnecting
    }
    if (m_connection && m_session->link()->isLive() && m_rows.isEmpty()) {
        m_hasShownDisplayEnded = true;
        QTimer::singleShot(decisionTime, this, &DesktopTrial::endAsNotShared);
        return;
    }
    finish(i18nc("@info", "The desktop was disconnected, and the test stopped."));
}

void DesktopTrial::endAsNotShared()
{
    if (!m_isOver && m_session) {
        unshared().insert(placeOf(m_session));
        finish(notSharedText());
    }
}

void DesktopTrial::dropRun()
{
    if (m_meter) {
        m_receivedBefore = m_receivedBefore + m_meter->received();
        m_meter->disconnect(this);
        m_meter.release()->deleteLater(); // deleted later: this function may have been called by a signal of the meter
    }
    if (m_connection) {
        m_connection->stop();
        m_connection->disconnect(this);
        m_connection.release()->deleteLater();
    }
}

void DesktopTrial::finish(const QString &problem)
{
    if (std::exchange(m_isOver, true)) {
        return;
    }
    m_problem = problem;
    m_timeout.stop();
    dropRun();
    for (const auto &route : m_routes) {
        route->link->disconnect(this);
        route->link->close(); // the destructor deletes the links; once closed, it need not wait for their threads
    }
    Q_EMIT ended();
}
}
