// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/picturename.h"
#include "app/videofile.h"

#include <QImage>
#include <QObject>

#include <atomic>

namespace Nightdesk
{
/// Writes one recording: a film for each size that the desktop had. Lives in Recordings' thread, which is one of low priority.
class RecordingWorker : public QObject
{
    Q_OBJECT
public:
    /// Frames that are handed over and not written yet; whoever hands one over adds to it first.
    std::atomic<int> waiting = 0;

public Q_SLOTS:
    void begin(const Nightdesk::PictureLabel &label, const QString &directory);
    /// @p at: since the beginning.
    void add(const QImage &frame, std::chrono::milliseconds at);
    void end(std::chrono::milliseconds at);

Q_SIGNALS:
    void written(const QString &path); ///< a film is whole
    void failed(const QString &text); ///< translated; nothing more is written
    void ended(); ///< after end()

private:
    bool openFor(const QImage &frame, std::chrono::milliseconds at);
    void closeFile(std::chrono::milliseconds at);
    void fail(const QString &why);

    PictureLabel m_label;
    QString m_directory;
    QString m_path;
    std::unique_ptr<VideoFile> m_file;
    QSize m_size;
    std::chrono::milliseconds m_start{}; ///< of the file, since the beginning of the recording
    bool m_hasFailed = false;
};
}
