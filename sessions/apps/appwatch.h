// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/apps/apprequest.h"
#include "sessions/links/hop/link.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>

namespace Nightdesk
{
/// Monitors a display that another desk or account started: whether it exists, and when it ends. Owned by an
/// AppDisplay, GUI thread.
class AppWatch : public QObject
{
    Q_OBJECT
public:
    /// Time within which a lost link is usually detected. WindowSession waits no longer, either.
    static constexpr std::chrono::seconds lossDetectionTime{2};

    AppWatch(const PrivateServerName &name, const AppHolder &holder, Link *link);
    ~AppWatch() override;

Q_SIGNALS:
    void watching(); ///< the display exists and is being watched
    void displayEnded(); ///< the display ended; emitted only after watching()
    void watchFailed(const Nightdesk::Failure &failure); ///< the state of the display cannot be determined

private:
    void receiveBytes(const QByteArray &bytes);
    void readLine(QByteArrayView line);

    const QString m_host;
    const QByteArray m_lineTag;
    QByteArray m_partialLine;
    bool m_isWatching = false;
    bool m_hasEnded = false;
    std::unique_ptr<RemoteProgram> m_watchProgram;
    QTimer m_answerTimer;
    QTimer m_lossTimer;
};
}
