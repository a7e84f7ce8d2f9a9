// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <QByteArray>

#include <memory>

namespace Nightdesk
{
/// A Unix socket to which libmosquitto connects: it always opens its connection itself, so it connects to a socket of this process in a directory
/// that no other user may enter. Accepts one connection and is then removed. Never blocks. Owned by the connecting code while it connects.
class LibmosquittoSocket
{
public:
    /// Creates the socket. Null: no socket is available, or no directory with a short enough name; see errno.
    static std::unique_ptr<LibmosquittoSocket> make();
    ~LibmosquittoSocket();
    Q_DISABLE_COPY_MOVE(LibmosquittoSocket)

    const QByteArray &path() const;
    /// The local end of libmosquitto's connection; invalid: there is none, or another process connected.
    UniqueFd accept();

private:
    LibmosquittoSocket() = default;
    bool listenInDirectory(const QByteArray &parent);

    QByteArray m_socketDirectory;
    QByteArray m_path;
    UniqueFd m_listener;
};
}
