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
/// A text such as "LRIS, Waimea, obs1": connected instruments, site, account; empty: nothing is connected.
QString titleWithoutFacility(const Desk &desk, const FacilityChoice &choice);
/// A text such as "LRIS, Summit Observatory, Waimea, obs1": like titleWithoutFacility(), with the facility; for the main window.
QString mainWindowTitle(const Desk &desk, const FacilityChoice &choice);
}
}
