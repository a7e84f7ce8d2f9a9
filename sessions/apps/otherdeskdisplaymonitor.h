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
class OtherDeskDisplayMonitor : public QObject
{
    Q_OBJECT
public:
    /// Time within which a lost link is usually detected. WindowSession waits equally long.
    static constexpr std::chrono::seconds linkLossDetectionTime{2};

    OtherDeskDisplayMonitor(const PrivateXServerName &name, const AppHolder &holder, Link *link);
    ~OtherDeskDisplayMonitor() override;

Q_SIGNALS:
    void displayFound(); ///< the display exists, and this object will report its end
    void displayEnded(); ///< the display ended; emitted only after displayFound()
    void monitoringFailed(const Nightdesk::Failure &failure); ///< the state of the display cannot be determined

private:
    void receiveBytes(const QByteArray &bytes);
    void readLine(QByteArrayView line);

    const QString m_host;
    const QByteArray m_lineTag;
    QByteArray m_partialLine;
    bool m_isDisplayFound = false;
    bool m_hasEnded = false;
    std::unique_ptr<RemoteProgram> m_watchProgram;
    QTimer m_answerTimer;
    QTimer m_channelLossTimer;
};
}
