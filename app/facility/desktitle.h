// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
class Desk;
class FacilityChoice;

/// The parts of window titles that show instruments, site and account.
namespace DeskTitle
{
/// "LRIS, Waimea, obs1": connected instruments, site, account; empty: nothing is connected.
QString place(const Desk &desk, const FacilityChoice &choice);
/// "LRIS, Summit Observatory, Waimea, obs1": with the facility; for the main window.
QString ofWindow(const Desk &desk, const FacilityChoice &choice);
}
}
