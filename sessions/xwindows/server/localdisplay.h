// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QString>

#include <expected>
#include <optional>

namespace Nightdesk
{
/// The X server of this desk, as named by $DISPLAY. Only its Unix socket is used: X over TCP is not encrypted, and present servers do not listen on
/// it. A value.
struct LocalDisplay {
    int number = 0;
    int screen = 0;
    bool operator==(const LocalDisplay &) const = default;

    enum class Problem {
        NotSet,
        Wayland, ///< the console itself runs on Wayland, for profiles without X programs
        NotUnderstood,
        NotLocal
    };
    /// Used in place of a display name if the console itself runs on Wayland.
    static constexpr QLatin1StringView waylandName{"wayland"};
    /// Accepts ":1", ":1.0", "unix:1". A host name before the colon is NotLocal. Pure.
    static std::expected<LocalDisplay, Problem> parse(const QString &display);

    QString socketPath() const; ///< for example "/tmp/.X11-unix/X1"
    /// Returns a connected, non-blocking descriptor. The error is an errno; EAGAIN: the server's queue is full, try again later. Never blocks.
    /// Tries the socket file, then Linux's abstract name.
    std::expected<UniqueFd, int> connectSocket() const;
};
}
