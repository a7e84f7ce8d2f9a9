// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/capture/recordings.h"

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

Recordings::Recordings(QObject *parent)
    : QObject(parent)
    , m_worker(new RecordingWorker)
    , m_thread("recording", m_worker, filmEndLimit)
{
    connect(m_worker, &RecordingWorker::written, this, &Recordings::written);
    connect(m_worker, &RecordingWorker::failed, this, [this](const QString &text) {
        stop();
        Q_EMIT failed(text);
    });
    m_frame.setSingleShot(true);
    m_frame.setInterval(framePause);
    connect(&m_frame, &QTimer::timeout, this, &Recordings::takeFrame);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, &Recordings::stop);
}

Recordings::~Recordings()
{
    stop();
}

bool Recordings::isRecording() const
{
    return m_isRecording;
}

std::chrono::milliseconds Recordings::elapsed() const
{
    return std::chrono::milliseconds(m_since.elapsed());
}

void Recordings::start(DesktopSession *session, const PictureLabel &label, const QString &directory, std::chrono::seconds limit)
{
    stop();
    m_session = session;
    m_session->setKept(true);
    m_isRecording = true;
    m_since.start();
    m_limit.start(limit);
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, label, directory] {
        worker->begin(label, directory);
    });
    m_connections = {connect(session, &DesktopSession::damaged, this, &Recordings::sawDamage),
                     connect(session, &DesktopSession::pictureChanged, this, &Recordings::sawDamage),
                     connect(session, &QObject::destroyed, this, &Recordings::stop)};
    takeFrame();
    Q_EMIT recordingChanged(true);
}

void Recordings::stop()
{
    if (!m_isRecording) {
        return;
    }
    handOver(); // records the last change, even if the worker is late or the change is not reported yet
    m_isRecording = false;
    m_frame.stop();
    m_limit.stop();
    for (const QMetaObject::Connection &connection : std::as_const(m_connections)) {
        disconnect(connection);
    }
    m_connections.clear();
    if (m_session) {
        m_session->setKept(false);
    }
    m_session = nullptr;
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, at = elapsed()] {
        worker->end(at);
    });
    Q_EMIT recordingChanged(false);
}

void Recordings::sawDamage()
{
    if (!m_frame.isActive()) {
        m_frame.start();
    }
}

void Recordings::takeFrame()
{
    m_frame.stop();
    if (m_worker->waiting >= mostWaiting) {
        m_frame.start(); // the worker is too slow: this frame is skipped and taken later
        return;
    }
    handOver();
}

void Recordings::handOver()
{
    if (!m_session || m_session->picture().image.isNull()) {
        return;
    }
    ++m_worker->waiting;
    // A deep copy, because the worker process continues to write into the framebuffer.
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, frame = m_session->picture().image.copy(), at = elapsed()] {
        worker->add(frame, at);
    });
}
}
