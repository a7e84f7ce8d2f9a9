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
/// Call before the settings are first used. Converts an older file to the present version. A file of a newer Nightdesk
/// is neither read nor written: this run then uses temporary settings, and the result is a message about that
/// (translated).
std::optional<QString> open();
/// Settings are written on another thread from now on. @p reportError is called on the GUI thread, with a translated text, when writing begins to
/// fail.
void writeInBackground(const std::function<void(const QString &)> &reportError);
/// Waits until all changes are written, @p limit at most.
void waitUntilWritten(std::chrono::milliseconds limit);

/// Writes what was changed in Settings.
void save();
/// True if @p key is new for this user: no earlier call, in any console, had the same key. Always true for an empty
/// key.
bool isNewToUser(const QString &key);
void writeEntry(KConfigGroup group, const QString &key, const QStringList &value);
void removeEntry(KConfigGroup group, const QString &key);
}
