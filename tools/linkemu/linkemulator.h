// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/linkemu/control.h"
#include "tools/linkemu/linkcarrier.h"
#include "tools/linkemu/linknamespaces.h"

namespace Nightdesk
{
/// The loop that joins both directions, the control socket and the reasons to end. One thread, no other.
class LinkEmulator
{
public:
    LinkEmulator(const LinkOptions &options, const LinkNamespaces &namespaces, ControlServer &control);

    /// Runs until SIGTERM, SIGINT, SIGHUP (all must be blocked) or the end of the process behind @p parent.
    std::expected<void, SystemError> run(const Descriptor &parent);

    /// The line for the caller once everything is up.
    std::string readyJson() const;

private:
    void asPunctualAsAllowed();
    std::optional<timespec> untilNext() const;
    ControlAnswer answer(std::string_view request);
    std::string statsJson() const;

    const LinkOptions m_options;
    const LinkNamespaces &m_namespaces;
    ControlServer &m_control;
    TwoWaySettings m_settings;
    LinkCarrier m_up;
    LinkCarrier m_down;
    bool m_realtime = false;
};
}
