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
/// A film being written: owns all that libav needs for it and gives it back however it ends. Frames come when something
/// changed, each with its time. One thread at a time; it waits for the disk. Owned by RecordingWorker.
class VideoFile
{
public:
    enum class Form {
        Vp9, ///< in WebM: small, and every browser shows it
        Vp8, ///< in WebM
        Ffv1, ///< in Matroska: exact and large
    };
    using Texts = QMap<QString, QString>;

    /// Forms that the libav of this computer can write, best first.
    static QList<Form> available();
    static QString suffix(Form form);
    /// Why not, in the system's words. @p path is there afterwards, whatever stood there before.
    static std::expected<std::unique_ptr<VideoFile>, QString> create(const QString &path, Form form, const QSize &size, const Texts &texts);
    ~VideoFile();

    /// @p frame of the file's size. @p at: since the beginning; one that is not later than the frame before is left out.
    std::expected<void, QString> add(const QImage &frame, std::chrono::milliseconds at);
    /// The last frame stays until @p end. Nothing can be added any more, also where it fails.
    std::expected<void, QString> finish(std::chrono::milliseconds end);
    bool isEmpty() const; ///< no frame yet

private:
    class Private;
    explicit VideoFile(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};
}
