// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace Nightdesk
{
class Desk;
class FacilityChoice;

/// What the titles of our windows say of where one is.
namespace DeskTitle
{
/// "LRIS, Waimea, obs1": the instruments that are connected, the site, the account; empty: none is connected.
QString place(const Desk &desk, const FacilityChoice &choice);
/// "LRIS, Summit Observatory, Waimea, obs1".
QString ofWindow(const Desk &desk, const FacilityChoice &choice);
}
}
