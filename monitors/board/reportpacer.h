// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/board/deskfigures.h"
#include "monitors/board/tokenbucket.h"
#include "sessions/boardwire/boardtopics.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// Decides what a desk publishes and when: a change at once but at most twice a second, numbers at most every 5 s and only if they
/// left their dead band, everything every 60 s, and at most 2 kbit/s on average. What exceeds the budget waits, and is
/// then published in its current form, so the last state is never lost. Pure: its owner has the clock and sends.
class ReportPacer
{
public:
    using Clock = std::chrono::steady_clock;
    enum class Part {
        State,
        Numbers,
        History
    };
    struct PublishPlan {
        bool isStateDue = false;
        bool areNumbersDue = false;
        bool isHistoryDue = false;
        Clock::time_point nextCheckAt; ///< when makePlan() is to be called again, unless something changes before
    };

    static constexpr std::chrono::milliseconds minStateInterval{500};
    static constexpr std::chrono::seconds minNumbersInterval{5};
    static constexpr std::chrono::seconds minHistoryInterval{5};
    static constexpr std::chrono::seconds fullReportInterval{60};
    /// Bytes that MQTT, ssh, TCP and IP add to a payload and its topic.
    static constexpr qsizetype packetOverhead = 100;
    /// Bytes of the broker's acknowledgement; all messages except numbers are acknowledged.
    static constexpr qsizetype acknowledgementSize = 100;
    /// Estimated bytes on the network for a message of @p bytes, which include its topic.
    static qsizetype transmissionCost(Part part, qsizetype bytes);

    /// @p desk: its name determines the phase, so that desks do not all report at once after a broker restart.
    explicit ReportPacer(const DeskName &desk);

    void handleConnected(Clock::time_point now); ///< the broker knows nothing of this desk yet: everything is due
    void requestHistory();
    PublishPlan makePlan(const DeskFigures &figures, Clock::time_point now);
    /// The part was sent; @p bytes includes the topic.
    void recordSentPart(Part part, qsizetype bytes, const DeskFigures &figures, Clock::time_point now);

private:
    struct PartBudget {
        TokenBucket bucket;
        double estimatedCost; ///< estimated bytes of the next message: those of the last one
        std::optional<Clock::time_point> publishedAt;
    };
    PartBudget &budgetOf(Part part);
    bool isStateDue(const DeskFigures &figures, Clock::time_point now) const;
    bool areNumbersDue(const DeskFigures &figures, Clock::time_point now) const;

    const std::chrono::milliseconds m_reportPhase; ///< 0 to 40 s: shifts this desk's reports, so that not all desks report at once
    // Each part has its own budget, so that a display that keeps changing does not use up the budget of the numbers. Together they allow
    // 250 bytes a second. The limit for a desk is 3.2 kbit/s: the rest is for messages that users cause and for frequent reconnects.
    PartBudget m_stateBudget{.bucket = {120, 8192}, .estimatedCost = 1024, .publishedAt = {}};
    PartBudget m_numbersBudget{.bucket = {95, 4096}, .estimatedCost = 512, .publishedAt = {}};
    PartBudget m_historyBudget{.bucket = {35, 8192}, .estimatedCost = 512, .publishedAt = {}};
    DeskFigures m_lastSentFigures;
    bool m_mustPublishState = false; ///< true: the state is to be published even if it did not change
    bool m_isHistoryRequested = false;
    Clock::time_point m_fullReportDueAt; ///< when the state and the numbers are to be published next, even if they did not change
};
}
