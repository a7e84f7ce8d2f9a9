// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/uniquefd.h"

#include <cstddef>
#include <expected>
#include <span>
#include <vector>

namespace Nightdesk::RfbWire
{
/// One message as received from the socket in one piece: its bytes and the file descriptor that came with it.
struct Record {
    std::vector<std::byte> bytes;
    UniqueFd fd; ///< invalid: no descriptor came with the record
};
enum class SocketProblem {
    WouldBlock,
    Closed,
    TooLong, ///< the record was longer than maxRecord (MSG_TRUNC)
    TooManyFds, ///< more than one descriptor; all are closed
    Failed, ///< another error: see errno
};

/// Sends one record, with a copy of @p fd if it is >= 0. Does not block on a non-blocking socket; never raises SIGPIPE.
std::expected<void, SocketProblem> sendRecord(int socket, std::span<const std::byte> record, int fd = -1);
/// Receives one record; descriptors arrive close-on-exec.
std::expected<Record, SocketProblem> receiveRecord(int socket);
}
