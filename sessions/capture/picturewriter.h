// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/picturename.h"

#include <QImage>
#include <QObject>

#include <expected>

namespace Nightdesk
{
/// Writes pictures as PNG: whole or not at all, and never over another. Lives in a thread of its own, for it waits for disks
/// and for the X server.
class PictureWriter : public QObject
{
    Q_OBJECT
public:
    /// The path, or what went wrong and what to do (translated). Creates @p directory.
    static std::expected<QString, QString> save(const QImage &image, const PictureLabel &label, const QString &directory);

public Q_SLOTS:
    /// A null @p image: the screens gave none.
    void write(const QImage &image, const Nightdesk::PictureLabel &label, const QString &directory);
    /// All screens of an X server, as they are at this moment.
    void writeScreens(const QString &display, const Nightdesk::PictureLabel &label, const QString &directory);

Q_SIGNALS:
    void written(const QString &path);
    void failed(const QString &text); ///< translated
};
}
