// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/sessionstate.h"
#include "sessions/links/linkfacts.h"

#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// What a view writes over a picture that is not live.
struct ViewNotice {
    QString headline; ///< "No connection for 12 s"
    QString details; ///< why, and what to do; may be empty
    bool operator==(const ViewNotice &) const = default;
};

/// Empty: the picture is live. @p age: since when it is not; empty: there was never a picture. Pure.
std::optional<ViewNotice> viewNotice(SessionState state, LinkState link, const std::optional<Failure> &failure, std::optional<std::chrono::seconds> age);
/// "12 s", "3 min", "2 h 5 min", translated.
QString ageText(std::chrono::seconds age);
}
