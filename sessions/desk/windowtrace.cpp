// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/desk/windowtrace.h"

#include "sessions/profiles/format/keytable.h"
#include "sessions/xwindows/windowsession.h"

namespace Nightdesk
{
namespace
{
XTraceTitle titleOf(const WindowSession &session)
{
    const QString command = session.spec().command.value(0);
    return {.program = command.sliced(command.lastIndexOf(QLatin1Char('/')) + 1).toStdString(),
            .display = session.key().toStdString(),
            .topology = topologyWord(session.spec().topology).toStdString(),
            .host = session.link()->target().spec.host.toStdString()};
}

std::int64_t microsecondsOrMinusOne(const std::optional<std::chrono::microseconds> &time)
{
    return time ? time->count() : -1;
}
}

WindowTrace::WindowTrace(WindowSession *session)
    : QObject(session)
    , m_session(session)
    , m_traceTitle(titleOf(*session))
    , m_traceLog(std::make_shared<XTraceLog>(m_traceTitle))
{
    session->setObservers(m_traceLog);
    connect(session, &WindowSession::programAboutToStart, this, &WindowTrace::begin);
    connect(session->link(), &Link::sampleTaken, this, &WindowTrace::addLinkSample);
    connect(session->link(), &Link::stateChanged, this, [this](LinkState state) {
        if (state != LinkState::Live && state != LinkState::Stalled) {
            m_lastLinkSample.reset(); // figures of the old connection do not apply to the next one
        }
    });
}

WindowTrace *WindowTrace::of(const Session *session)
{
    return session ? session->findChild<WindowTrace *>(Qt::FindDirectChildrenOnly) : nullptr;
}

std::shared_ptr<XTraceLog> WindowTrace::log() const
{
    return m_traceLog;
}

const XTraceTitle &WindowTrace::title() const
{
    return m_traceTitle;
}

void WindowTrace::begin()
{
    Q_EMIT traceAboutToBegin();
    const auto now = XStreamObserver::Clock::now();
    m_traceLog->restart(now, std::chrono::system_clock::now());
    if (m_lastLinkSample) {
        // Add the last sample now, so that the round trip is known from the first message on, not only from the next second.
        LinkSample first = *m_lastLinkSample;
        first.takenAt = now;
        addLinkSample(first);
    }
    Q_EMIT traceBegan();
}

void WindowTrace::addLinkSample(const LinkSample &sample)
{
    m_lastLinkSample = sample;
    const SessionState state = m_session->state();
    if (state != SessionState::Opening && state != SessionState::Starting && state != SessionState::Live) {
        return;
    }
    m_traceLog->setCompressed(m_session->link()->facts().sshCompresses);
    m_traceLog->addLinkSample(sample.takenAt,
                              {.at = 0,
                               .roundTrip = microsecondsOrMinusOne(sample.sshRoundTrip),
                               .pathRoundTrip = microsecondsOrMinusOne(sample.pathRoundTrip()),
                               .retransmits = sample.retransmits ? std::int64_t(*sample.retransmits) : -1,
                               .wireBytesFromProgram = sample.totalWireBytesReceived.count,
                               .wireBytesToProgram = sample.totalWireBytesSent.count,
                               .payloadBytesFromProgram = sample.totalPayloadBytesReceived.count,
                               .payloadBytesToProgram = sample.totalPayloadBytesSent.count});
}
}
