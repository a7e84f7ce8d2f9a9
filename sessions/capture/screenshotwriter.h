// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/picturename.h"

#include <QImage>
#include <QObject>

#include <expected>

namespace Nightdesk
{
/// Writes images as PNG, atomically and without replacing an existing file. Lives on its own thread, because it blocks on disks and on the X server.
/// Made by Captures, deleted by that thread.
class ScreenshotWriter : public QObject
{
    Q_OBJECT
public:
    /// Writes a PNG file and returns its path. The error says what went wrong and what to do (translated). Creates @p
    /// directory.
    static std::expected<QString, QString> save(const QImage &image, const CaptureDescription &label, const QString &directory);

public Q_SLOTS:
    /// Writes a PNG file. A null @p image means that the screens could not be read.
    void write(const QImage &image, const Nightdesk::CaptureDescription &label, const QString &directory);
    /// Writes the present contents of all screens of an X server.
    void writeScreens(const QString &display, const Nightdesk::CaptureDescription &label, const QString &directory);

Q_SIGNALS:
    void screenshotWritten(const QString &path);
    void writingFailed(const QString &text); ///< writing failed; @p text is translated
};
}
