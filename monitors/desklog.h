// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/session.h"

#include <QObject>

namespace Nightdesk
{
class Desk;

/// Writes the events of links and displays to the log, so that a night can be reconstructed on the next day: states, their reasons as
/// shown to the user, and durations. Logs no clipboard text, keys or program output. GUI thread. Owned by ConsoleFeatures.
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
