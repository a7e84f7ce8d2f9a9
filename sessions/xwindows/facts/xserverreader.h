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
/// Queries an X server's capabilities in the background, so that an X server that hangs blocks nothing. Each read() queries once. Owned by its
/// user, GUI thread.
class XServerReader : public QObject
{
    Q_OBJECT
public:
    /// Time limit from the connection to the last answer; a server on this computer needs some milliseconds.
    static constexpr std::chrono::seconds queryTimeLimit{10};

    explicit XServerReader(QObject *parent = nullptr);

    /// @p display as in $DISPLAY; empty: $DISPLAY itself. @p fonts: patterns of core fonts to look for.
    void read(const QString &display = {}, const QStringList &fonts = {});

    /// The blocking query, for a thread that may wait. Takes at most @p limit.
    static XServerFacts readFacts(const QString &display, const QStringList &fonts = {}, std::chrono::milliseconds limit = queryTimeLimit);
    /// The blocking query of the server at the other end of @p socket, which is connected and non-blocking. @p display: its name for messages.
    static XServerFacts
    readFactsOverSocket(UniqueFd socket, const std::string &cookie, const QString &display, const QStringList &fonts, std::chrono::milliseconds limit);

Q_SIGNALS:
    void factsRead(const Nightdesk::XServerFacts &facts);
};
}
