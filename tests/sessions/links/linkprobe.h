// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"

#include <QSignalSpy>

#include <functional>

namespace Nightdesk::Test
{
/// A Link under test with everything it said, and ways to wait for what it should say.
class LinkProbe : public QObject
{
    Q_OBJECT
public:
    explicit LinkProbe(const LinkSpec &spec, bool carriesPrograms = false, const SharedLinkObjects &sharedLinkObjects = {});

    Link &link();
    /// Opens and waits until it is live or closed; true: live.
    bool connectNow();
    bool waitFor(LinkState state);
    QString why() const; ///< the last failure in words, for messages

    QList<LinkState> states;
    QList<HostKeyQuestion> hostKeys;
    QList<SecretQuestion> secrets;
    QList<quint64> withdrawn;
    QList<LinkSample> samples;
    QList<PingAnswer> pings;
    QList<SharedFd> x11;
    /// Answers at once when set; else the questions are only collected.
    std::function<std::optional<HostKeyAnswer>(const HostKeyQuestion &)> onHostKey;
    std::function<std::optional<std::optional<Secret>>(const SecretQuestion &)> onSecret;

private:
    Link m_link;
};

/// A program's run, collected.
class ProgramProbe : public QObject
{
    Q_OBJECT
public:
    ProgramProbe(Link &link, const ProgramSpec &spec);
    bool waitForEnd();
    bool waitForStart();

    std::unique_ptr<RemoteProgram> program;
    bool started = false;
    QByteArray output;
    QByteArray errors;
    std::optional<ProgramExit> exit;
    std::optional<Failure> failure;
};

/// A stream with our end of its socketpair.
class StreamProbe : public QObject
{
    Q_OBJECT
public:
    StreamProbe(Link &link, const StreamTarget &target, int warmUpRoundTrips = 0);
    bool waitForOpen();
    bool waitForClose();

    std::unique_ptr<LinkStream> stream;
    UniqueFd fd; ///< non-blocking
    bool opened = false;
    bool closed = false;
    std::optional<Failure> failure;
};

/// A private home directory for the process: no test sees the developer's own ssh configuration or agent.
void useHome(const QString &directory);
}
