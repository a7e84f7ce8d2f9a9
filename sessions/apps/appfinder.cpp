// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/apps/appfinder.h"

#include "sessions/common/randomid.h"

#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace
{
constexpr auto nameLimit = 2s; ///< time to wait for the desk's name: without a name, a program cannot be found again
constexpr auto namePause = 20ms;
constexpr auto endLimit = 8s; ///< time for TERM, 5 s, KILL, and the report of the end
constexpr auto foundLimit = 20s; ///< time to wait for a start to finish; the script gives an X server 15 s
const QString anyDesk = u"one"_s;
}

AppFinder::AppFinder(const AppOrder &order, std::shared_ptr<ProgramMarks> marks, Link *link)
    : m_order(order)
    , m_marks(std::move(marks))
    , m_display(link)
{
    if (m_order.spec.onlyOne) {
        m_order.name.owner = anyDesk;
    }
    m_wait.setSingleShot(true);
    m_wait.setInterval(namePause);
    connect(&m_wait, &QTimer::timeout, this, &AppFinder::begin);
    m_endLimit.setSingleShot(true);
    connect(&m_endLimit, &QTimer::timeout, this, &AppFinder::ended);
    connect(&m_display, &AppDisplay::found, this, [this](const AppPlace &place) {
        handle(AppFinderEvent::Found);
        if (m_state != AppFinderState::Open) {
            return;
        }
        m_isOurs = !m_watched;
        m_wasFound = m_isOurs;
        Q_EMIT placed(place);
        answer(UnixSocket{place.socket});
    });
    connect(&m_display, &AppDisplay::occupied, this, [this](const AppHolder &holder) {
        m_isOurs = false;
        if (isEnding()) {
            ended();
        } else {
            Q_EMIT occupied(holder);
        }
    });
    connect(&m_display, &AppDisplay::endReported, this, &AppFinder::ended);
    connect(&m_display, &AppDisplay::failed, this, [this](const Failure &failure) {
        const bool wasOpen = m_state == AppFinderState::Open;
        handle(AppFinderEvent::Lost);
        if (m_order.spec.onlyOne && failure.kind != FailureKind::Transient) {
            m_isOurs = false; // the next run may be started by another desk
        }
        if (isEnding()) {
            ended();
        } else if (wasOpen) {
            Q_EMIT broke(failure);
        } else {
            answer(std::unexpected(failure));
        }
    });
    connect(&m_display, &AppDisplay::output, this, &AppFinder::output);
    connect(&m_display, &AppDisplay::finished, this, [this](const ProgramExit &exit) {
        handle(AppFinderEvent::Lost);
        m_isOurs = false;
        if (isEnding()) {
            ended();
        } else {
            Q_EMIT finished(exit);
        }
    });
}

void AppFinder::find(const Answer &answer)
{
    m_answer = answer;
    m_begun = std::chrono::steady_clock::now();
    if (!isEnding()) { // otherwise begin() is called after the end, because names of displays are unique
        m_display.leave();
        begin();
    }
}

void AppFinder::begin()
{
    m_order.desk = m_marks ? m_marks->desk() : QString();
    if (m_order.desk.isEmpty() && m_marks && !m_marks->isSettled() && std::chrono::steady_clock::now() - m_begun < nameLimit) {
        m_wait.start(); // the desk's name is still being read from the disk
        return;
    }
    QString &owner = m_order.name.owner;
    if (owner.isEmpty()) {
        owner = m_order.desk;
    }
    if (owner.isEmpty()) {
        // A random name in the format of a desk's name, which differs from the names of all desks.
        owner = randomId();
    }
    // A program that may run only once has one name for all desks.
    m_isOurs = !m_watched && !m_order.spec.onlyOne;
    if (m_watched) {
        m_display.watch(m_order, *m_watched);
    } else if (m_wasFound && m_order.spec.restart != RestartPolicy::Auto) {
        m_display.join(m_order);
    } else {
        m_display.open(m_order);
    }
}

void AppFinder::runOver()
{
    m_wasFound = false;
}

void AppFinder::setWatched(const std::optional<AppHolder> &watched)
{
    m_watched = watched;
}

void AppFinder::answer(const std::expected<DesktopAddress, Failure> &found)
{
    if (const Answer answer = std::exchange(m_answer, {})) {
        answer(found);
    }
}

void AppFinder::cancel()
{
    m_answer = {};
    m_wait.stop();
    handle(AppFinderEvent::Lost);
    if (!isEnding()) {
        m_display.leave();
    }
}

void AppFinder::end()
{
    const bool isAsked = m_answer && !m_wait.isActive();
    m_wait.stop();
    if (m_isOurs) {
        handle(AppFinderEvent::EndRequested);
    } else {
        handle(isAsked && !m_watched ? AppFinderEvent::EndRequestedUnfound : AppFinderEvent::Lost);
    }
}

void AppFinder::handle(AppFinderEvent event)
{
    const auto next = nextState(m_state, event);
    if (!next) {
        return;
    }
    m_state = *next;
    switch (m_state) {
    case AppFinderState::Closed:
        m_endLimit.stop();
        break;
    case AppFinderState::Open:
        break;
    case AppFinderState::EndingWhenFound:
        m_endLimit.start(foundLimit);
        break;
    case AppFinderState::Ending:
        m_endLimit.start(endLimit);
        if (!m_display.end()) {
            ended();
        }
        break;
    }
}

bool AppFinder::isEnding() const
{
    return m_state == AppFinderState::EndingWhenFound || m_state == AppFinderState::Ending;
}

void AppFinder::ended()
{
    if (!isEnding()) {
        return;
    }
    handle(AppFinderEvent::Ended);
    m_display.leave();
    m_isOurs = false;
    if (m_answer) {
        begin();
    }
}

const AppOrder &AppFinder::order() const
{
    return m_order;
}

std::optional<AppPlace> AppFinder::place() const
{
    return m_display.place();
}

bool AppFinder::isEndPending() const
{
    return m_state == AppFinderState::Open;
}
}
