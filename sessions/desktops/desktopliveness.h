// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/answerdetector.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// State of a connection to a desktop's server: decides which answer is waited for, and for how long.
enum class LivenessState {
    NotConnected, ///< no connection
    LoggingIn, ///< connected, but no image has arrived yet: the login continues until the first image
    ImageShown, ///< an image has arrived
};

enum class LivenessEvent {
    ConnectionBegun,
    FirstImageArrived,
    ConnectionDropped,
};

/// The state table. Empty: the event is ignored (a later image, or one of a dropped connection).
constexpr std::optional<LivenessState> nextState(LivenessState from, LivenessEvent on)
{
    switch (on) {
    case LivenessEvent::ConnectionBegun:
        return LivenessState::LoggingIn;
    case LivenessEvent::FirstImageArrived:
        return from == LivenessState::LoggingIn ? std::optional(LivenessState::ImageShown) : std::nullopt;
    case LivenessEvent::ConnectionDropped:
        return from == LivenessState::NotConnected ? std::nullopt : std::optional(LivenessState::NotConnected);
    }
    return std::nullopt;
}

/// Whether a desktop's server still responds: how long its login may be silent, and how it answers once it is shown. The
/// desktop's session owns it, passes in the time and acts on the results. Pure.
class DesktopLiveness : private ServerAnswerDetector
{
public:
    using ServerAnswerDetector::Instant;

    LivenessState state() const;
    bool hasFirstImage() const;

    void noteConnecting(Instant now);
    void notePreparedConnectionUsed(Instant now); ///< a connection that prepare() made earlier is now used
    void noteLoginProgress(); ///< the server sent something during login
    bool noteImageAppeared(Instant now); ///< false: the desktop was shown already
    void noteConnectionDropped();

    void noteDataReceived(Instant at, Instant now);
    using ServerAnswerDetector::addLinkRoundTrip;
    using ServerAnswerDetector::addServerRoundTrip;
    using ServerAnswerDetector::setHidden;

    /// To be called several times a second. @p isAskingUser: the login waits for the user's password. True: the login was silent for too long.
    bool checkSilence(Instant now, bool linkAnswers, bool isAskingUser);
    using ServerAnswerDetector::currentVerdict;
    /// Time since the server's last data; during login, only while data was expected.
    std::chrono::seconds silence(Instant now) const;
    using ServerAnswerDetector::lastDataAt;
    using ServerAnswerDetector::maxInputAge;

private:
    LivenessState m_state = LivenessState::NotConnected;
    WaitMeter m_loginSilenceMeter; ///< time without data during login
};
}
