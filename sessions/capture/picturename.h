// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QMap>
#include <QMetaType>
#include <QString>

namespace Nightdesk
{
/// Describes a saved screenshot or recording, for its file name and its metadata. A value.
struct CaptureDescription {
    QDateTime takenAt; ///< time when the image was taken, UTC
    QString desktop; ///< id of the desktop, or another word for what is shown
    QString title; ///< the desktop's title as users see it
    QString profile;
    QString site; ///< id of the site; empty: none
    bool isStale = false; ///< the desktop did not respond, so the image is outdated
    bool isAgeUnknown = false; ///< the server may not have updated this image since somebody last viewed the desktop
    QDateTime lastChange = {}; ///< for an outdated image: time of its last change, UTC; invalid: not known
    bool operator==(const CaptureDescription &) const = default;
};

namespace PictureName
{
/// A file name such as "2026-11-21T093015Z_control0_santa-cruz.png", which every file system accepts. @p suffix: for
/// example "png". @p count: 2 or more for a further file of the same second.
QString fileName(const CaptureDescription &label, const QString &suffix, int count = 1);
/// The metadata to write into the image or video file, by key.
QMap<QString, QString> metadata(const CaptureDescription &label);
}
}

Q_DECLARE_METATYPE(Nightdesk::CaptureDescription)
