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
struct PictureLabel {
    QDateTime taken; ///< UTC
    QString desktop; ///< the desktop's id, or another word for what is shown
    QString title; ///< title as users see it
    QString profile;
    QString site; ///< id of the site; empty: none
    bool isStale = false; ///< the desktop did not respond: the image is outdated
    bool isAgeUnknown = false; ///< the server may not have updated this image since somebody last viewed the desktop
    QDateTime lastChange = {}; ///< of a stale image: when it last changed, UTC; invalid: not known
    bool operator==(const PictureLabel &) const = default;
};

namespace PictureName
{
/// "2026-11-21T093015Z_control0_santa-cruz.png"; for any label, a name that every file system accepts. @p suffix: "png". @p count: 2 or more for a
/// further file of the same second.
QString fileName(const PictureLabel &label, const QString &suffix, int count = 1);
/// The metadata to write into a file, by key.
QMap<QString, QString> texts(const PictureLabel &label);
}
}

Q_DECLARE_METATYPE(Nightdesk::PictureLabel)
