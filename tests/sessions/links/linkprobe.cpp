// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sessions/links/linkprobe.h"

#include "tests/support/waitfor.h"

#include <QDir>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace Nightdesk::Test
{
LinkProbe::LinkProbe(const LinkSpec &spec, bool carriesPrograms, const SharedLinkObjects &sharedLinkObjects)
    : m_link(LinkTarget{spec, carriesPrograms}, sharedLinkObjects)
{
    connect(&m_link, &Link::stateChanged, this, [this](LinkState state) {
        states << state;
    });
    connect(&m_link, &Link::hostKeyQuestionAsked, this, [this](const HostKeyQuestion &question) {
        hostKeys << question;
        if (const auto answer = onHostKey ? onHostKey(question) : std::nullopt) {
            m_link.answerHostKey(question.id, *answer);
        }
    });
    connect(&m_link, &Link::secretQuestionAsked, this, [this](const SecretQuestion &question) {
        secrets << question;
        if (const auto answer = onSecret ? onSecret(question) : std::nullopt) {
            m_link.answerSecret(question.id, *answer);
        }
    });
    connect(&m_link, &Link::questionWithdrawn, this, [this](quint64 question) {
        withdrawn << question;
    });
    connect(&m_link, &Link::sampleTaken, this, [this](const LinkSample &sample) {
        samples << sample;
    });
    connect(&m_link, &Link::pingAnswered, this, [this](const PingAnswer &ping) {
        pings << ping;
    });
    connect(&m_link, &Link::x11ChannelOpened, this, [this](const SharedFd &channel) {
        x11 << channel;
    });
}

Link &LinkProbe::link()
{
    return m_link;
}

bool LinkProbe::connectNow()
{
    m_link.open();
    WAIT_FOR(m_link.isLive() || m_link.state() == LinkState::Closed);
    return m_link.isLive();
}

bool LinkProbe::waitFor(LinkState state)
{
    return WAIT_FOR(m_link.state() == state);
}

QString LinkProbe::why() const
{
    const auto failure = m_link.lastFailure();
    return failure ? failure->what + u" | " + failure->affectedItem + u" | " + failure->advice : QStringLiteral("no failure");
}

ProgramProbe::ProgramProbe(Link &link, const ProgramSpec &spec)
    : program(link.startProgram(spec))
{
    connect(program.get(), &RemoteProgram::started, this, [this] {
        started = true;
    });
    connect(program.get(), &RemoteProgram::failed, this, [this](const Failure &reason) {
        failure = reason;
    });
    connect(program.get(), &RemoteProgram::outputReceived, this, [this](const QByteArray &bytes, OutputKind kind) {
        (kind == OutputKind::StandardOutput ? output : errors) += bytes;
    });
    connect(program.get(), &RemoteProgram::finished, this, [this](const ProgramExit &end) {
        exit = end;
    });
}

bool ProgramProbe::waitForEnd()
{
    return WAIT_FOR(exit || failure) && exit;
}

bool ProgramProbe::waitForStart()
{
    return WAIT_FOR(started || failure) && started;
}

StreamProbe::StreamProbe(Link &link, const StreamTarget &target, int warmUpRoundTrips)
{
    int pair[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) {
        qFatal("no socketpair");
    }
    fd.reset(pair[0]);
    stream = link.openStream(target, UniqueFd(pair[1]), warmUpRoundTrips);
    connect(stream.get(), &LinkStream::opened, this, [this] {
        opened = true;
    });
    connect(stream.get(), &LinkStream::failed, this, [this](const Failure &reason) {
        failure = reason;
    });
    connect(stream.get(), &LinkStream::closed, this, [this] {
        closed = true;
    });
}

bool StreamProbe::waitForOpen()
{
    return WAIT_FOR(opened || failure) && opened;
}

bool StreamProbe::waitForClose()
{
    return WAIT_FOR(closed);
}

void useHome(const QString &directory)
{
    QDir().mkpath(directory);
    qputenv("HOME", directory.toLocal8Bit());
    qunsetenv("SSH_AUTH_SOCK");
    ::umask(022); // a config that others may write is left out
}
}
