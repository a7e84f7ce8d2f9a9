// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The text that a view shows over an image that is not live.
struct ViewNotice {
    QString headline; ///< "No connection for 12 s"
    QString details; ///< why the image is not live, and what the user can do; may be empty
    QString spokenText; ///< text for screen readers: the headline without its running time
    bool isMinor = false; ///< the notice is only a line at the image's edge, and the image is not dimmed
    bool operator==(const ViewNotice &) const = default;
};

/// What viewNotice() needs to know about a desktop.
struct ViewFacts {
    SessionState state = SessionState::Idle;
    Session::AnswerState answering = Session::AnswerState::Responding;
    LinkState linkState = LinkState::Idle;
    bool isViewOnly = false;
    std::optional<Failure> failure;
    std::optional<std::chrono::seconds> imageAge; ///< time since the image was last live; empty: there was never an image
    bool isOutdated = false; ///< the desktop was hidden, and the update requested since then has not arrived
    bool isAgeUnknown = false; ///< the server may have kept an old image, and has not sent an update yet
    int unconfirmedInputCount = 0; ///< number of keys and clicks that were sent before the server stopped answering, and not confirmed
    QString supportContact = {}; ///< whom to phone, with the number; empty: none in the profile
};

/// What programNotice() needs to know about an X program.
struct ProgramFacts {
    Session::AnswerState answering = Session::AnswerState::Responding;
    std::chrono::seconds silenceDuration{};
    std::optional<QDateTime> oldConnectionKeptUntil; ///< when the program's old connection is given up, UTC
    bool hadKeyboardWhenAnswersStopped = false; ///< the program had the keyboard when it stopped answering, so that it may have typed keys to process
    QString supportContact = {}; ///< whom to phone, as in ViewFacts::supportContact
};

/// The facility's contact for displays of this connection: "Kim Nakoa, +1 808 555 0100"; empty: no contact or no connection.
QString supportContactOf(const Link *link);
/// Empty: the image is live. Pure.
std::optional<ViewNotice> viewNotice(const ViewFacts &facts);
/// Empty: the program answers, or has been silent for a moment only. Pure.
std::optional<ViewNotice> programNotice(const ProgramFacts &facts);
/// "12 s", "3 min", "2 h 5 min", translated.
QString ageText(std::chrono::seconds age);
/// Time until an age counted from @p since reaches its next full second; makes all widgets that show the age change together.
std::chrono::milliseconds untilNextSecond(std::chrono::steady_clock::time_point since);
}
