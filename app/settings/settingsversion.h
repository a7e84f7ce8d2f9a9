// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QStringList>

#include <expected>

/// The version of the settings file, and the migration from earlier versions. Pure.
namespace Nightdesk::SettingsVersion
{
inline constexpr int current = 2;

/// The entries of a settings file. The key is the list of groups, outermost first, followed by the name.
using Entries = QMap<QStringList, QString>;

QStringList versionPath(); ///< key of the entry that contains the version
/// Version of the file with these entries; a file without a version entry has version 1.
int versionOf(const Entries &entries);
/// Converts @p entries to the current version. The error is the version of a newer file, which must not be changed.
std::expected<Entries, int> migrate(const Entries &entries);
}
