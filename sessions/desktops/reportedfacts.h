// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopfacts.h"
#include "sessions/desktops/workertalk.h"

namespace Nightdesk
{
/// What a worker and its server have told of themselves in one connection. Owned by the session, a new one for each connection. Pure.
class ReportedFacts
{
public:
    void take(const RfbWire::Hello &hello);
    void take(const RfbWire::Progress &progress);
    void take(const NamedFact &named);
    void take(const RfbWire::Abilities &abilities);
    void take(const RfbWire::Resizable &resizable);
    void take(const RfbWire::Stats &now);
    void take(const RfbWire::FenceTime &time);

    DesktopFacts facts;
    DesktopStats stats;

private:
    quint32 m_minorVersion = 0;
};
}
