// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"

#include <QList>
#include <QString>

namespace Nightdesk
{
/// Compares the abilities of two X servers, fact by fact, and explains what each difference means for programs. Pure, except for the
/// language.
namespace ServersComparison
{
enum class ServerFact {
    Vendor,
    Size,
    Depth,
    DefaultVisual,
    ColorMasks,
    Visuals,
    BlackPixel,
    WhitePixel,
    BackingStore,
    SaveUnders,
    DefaultColormap,
    InstalledColormaps,
    Font,
    Confinement,
    Extensions,
    SocketDirectory,
};
struct ComparisonRow {
    ServerFact fact = ServerFact::Vendor;
    std::optional<int> screen; ///< number of the screen; empty: the fact is about the whole server
    QString name; ///< translated name of the fact
    /// Value of the fact at this workstation's X server, translated if it is a word; empty: the server has no such screen, or did not
    /// report the value.
    QString here;
    QString there; ///< value at the other X server; empty: that server did not report it, or there is no other server
    bool isDifferent = false; ///< both values are known and differ
    QString meaning; ///< translated sentences about the difference, or about a problem of this server alone; empty: none
    bool operator==(const ComparisonRow &) const = default;
};
/// @p there is null if there is no other server. A server whose facts have a problem counts as not known.
QList<ComparisonRow> rows(const XServerFacts &here, const XServerFacts *there);
/// The name of the fact in JSON and scripts, for example "default-visual".
QString key(ServerFact fact);
}
}
