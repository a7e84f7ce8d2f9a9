// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/runstatement.h"

#include <QByteArray>
#include <QMap>

#include <compare>
#include <expected>
#include <optional>

namespace Nightdesk
{
/// What an agreement is about: one profile of one facility at one site, whose overrides make it another one elsewhere.
struct TrustKey {
    QString directory; ///< canonical
    QString profile; ///< its id
    QString site; ///< empty: without any site's overrides
    auto operator<=>(const TrustKey &) const = default;
};

/// That a person said yes to a statement, whole, to show later what changed.
struct Agreement {
    RunStatement statement;
    QDateTime at; ///< UTC, whole seconds
    bool operator==(const Agreement &) const = default;
};

using Agreements = QMap<TrustKey, Agreement>;

/// trust.json as bytes. Pure.
namespace TrustFile
{
inline constexpr int version = 2; ///< 1 did not tell by which link a program runs

QByteArray write(const Agreements &agreements);
/// @p agreements without the oldest, so that write() makes at most @p room bytes of them; that on @p kept stays. Empty: it
/// alone is more than that.
std::optional<Agreements> fitting(const Agreements &agreements, const TrustKey &kept, qsizetype room);
/// The error is translated: why it cannot be used. All or nothing: of a damaged file nothing is believed.
std::expected<Agreements, QString> read(const QByteArray &contents);
}
}
