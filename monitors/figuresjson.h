// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/compressionpolicy.h"
#include "monitors/link/flowclassifier.h"
#include "monitors/link/roundtriplayers.h"
#include "sessions/rfbwire/messages.h"

#include <QJsonObject>

namespace Nightdesk
{
class DesktopSession;
class Link;

/// A connection's and a desktop's figures as `nightdesk status --json` has them: those that the overlay and the strip show.
namespace FiguresJson
{
/// Adds "layers", "tcp" and the rates of @p link; nothing while nothing is known of it.
void add(QJsonObject &object, Link &link);
QJsonObject of(DesktopSession &desktop);
/// Of an X program: "layers" alone.
QJsonObject of(const QList<RoundTripLayer> &program);

/// What add() and of() wrote, as far as it is valid: @p object is that of a connection or of a desktop's figures.
QList<RoundTripLayer> layersOf(const QJsonObject &object);
FlowVerdict flowOf(const QJsonObject &link, FlowDirection direction);
/// As in "flow".
QString word(FlowBound bound);
std::optional<FlowBound> boundOf(const QString &word);
CompressionAdvice adviceOf(const QJsonObject &link);
/// Only those kinds that are in it.
struct KindShares {
    RfbWire::PixelKind kind = RfbWire::PixelKind::Other;
    double pixels = 0; ///< from 0 to 1
    double bytes = 0;
};
QList<KindShares> sharesOf(const QJsonObject &figures);
}
}
