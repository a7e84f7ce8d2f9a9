// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>
#include <QMap>
#include <QString>

#include <chrono>
#include <optional>

namespace Nightdesk::Test
{
/// A film as anybody's player would see it, read by libav.
struct Film {
    struct Frame {
        QImage image; ///< Format_RGB32
        std::chrono::milliseconds at{};
    };
    QList<Frame> frames;
    QString codec;
    std::chrono::milliseconds duration{}; ///< as the file says
    QMap<QString, QString> texts; ///< keys in capitals

    /// Empty: it is no film.
    static std::optional<Film> read(const QString &path);
};

/// The greatest difference of any color of any pixel; 256: other sizes.
int greatestDifference(const QImage &one, const QImage &other);
/// The mean of all differences, rounded up; 256: other sizes.
int meanDifference(const QImage &one, const QImage &other);
}
