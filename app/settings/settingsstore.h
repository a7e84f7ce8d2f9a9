// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KConfigGroup>

#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>

/// Stores settings. Changes are effective at once and written entry by entry, so that two consoles do not undo each other's changes. After
/// writeInBackground(), another thread writes, because the home directory may be on a network share that does not respond. GUI thread.
namespace Nightdesk::SettingsStore
{
/// Call before the settings are first used. Converts the file of an older Nightdesk. The file of a newer Nightdesk is not used: this run
/// then has temporary settings, and the function returns a translated message about that.
std::optional<QString> open();
/// Settings are written on another thread from now on. @p reportError is called on the GUI thread, with a translated text, when writing begins to
/// fail.
void writeInBackground(const std::function<void(const QString &)> &reportError);
/// Waits until all changes are written, @p limit at most.
void waitUntilWritten(std::chrono::milliseconds limit);

/// Writes the values that were changed in memory to the file.
void save();
/// True if @p key is new for this user: no earlier call, in any console, had the same key. Always true for an empty
/// key.
bool isFirstCallForUser(const QString &key);
void writeEntry(KConfigGroup group, const QString &key, const QStringList &value);
void removeEntry(KConfigGroup group, const QString &key);
}
