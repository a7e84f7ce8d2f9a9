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
    Confinement, ///< whether the server can confine untrusted programs
    Extensions,
    SocketDirectory,
};
struct ComparisonRow {
    ServerFact fact = ServerFact::Vendor;
    std::optional<int> screen; ///< number of the screen; empty: the fact is about the whole server
    QString factName; ///< translated
    /// Value of the fact at this workstation's X server, translated if it is a word; empty: the server has no such screen, or did not
    /// report the value.
    QString localValue;
    QString remoteValue; ///< value of the fact at the remote X server; empty: that server did not report it, or there is none
    bool isDifferent = false; ///< both values are known and differ
    QString meaning; ///< translated sentences about the difference, or about a problem of this server alone; empty: none
    bool operator==(const ComparisonRow &) const = default;
};
/// Compares the X server of this workstation with a remote one. @p remoteServer: null if there is none. A server whose facts have a problem
/// counts as not known.
QList<ComparisonRow> rows(const XServerFacts &localServer, const XServerFacts *remoteServer);
/// The name of the fact in JSON and scripts, for example "default-visual".
QString key(ServerFact fact);
}
}
