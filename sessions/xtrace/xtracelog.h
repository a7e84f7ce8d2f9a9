// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"
#include "sessions/xwindows/protocol/xstreamobserver.h"

#include <atomic>

namespace Nightdesk
{
/// Limits of what is kept of a trace.
struct XTraceLimits {
    std::size_t maxStartRecords = 1'000'000; ///< limit for the records of the program's start
    std::size_t maxRecordsAfterStart = 1'000'000; ///< limit for the records made after the program has finished starting
    std::chrono::seconds keptSpanAfterStart = std::chrono::minutes(10); ///< older records made after the start are dropped
    std::size_t maxRecordingRecords = 4'000'000; ///< limit used instead of maxRecordsAfterStart while recording
};

/// Records the messages of all X connections of one program. Keeps the whole start (within XTraceLimits), and the last minutes of what follows.
/// Written by the relay's thread, read by any. Created with each traced program's run and shared with the relay.
class XTraceLog : public XStreamObservers
{
public:
    explicit XTraceLog(const XTraceTitle &title, const XTraceLimits &limits = {});
    ~XTraceLog() override;

    std::unique_ptr<XStreamObserver> newConnection(XStreamObserver::Clock::time_point now) override;

    /// The program was started (again): drops all records, and ignores what earlier connections still carry.
    void restart(XStreamObserver::Clock::time_point now, std::chrono::system_clock::time_point wallTime);
    void markStartEnded(XStreamObserver::Clock::time_point at); ///< the program has finished starting; to be called once
    void addLinkSample(XStreamObserver::Clock::time_point at, XLinkSample sample); ///< adds @p sample with the time @p at
    void setCompressed(bool compressed); ///< notes whether the link compresses
    /// While recording, records are dropped only if there is no room, never because of their age.
    void setRecording(bool recording);

    /// Increases with each record of a message or connection, but not with link samples. If two calls return the same number, no message was recorded
    /// between them.
    std::uint64_t revision() const;
    /// A snapshot costs some microseconds and some kB, whatever the trace's length. @p now: the trace's end; empty: the
    /// time of the last entry.
    XTrace snapshot(std::optional<XStreamObserver::Clock::time_point> now = {}) const;
    std::int64_t microseconds(XStreamObserver::Clock::time_point at) const; ///< time since the program's start

private:
    struct Private;
    std::shared_ptr<Private> d; ///< shared with the observers
};
}
