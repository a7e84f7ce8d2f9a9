// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/facts/xserverfacts.h"

#include <QList>
#include <QString>

namespace Nightdesk
{
/// What an X server can show, fact by fact, next to another one's; each difference with what it means for programs. Pure but for the
/// language.
namespace ServersComparison
{
enum class Fact {
    Vendor,
    Size,
    Depth,
    DefaultVisual,
    Masks,
    Visuals,
    Black,
    White,
    BackingStore,
    SaveUnders,
    DefaultColormap,
    InstalledColormaps,
    Font,
    Confinement,
    Extensions,
    SocketDirectory,
};
struct Row {
    Fact fact = Fact::Vendor;
    std::optional<int> screen; ///< empty: of the whole server
    QString name; ///< translated
    QString here; ///< translated where it is a word; empty: the server has no such screen, or did not say
    QString there; ///< likewise; empty too where there is no other server
    bool isDifferent = false; ///< both are known
    QString meaning; ///< translated sentences; of a difference, or of what is wrong by itself; empty: nothing to say
    bool operator==(const Row &) const = default;
};
/// @p there null: no other server. Of a server with a problem nothing is known.
QList<Row> rows(const XServerFacts &here, const XServerFacts *there);
/// As JSON and scripts name it: "default-visual".
QString key(Fact fact);
}
}
