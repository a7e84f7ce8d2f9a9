// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <QObject>

#include <expected>
#include <functional>

namespace Nightdesk
{
/// Traces and plots as files a person chose. What went wrong is told in a sentence, translated, with what to do.
namespace TrafficFiles
{
using Saved = std::expected<QString, QString>; ///< the path
using Loaded = std::expected<XTrace, QString>;

/// These wait for disks: any thread but the GUI's.
Loaded load(const QString &path);
Saved save(const XTrace &trace, const QString &path); ///< as JSON Lines, this user's alone, whole or not at all

/// In the background; @p done is called in that of @p context, unless that is gone by then.
void load(const QString &path, QObject *context, const std::function<void(const Loaded &)> &done);
void save(const std::function<Saved()> &how, QObject *context, const std::function<void(const Saved &)> &done);
}
}
