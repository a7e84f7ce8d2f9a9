// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/otherdeskdisplaymonitor.h"

#include "sessions/apps/appfailure.h"
#include "sessions/common/deletelater.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/xwindows/claimscript.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto firstLineTimeLimit = 60s; ///< limit for the first line of the report; a shell's start-up files may take long
constexpr qsizetype maxLine = 4096;
}

OtherDeskDisplayMonitor::OtherDeskDisplayMonitor(const PrivateXServerName &name, const AppHolder &holder, Link *link)
    : m_host(link->target().spec.host)
    , m_lineTag(ClaimScript::newTag())
{
    m_watchProgram =
        link->startProgram({.commandLine = remoteCommandLine(ClaimScript::watchCommand(m_lineTag, name.text(), holder.process, holder.socket)), .x11 = {}});
    connect(m_watchProgram.get(), &RemoteProgram::outputReceived, this, [this](const QByteArray &bytes, OutputKind kind) {
        if (kind == OutputKind::StandardOutput) {
            receiveBytes(bytes);
        }
    });
    connect(m_watchProgram.get(), &RemoteProgram::failed, this, &OtherDeskDisplayMonitor::monitoringFailed);
    connect(m_watchProgram.get(), &RemoteProgram::finished, this, [this](const ProgramExit &exit) {
        m_answerTimer.stop();
        if (!m_hasEnded && (exit.code || !exit.signal.isEmpty())) {
            Q_EMIT monitoringFailed(AppFailure::displayConnectionLost(m_host));
        } else if (!m_hasEnded) {
            m_channelLossTimer.start(linkLossDetectionTime); // if the link is still live after that time, only this channel was lost
        }
    });
    m_channelLossTimer.setSingleShot(true);
    connect(&m_channelLossTimer, &QTimer::timeout, this, [this, link] {
        if (link->isLive()) {
            Q_EMIT monitoringFailed(AppFailure::displayConnectionLost(m_host));
        }
    });
    m_answerTimer.setSingleShot(true);
    connect(&m_answerTimer, &QTimer::timeout, this, [this] {
        Q_EMIT monitoringFailed(AppFailure::startTimedOut(m_host));
    });
    m_answerTimer.start(firstLineTimeLimit);
}

OtherDeskDisplayMonitor::~OtherDeskDisplayMonitor()
{
    disconnectAndDeleteLater(m_watchProgram);
}

void OtherDeskDisplayMonitor::receiveBytes(const QByteArray &bytes)
{
    m_partialLine += bytes;
    for (qsizetype end = 0; !m_hasEnded && (end = m_partialLine.indexOf('\n')) >= 0;) {
        const QByteArray whole = m_partialLine.first(end);
        m_partialLine.remove(0, end + 1);
        readLine(whole);
    }
    if (m_partialLine.size() > maxLine) {
        m_partialLine.clear(); // a login shell wrote a long line
    }
}

void OtherDeskDisplayMonitor::readLine(QByteArrayView line)
{
    if (m_lineTag.isEmpty() || !line.startsWith(m_lineTag)) {
        return;
    }
    const QByteArrayView word = line.sliced(m_lineTag.size()).trimmed();
    if (word == "watching") {
        m_answerTimer.stop();
        m_isDisplayFound = true;
        Q_EMIT displayFound();
    } else if (word == "ended" || word.startsWith("refused")) {
        m_answerTimer.stop();
        m_hasEnded = true;
        if (m_isDisplayFound) {
            Q_EMIT displayEnded();
        } else {
            Q_EMIT monitoringFailed(std::get<Failure>(AppFailure::exitOrFailure({"fail", "gone"}, {}, m_host)));
        }
    }
}
}
