// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/remotetcpreader.h"

#include "sessions/links/facts/remotecommandline.h"

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto answerLimit = 20s; ///< an answer takes some round trips, of seconds each while a TCP window of 8 KiB is full
constexpr qsizetype longestAnswer = 8192; ///< the output for one connection has about 600 bytes

/// The environment variable SSH_CONNECTION identifies the connection: "client port server port".
const QString script = u"PATH=$PATH:/usr/sbin:/sbin; set -- $SSH_CONNECTION; exec ss -tinH sport = \":$4\" and dport = \":$2\""_s;
}

RemoteTcpReader::RemoteTcpReader(Link *link, QObject *parent)
    : QObject(parent)
    , m_link(link)
{
    m_readLimitTimer.setSingleShot(true);
    m_readLimitTimer.setInterval(answerLimit);
    connect(&m_readLimitTimer, &QTimer::timeout, this, [this] {
        finishTcpReading({});
    });
}

bool RemoteTcpReader::isReading() const
{
    return m_readerProgram != nullptr; // not m_readLimitTimer.isActive(), which is already false in the slot of the timer
}

void RemoteTcpReader::read()
{
    if (isReading()) {
        return;
    }
    m_programOutput.clear();
    m_readLimitTimer.start();
    ProgramSpec spec;
    spec.commandLine = remoteCommandLine({u"sh"_s, u"-c"_s, script});
    spec.mustUseExistingConnection = true;
    m_readerProgram = m_link->startProgram(spec);
    connect(m_readerProgram.get(), &RemoteProgram::outputReceived, this, [this](const QByteArray &bytes, OutputKind kind) {
        if (kind == OutputKind::StandardOutput) {
            m_programOutput.append(bytes.first(std::min(bytes.size(), longestAnswer + 1 - m_programOutput.size())));
        }
        if (m_programOutput.size() > longestAnswer) {
            finishTcpReading({});
        }
    });
    connect(m_readerProgram.get(), &RemoteProgram::failed, this, [this] {
        finishTcpReading({});
    });
    connect(m_readerProgram.get(), &RemoteProgram::finished, this, [this](const ProgramExit &exit) {
        finishTcpReading(exit.code == 0 ? TcpFacts::parseSsOutput(m_programOutput) : std::nullopt);
    });
}

void RemoteTcpReader::stop()
{
    m_readLimitTimer.stop();
    if (m_readerProgram) {
        m_readerProgram->disconnect(this);
        m_readerProgram.release()->deleteLater(); // the program may be emitting the current signal
    }
}

void RemoteTcpReader::finishTcpReading(const std::optional<TcpFacts> &facts)
{
    if (!isReading()) {
        return;
    }
    stop();
    Q_EMIT readingFinished(facts);
}
}
