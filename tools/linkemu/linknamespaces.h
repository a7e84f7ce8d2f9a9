// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/linkoptions.h"
#include "tools/linkemu/namespaceholder.h"
#include "tools/linkemu/packetport.h"

namespace Nightdesk
{
/// One end of the link: a network namespace, the process that holds it, and our port into it.
struct LinkEnd {
    Descriptor net;
    Descriptor pipe; ///< closing it ends the holder
    pid_t holder = -1;
    std::string address;
    std::unique_ptr<PacketPort> port;
};

/**
 * The two namespaces near and far. Where the caller may not make network namespaces they are made inside a user namespace
 * that maps the caller's own uid and gid to themselves: sshd refuses to run as uid 0 of one. The calling process is moved
 * into a third, empty network namespace, so it must have one thread only.
 */
class LinkNamespaces
{
public:
    static std::expected<LinkNamespaces, SystemError> make(LinkBackend backend);

    /// Starts both holders; @p control is what they remove should this process be killed.
    std::expected<void, SystemError> hold(const ControlFile &control);

    /// Ends holders and with them everything in the namespaces.
    void end();

    LinkEnd nearEnd;
    LinkEnd farEnd;
    Descriptor user; ///< the user namespace; empty when none was needed
    LinkBackend backend = LinkBackend::Tun; ///< the one in use
};
}
