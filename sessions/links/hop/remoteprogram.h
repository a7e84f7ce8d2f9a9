// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/facts/linkfacts.h"

#include <QObject>

#include <memory>

namespace Nightdesk
{
/// One program on the remote host. Lives on the GUI thread, owned by the caller of Link::startProgram(). Destroying it closes the channel (sshd then
/// ends the program as after the loss of a terminal).
class RemoteProgram : public QObject
{
    Q_OBJECT
public:
    ~RemoteProgram() override;
    /// Asks sshd to deliver the signal "TERM" and then closes the channel.
    void terminate();

    /// The program runs in an old connection that does not answer; it continues if that connection answers again, or ends with it.
    bool isConnectionSilent() const;

Q_SIGNALS:
    void started();
    void failed(const Nightdesk::Failure &failure);
    void connectionSilenceChanged(bool isSilent);
    void outputReceived(const QByteArray &bytes, Nightdesk::OutputKind kind);
    void finished(const Nightdesk::ProgramExit &exit);

private:
    friend class AdditionalLinks;
    friend class Link;
    friend class LinkConnection;
    RemoteProgram() = default;
    std::shared_ptr<class ProgramRegistration> m_record;
};
}
