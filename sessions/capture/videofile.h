// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QMap>
#include <QString>

#include <chrono>
#include <expected>
#include <memory>
#include <optional>

namespace Nightdesk
{
/// A video file being written: owns the objects of libav and frees them in any case. Frames are added when something changed, each with its time. One
/// thread at a time; blocks on the disk. Owned by RecordingWorker.
class VideoFile
{
public:
    enum class VideoFormat {
        Vp9, ///< VP9 in WebM: small files that every browser plays
        Vp8, ///< VP8 in WebM, if VP9 is not available
        Ffv1, ///< FFV1 in Matroska: lossless and large files
    };
    using Texts = QMap<QString, QString>;

    /// Formats that the installed libav can write, best first.
    static QList<VideoFormat> availableFormats();
    static QString suffix(VideoFormat form);
    /// Creates the file. The error is the system's text. An existing file at @p path is overwritten.
    static std::expected<std::unique_ptr<VideoFile>, QString> create(const QString &path, VideoFormat form, const QSize &size, const Texts &texts);
    ~VideoFile();

    /// Adds a frame, which must have the file's size. @p at: time since the beginning of the file. A frame that is not later than the previous one is
    /// ignored.
    std::expected<void, QString> add(const QImage &frame, std::chrono::milliseconds at);
    /// Finishes the file. The last frame is shown until @p end. Frames cannot be added afterwards, even if this fails.
    std::expected<void, QString> finish(std::chrono::milliseconds end);
    bool isEmpty() const; ///< whether no frame was added yet

private:
    class Private;
    explicit VideoFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};
}
