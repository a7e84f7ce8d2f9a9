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
constexpr auto filmEndLimit = 5s; ///< time to write the last four frames and finish the file
}

DesktopRecorder::DesktopRecorder(QObject *parent)
    : QObject(parent)
    , m_worker(new RecordingWorker)
    , m_thread("recording", m_worker, filmEndLimit)
{
    connect(m_worker, &RecordingWorker::written, this, &DesktopRecorder::written);
    connect(m_worker, &RecordingWorker::failed, this, [this](const QString &text) {
        stop();
        Q_EMIT failed(text);
    });
    m_frameTimer.setSingleShot(true);
    m_frameTimer.setInterval(framePause);
    connect(&m_frameTimer, &QTimer::timeout, this, &DesktopRecorder::takeFrame);
    m_limitTimer.setSingleShot(true);
    connect(&m_limitTimer, &QTimer::timeout, this, &DesktopRecorder::stop);
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

void DesktopRecorder::start(DesktopSession *session, const PictureDescription &label, const QString &directory, std::chrono::seconds limit)
{
    stop();
    m_session = session;
    m_session->setRecorded(true);
    m_isRecording = true;
    m_elapsedTimer.start();
    m_limitTimer.start(limit);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, label, directory] {
        worker->begin(label, directory);
    });
    m_connections = {connect(session, &DesktopSession::damaged, this, &DesktopRecorder::handleDamage),
                     connect(session, &DesktopSession::pictureChanged, this, &DesktopRecorder::handleDamage),
                     connect(session, &QObject::destroyed, this, &DesktopRecorder::stop)};
    takeFrame();
    Q_EMIT recordingChanged(true);
}

void DesktopRecorder::stop()
{
    if (!m_isRecording) {
        return;
    }
    passFrameToWorker(); // records the last change, even if the worker is late or the change is not reported yet
    m_isRecording = false;
    m_frameTimer.stop();
    m_limitTimer.stop();
    for (const QMetaObject::Connection &connection : std::as_const(m_connections)) {
        disconnect(connection);
    }
    m_connections.clear();
    if (m_session) {
        m_session->setRecorded(false);
    }
    m_session = nullptr;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, at = elapsed()] {
        worker->end(at);
    });
    Q_EMIT recordingChanged(false);
}

void DesktopRecorder::handleDamage()
{
    if (!m_frameTimer.isActive()) {
        m_frameTimer.start();
    }
}

void DesktopRecorder::takeFrame()
{
    m_frameTimer.stop();
    if (m_worker->queuedFrames >= maxQueuedFrames) {
        m_frameTimer.start(); // the worker is too slow: this frame is skipped, and a later one is captured
        return;
    }
    passFrameToWorker();
}

void DesktopRecorder::passFrameToWorker()
{
    if (!m_session || m_session->picture().image.isNull()) {
        return;
    }
    ++m_worker->queuedFrames;
    // A deep copy, because the worker process continues to write into the framebuffer.
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, frame = m_session->picture().image.copy(), at = elapsed()] {
        worker->add(frame, at);
    });
}
}
