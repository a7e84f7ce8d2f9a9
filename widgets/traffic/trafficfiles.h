// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xtrace/xtrace.h"

#include <QObject>

#include <expected>
#include <functional>

namespace Nightdesk
{
/// Reads and writes traces and plots in files that the user chose. Errors are translated sentences that say what to do.
namespace TrafficFiles
{
using Saved = std::expected<QString, QString>; ///< the path of the saved file, or the error message
using Loaded = std::expected<XTrace, QString>;

/// The following functions block on the disk: do not call them on the GUI thread.
Loaded load(const QString &path);
Saved save(const XTrace &trace, const QString &path); ///< writes JSON Lines atomically, readable only by this user

/// The following functions run on another thread. @p done is called on the thread of @p context, unless @p context was
/// deleted.
void load(const QString &path, QObject *context, const std::function<void(const Loaded &)> &done);
void save(const std::function<Saved()> &how, QObject *context, const std::function<void(const Saved &)> &done);
}
}
