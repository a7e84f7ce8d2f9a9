// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/rfbworker/protocol/consolesink.h"

namespace Nightdesk::Rfb
{
/// Sends libvncclient's log lines to the console as debug records, at most 20 a second, since the server controls how many there are. The library's
/// log functions are global, so only one LibraryLog may exist at a time. Reader thread. Made by Worker.
class LibraryLog
{
public:
    explicit LibraryLog(ConsoleSink &console);
    ~LibraryLog();
    LibraryLog(const LibraryLog &) = delete;
    LibraryLog &operator=(const LibraryLog &) = delete;
};
}
