// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/xwindows/leftovers.h"

#include "sessions/common/logging.h"
#include "sessions/links/facts/remotecommandline.h"
#include "sessions/xwindows/programmarks.h"

#include <algorithm>

namespace Nightdesk
{
using namespace std::chrono_literals;

namespace
{
constexpr auto firstLook = 1500ms; ///< gives sshd time to end its programs after a lost connection, and lets displays start first
constexpr auto secondLook = 3s;
constexpr auto searchLimit = 10s; ///< a search without an answer, for example during an outage, is given up

bool sameRun(const Leftover &a, const Leftover &b)
{
    return a.process == b.process && a.mark == b.mark;
}

void releaseLater(std::unique_ptr<RemoteProgram> &program)
{
    if (program) {
        program->disconnect();
        program.release()->deleteLater(); // the program may be the sender of the present signal
    }
}
}

Leftovers *Leftovers::of(Link *link, const std::shared_ptr<ProgramMarks> &marks)
{
    auto *leftovers = link->findChild<Leftovers *>(Qt::FindDirectChildrenOnly);
    return leftovers ? leftovers : new Leftovers(link, marks);
}

Leftovers::Leftovers(Link *link, const std::shared_ptr<ProgramMarks> &marks)
    : QObject(link)
    , m_link(link)
    , m_marks(marks)
{
    m_lookTimer.setSingleShot(true);
    connect(&m_lookTimer, &QTimer::timeout, this, &Leftovers::searchHost);
    m_searchLimit.setSingleShot(true);
    m_searchLimit.setInterval(searchLimit);
    connect(&m_searchLimit, &QTimer::timeout, this, [this] {
        if (m_search) {
            lookWhenLive();
        }
    });
    connect(link, &Link::stateChanged, this, &Leftovers::linkChanged);
    connect(link, &Link::renewed, this, [this] {
        // Requests over the old connection are answered late or never.
        releaseLater(m_search);
        m_endings.clear();
        QList<Offer> offers = m_offers;
        for (Offer &offer : offers) {
            offer.isEnding = false;
        }
        setOffers(offers);
        m_lookTimer.start(firstLook);
    });
    connect(m_marks.get(), &ProgramMarks::ready, this, [this] {
        linkChanged(m_link->state());
    });
    linkChanged(link->state());
}

Link *Leftovers::link() const
{
    return m_link;
}

QList<Leftovers::Offer> Leftovers::offers() const
{
    return m_offers;
}

bool Leftovers::isLooking() const
{
    return m_search || m_lookTimer.isActive();
}

void Leftovers::linkChanged(LinkState state)
{
    if (state == LinkState::Live && m_isSearchDue && m_marks->isReady()) { // only after a new connection, not after each outage
        m_isSearchDue = false;
        m_lookTimer.start(firstLook);
    } else if (state == LinkState::Closed || state == LinkState::Idle) {
        m_isSearchDue = true;
        m_lookTimer.stop();
        m_seenOnce.clear();
        m_endings.clear();
        releaseLater(m_search);
        setOffers({});
    }
}

/// The search got no answer: it is repeated when the link is live again.
void Leftovers::lookWhenLive()
{
    releaseLater(m_search);
    m_isSearchDue = true;
}

void Leftovers::searchHost()
{
    if (m_search) {
        return;
    }
    if (!m_marks->isReady() || m_link->state() != LinkState::Live) {
        m_isSearchDue = true;
        return;
    }
    m_searchLimit.start();
    m_answer.clear();
    m_search = m_link->startProgram({.commandLine = remoteCommandLine(LeftoverScan::searchCommand(m_marks->desk())), .x11 = {}});
    connect(m_search.get(), &RemoteProgram::output, this, [this](const QByteArray &bytes, OutputKind kind) {
        if (kind == OutputKind::Standard && m_answer.size() < LeftoverScan::maxAnswer) {
            m_answer += bytes;
        }
    });
    connect(m_search.get(), &RemoteProgram::failed, this, [this] {
        lookWhenLive(); // no ssh session available, so no offer
    });
    connect(m_search.get(), &RemoteProgram::finished, this, [this](const ProgramExit &exit) {
        releaseLater(m_search);
        if (exit.code != 0) {
            return;
        }
        const QList<Leftover> all = LeftoverScan::parse(m_answer, m_marks->desk(), QDateTime::currentDateTimeUtc());
        QList<ProgramMark> marks;
        for (const Leftover &leftover : all) {
            marks.append(leftover.mark);
        }
        m_marks->findOrphans(marks, this, [this, all](const QList<ProgramMark> &orphans) {
            answered(all, orphans);
        });
    });
}

void Leftovers::answered(const QList<Leftover> &all, const QList<ProgramMark> &orphans)
{
    QList<Leftover> found;
    for (const Leftover &leftover : all) {
        const bool left = std::ranges::any_of(m_left, [&leftover](const Leftover &other) {
            return sameRun(leftover, other);
        });
        if (m_unwanted.contains(leftover.mark) && !leftover.own.isEmpty() && !isEnding(leftover.process)) {
            endNow(leftover, leftover.own);
        }
        if (orphans.contains(leftover.mark) && !left) {
            found.append(leftover);
        }
    }
    m_unwanted.clear();
    QList<Offer> offers;
    bool isNews = false;
    for (const Leftover &leftover : std::as_const(found)) {
        const auto before = std::ranges::find_if(m_offers, [&leftover](const Offer &offer) {
            return sameRun(offer.leftover, leftover);
        });
        const bool seen = std::ranges::any_of(m_seenOnce, [&leftover](const Leftover &other) {
            return sameRun(leftover, other);
        });
        if (before != m_offers.end()) {
            offers.append(*before);
        } else if (isEnding(leftover.process)) {
            isNews = true; // processes that the program leaves behind are found once it has ended
        } else if (seen) {
            offers.append({.leftover = leftover});
        } else {
            isNews = true;
        }
    }
    m_seenOnce = found;
    setOffers(offers);
    if (isNews) {
        m_lookTimer.start(secondLook);
    }
    Q_EMIT looked();
}

void Leftovers::setOffers(const QList<Offer> &offers)
{
    if (m_offers != offers) {
        m_offers = offers;
        Q_EMIT offersChanged();
    }
}

void Leftovers::endRun(const ProgramMark &mark)
{
    m_unwanted.append(mark);
    if (!m_search) {
        m_lookTimer.start(0ms);
    }
}

void Leftovers::leave(qint64 process)
{
    QList<Offer> offers = m_offers;
    for (const Offer &offer : std::as_const(m_offers)) {
        if (offer.leftover.process == process) {
            m_left.append(offer.leftover);
        }
    }
    offers.removeIf([process](const Offer &offer) {
        return offer.leftover.process == process;
    });
    setOffers(offers);
}

void Leftovers::end(qint64 process)
{
    QList<Offer> offers = m_offers;
    for (Offer &offer : offers) {
        if (offer.leftover.process == process && !offer.isEnding) {
            offer.isEnding = true;
            offer.hasFailed = false;
            endNow(offer.leftover, offer.leftover.processes);
        }
    }
    setOffers(offers);
}

bool Leftovers::isEnding(qint64 process) const
{
    return std::ranges::contains(m_endings, process, &Ending::process);
}

void Leftovers::endNow(const Leftover &leftover, const QList<qint64> &processes)
{
    qCInfo(LogXWindow) << "ending process" << leftover.process << "of" << leftover.mark.display << "left over at" << m_link->target().spec.host;
    const auto over = [this, process = leftover.process](bool gone) {
        std::erase_if(m_endings, [process](Ending &ending) {
            if (ending.process == process) {
                releaseLater(ending.program);
                return true;
            }
            return false;
        });
        QList<Offer> offers = m_offers;
        for (Offer &offer : offers) {
            if (offer.leftover.process == process) {
                offer.isEnding = false;
                offer.hasFailed = !gone;
            }
        }
        if (gone) {
            offers.removeIf([process](const Offer &offer) {
                return offer.leftover.process == process;
            });
        }
        setOffers(offers);
    };
    auto program = m_link->startProgram({.commandLine = remoteCommandLine(LeftoverScan::endCommand(leftover.mark, processes)), .x11 = {}});
    connect(program.get(), &RemoteProgram::failed, this, [over] {
        over(false);
    });
    connect(program.get(), &RemoteProgram::finished, this, [over](const ProgramExit &exit) {
        over(exit.code == 0);
    });
    m_endings.push_back({.process = leftover.process, .program = std::move(program)});
}
}
