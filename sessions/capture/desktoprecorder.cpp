// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/desktoprecorder.h"

#include "sessions/capture/recordingworker.h"
#include "sessions/desktops/desktopsession.h"

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto framePause = 100ms;
constexpr auto recordingEndLimit = 5s; ///< time to write the last four frames and finish the file
}

DesktopRecorder::DesktopRecorder(QObject *parent)
    : QObject(parent)
    , m_recordingWorker(new RecordingWorker)
    , m_workerThread("recording", m_recordingWorker, recordingEndLimit)
{
    connect(m_recordingWorker, &RecordingWorker::videoWritten, this, &DesktopRecorder::videoWritten);
    connect(m_recordingWorker, &RecordingWorker::writingFailed, this, [this](const QString &text, int recordingNumber) {
        if (recordingNumber == m_recordingNumber) { // otherwise the end of an earlier recording failed, and another has begun since
            stop();
        }
        Q_EMIT recordingFailed(text);
    });
    m_framePauseTimer.setSingleShot(true);
    m_framePauseTimer.setInterval(framePause);
    connect(&m_framePauseTimer, &QTimer::timeout, this, &DesktopRecorder::captureFrame);
    m_durationLimitTimer.setSingleShot(true);
    connect(&m_durationLimitTimer, &QTimer::timeout, this, &DesktopRecorder::stop);
}

DesktopRecorder::~DesktopRecorder()
{
    stop();
}

bool DesktopRecorder::isRecording() const
{
    return m_isRecording;
}

std::chrono::milliseconds DesktopRecorder::elapsed() const
{
    return std::chrono::milliseconds(m_elapsedTimer.elapsed());
}

void DesktopRecorder::start(DesktopSession *session, const CaptureDescription &label, const QString &directory, std::chrono::seconds limit)
{
    stop();
    m_desktopSession = session;
    m_desktopSession->setRecorded(true);
    m_isRecording = true;
    ++m_recordingNumber;
    m_elapsedTimer.start();
    m_durationLimitTimer.start(limit);
    QMetaObject::invokeMethod(m_recordingWorker, &RecordingWorker::begin, Qt::QueuedConnection, label, directory);
    m_sessionConnections = {connect(session, &DesktopSession::damaged, this, &DesktopRecorder::handleDamage),
                            connect(session, &DesktopSession::pictureChanged, this, &DesktopRecorder::handleDamage),
                            connect(session, &QObject::destroyed, this, &DesktopRecorder::stop)};
    captureFrame();
    Q_EMIT recordingChanged(true);
}

void DesktopRecorder::stop()
{
    if (!m_isRecording) {
        return;
    }
    passFrameToWorker(); // records the image as it is now, so that the last change before the end is not missing
    m_isRecording = false;
    m_framePauseTimer.stop();
    m_durationLimitTimer.stop();
    for (const QMetaObject::Connection &connection : std::as_const(m_sessionConnections)) {
        disconnect(connection);
    }
    m_sessionConnections.clear();
    if (m_desktopSession) {
        m_desktopSession->setRecorded(false);
    }
    m_desktopSession = nullptr;
    QMetaObject::invokeMethod(m_recordingWorker, &RecordingWorker::end, Qt::QueuedConnection, elapsed());
    Q_EMIT recordingChanged(false);
}

void DesktopRecorder::handleDamage()
{
    if (!m_framePauseTimer.isActive()) {
        m_framePauseTimer.start();
    }
}

void DesktopRecorder::captureFrame()
{
    m_framePauseTimer.stop();
    if (m_recordingWorker->queuedFrameCount >= maxQueuedFrames) {
        m_framePauseTimer.start(); // the worker is too slow: this frame is skipped, and a later one is captured
        return;
    }
    passFrameToWorker();
}

void DesktopRecorder::passFrameToWorker()
{
    if (!m_desktopSession || m_desktopSession->picture().image.isNull()) {
        return;
    }
    ++m_recordingWorker->queuedFrameCount;
    // A deep copy, because the worker process continues to write into the framebuffer.
    QMetaObject::invokeMethod(m_recordingWorker, &RecordingWorker::add, Qt::QueuedConnection, m_desktopSession->picture().image.copy(), elapsed());
}
}
