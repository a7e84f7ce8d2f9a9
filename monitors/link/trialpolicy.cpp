// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "monitors/link/trialpolicy.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace Nightdesk
{
namespace
{
using namespace std::chrono_literals;

// Cost of a login to the host (both connections at once), and of an image over an existing connection, which includes the login to the VNC
// server: a number of round trips, and the time of the computers. Measured with the link emulator, at a round trip of 500 ms.
constexpr int loginTrips = 8;
constexpr std::chrono::microseconds loginWork = 700ms;
constexpr int imageTrips = 5;
constexpr std::chrono::microseconds imageWork = 400ms;
constexpr qsizetype perConnection = 3; // number of images after which the trial changes from the first connection to the second
constexpr qsizetype perTwoConnections = 7; // number of images after which it returns to the first connection, with the remaining settings

/// A setting with a delay up to this limit counts as being as fast as the fastest.
std::chrono::microseconds maxDelayOfFastSettings(const QList<TrialResult> &rows)
{
    const auto fastest = std::ranges::min_element(rows, {}, &TrialResult::transferTime)->transferTime;
    const auto more = std::chrono::microseconds(static_cast<std::int64_t>(static_cast<double>(fastest.count()) * TrialPolicy::unnoticedFactor));
    return std::max<std::chrono::microseconds>(more, fastest + TrialPolicy::unnoticedDifference);
}
}

QList<qsizetype> TrialPolicy::ranking(const QList<TrialResult> &rows)
{
    QList<qsizetype> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    if (rows.isEmpty()) {
        return order;
    }
    const auto most = maxDelayOfFastSettings(rows);
    std::ranges::stable_sort(order, {}, [&rows, most](qsizetype index) {
        const TrialResult &row = rows[index];
        const bool isSlow = row.transferTime > most;
        // The qualities that are tried are ordered from the best to the worst.
        return isSlow ? std::tuple(true, row.transferTime, Quality(), false)
                      : std::tuple(false, std::chrono::microseconds(), row.setting.quality, row.setting.isCompressed);
    });
    return order;
}

std::optional<TrialVerdict> TrialPolicy::verdict(const QList<TrialResult> &rows)
{
    if (rows.isEmpty()) {
        return std::nullopt;
    }
    TrialVerdict verdict;
    verdict.bestRow = ranking(rows).constFirst();
    const TrialSetting best = rows[verdict.bestRow].setting;
    const auto most = maxDelayOfFastSettings(rows);
    const auto isAsFast = [most](const TrialResult &row) {
        return row.transferTime <= most;
    };
    if (rows.size() == 1) {
        verdict.reason = TrialVerdict::Reason::OnlyMeasuredSetting;
    } else if (std::ranges::count_if(rows, isAsFast) == 1) {
        verdict.reason = TrialVerdict::Reason::Fastest;
    } else {
        const bool hasWorse = std::ranges::any_of(rows, [&](const TrialResult &row) {
            return isAsFast(row) && row.setting.quality != best.quality;
        });
        verdict.reason = hasWorse ? TrialVerdict::Reason::BestQuality : TrialVerdict::Reason::NoCompressionNeeded;
    }
    return verdict;
}

qsizetype TrialPolicy::settingCountWithin(std::chrono::microseconds roundTrip, std::chrono::milliseconds limit)
{
    const auto login = loginTrips * roundTrip + loginWork;
    const auto image = imageTrips * roundTrip + imageWork;
    qsizetype images = std::max<qsizetype>(0, (limit - login) / image - 1); // minus the first image of the connection, which is not measured
    for (const qsizetype change : {perConnection, perTwoConnections}) {
        if (images > change) {
            // Minus the first image after the change of the connection, which is not measured either.
            images = std::max(change, images - 1);
        }
    }
    return images;
}

std::optional<Bytes> TrialPolicy::transferRate(const TrialResult &row)
{
    if (row.transferTime.count() <= 0) {
        return std::nullopt;
    }
    return Bytes{static_cast<std::int64_t>(static_cast<double>(row.networkBytes.count) / std::chrono::duration<double>(row.transferTime).count())};
}
}
