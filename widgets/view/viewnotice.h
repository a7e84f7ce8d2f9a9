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
/// What a view writes over a picture that is not live.
struct ViewNotice {
    QString headline; ///< "No connection for 12 s"
    QString details; ///< why, and what to do; may be empty
    QString spoken; ///< what a screen reader is told: the headline without what counts up
    bool isCalm = false; ///< the picture is hardly old: a line at its edge, and it is not dimmed
    bool operator==(const ViewNotice &) const = default;
};

/// What a notice depends on.
struct ViewFacts {
    SessionState state = SessionState::Idle;
    Session::Answering answering = Session::Answering::Yes;
    LinkState link = LinkState::Idle;
    bool viewOnly = false;
    std::optional<Failure> failure;
    std::optional<std::chrono::seconds> age; ///< since when the picture is not live; empty: there was never a picture
    bool isBehind = false; ///< it was out of sight, and what was asked since then has no answer yet
    bool isAgeUnknown = false; ///< DesktopSession::isAgeKnown() is false
    int unproved = 0; ///< keys and buttons that were sent before it fell silent, of which nobody knows whether they arrive
    QString contact = {}; ///< whom to phone, with the number; empty: the facility names nobody
};

/// What the notice over the windows of an X program depends on.
struct ProgramFacts {
    Session::Answering answering = Session::Answering::Yes;
    std::chrono::seconds silentFor{};
    std::optional<QDateTime> keptUntil; ///< of its old connection, UTC
    bool hasKeyboard = false; ///< what was typed before it fell silent went there
    QString contact = {}; ///< as of a view
};

/// Whom the facility names for questions about displays of this connection: "Kim Nakoa, +1 808 555 0100"; empty: nobody, or there is none.
QString contactOf(const Link *link);
/// Empty: the picture is live. Pure.
std::optional<ViewNotice> viewNotice(const ViewFacts &facts);
/// Empty: it answers, or has not for a moment only. Pure.
std::optional<ViewNotice> programNotice(const ProgramFacts &facts);
/// "12 s", "3 min", "2 h 5 min", translated.
QString ageText(std::chrono::seconds age);
/// When an age that began @p since is a second more: all that show it count together.
std::chrono::milliseconds untilNextSecond(std::chrono::steady_clock::time_point since);
}
