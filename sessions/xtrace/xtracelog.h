// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"
#include "sessions/xwindows/protocol/xstreamobserver.h"

#include <atomic>

namespace Nightdesk
{
/// How much of a trace is kept.
struct XTraceLimits {
    std::size_t start = 1'000'000; ///< records of the start
    std::size_t live = 1'000'000; ///< records after it
    std::chrono::seconds liveSpan = std::chrono::minutes(10);
    std::size_t recorded = 4'000'000; ///< instead of live, while recording
};

/// Writes down what all X connections of one program carry. The start is kept whole (as far as XTraceLimits go), of what follows
/// the last minutes. Written by the relay's thread, read by any. Created with each traced program's run and shared with the relay.
class XTraceLog : public XStreamObservers
{
public:
    explicit XTraceLog(const XTraceTitle &title, const XTraceLimits &limits = {});
    ~XTraceLog() override;

    std::unique_ptr<XStreamObserver> newConnection(XStreamObserver::Clock::time_point now) override;

    /// The program was started (again): what was before is forgotten, and so is what connections from before still carry.
    void restart(XStreamObserver::Clock::time_point now, std::chrono::system_clock::time_point wall);
    void endStart(XStreamObserver::Clock::time_point at); ///< it has got as far as it gets by itself; once
    void addMark(XStreamObserver::Clock::time_point at, XLinkMark mark); ///< its time is filled in
    void setCompressed(bool compressed); ///< whether the link compresses
    /// While recording nothing is dropped for its age, only for want of room.
    void setRecording(bool recording);

    /// Rises with each record, not with marks: who polls sees at once that the program said nothing.
    std::uint64_t revision() const;
    /// Some microseconds and some kB, however long it is. @p now: it tells until then; without: until the last that was seen.
    XTrace snapshot(std::optional<XStreamObserver::Clock::time_point> now = {}) const;
    std::int64_t microseconds(XStreamObserver::Clock::time_point at) const; ///< since the start

private:
    struct Private;
    std::shared_ptr<Private> d; ///< observers hold it too
};
}
