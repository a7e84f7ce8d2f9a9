// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "widgets/stage/stagelook.h"

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QStringList>

#include <expected>

namespace Nightdesk
{
/// One profile of those that a console had connected.
struct NightProfile {
    QString id;
    QString name; ///< as it was then
    bool lastGood = false; ///< in its last form without an error
    QString account; ///< empty: the profile asks for none
    QDateTime since; ///< UTC; when it was connected
    QStringList displays; ///< ids of those that were shown
    QStringList viewOnly; ///< ids of the desktops that were only watched
    QMap<QString, Topology> topologies = {}; ///< of those that were shown in another way than their profile says, by their ids
    bool operator==(const NightProfile &) const = default;
};

/// What a console that ends without being asked to leaves for the next one: what was connected, and how it was arranged.
/// No secret is in it. A value: held by HandoverGiver and by the file that NightRecord writes.
struct NightState {
    QString facility; ///< its directory
    QString timezone; ///< the facility's, IANA name
    QString site;
    QDateTime seen; ///< UTC; when the console was last known to run
    QList<NightProfile> profiles; ///< the one that was connected first comes first
    StageLook look;
    QByteArray window; ///< QWidget::saveGeometry() of the main window
    bool operator==(const NightState &) const = default;

    const NightProfile *profile(const QString &id) const; ///< null: it was not connected
    int displayCount() const;
};

/// The state as a file has it: JSON, versioned. Pure.
namespace NightStateText
{
enum class Unreadable {
    Damaged, ///< cut, or never one of ours
    Newer ///< a newer Nightdesk wrote it
};
inline constexpr qsizetype maxSize = 256 * 1024;

QByteArray write(const NightState &state);
std::expected<NightState, Unreadable> read(const QByteArray &text);
}
}
