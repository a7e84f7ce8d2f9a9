// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/roundtriplayers.h"

#include <QString>

namespace Nightdesk::FigureWording
{
/// "Network to gateway.example"; @p host: the link's own.
QString title(const RoundTripLayer &layer, const QString &host);
QString certainty(Certainty certainty);
/// "100 ms", "≈ 3.1 ms" where it is estimated, "–" where it is not known.
QString time(const Figure &figure, std::optional<std::chrono::microseconds> time);
/// From which counters it comes, with which error.
QString source(RoundTripLayer::Source source);
}
