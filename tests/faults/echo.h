// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"

#include <QLocalServer>
#include <QTemporaryDir>

namespace Nightdesk::Test
{
/// What stands at the far end of a stream in place of a VNC server: a Unix socket, which both ends of an emulated link can
/// reach, that sends back what it is sent. Event loop's thread.
class Echo
{
public:
    Echo();
    StreamTarget target() const;
    QByteArray received; ///< of all connections

private:
    QTemporaryDir m_directory;
    QLocalServer m_server;
};
}
