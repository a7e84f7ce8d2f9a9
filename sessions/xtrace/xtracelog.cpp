// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xtrace/xtracelog.h"

#include "sessions/xtrace/xstreamreader.h"
#include "sessions/xtrace/xtracestore.h"

#include <algorithm>
#include <mutex>

namespace Nightdesk
{
namespace
{
using Clock = XStreamObserver::Clock;

std::int64_t microsecondsBetween(Clock::time_point from, Clock::time_point to)
{
    return std::max<std::int64_t>(std::chrono::duration_cast<std::chrono::microseconds>(to - from).count(), 0);
}
}

struct XTraceLog::Private {
    class Observer;

    Private(const XTraceTitle &title, const XTraceLimits &limits)
        : store(title, limits)
    {
    }

    mutable std::mutex mutex; ///< protects all members below
    XTraceStore store;
    Clock::time_point traceBegin = Clock::now();
    std::uint64_t logRestartCount = 0; ///< number of restarts so far
    std::atomic<std::uint64_t> revision = 0;
};

/// Observes one connection. Stores all records of a packet at once, so that the lock is taken once per packet.
class XTraceLog::Private::Observer : public XStreamObserver
{
public:
    Observer(const std::shared_ptr<Private> &log, std::uint16_t connection)
        : m_log(log)
        , m_connection(connection)
        , m_logRestartCountAtOpening(log->logRestartCount)
        , m_traceBegin(log->traceBegin)
        , m_reader([this](const XRecord &record) {
            m_records.push_back(record);
            m_records.back().connection = m_connection;
        })
    {
    }

    ~Observer() override
    {
        const std::lock_guard lock(m_log->mutex);
        if (m_log->logRestartCount == m_logRestartCountAtOpening) {
            m_log->store.closeConnection(m_connection, microsecondsBetween(m_traceBegin, Clock::now()));
            ++m_log->revision;
        }
    }

    void observeBytesFromProgram(std::span<const std::uint8_t> bytes, Clock::time_point now) override
    {
        m_reader.readBytesFromProgram(bytes, microsecondsBetween(m_traceBegin, now));
        storeRecords();
    }

    void observeBytesToProgram(std::span<const std::uint8_t> bytes, Clock::time_point now) override
    {
        m_reader.readBytesToProgram(bytes, microsecondsBetween(m_traceBegin, now));
        storeRecords();
    }

private:
    void storeRecords()
    {
        if (m_records.empty()) {
            return;
        }
        const std::lock_guard lock(m_log->mutex);
        if (m_log->logRestartCount == m_logRestartCountAtOpening) {
            m_log->store.append(m_records);
            m_log->store.describeConnection(m_connection, m_reader.isBigEndian(), m_reader.problem());
            ++m_log->revision;
        }
        m_records.clear();
    }

    std::shared_ptr<Private> m_log;
    std::uint16_t m_connection;
    std::uint64_t m_logRestartCountAtOpening;
    Clock::time_point m_traceBegin;
    std::vector<XRecord> m_records; ///< records of the present packet
    XStreamReader m_reader;
};

XTraceLog::XTraceLog(const XTraceTitle &title, const XTraceLimits &limits)
    : d(std::make_shared<Private>(title, limits))
{
}

XTraceLog::~XTraceLog() = default;

std::unique_ptr<XStreamObserver> XTraceLog::newConnection(Clock::time_point now)
{
    const std::lock_guard lock(d->mutex);
    const std::optional<std::uint16_t> number = d->store.openConnection(microsecondsBetween(d->traceBegin, now));
    ++d->revision;
    return number ? std::make_unique<Private::Observer>(d, *number) : nullptr; // null: the trace already has the largest number of connections
}

void XTraceLog::restart(Clock::time_point now, std::chrono::system_clock::time_point wallTime)
{
    const std::lock_guard lock(d->mutex);
    d->store.restart(wallTime);
    d->traceBegin = now;
    ++d->logRestartCount;
    ++d->revision;
}

void XTraceLog::markStartEnded(Clock::time_point at)
{
    const std::lock_guard lock(d->mutex);
    d->store.markStartEnded(microsecondsBetween(d->traceBegin, at));
    ++d->revision;
}

void XTraceLog::addLinkSample(Clock::time_point at, XLinkSample sample)
{
    const std::lock_guard lock(d->mutex);
    sample.at = microsecondsBetween(d->traceBegin, at);
    d->store.addLinkSample(sample); // the revision is not increased: with a sample each second, no program would ever look quiet
}

void XTraceLog::setCompressed(bool compressed)
{
    const std::lock_guard lock(d->mutex);
    d->store.setCompressed(compressed);
}

void XTraceLog::setRecording(bool recording)
{
    const std::lock_guard lock(d->mutex);
    d->store.setRecording(recording);
}

std::uint64_t XTraceLog::revision() const
{
    return d->revision;
}

XTrace XTraceLog::snapshot(std::optional<Clock::time_point> now) const
{
    const std::lock_guard lock(d->mutex);
    return d->store.trace(now ? microsecondsBetween(d->traceBegin, *now) : 0);
}

std::int64_t XTraceLog::microseconds(Clock::time_point at) const
{
    const std::lock_guard lock(d->mutex);
    return std::chrono::duration_cast<std::chrono::microseconds>(at - d->traceBegin).count();
}
}
