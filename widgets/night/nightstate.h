// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "widgets/viewer/viewerlook.h"

#include <QByteArray>
#include <QDateTime>
#include <QMap>
#include <QStringList>

#include <expected>

namespace Nightdesk
{
/// One of the profiles that a console had connected.
struct NightProfile {
    QString id;
    QString name; ///< the profile's name when it was connected
    bool isLastValidVersion = false; ///< true: connected in its last valid version
    QString account; ///< account of the connection; empty: the profile needs no account
    QDateTime connectedAt; ///< when the profile was connected, UTC
    QStringList displayIds; ///< ids of the displays that were shown
    QStringList viewOnlyDesktopIds; ///< ids of the desktops that were view-only
    QMap<QString, Topology> topologies = {}; ///< display modes that differ from those in the profile, by display id
    bool operator==(const NightProfile &) const = default;
};

/// What a console had connected, and its layout, so that another console can resume it after an unexpected end. Contains no secrets. A value: used by
/// HandoverGiver, and written to a file by NightRecord.
struct NightState {
    QString facilityDirectory; ///< directory of the facility
    QString timezone; ///< IANA name of the facility's time zone
    QString siteId;
    QDateTime lastSeenAt; ///< when the console last ran, UTC
    QList<NightProfile> profiles; ///< the connected profiles, in the order in which they were connected
    ViewerLook look;
    QByteArray mainWindowGeometry; ///< QWidget::saveGeometry() of the main window
    bool operator==(const NightState &) const = default;

    const NightProfile *profile(const QString &id) const; ///< null: the profile was not connected
    int displayCount() const;
};

/// The file format of NightState: JSON with a version. Pure.
namespace NightStateText
{
enum class NightStateReadError {
    Damaged, ///< the file is truncated, or not a file of Nightdesk
    Newer ///< the file was written by a newer version of Nightdesk
};
inline constexpr qsizetype maxSize = 256 * 1024;

QByteArray write(const NightState &state);
std::expected<NightState, NightStateReadError> read(const QByteArray &text);
}
}
