// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/discovery.h"

#include "sessions/common/backgroundjobs.h"
#include "sessions/common/displaytext.h"
#include "sessions/common/logging.h"
#include "sessions/links/facts/linkfailure.h"
#include "sessions/links/facts/remotecommandline.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto firstLook = 700ms;
constexpr auto runLimit = 15s;
constexpr auto readLimit = 2s;
constexpr qsizetype maxErrors = 4096;
constexpr qsizetype shownErrors = 3;

QStringList lastLines(const QByteArray &text)
{
    QStringList lines;
    for (const QByteArray &line : text.split('\n')) {
        if (const QString shown = displayText(line).trimmed(); !shown.isEmpty()) {
            lines.append(shown);
        }
    }
    return lines.last(std::min(lines.size(), shownErrors));
}
}

Discovery *Discovery::of(Link *link)
{
    if (!link->target().spec.discover) {
        return nullptr;
    }
    auto *discovery = link->findChild<Discovery *>(Qt::FindDirectChildrenOnly);
    return discovery ? discovery : new Discovery(link);
}

Discovery::Discovery(Link *link)
    : QObject(link)
    , m_link(link)
{
    m_runDelayTimer.setSingleShot(true);
    m_runDelayTimer.setInterval(firstLook);
    connect(&m_runDelayTimer, &QTimer::timeout, this, &Discovery::refresh);
    m_runLimitTimer.setSingleShot(true);
    m_runLimitTimer.setInterval(runLimit);
    connect(&m_runLimitTimer, &QTimer::timeout, this, [this] {
        m_outcomeInProgress.tookTooLong = true;
        m_isRunPending = !isLinkLive(); // the link is silent, so the time limit says nothing about the command: it runs again when the link is live
        endDiscoveryRun({});
    });
    connect(link, &Link::stateChanged, this, &Discovery::handleLinkState);
    connect(link, &Link::connectionRenewed, this, [this] {
        if (m_discoverProgram) { // output from the old connection arrives late or never
            endDiscoveryRun(LinkFailure::notLive());
        }
        m_runDelayTimer.start();
    });
    handleLinkState(link->state());
}

Link *Discovery::link() const
{
    return m_link;
}

void Discovery::setTimeLimit(std::chrono::milliseconds limit)
{
    m_runLimitTimer.setInterval(limit);
}

const DiscoverSpec &Discovery::spec() const
{
    return *m_link->target().spec.discover;
}

bool Discovery::isRunning() const
{
    return m_isRunning;
}

bool Discovery::isLinkLive() const
{
    return m_link->state() == LinkState::Live;
}

std::optional<DiscoverOutcome> Discovery::outcome() const
{
    return m_lastOutcome;
}

void Discovery::handleLinkState(LinkState state)
{
    if (state == LinkState::Live && std::exchange(m_isRunPending, false)) {
        m_runDelayTimer.start();
    } else if (isEnded(state)) {
        m_isRunPending = true;
        m_runDelayTimer.stop();
        if (m_discoverProgram) {
            endDiscoveryRun(m_link->lastFailure().value_or(LinkFailure::notLive()));
        }
    }
}

void Discovery::refresh()
{
    m_runDelayTimer.stop();
    // A silent link would lose the run: it begins when the link is live. A run whose command has ended already, perhaps with an earlier connection, does not
    // count as this one, which begins after it.
    m_isRunPending = !isLinkLive() || (m_isRunning && !m_discoverProgram);
    if (m_isRunning || m_isRunPending) {
        return;
    }
    qCInfo(LogLink) << "looking for desktops by link" << m_link->target().spec.id;
    m_isRunning = true;
    m_programOutput.clear();
    m_errorOutput.clear();
    m_isOutputTruncated = false;
    m_outcomeInProgress = {};
    m_runLimitTimer.start();
    m_discoverProgram = m_link->startProgram({.commandLine = remoteCommandLine(spec().command), .x11 = {}});
    connect(m_discoverProgram.get(), &RemoteProgram::outputReceived, this, &Discovery::receiveOutput);
    connect(m_discoverProgram.get(), &RemoteProgram::failed, this, [this](const Failure &failure) {
        endDiscoveryRun(failure);
    });
    connect(m_discoverProgram.get(), &RemoteProgram::finished, this, [this](const ProgramExit &exit) {
        m_outcomeInProgress.exit = exit;
        const bool died = !exit.code && exit.signal.isEmpty();
        endDiscoveryRun(died ? std::optional(m_link->lastFailure().value_or(LinkFailure::notLive())) : std::nullopt);
    });
    Q_EMIT runningChanged(true);
}

void Discovery::receiveOutput(const QByteArray &bytes, OutputKind kind)
{
    if (kind == OutputKind::StandardError) {
        m_errorOutput += bytes.last(std::min(bytes.size(), maxErrors)); // keeps the end of stderr, which contains the reason
        m_errorOutput = m_errorOutput.last(std::min(m_errorOutput.size(), maxErrors));
        return;
    }
    const qsizetype room = DiscoverReader::maxAnswer - m_programOutput.size();
    m_programOutput += bytes.first(std::min(bytes.size(), room));
    if (bytes.size() > room) { // the output is too long for a list of desktops
        m_isOutputTruncated = true;
        m_outcomeInProgress.exit.code = 0; // the output limit ended the command, so this is not an error
        endDiscoveryRun({});
    }
}

void Discovery::endDiscoveryRun(const std::optional<Failure> &failure)
{
    m_runLimitTimer.stop();
    releaseProgram();
    m_outcomeInProgress.failure = failure;
    m_outcomeInProgress.lastErrorLines = lastLines(m_errorOutput);
    m_outcomeInProgress.endedAt = QDateTime::currentDateTimeUtc();
    BackgroundJobs::shared().run(
        [pattern = spec().pattern, answer = std::exchange(m_programOutput, {}), isOutputCut = m_isOutputTruncated || m_outcomeInProgress.tookTooLong] {
            return DiscoverReader::read(pattern, answer, isOutputCut, QDeadlineTimer(readLimit));
        },
        this,
        [this](const DiscoverReport &report) {
            m_outcomeInProgress.report = report;
            m_lastOutcome = std::exchange(m_outcomeInProgress, {});
            m_isRunning = false;
            if (m_isRunPending && isLinkLive()) {
                m_runDelayTimer.start();
            }
            qCInfo(LogLink) << "link" << m_link->target().spec.id << "found" << report.foundDesktops.size() << "desktops;" << report.unusableLineCount
                            << "other lines";
            Q_EMIT runningChanged(false);
            Q_EMIT outcomeChanged();
        });
}

void Discovery::releaseProgram()
{
    if (m_discoverProgram) {
        m_discoverProgram->disconnect(this);
        m_discoverProgram->terminate();
        m_discoverProgram.release()->deleteLater(); // the program may be emitting the current signal
    }
}

void Discovery::findDesktop(const DesktopSelector &wanted, QObject *context, const std::function<void(const std::optional<FoundDesktop> &)> &answer) const
{
    BackgroundJobs::shared().run(
        [wanted, found = m_lastOutcome ? m_lastOutcome->report.foundDesktops : QList<FoundDesktop>()] {
            return DiscoverReader::findDesktop(wanted, found, QDeadlineTimer(readLimit));
        },
        context,
        answer);
}
}
