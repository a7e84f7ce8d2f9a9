// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/runmanifest.h"

#include <QByteArray>
#include <QMap>

#include <compare>
#include <expected>
#include <optional>

namespace Nightdesk
{
/// What an approval applies to: one profile of one facility at one site, since overrides make it a different profile at another site.
struct ApprovalKey {
    QString directory; ///< canonical path of the facility directory
    QString profile; ///< id of the profile
    QString site; ///< id of the site; empty: without site overrides
    auto operator<=>(const ApprovalKey &) const = default;
};

/// A user's approval of a manifest, which is stored whole in order to show changes later.
struct Approval {
    RunManifest manifest;
    QDateTime approvedAt; ///< time of the approval in UTC, whole seconds
    bool operator==(const Approval &) const = default;
};

using Approvals = QMap<ApprovalKey, Approval>;

/// The contents of trust.json as bytes. Pure.
namespace TrustFile
{
inline constexpr int version = 2; ///< version 1 did not contain the link of a program

QByteArray write(const Approvals &approvals);
/// Returns @p approvals without the oldest ones, so that write() produces at most @p maxBytes bytes; the entry for
/// @p keptKey stays. Empty: that entry alone is larger.
std::optional<Approvals> withoutOldest(const Approvals &approvals, const ApprovalKey &keptKey, qsizetype maxBytes);
/// The error says, translated, why the contents cannot be used. A damaged file is rejected as a whole.
std::expected<Approvals, QString> read(const QByteArray &contents);
}
}
