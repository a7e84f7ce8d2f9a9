// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopfacts.h"
#include "sessions/desktops/workerprotocol.h"

namespace Nightdesk
{
/// What a worker reported about itself and its server in one connection. Owned by DesktopConnection, one per worker. Pure.
class WorkerReportedFacts
{
public:
    void setFacts(const RfbWire::Hello &hello);
    void setFacts(const RfbWire::Progress &progress);
    void setFacts(const DesktopNameFact &named);
    void setFacts(const RfbWire::Abilities &abilities);
    void setFacts(const RfbWire::ResizeSupport &resizable);
    void setFacts(const RfbWire::Stats &now);
    void setFacts(const RfbWire::FenceRoundTrip &time);

    DesktopFacts facts;
    DesktopStats stats;

private:
    quint32 m_minorVersion = 0;
};
}
