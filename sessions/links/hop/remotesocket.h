// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"

#include <QTimer>

namespace Nightdesk
{
/// Asks the remote host what its kernel knows of the connection to it (`ss` of iproute2): one program in the connection, which ends
/// within seconds. It makes no further connection for that. GUI thread. Owned by LinkMonitor.
class RemoteSocket : public QObject
{
    Q_OBJECT
public:
    /// @p link outlives this.
    explicit RemoteSocket(Link *link, QObject *parent = nullptr);
    ~RemoteSocket() override;

    /// Ignored while it is being asked.
    void read();
    bool isReading() const;
    /// What is under way is not waited for any more.
    void stop();

Q_SIGNALS:
    /// Empty: it has no ss, refuses the session, or says nothing that is understood.
    void answered(const std::optional<Nightdesk::TcpFacts> &facts);

private:
    void end(const std::optional<TcpFacts> &facts);

    Link *const m_link;
    std::unique_ptr<RemoteProgram> m_program;
    QByteArray m_output;
    QTimer m_limit;
};
}
