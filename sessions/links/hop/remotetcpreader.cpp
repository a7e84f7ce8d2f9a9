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
constexpr auto answerLimit = 5s;
constexpr qsizetype longestAnswer = 8192; ///< the output for one connection has about 600 bytes

/// The environment variable SSH_CONNECTION identifies the connection: "client port server port".
const QString script = u"PATH=$PATH:/usr/sbin:/sbin; set -- $SSH_CONNECTION; exec ss -tinH sport = \":$4\" and dport = \":$2\""_s;
}

RemoteTcpReader::RemoteTcpReader(Link *link, QObject *parent)
    : QObject(parent)
    , m_link(link)
{
    m_limitTimer.setSingleShot(true);
    m_limitTimer.setInterval(answerLimit);
    connect(&m_limitTimer, &QTimer::timeout, this, [this] {
        finishReading({});
    });
}

RemoteTcpReader::~RemoteTcpReader() = default;

bool RemoteTcpReader::isReading() const
{
    return m_program != nullptr; // does not ask the timer, which is already inactive when it fires
}

void RemoteTcpReader::read()
{
    if (isReading()) {
        return;
    }
    m_output.clear();
    m_limitTimer.start();
    ProgramSpec spec;
    spec.commandLine = remoteCommandLine({u"sh"_s, u"-c"_s, script});
    spec.isOptional = true;
    m_program = m_link->startProgram(spec);
    connect(m_program.get(), &RemoteProgram::output, this, [this](const QByteArray &bytes, OutputKind kind) {
        if (kind == OutputKind::Standard) {
            m_output.append(bytes.first(std::min(bytes.size(), longestAnswer + 1 - m_output.size())));
        }
        if (m_output.size() > longestAnswer) {
            finishReading({});
        }
    });
    connect(m_program.get(), &RemoteProgram::failed, this, [this] {
        finishReading({});
    });
    connect(m_program.get(), &RemoteProgram::finished, this, [this](const ProgramExit &exit) {
        finishReading(exit.code == 0 ? TcpFacts::parseSsOutput(m_output) : std::nullopt);
    });
}

void RemoteTcpReader::stop()
{
    m_limitTimer.stop();
    if (m_program) {
        m_program->disconnect(this);
        m_program.release()->deleteLater(); // the program may be emitting the current signal
    }
}

void RemoteTcpReader::finishReading(const std::optional<TcpFacts> &facts)
{
    if (!isReading()) {
        return;
    }
    stop();
    Q_EMIT answered(facts);
}
}
