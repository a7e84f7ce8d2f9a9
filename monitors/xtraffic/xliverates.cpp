// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/xtraffic/xliverates.h"

#include "monitors/xtraffic/xroundtrips.h"

#include <algorithm>

namespace Nightdesk
{
XLiveRates XLiveRates::of(const XTrace &trace, std::int64_t now, std::chrono::microseconds roundTrip, std::vector<XWait> *countedWaits)
{
    // A round trip is certain only after the program's next request, so the last round trip before now is not counted.
    const std::int64_t to = std::max<std::int64_t>(now - roundTrip.count(), 0);
    const std::int64_t from = std::max<std::int64_t>(to - averagingPeriod.count(), 0);
    if (to == from) {
        return {};
    }
    XLiveRates rates;
    std::vector<XWait> waits;
    XWaitFinder finder;
    const XRoundTrips roundTrips = XRoundTrips::fromSamplesOrFixed(trace, roundTrip);
    // Begins earlier, to include requests whose answers may be within the period.
    const std::int64_t before = from - 2 * roundTrip.count();
    trace.forEach(trace.lowerBound(before), trace.size(), [&](const XRecord &record) {
        finder.add(record, roundTrips, waits);
        if (record.at >= from && record.at < to && (record.kind != XRecordKind::ParsingStopped && record.kind != XRecordKind::Closed)) {
            (record.has(XRecord::FromProgram) ? rates.bytesUp : rates.bytesDown) += record.size;
        }
    });
    finder.finish(now, roundTrips, waits);
    std::ranges::sort(waits, {}, &XWait::beganAt);
    std::int64_t waited = 0;
    std::int64_t waitedTo = from;
    int count = 0;
    for (const XWait &wait : waits) {
        if (!wait.isConnectionSetup && wait.endedAt > from && wait.endedAt <= to) {
            ++count;
            if (countedWaits) {
                countedWaits->push_back(wait);
            }
        }
        const std::int64_t begin = std::max(wait.beganAt, waitedTo);
        const std::int64_t end = std::min(wait.endedAt, to);
        waited += std::max<std::int64_t>(0, end - begin);
        waitedTo = std::max(waitedTo, end);
    }
    const auto seconds = static_cast<double>(to - from);
    rates.roundTripsPerSecond = count * 1e6 / seconds;
    rates.waitingShare = static_cast<double>(waited) / seconds;
    return rates;
}
}
