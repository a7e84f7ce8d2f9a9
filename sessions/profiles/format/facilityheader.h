// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace Nightdesk
{
/// The top-level keys of facility.toml.
struct FacilityHeader {
    QString name;
    QString timezone;
    std::optional<double> longitude; ///< degrees east of Greenwich
    QString knownHostsPath; ///< absolute path of a known_hosts file; empty: none
    QStringList accounts; ///< allowed accounts of profiles that list none; empty: any account
};
}
