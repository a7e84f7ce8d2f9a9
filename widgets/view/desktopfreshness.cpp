// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/view/desktopfreshness.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
// Most desktops show within one round trip that their image is up to date. A quiet desktop whose server has no RFB fences is queried 500 ms after its
// last message. A notice before that would only make the image flicker dark and bright.
constexpr auto answerGracePeriod = 600ms;
// Unconfirmed presses are counted up to this number; more would not be useful to the user.
constexpr qsizetype maxUnconfirmedPresses = 999;
}

DesktopFreshness::DesktopFreshness(DesktopSession *session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_isLiveOrReconnecting(session->state() == SessionState::Live)
{
    m_ageTimer.setSingleShot(true);
    m_ageTimer.setTimerType(Qt::PreciseTimer);
    connect(&m_ageTimer, &QTimer::timeout, this, &DesktopFreshness::updateNotice);
    connect(session, &Session::stateChanged, this, &DesktopFreshness::handleState);
    connect(session, &Session::answeringChanged, this, &DesktopFreshness::updateNotice);
    connect(session, &DesktopSession::viewOnlyChanged, this, &DesktopFreshness::updateNotice);
    connect(session, &DesktopSession::pictureChanged, this, &DesktopFreshness::updateNotice);
    connect(session->link(), &Link::stateChanged, this, &DesktopFreshness::updateNotice);
    m_graceTimer.setSingleShot(true);
    connect(&m_graceTimer, &QTimer::timeout, this, [this] {
        m_isImageOutdated = m_session && m_session->pictureBehindSince();
        updateNotice();
    });
    connect(session, &DesktopSession::caughtUpChanged, this, &DesktopFreshness::updateOutdated);
    connect(session, &DesktopSession::keyOrButtonPressSent, this, [this] {
        if (m_unconfirmedPresses.size() < maxUnconfirmedPresses) {
            m_unconfirmedPresses.append(BootClock::now());
        }
    });
    connect(session, &DesktopSession::inputReceivedByServer, this, [this](BootClock::time_point upTo) {
        m_unconfirmedPresses.removeIf([upTo](BootClock::time_point pressed) {
            return pressed < upTo;
        });
    });
    if (session->picture().generation != 0 && session->state() != SessionState::Live) {
        m_connectionLostAt = session->lastDamageAt();
    }
    updateOutdated();
}

std::optional<std::chrono::seconds> DesktopFreshness::imageAge() const
{
    if (!m_session || m_session->picture().generation == 0 || !m_connectionLostBootTime) {
        return std::nullopt;
    }
    return std::chrono::duration_cast<std::chrono::seconds>(BootClock::now() - *m_connectionLostBootTime);
}

bool DesktopFreshness::isAnswering() const
{
    return m_session && m_session->state() == SessionState::Live && m_session->answering() == Session::AnswerState::Responding;
}

void DesktopFreshness::handleState(SessionState state)
{
    if (state != SessionState::Live) {
        m_unconfirmedPresses.clear(); // the next connection has no unconfirmed presses
    }
    m_isLiveOrReconnecting =
        state == SessionState::Live || (m_isLiveOrReconnecting && state != SessionState::Idle && state != SessionState::Ended && state != SessionState::Failed);
    updateNotice();
}

ViewFacts DesktopFreshness::facts() const
{
    return {.state = m_session->state(),
            .answering = m_session->answering(),
            .linkState = m_session->link()->state(),
            .isViewOnly = m_session->isViewOnly(),
            .failure = m_session->failure(),
            .imageAge = imageAge(),
            .isOutdated = m_isImageOutdated,
            .isAgeUnknown = !m_session->isAgeKnown(),
            .unconfirmedInputCount = static_cast<int>(m_unconfirmedPresses.size()),
            .supportContact = supportContactOf(m_session->link())};
}

void DesktopFreshness::updateOutdated()
{
    if (!m_session->pictureBehindSince() || m_session->effectiveVisibility() == DesktopSession::Visibility::Hidden) {
        m_isImageOutdated = false; // the desktop is hidden or up to date
        m_graceTimer.stop();
    } else if (!m_isImageOutdated && !m_graceTimer.isActive()) {
        m_graceTimer.start(answerGracePeriod);
    }
    updateNotice();
}

void DesktopFreshness::updateNotice()
{
    if (!m_session) {
        m_ageTimer.stop();
        return;
    }
    const auto lostBefore = m_connectionLostAt;
    if (isAnswering() && !m_isImageOutdated) {
        m_connectionLostAt.reset();
    } else if (const auto silentSince = m_session->silentSince()) {
        m_connectionLostAt = silentSince;
    } else if (!m_connectionLostAt) {
        m_connectionLostAt = std::chrono::steady_clock::now();
    }
    if (const auto behind = m_session->pictureBehindSince(); behind && m_connectionLostAt) {
        m_connectionLostAt = std::min(*m_connectionLostAt, *behind);
    }
    if (!m_connectionLostAt) {
        m_connectionLostBootTime.reset();
    } else if (m_connectionLostAt != lostBefore || !m_connectionLostBootTime) {
        m_connectionLostBootTime = BootClock::now() - (std::chrono::steady_clock::now() - *m_connectionLostAt);
    }
    const auto notice = viewNotice(facts());
    if (notice) {
        m_ageTimer.start(untilNextSecond(m_connectionLostAt.value_or(std::chrono::steady_clock::now())));
    } else {
        m_ageTimer.stop();
    }
    if (m_viewNotice != notice) {
        m_viewNotice = notice;
        Q_EMIT noticeChanged();
    }
    updateInterruption();
}

void DesktopFreshness::updateInterruption()
{
    // The notice alone does not show whether the desktop answers. In view-only mode, a desktop that does not answer may
    // have no notice. A desktop that answers has a notice if the age of its image is not known.
    const bool isNotice = m_viewNotice && (!isAnswering() || m_isImageOutdated);
    const bool isInterrupted = isNotice ? m_isLiveOrReconnecting || m_hasStoppedAnswering : m_hasStoppedAnswering && !isAnswering();
    if (m_hasStoppedAnswering != isInterrupted) {
        m_hasStoppedAnswering = isInterrupted;
        Q_EMIT stoppedAnsweringChanged(isInterrupted);
    }
}
}
