// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/broker/brokerclientprivate.h"

#include "sessions/broker/brokerfailure.h"
#include "sessions/common/logging.h"

#include <QCryptographicHash>
#include <QRandomGenerator>

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

using namespace std::chrono_literals;

namespace Nightdesk
{
namespace
{
using Clock = std::chrono::steady_clock;
constexpr qsizetype bufferLimit = 256 * 1024;
/// libmosquitto asks the broker when keepAlive has passed, and the broker waits half of that longer: a look in between is enough.
constexpr auto lookEvery = 2000ms;
/// Of a way that opens: ssh's channel over a slow link. The broker's answer has keepAlive.
constexpr auto openLimit = 20s;
constexpr auto leaveLimit = 3s;
constexpr std::chrono::milliseconds refusedPause = 5min;
constexpr std::chrono::milliseconds longestPause = 1h;
/// Shorter than that it was no connection: a broker that lets in and throws out is not knocked at every second.
constexpr auto steadyAfter = 10s;
}

class BrokerClient::Private::Watch
{
public:
    explicit Watch(Private *watched)
        : m_watched(watched)
        , m_epoch(watched->m_epoch)
    {
    }
    bool isBroken() const
    {
        return !m_watched || m_watched->m_epoch != m_epoch;
    }

private:
    const QPointer<Private> m_watched;
    const quint64 m_epoch;
};

BrokerClient::Private::Private(BrokerClient *client)
    : q(client)
    , m_mark(QByteArray::number(QRandomGenerator::system()->generate(), 16).rightJustified(8, '0'))
{
    m_look.setInterval(lookEvery);
    m_look.setTimerType(Qt::VeryCoarseTimer); // many clients of one process wake it together
    m_limit.setSingleShot(true);
    connect(&m_look, &QTimer::timeout, this, &Private::look);
    connect(&m_limit, &QTimer::timeout, this, &Private::due);
}

BrokerClient::Private::~Private()
{
    drop();
}

void BrokerClient::Private::setWay(std::unique_ptr<BrokerWay> newWay)
{
    if (m_isLeaving) {
        letLinger();
    }
    drop();
    if (way) {
        way->disconnect(this);
        way.release()->deleteLater(); // it may be the one who speaks
    }
    way = std::move(newWay);
    if (way) {
        connect(way.get(), &BrokerWay::openableChanged, this, &Private::setOpenable);
        connect(way.get(), &BrokerWay::opened, this, &Private::beginSession);
        connect(way.get(), &BrokerWay::failed, this, [this](const Failure &reason) {
            if (m_isLeaving) {
                finishLeaving();
            } else if (m_stream) {
                fail(reason, refusedPause);
            }
        });
        connect(way.get(), &BrokerWay::closed, this, [this] {
            if (m_stream) {
                m_stream->drain(); // the broker's last words say why
            }
        });
    }
    m_backoff.reset();
    m_refusal.reset();
    go();
}

void BrokerClient::Private::open(const BrokerCredential &credential, const std::function<BrokerWill()> &will)
{
    m_isLeaving = false;
    drop();
    m_credential = credential;
    m_will = will;
    m_isWanted = true;
    m_takeovers = 0;
    m_backoff.reset();
    m_refusal.reset();
    go();
}

void BrokerClient::Private::close(const std::optional<BrokerWill> &farewell)
{
    if (m_isLeaving || !m_isWanted) {
        return;
    }
    m_isWanted = false;
    m_will = {};
    m_credential = {};
    failure.reset();
    m_refusal.reset();
    if (state == BrokerState::Connected && m_session) {
        if (farewell) {
            m_session->publish(farewell->topic, farewell->payload, {.qos = 1, .isRetained = true, .expiry = {}});
        }
        m_session->end();
        flush();
        m_look.stop();
        m_isLeaving = true;
        m_limit.start(leaveLimit);
    } else {
        drop();
        m_limit.stop();
        QMetaObject::invokeMethod(q, &BrokerClient::closed, Qt::QueuedConnection);
    }
    enter(BrokerEvent::Closed);
}

void BrokerClient::Private::finishLeaving()
{
    m_isLeaving = false;
    drop();
    Q_EMIT q->closed();
}

void BrokerClient::Private::letLinger()
{
    // Whoever closes a desk takes its way, too: the farewell needs it for as long as it is on it.
    auto *const rest = new QObject(q);
    way->disconnect(this);
    m_stream->disconnect(this);
    connect(m_stream.get(), &BrokerStream::ended, rest, &QObject::deleteLater);
    connect(way.get(), &BrokerWay::failed, rest, &QObject::deleteLater);
    connect(way.get(), &BrokerWay::closed, rest, &QObject::deleteLater);
    QTimer::singleShot(leaveLimit, rest, &QObject::deleteLater);
    connect(rest, &QObject::destroyed, q, &BrokerClient::closed);
    m_counters = counters();
    way.release()->setParent(rest);
    m_stream.release()->setParent(rest);
    m_framer.reset();
    m_limit.stop();
    m_isLeaving = false;
}

void BrokerClient::Private::retry()
{
    m_refusal.reset();
    go();
}

void BrokerClient::Private::go()
{
    if (!m_isWanted || m_stream) {
        return;
    }
    const auto now = Clock::now();
    if (!way || !way->isOpenable()) {
        m_limit.stop();
        failure.reset();
        enter(BrokerEvent::WayMissing);
    } else if (m_refusal && now < m_refusal->until) {
        // Two consoles of one credential whose links come and go would throw each other out all night.
        failure = m_refusal->failure;
        m_limit.start(std::chrono::ceil<std::chrono::milliseconds>(m_refusal->until - now));
        enter(BrokerEvent::Denied);
    } else {
        m_refusal.reset();
        attempt();
    }
}

void BrokerClient::Private::setOpenable(bool openable)
{
    // While a stream is open its end is told by itself.
    if (!m_stream && (!openable || state != BrokerState::Refused)) {
        go();
    }
}

void BrokerClient::Private::attempt()
{
    std::array<int, 2> pair{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair.data()) != 0) {
        const QString error = QString::fromLocal8Bit(std::strerror(errno));
        if (enter(BrokerEvent::Begun)) {
            fail(BrokerFailure::noSocket(error), refusedPause);
        }
        return;
    }
    m_stream = std::make_unique<BrokerStream>(UniqueFd(pair[0]));
    connect(m_stream.get(), &BrokerStream::arrived, this, &Private::take);
    connect(m_stream.get(), &BrokerStream::ended, this, &Private::endOfStream);
    m_framer.emplace(maxPacket);
    m_limit.start(openLimit);
    if (enter(BrokerEvent::Begun)) {
        way->open(UniqueFd(pair[1]));
    } else {
        ::close(pair[1]);
    }
}

