// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"
#include "sessions/xwindows/facts/xserverfacts.h"

#include <QObject>

#include <chrono>
#include <string>

namespace Nightdesk
{
/// Asks an X server what it can show, in the background: an X server that hangs holds up nothing. One shot; read() again
/// to look again. Owned by who looks, GUI thread.
class XServerReader : public QObject
{
    Q_OBJECT
public:
    /// From the connection to the last answer; a server of this computer needs some milliseconds.
    static constexpr std::chrono::seconds patience{10};

    explicit XServerReader(QObject *parent = nullptr);

    /// @p display as in $DISPLAY; empty: $DISPLAY itself. @p fonts: patterns of core fonts to look for.
    void read(const QString &display = {}, const QStringList &fonts = {});

    /// The blocking question itself, for a thread that may wait. Takes no longer than @p limit.
    static XServerFacts ask(const QString &display, const QStringList &fonts = {}, std::chrono::milliseconds limit = patience);
    /// The same of whatever is at the other end of @p socket, which is non-blocking and connected. @p display: its name in sentences.
    static XServerFacts
    askThrough(UniqueFd socket, const std::string &cookie, const QString &display, const QStringList &fonts, std::chrono::milliseconds limit);

Q_SIGNALS:
    void factsRead(const Nightdesk::XServerFacts &facts);
};
}
