// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KConfigGroup>

#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>

/// Keeps settings. What is changed counts at once and is written entry by entry, so that two consoles do not undo each other's
/// changes; by a thread of its own once writeAside() was called, as a home may be on a share that does not answer. GUI thread.
namespace Nightdesk::SettingsStore
{
/// Before the settings are first used: brings an older file into the present form. A newer Nightdesk's file is neither used
/// nor written; this run then has settings of its own, which end with it, and the result says so (translated).
std::optional<QString> open();
/// From now on nobody waits for the disk. @p complain is called (GUI thread) when something cannot be written, once until it
/// can again; translated.
void writeAside(const std::function<void(const QString &)> &reportError);
/// Waits for what is still to be written, @p limit at most.
void finish(std::chrono::milliseconds limit);

/// What was set in Settings.
void save();
/// True for each @p key once, on all the runs of this person; always for an empty one.
bool isNews(const QString &key);
void write(KConfigGroup group, const QString &key, const QStringList &value);
void erase(KConfigGroup group, const QString &key);
}
