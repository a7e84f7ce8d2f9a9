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
    m_startTimer.setSingleShot(true);
    m_startTimer.setInterval(firstLook);
    connect(&m_startTimer, &QTimer::timeout, this, &Discovery::refresh);
    m_limitTimer.setSingleShot(true);
    m_limitTimer.setInterval(runLimit);
    connect(&m_limitTimer, &QTimer::timeout, this, [this] {
        m_nextOutcome.tookTooLong = true;
        endRun({});
    });
    connect(link, &Link::stateChanged, this, &Discovery::linkChanged);
    connect(link, &Link::renewed, this, [this] {
        if (m_program) { // output from the old connection arrives late or never
            endRun(LinkFailure::notLive());
        }
        m_startTimer.start();
    });
    linkChanged(link->state());
}

Link *Discovery::link() const
{
    return m_link;
}

void Discovery::setLimit(std::chrono::milliseconds limit)
{
    m_limitTimer.setInterval(limit);
}

const DiscoverSpec &Discovery::spec() const
{
    return *m_link->target().spec.discover;
}

bool Discovery::isRunning() const
{
    return m_isRunning;
}

bool Discovery::canRun() const
{
    return m_link->state() == LinkState::Live;
}

std::optional<DiscoverOutcome> Discovery::outcome() const
{
    return m_outcome;
}

void Discovery::linkChanged(LinkState state)
{
    if (state == LinkState::Live && std::exchange(m_isRunDue, false)) {
        m_startTimer.start();
    } else if (state == LinkState::Closed || state == LinkState::Idle) {
        m_isRunDue = true;
        m_startTimer.stop();
        if (m_program) {
            endRun(m_link->lastFailure().value_or(LinkFailure::notLive()));
        }
    }
}

void Discovery::refresh()
{
    m_startTimer.stop();
    m_isRunDue = m_isRunDue && !canRun();
    if (m_isRunning || !canRun()) {
        return;
    }
    qCInfo(LogLink) << "looking for desktops by link" << m_link->target().spec.id;
    m_isRunning = true;
    m_output.clear();
    m_errors.clear();
    m_isOutputCut = false;
    m_nextOutcome = {};
    m_limitTimer.start();
    m_program = m_link->startProgram({.commandLine = remoteCommandLine(spec().command), .x11 = {}});
    connect(m_program.get(), &RemoteProgram::output, this, &Discovery::receiveOutput);
    connect(m_program.get(), &RemoteProgram::failed, this, [this](const Failure &failure) {
        endRun(failure);
    });
    connect(m_program.get(), &RemoteProgram::finished, this, [this](const ProgramExit &exit) {
        m_nextOutcome.exit = exit;
        const bool died = !exit.code && exit.signal.isEmpty();
        endRun(died ? std::optional(m_link->lastFailure().value_or(LinkFailure::notLive())) : std::nullopt);
    });
    Q_EMIT runningChanged(true);
}

void Discovery::receiveOutput(const QByteArray &bytes, OutputKind kind)
{
    if (kind == OutputKind::Error) {
        m_errors += bytes.last(std::min(bytes.size(), maxErrors)); // keeps the end of stderr, which contains the reason
        m_errors = m_errors.last(std::min(m_errors.size(), maxErrors));
        return;
    }
    const qsizetype room = DiscoverReader::maxAnswer - m_output.size();
    m_output += bytes.first(std::min(bytes.size(), room));
    if (bytes.size() > room) { // the output is too long for a list of desktops
        m_isOutputCut = true;
        m_nextOutcome.exit.code = 0; // the output limit ended the command, so this is not an error
        endRun({});
    }
}

void Discovery::endRun(const std::optional<Failure> &failure)
{
    m_limitTimer.stop();
    releaseProgram();
    m_nextOutcome.failure = failure;
    m_nextOutcome.errors = lastLines(m_errors);
    m_nextOutcome.at = QDateTime::currentDateTimeUtc();
    BackgroundJobs::shared().run(
        [pattern = spec().pattern, answer = std::exchange(m_output, {}), isCut = m_isOutputCut || m_nextOutcome.tookTooLong] {
            return DiscoverReader::read(pattern, answer, isCut, QDeadlineTimer(readLimit));
        },
        this,
        [this](const DiscoverReport &report) {
            m_nextOutcome.report = report;
            m_outcome = std::exchange(m_nextOutcome, {});
            m_isRunning = false;
            qCInfo(LogLink) << "link" << m_link->target().spec.id << "found" << report.found.size() << "desktops;" << report.otherCount << "other lines";
            Q_EMIT runningChanged(false);
            Q_EMIT finished();
        });
}

void Discovery::releaseProgram()
{
    if (m_program) {
        m_program->disconnect(this);
        m_program->terminate();
        m_program.release()->deleteLater(); // the program may be emitting the current signal
    }
}

void Discovery::findDesktop(const DiscoveredDesktop &wanted, QObject *context, const std::function<void(const std::optional<FoundDesktop> &)> &answer) const
{
    BackgroundJobs::shared().run(
        [wanted, found = m_outcome ? m_outcome->report.found : QList<FoundDesktop>()] {
            return DiscoverReader::findDesktop(wanted, found, QDeadlineTimer(readLimit));
        },
        context,
        answer);
}
}
