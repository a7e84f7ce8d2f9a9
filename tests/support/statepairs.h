// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// For tests of a state table, with or without Qt: nextState(from, on) is asked for every pair of state and event.
namespace Nightdesk::Test
{
/// One step of a table, told in words and apart from the table itself.
template<class State, class Event>
struct StateSentence {
    const char *text;
    State from;
    Event on;
    State to;
};

/// What the table has to answer for one pair; an empty state: the pair means nothing.
template<class State, class Event>
struct StatePair {
    std::string text;
    State from;
    Event on;
    std::optional<State> to;
};

/// Every pair of state and event, first those of @p sentences; all others mean nothing. Both enums count from 0 without a gap, up to
/// @p lastState and @p lastEvent.
template<class State, class Event, std::size_t count>
std::vector<StatePair<State, Event>> everyPair(const StateSentence<State, Event> (&sentences)[count], State lastState, Event lastEvent)
{
    std::vector<StatePair<State, Event>> pairs;
    for (const auto &sentence : sentences) {
        pairs.push_back({sentence.text, sentence.from, sentence.on, sentence.to});
    }
    for (int state = 0; state <= static_cast<int>(lastState); ++state) {
        for (int event = 0; event <= static_cast<int>(lastEvent); ++event) {
            const auto from = static_cast<State>(state);
            const auto on = static_cast<Event>(event);
            bool isReported = false;
            for (const auto &sentence : sentences) {
                isReported = isReported || (sentence.from == from && sentence.on == on);
            }
            if (!isReported) {
                pairs.push_back({"state " + std::to_string(state) + " takes no notice of event " + std::to_string(event), from, on, std::nullopt});
            }
        }
    }
    return pairs;
}
}
