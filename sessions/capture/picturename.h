// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QMap>
#include <QMetaType>
#include <QString>

namespace Nightdesk
{
/// What a saved picture or recording is of: its file's name, and what is written into it. Value.
struct PictureLabel {
    QDateTime taken; ///< UTC
    QString desktop; ///< its id, or what else is shown
    QString title; ///< as people read it
    QString profile;
    QString site; ///< empty: none
    bool isStale = false; ///< the desktop did not answer: this is how it was
    bool isAgeUnknown = false; ///< the server may have kept this image since somebody watched it last
    QDateTime lastChange = {}; ///< of a stale one, UTC; invalid: not known
    bool operator==(const PictureLabel &) const = default;
};

namespace PictureName
{
/// "2026-11-21T093015Z_control0_santa-cruz.png"; whatever the words are, a name that any file system takes. @p suffix: "png".
/// @p count: from 2 on for one more in the same second.
QString fileName(const PictureLabel &label, const QString &suffix, int count = 1);
/// What a file says of itself, by key.
QMap<QString, QString> texts(const PictureLabel &label);
}
}

Q_DECLARE_METATYPE(Nightdesk::PictureLabel)
