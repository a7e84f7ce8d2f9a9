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

/// The figures of a connection and of a desktop as JSON for `nightdesk status --json`: the same figures as in the overlay and status bar.
namespace FiguresJson
{
/// Adds "layers", "tcp" and the rates of @p link; adds nothing while these are not known.
void add(QJsonObject &object, Link &link);
QJsonObject of(DesktopSession &desktop);
/// The figures of an X program: an object that contains only "layers".
QJsonObject of(const QList<RoundTripLayer> &program);

/// The layers in JSON that add() or of() wrote, without invalid ones. @p object: a connection, or the figures of a desktop.
QList<RoundTripLayer> layersOf(const QJsonObject &object);
FlowVerdict flowOf(const QJsonObject &link, FlowDirection direction);
/// The word for @p flowLimit in the entry "flow".
QString word(FlowLimit flowLimit);
std::optional<FlowLimit> flowLimitOf(const QString &word);
CompressionAdvice adviceOf(const QJsonObject &link);
/// The share of one kind of pixels; kinds that did not arrive are left out.
struct PixelKindShares {
    RfbWire::PixelKind kind = RfbWire::PixelKind::Other;
    double pixelShare = 0; ///< share of all pixels that arrived, from 0 to 1
    double byteShare = 0; ///< share of the bytes of all pixels, from 0 to 1
};
QList<PixelKindShares> sharesOf(const QJsonObject &figures);
}
}
