// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"

#include <QTimer>

namespace Nightdesk
{
/// Asks the remote host for its kernel's values of this TCP connection (`ss` of iproute2): one program in the connection, which ends within seconds.
/// No additional connection is made for it. GUI thread. Owned by LinkMonitor.
class RemoteTcpReader : public QObject
{
    Q_OBJECT
public:
    /// @p link must outlive this object.
    explicit RemoteTcpReader(Link *link, QObject *parent = nullptr);

    /// Asks the host for the values; ignored while isReading().
    void read();
    bool isReading() const;
    /// Stops waiting for the answer.
    void stop();

Q_SIGNALS:
    /// The host has answered. @p facts is empty if it has no ss, refuses the session, or gives output that cannot be
    /// parsed.
    void readingFinished(const std::optional<Nightdesk::TcpFacts> &facts);

private:
    void finishTcpReading(const std::optional<TcpFacts> &facts);

    Link *const m_link;
    std::unique_ptr<RemoteProgram> m_readerProgram;
    QByteArray m_programOutput;
    QTimer m_readLimitTimer;
};
}
