// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/capture/picturename.h"

#include "sessions/common/background.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>

namespace Nightdesk
{
class DesktopSession;
class RecordingWorker;

/// Records one desktop at a time: its pixels at 1:1, at most ten frames a second and only those in which something changed. A
/// disk or an encoder that cannot follow costs frames, never memory: three wait at most. GUI thread. Owned by Captures.
class Recordings : public QObject
{
    Q_OBJECT
public:
    explicit Recordings(QObject *parent = nullptr);
    ~Recordings() override; ///< ends the recording and waits for it, but not for ever

    /// Ends by itself after @p limit, and when the desktop goes.
    void start(DesktopSession *session, const PictureLabel &label, const QString &directory, std::chrono::seconds limit);
    void stop();
    bool isRecording() const;

    static constexpr int mostWaiting = 3;

Q_SIGNALS:
    void recordingChanged(bool isRecording);
    void written(const QString &path);
    void failed(const QString &text); ///< translated

private:
    void sawDamage();
    void takeFrame(); ///< where the worker can follow
    void handOver(); ///< the picture as it is, to the worker
    std::chrono::milliseconds elapsed() const;

    RecordingWorker *const m_worker;
    BackgroundThread m_thread; ///< the worker's
    QPointer<DesktopSession> m_session;
    QList<QMetaObject::Connection> m_connections;
    QElapsedTimer m_since;
    QTimer m_frame;
    QTimer m_limit;
    bool m_isRecording = false;
};
}
