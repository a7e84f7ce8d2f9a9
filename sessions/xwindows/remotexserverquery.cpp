// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/remotexserverquery.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/links/hop/link.h"
#include "sessions/xwindows/facts/authoritytext.h"
#include "sessions/xwindows/facts/xserverreader.h"
#include "sessions/xwindows/server/localdisplay.h"

#include <KLocalizedString>

#include <sys/socket.h>

#include <utility>

using namespace Qt::StringLiterals;

namespace Nightdesk
{
namespace
{
/// Printed first by the command: output of the login shell's start-up files comes before this mark.
constexpr QByteArrayView outputMark("nightdesk-x-server\n");

/// The command that prints the host's name, mode and owner of the directory of X servers' sockets, and the authority file, which is binary.
QStringList authorityCommand()
{
    return {u"sh"_s,
            u"-c"_s,
            u"echo nightdesk-x-server; uname -n; stat -c '%a %u' /tmp/.X11-unix 2>/dev/null || echo; "
            "cat \"${XAUTHORITY:-$HOME/.Xauthority}\" 2>/dev/null"_s};
}

/// Removes and returns the first line of @p text.
QByteArray removeFirstLine(QByteArray &text)
{
    const qsizetype end = text.indexOf('\n');
    const QByteArray line = text.first(end < 0 ? text.size() : end);
    text = end < 0 ? QByteArray() : text.sliced(end + 1);
    return line;
}

std::optional<XSocketDirectory> parseSocketDirectory(const QByteArray &line)
{
    const QList<QByteArray> words = line.split(' ');
    bool isMode = false;
    bool isOwner = false;
    const XSocketDirectory directory{.permissionBits = words.value(0).toInt(&isMode, 8), .owner = words.value(1).toUInt(&isOwner)};
    const bool isValid = words.size() == 2 && isMode && isOwner && directory.permissionBits >= 0 && directory.permissionBits <= 07777;
    return isValid ? std::optional(directory) : std::nullopt;
}
}

RemoteXServerQuery::RemoteXServerQuery(Link *link, int display, const QStringList &fonts, QObject *parent)
    : QObject(parent)
    , m_link(link)
    , m_displayNumber(display)
    , m_fontPatterns(fonts)
{
    m_stepTimeout.setSingleShot(true);
    m_stepTimeout.setInterval(stepTimeLimit);
    connect(&m_stepTimeout, &QTimer::timeout, this, [this] {
        reportFacts(factsOfFailure(i18nc("@info", "The remote host is not responding to questions about its X server.")));
    });
    readAuthority();
}

RemoteXServerQuery::~RemoteXServerQuery() = default;

void RemoteXServerQuery::readAuthority()
{
    m_program = m_link->startProgram({.commandLine = remoteCommandLine(authorityCommand()), .x11 = {}});
    connect(m_program.get(), &RemoteProgram::failed, this, [this](const Failure &failure) {
        reportFacts(factsOfFailure(failure.what));
    });
    connect(m_program.get(), &RemoteProgram::outputReceived, this, [this](const QByteArray &bytes, OutputKind kind) {
        if (kind == OutputKind::StandardOutput && m_commandOutput.size() < AuthorityText::maxSize) {
            m_commandOutput += bytes;
        }
    });
    connect(m_program.get(), &RemoteProgram::finished, this, [this] {
        QByteArray text = std::exchange(m_commandOutput, {});
        const qsizetype at = text.indexOf(outputMark);
        if (at < 0) {
            reportFacts(factsOfFailure(i18nc("@info", "The remote host runs no commands for this account, so its X server cannot be read.")));
            return;
        }
        text = text.sliced(at + outputMark.size());
        const QByteArray host = removeFirstLine(text);
        m_socketDirectory = parseSocketDirectory(removeFirstLine(text));
        m_cookie = AuthorityText::cookie(text, host, m_displayNumber);
        connectServer();
    });
    m_stepTimeout.start();
}

void RemoteXServerQuery::connectServer()
{
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) {
        reportFacts(factsOfFailure(i18nc("@info", "Nightdesk has no more file descriptors.")));
        return;
    }
    m_serverSocket = UniqueFd(ends[0]);
    m_serverStream = m_link->openStream(UnixStreamTarget{LocalDisplay{.number = m_displayNumber, .screen = 0}.socketPath()}, UniqueFd(ends[1]));
    connect(m_serverStream.get(), &LinkStream::failed, this, [this](const Failure &failure) {
        reportFacts(factsOfFailure(failure.what));
    });
    connect(m_serverStream.get(), &LinkStream::opened, this, &RemoteXServerQuery::queryServer);
    m_stepTimeout.start();
}

void RemoteXServerQuery::queryServer()
{
    m_stepTimeout.stop(); // XServerReader has its own time limit
    const QString name = i18nc("@info an X server; %1: like :1, %2: a host", "%1 on %2", u":%1"_s.arg(m_displayNumber), m_link->target().spec.host);
    BackgroundJobs::shared().run(
        [socket = std::move(m_serverSocket), cookie = m_cookie.toStdString(), name, fonts = m_fontPatterns]() mutable {
            return XServerReader::readFactsOverSocket(std::move(socket), cookie, name, fonts, stepTimeLimit);
        },
        this,
        std::bind_front(&RemoteXServerQuery::reportFacts, this));
}

void RemoteXServerQuery::reportFacts(XServerFacts facts)
{
    if (!std::exchange(m_areFactsReported, true)) {
        m_stepTimeout.stop();
        facts.display = u":%1"_s.arg(m_displayNumber);
        facts.socketDirectory = m_socketDirectory;
        Q_EMIT factsRead(facts);
    }
}

XServerFacts RemoteXServerQuery::factsOfFailure(const QString &problem) const
{
    XServerFacts facts;
    facts.problem = problem;
    return facts;
}
}
