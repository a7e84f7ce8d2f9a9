// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/descriptor.h"
#include "tools/linkemu/namespaceholder.h"
#include "tools/linkemu/netsetup.h"

#include <functional>
#include <poll.h>
#include <string>
#include <string_view>
#include <vector>

namespace Nightdesk
{
/// What goes back to a client: text, and for "enter" the namespaces as descriptors.
struct ControlAnswer {
    std::string text;
    std::vector<int> descriptors; ///< borrowed
};

/**
 * The control socket: SOCK_SEQPACKET, a record each for request and answer, at most 4096 bytes. Requests are "set
 * ASSIGNMENT...", "stats" and "enter near|far"; an answer that begins with "error: " is one. The directory must be its
 * owner's alone, which is the whole protection.
 */
class ControlServer
{
public:
    using Handler = std::function<ControlAnswer(std::string_view request)>;

    /// Makes the socket, and its directory where that does not exist yet.
    static std::expected<ControlServer, SystemError> listen(const std::string &path);

    const ControlFile &file() const;

    /// Appends the descriptors to wait for.
    void addTo(std::vector<pollfd> &waits) const;

    /// Serves what is ready; never blocks.
    void serve(const Handler &handler);

private:
    Descriptor m_listening;
    ControlFile m_file;
    std::vector<Descriptor> m_clients;
};

struct ControlReply {
    std::string text;
    std::vector<Descriptor> descriptors;
};

/// Asks the emulator behind the socket @p path; its refusals are errors too.
std::expected<ControlReply, SystemError> askControl(const std::string &path, const std::string &request);
}
