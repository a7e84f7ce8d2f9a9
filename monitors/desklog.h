// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QObject>

namespace Nightdesk
{
class Desk;

/// Writes into the log what happened to links and displays, so that the morning can tell what the night was like: states,
/// reasons as they were shown, how long it took. No text of clipboards, keys or programs. GUI thread. Owned by ConsoleFeatures.
class DeskLog : public QObject
{
    Q_OBJECT
public:
    explicit DeskLog(Desk *desk, QObject *parent = nullptr);

private:
    void watch(Link *link, const QString &name);
    void watch(Session *session);
};
}