void BrokerClient::Private::beginSession()
{
    if (!m_stream || m_session || !m_isWanted) {
        return;
    }
    m_session = MqttSession::begin({clientId(), m_credential.user().toUtf8(), m_credential.password, m_will ? m_will() : BrokerWill{}});
    if (!m_session) {
        fail(BrokerFailure::noSocket(QString::fromLocal8Bit(std::strerror(errno))), refusedPause);
        return;
    }
    m_limit.stop();
    m_look.start();
    QByteArray opening = m_session->takeOutput();
    m_stream->write(opening);
    ::explicit_bzero(opening.data(), static_cast<std::size_t>(opening.size())); // the password is in it
}

QByteArray BrokerClient::Private::clientId()
{
    // A broker sends away who comes with the same id. For a desk that is right: what a cut line has left of itself there must
    // not tell its will after the desk is back, and two consoles cannot be one desk. An SA may have boards here and at home.
    // mosquitto 2.0.21 was seen to send away whoever has the id, whatever the user is: so nobody else may know a desk's.
    const QByteArray user = m_credential.user().toUtf8();
    if (m_credential.role != BrokerRole::Desk) {
        return user + '.' + m_mark;
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData("nightdesk client id:");
    hash.addData(m_credential.password.view());
    return user + '.' + hash.result().toHex().first(16);
}

void BrokerClient::Private::take(const QByteArray &bytes)
{
    if (!m_session) {
        return; // nobody speaks before us; and of what comes after our farewell nothing matters
    }
    m_framer->add(bytes);
    while (const std::optional<QByteArray> packet = m_framer->next()) {
        m_session->take(*packet);
    }
    if (!m_isLeaving) {
        settle();
    }
}

void BrokerClient::Private::look()
{
    if (m_session) {
        m_session->look();
        settle();
    }
}

void BrokerClient::Private::flush()
{
    if (m_session && m_stream) {
        m_stream->write(m_session->takeOutput());
    }
}

void BrokerClient::Private::settle()
{
    const Watch watch(this);
    const MqttSession::News news = m_session->takeNews();
    if (news.answer == 0 && state == BrokerState::Connecting) {
        m_since = Clock::now();
        failure.reset();
        m_refusal.reset();
        refusal.reset();
        m_session->subscribe(m_filters);
        flush();
        if (!enter(BrokerEvent::LetIn)) {
            return;
        }
        Q_EMIT q->connected();
        if (watch.isBroken()) {
            return;
        }
    }
    flush();
    if (!news.messages.isEmpty()) {
        m_counters.arrived += static_cast<quint64>(news.messages.size());
        Q_EMIT q->arrived(news.messages);
    }
    for (const MqttSession::Receipt &receipt : news.receipts) {
        if (!watch.isBroken()) {
            Q_EMIT q->delivered(receipt.mark, receipt.receipt);
        }
    }
    for (const MqttSession::Refusal &one : news.refusedTopics) {
        if (!watch.isBroken()) {
            tellRefusal(one.what, BrokerFailure::notTaken(one.reason, one.what));
        }
    }
    for (const MqttSession::Refusal &one : news.refusedFilters) {
        if (!watch.isBroken()) {
            tellRefusal(one.what, BrokerFailure::notTold(one.reason, one.what));
        }
    }
    if (!watch.isBroken()) {
        judge(news);
    }
}

void BrokerClient::Private::tellRefusal(const QString &what, const Failure &reason)
{
    if (!refusal) {
        refusal = reason;
        qCInfo(LogBroker) << "broker:" << reason.what << reason.where;
    }
    Q_EMIT q->refused(what, reason);
}

void BrokerClient::Private::judge(const MqttSession::News &news)
{
    const bool wasIn = state == BrokerState::Connected;
    if (news.answer.value_or(0) != 0) {
        fail(BrokerFailure::notLetIn(*news.answer, m_credential), refusedPause);
    } else if (news.farewell) {
        std::chrono::milliseconds pause = refusedPause;
        if (BrokerFailure::isTakenOver(*news.farewell)) {
            // Two consoles that both come back at once would send each other away all night.
            pause = std::min(refusedPause * (1 << std::min(m_takeovers, 5)), longestPause);
            ++m_takeovers;
        }
        fail(BrokerFailure::sentAway(*news.farewell, m_credential), pause);
    } else if (m_framer->isBroken()) {
        fail(wasIn ? BrokerFailure::broken() : BrokerFailure::noBroker(), refusedPause);
    } else if (news.error) {
        qCInfo(LogBroker) << "libmosquitto:" << *news.error;
        fail(news.fellSilent ? BrokerFailure::silent(wasIn) : BrokerFailure::broken(), refusedPause);
    }
}

void BrokerClient::Private::endOfStream()
{
    if (m_isLeaving) {
        finishLeaving();
    } else {
        fail(BrokerFailure::lost(state == BrokerState::Connected), refusedPause);
    }
}

void BrokerClient::Private::due()
{
    if (m_isLeaving) {
        finishLeaving();
    } else if (m_stream) {
        fail(BrokerFailure::silent(false), refusedPause); // the way never opened
    } else {
        m_refusal.reset(); // a timer may be early
        go();
    }
}

void BrokerClient::Private::fail(const Failure &reason, std::chrono::milliseconds pause)
{
    if (m_since && Clock::now() - *m_since >= steadyAfter) {
        m_backoff.reset();
    }
    drop();
    qCInfo(LogBroker) << "broker:" << reason.what;
    const double chance = QRandomGenerator::global()->generateDouble();
    if (reason.kind == FailureKind::Refused) {
        m_refusal = {.failure = reason, .until = Clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(pause * (0.9 + chance / 5))};
    }
    if (m_refusal || !way || !way->isOpenable()) {
        go();
        return;
    }
    failure = reason;
    m_limit.start(m_backoff.nextPause(chance));
    enter(BrokerEvent::Lost);
}

void BrokerClient::Private::drop()
{
    ++m_epoch;
    m_counters = counters();
    m_look.stop();
    m_since.reset();
    m_session.reset();
    m_framer.reset();
    if (m_stream) {
        if (way) {
            way->close();
        }
        m_stream->disconnect(this);
        m_stream->close();
        m_stream.release()->deleteLater(); // it may be the one who speaks
        m_limit.stop();
    }
}

bool BrokerClient::Private::enter(BrokerEvent event)
{
    const std::optional<BrokerState> next = nextState(state, event);
    if (!next || *next == state) {
        if (!next) {
            qCDebug(LogBroker) << "event" << static_cast<int>(event) << "in state" << static_cast<int>(state) << "is ignored";
        }
        return next.has_value();
    }
    state = *next;
    const Watch watch(this);
    Q_EMIT q->stateChanged(state);
    return !watch.isBroken();
}

void BrokerClient::Private::subscribe(const QStringList &filters)
{
    QStringList added;
    for (const QString &filter : filters) {
        if (!m_filters.contains(filter)) {
            added << filter;
        }
    }
    m_filters << added;
    if (state == BrokerState::Connected && m_session && !added.isEmpty()) {
        m_session->subscribe(added);
        flush();
    }
}

void BrokerClient::Private::unsubscribe(const QStringList &filters)
{
    QStringList removed;
    for (const QString &filter : filters) {
        if (m_filters.removeAll(filter) > 0) {
            removed << filter;
        }
    }
    if (state == BrokerState::Connected && m_session && !removed.isEmpty()) {
        m_session->unsubscribe(removed);
        flush();
    }
}

bool BrokerClient::Private::publish(const QString &topic, const QByteArray &payload, const BrokerDelivery &delivery)
{
    if (state != BrokerState::Connected || !m_session || payload.size() > maxPacket
        || m_stream->waiting() + m_session->unacknowledged() + payload.size() > bufferLimit) {
        return false;
    }
    const bool isDone = m_session->publish(topic, payload, delivery);
    flush();
    m_counters.published += isDone ? 1 : 0;
    return isDone;
}

BrokerCounters BrokerClient::Private::counters() const
{
    BrokerCounters all = m_counters;
    if (m_stream) {
        all.sent.count += m_stream->sent();
        all.received.count += m_stream->received();
    }
    if (m_framer) {
        all.tooLong += m_framer->passedOver();
    }
    return all;
}
}
