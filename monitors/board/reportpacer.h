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
/// Decides what a desk tells when: a change at once but no more than twice a second, numbers every 5 s at most and only where they
/// left their dead band, all of it every 60 s, and never more than 2 kbit/s in the long run. What cannot be afforded waits, and is
/// told as it is by then: the last state is never lost. Pure: whoever owns it has the clock, and sends.
class ReportPacer
{
public:
    using Clock = std::chrono::steady_clock;
    enum class Part {
        State,
        Numbers,
        History
    };
    struct Plan {
        bool state = false;
        bool numbers = false;
        bool history = false;
        Clock::time_point again; ///< ask then, if nothing happens before
    };

    static constexpr std::chrono::milliseconds stateEvery{500};
    static constexpr std::chrono::seconds numbersEvery{5};
    static constexpr std::chrono::seconds historyEvery{5};
    static constexpr std::chrono::seconds allEvery{60};
    /// What MQTT, ssh, TCP and IP add to a payload and its topic.
    static constexpr qsizetype overhead = 100;
    /// What comes back for it: all but numbers are acknowledged by the broker.
    static constexpr qsizetype acknowledgement = 100;
    /// Of a message that is @p bytes long with its topic.
    static qsizetype cost(Part part, qsizetype bytes);

    /// @p desk: some of them tell all of it some time earlier than others after a broker came back.
    explicit ReportPacer(const DeskName &desk);

    void connected(Clock::time_point now); ///< the broker knows nothing of us: all is to be told
    void historyGrew();
    Plan plan(const DeskFigures &figures, Clock::time_point now);
    /// It was sent, @p bytes long with its topic.
    void sent(Part part, qsizetype bytes, const DeskFigures &figures, Clock::time_point now);

private:
    struct Published {
        TokenBucket bucket;
        double cost; ///< of the last one; what the next one is taken to cost
        std::optional<Clock::time_point> at;
    };
    Published &publishedPart(Part part);
    bool isStateDue(const DeskFigures &figures, Clock::time_point now) const;
    bool areNumbersDue(const DeskFigures &figures, Clock::time_point now) const;

    const std::chrono::milliseconds m_phase; ///< 0 to 40 s
    // Apart, so that a display that flaps does not use up what the numbers need. Together 250 bytes a second: to
    // 3.2 kbit/s there is room for what comes by a person's hand, and for a broker that comes and goes.
    Published m_state{.bucket = {120, 8192}, .cost = 1024, .at = {}};
    Published m_numbers{.bucket = {95, 4096}, .cost = 512, .at = {}};
    Published m_history{.bucket = {35, 8192}, .cost = 512, .at = {}};
    DeskFigures m_last;
    bool m_isStateWanted = false; ///< whatever it is
    bool m_isHistoryWanted = false;
    Clock::time_point m_allAt; ///< state and numbers are due then
};
}
