// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/picturename.h"
#include "sessions/capture/videofile.h"

#include <QImage>
#include <QObject>

#include <atomic>

namespace Nightdesk
{
/// Writes one recording: a video file for each size that the desktop had. Made by DesktopRecorder,
/// and deleted by the low-priority thread of DesktopRecorder, on which it lives.
class RecordingWorker : public QObject
{
    Q_OBJECT
public:
    /// Number of frames that wait for the worker. The caller increments it before it queues a frame.
    std::atomic<int> queuedFrameCount = 0;

public Q_SLOTS:
    void begin(const Nightdesk::CaptureDescription &label, const QString &directory);
    /// Adds a frame. @p at: time since the beginning of the recording.
    void add(const QImage &frame, std::chrono::milliseconds at);
    void end(std::chrono::milliseconds at);

Q_SIGNALS:
    void videoWritten(const QString &path); ///< a video file was completed; @p path: its path
    /// Writing failed, and nothing more of this recording is written. @p text is translated; @p recordingNumber: how many recordings had begun.
    void writingFailed(const QString &text, int recordingNumber);

private:
    bool openFile(const QImage &frame, std::chrono::milliseconds at);
    void chooseNextPath(); ///< chooses the next file name and sets m_finalPath
    bool renameToFinalPath(); ///< renames the draft to an unused name; false: errno is set
    void closeFile(std::chrono::milliseconds at);
    void handleFailure(const QString &why);

    CaptureDescription m_recordingDescription;
    QString m_outputDirectory;
    CaptureDescription m_fileDescription; ///< description of the open file, for its name and metadata
    int m_fileNumber = 0; ///< number that makes the file name unique
    QString m_finalPath; ///< final path of the open file
    QString m_draftPath; ///< path of the file while it is being written; its name marks the file as incomplete, in case this process crashes
    std::unique_ptr<VideoFile> m_videoFile;
    QSize m_frameSize;
    std::chrono::milliseconds m_fileStartTime{}; ///< time when the open file began, counted from the beginning of the recording
    int m_recordingNumber = 0; ///< number of recordings that have begun
    bool m_hasRecordingFailed = false;
};
}
