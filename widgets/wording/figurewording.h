// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/compressionpolicy.h"
#include "monitors/link/encodingshares.h"
#include "monitors/link/flowclassifier.h"
#include "monitors/link/roundtriplayers.h"

#include <QString>

namespace Nightdesk::FigureWording
{
/// "Network to gateway.example"; @p host: the host of the link.
QString title(const RoundTripLayer &layer, const QString &host);
QString certainty(Certainty certainty);
/// "100 ms", "≈ 3.1 ms" if it is estimated, "–" if it is not known.
QString time(const DurationFigure &figure, std::optional<std::chrono::microseconds> time);
/// "TCP to gateway.example: variation 2 ms, 3 segments sent again"; @p host: the host of the link.
QString tcp(const LinkSample &sample, const QString &host);
/// The translated name of what limits a flow, for example "receive window".
QString flowLimit(FlowLimit flowLimit);
/// "Received: 79 KiB/s, limited by the receive window: 8 KiB allow 80 KiB/s (measured)."
QString flow(FlowDirection direction, const FlowVerdict &verdict);
/// One sentence; empty: no advice.
QString compressionAdvice(CompressionAdvice advice);
/// The name of an encoding, for example "JPEG".
QString encodingName(RfbWire::PixelKind kind);
/// "8.0 KiB"; "–": not known.
QString bytes(std::optional<Bytes> bytes);
/// From which counters a layer's time is computed, and how large the error is.
QString source(RoundTripLayer::Source source);
/// What a layer measures, how certain its time is, and its source; @p host: the host of the link.
QString explanation(const RoundTripLayer &layer, const QString &host);
}
