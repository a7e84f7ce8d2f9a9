// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/screenmap.h"

namespace Nightdesk
{
/// Screens and monitors in words, the same in every widget. Plain text. GUI thread.
namespace ScreenWording
{
/// "DP-1 · 1920×1080"
QString monitor(const PhysicalMonitor &monitor);
/// "DP-1 · 1920×1080 · Dell U2412M", as far as the monitor reports its model.
QString monitorWithModel(const PhysicalMonitor &monitor);
/// "left", "centre / right"; empty: no screen is on this monitor.
QString names(const ScreenMap &map, int monitor);
/// Which screens have no monitor of their own and on which monitor they are shown; empty: each has its own.
QString screensSharingMonitors(const ScreenMap &map, const QList<PhysicalMonitor> &monitors);
/// The rule by which screens are assigned to monitors.
QString assignmentRule();
}
}
