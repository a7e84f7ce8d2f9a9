// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/answerdetector.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// One connection to the server of a desktop, as far as it is waited for.
enum class LivenessState {
    Off, ///< there is none
    LoggingIn, ///< nothing of the desktop is shown yet
    Shown, ///< its picture came
};

enum class LivenessEvent {
    Connecting,
    Appeared, ///< the first picture
    Dropped,
};

/// The table. Empty: this pair means nothing (a later picture, one of a connection that was dropped).
constexpr std::optional<LivenessState> nextState(LivenessState from, LivenessEvent on)
{
    switch (on) {
    case LivenessEvent::Connecting:
        return LivenessState::LoggingIn;
    case LivenessEvent::Appeared:
        return from == LivenessState::LoggingIn ? std::optional(LivenessState::Shown) : std::nullopt;
    case LivenessEvent::Dropped:
        return from == LivenessState::Off ? std::nullopt : std::optional(LivenessState::Off);
    }
    return std::nullopt;
}

/// Whether the server of a desktop is still there: for how long its login may be silent, and how it answers once it is shown. The
/// desktop's session owns it, looks at the clock for it and acts. Pure.
class DesktopLiveness
{
public:
    using Instant = AnswerDetector::Instant;

    LivenessState state() const;
    bool isShown() const;

    void connecting(Instant now);
    void reopened(Instant now); ///< what was made ready before is wanted from now on
    void progressed(); ///< a sign of life during the login
    bool appeared(Instant now); ///< false: it was shown already
    void dropped();

    /// See AnswerDetector.
    void answerHeard(Instant at, Instant now);
    void serverTook(std::chrono::microseconds roundTrip);
    void linkTook(std::chrono::microseconds roundTrip);
    void setHidden(bool isHidden, Instant now);

    /// A few times a second. @p asksPerson: the server waits for a password. True: the login was silent for too long.
    bool checkSilence(Instant now, bool linkAnswers, bool asksPerson);
    AnswerDetector::Verdict judge(Instant now, bool linkAnswers) const;
    /// For how long nothing was heard; of a login, while something was to be.
    std::chrono::seconds silence(Instant now) const;
    Instant heardAt() const;
    std::chrono::milliseconds inputLimit() const;

private:
    bool enter(LivenessEvent event);

    LivenessState m_state = LivenessState::Off;
    AnswerDetector m_answers;
    WaitMeter m_login; ///< for a sign of life, until something is shown
};
}
