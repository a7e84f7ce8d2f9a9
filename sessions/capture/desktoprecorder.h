// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/picturename.h"

#include "sessions/common/backgroundjobs.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
class DesktopSession;
class RecordingWorker;

/// Records one desktop at a time: unscaled, at most ten frames per second, and only when something changed. If the disk or the encoder is too slow,
/// frames are skipped: at most three are queued. GUI thread. Owned by Captures.
class DesktopRecorder : public QObject
{
    Q_OBJECT
public:
    explicit DesktopRecorder(QObject *parent = nullptr);
    ~DesktopRecorder() override; ///< ends the recording and waits for the file, up to a limit

    /// The recording ends automatically after @p limit, or when the session is deleted.
    void start(DesktopSession *session, const CaptureDescription &label, const QString &directory, std::chrono::seconds limit);
    void stop();
    bool isRecording() const;

    static constexpr int maxQueuedFrames = 3;

Q_SIGNALS:
    void recordingChanged(bool isRecording);
    void videoWritten(const QString &path);
    void recordingFailed(const QString &text); ///< the recording failed; @p text is translated

private:
    void handleDamage();
    void captureFrame(); ///< captures a frame, unless maxQueuedFrames frames still wait for the worker
    void passFrameToWorker(); ///< passes the present image to the worker
    std::chrono::milliseconds elapsed() const;

    RecordingWorker *const m_recordingWorker;
    BackgroundThread m_workerThread; ///< the thread on which m_recordingWorker lives
    QPointer<DesktopSession> m_desktopSession;
    QList<QMetaObject::Connection> m_sessionConnections;
    QElapsedTimer m_elapsedTimer;
    QTimer m_framePauseTimer;
    QTimer m_durationLimitTimer;
    int m_recordingNumber = 0; ///< number of recordings that were started
    bool m_isRecording = false;
};
}
