// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QStringList>

#include <expected>

/// The form that settings are written in, and the way from every earlier one. Pure.
namespace Nightdesk::SettingsVersion
{
inline constexpr int current = 2;

/// What a settings file says: by its groups, outermost first, and the key.
using Entries = QMap<QStringList, QString>;

QStringList path(); ///< of the version's own entry
int of(const Entries &entries); ///< without one it is 1
/// In the current form; the error is the version of a newer one, which is to be left alone.
std::expected<Entries, int> migrate(const Entries &entries);
}
