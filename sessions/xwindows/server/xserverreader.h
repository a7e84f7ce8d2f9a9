// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/xserverfacts.h"

#include <QObject>

namespace Nightdesk
{
/// Asks an X server for its visuals in the background: an X server that hangs holds up nothing. One shot; read() again
/// to look again. GUI thread.
class XServerReader : public QObject
{
    Q_OBJECT
public:
    explicit XServerReader(QObject *parent = nullptr);

    /// @p display as in $DISPLAY; empty: $DISPLAY itself.
    void read(const QString &display = {});

    /// The blocking question itself, for a thread that may wait (and for tests).
    static XServerFacts ask(const QString &display);

Q_SIGNALS:
    void factsRead(const Nightdesk::XServerFacts &facts);
};
}
