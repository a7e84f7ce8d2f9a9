// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkprivate.h"

#include "sessions/common/logging.h"
#include "sessions/common/overloaded.h"
#include "sessions/links/hop/hoppool.h"
#include "sessions/links/hop/linkpolicy.h"

#include <algorithm>
#include <utility>

namespace Nightdesk
{
using namespace std::chrono_literals;

LinkPrivate::LinkPrivate(Link *link, const LinkTarget &linkTarget, std::shared_ptr<LinkMemory> linkMemory, HopPool *hops, std::shared_ptr<HopPool> keptHops)
    : q(link)
    , target(linkTarget)
    , memory(std::move(linkMemory))
    , m_keptHops(std::move(keptHops))
    , m_hops(hops)
{
    connect(&m_sweep, &QTimer::timeout, this, &LinkPrivate::sweep);
}

LinkPrivate::~LinkPrivate()
{
    // All are told first, so that they end side by side and not one second after the other.
    std::vector<std::unique_ptr<LinkRun>> runs = std::move(m_retired);
    std::ranges::move(elders, std::back_inserter(runs));
    for (auto *run : {&current, &next}) {
        if (*run) {
            runs.push_back(std::move(*run));
        }
    }
    for (const auto &run : runs) {
        run->blockSignals(true);
        run->stop();
    }
}

std::unique_ptr<LinkRun> LinkPrivate::begin(const LinkErrand &errand)
{
    auto made = std::make_unique<LinkRun>(target, errand, memory, m_hops, q);
    LinkRun *run = made.get();
    connect(run, &LinkRun::changed, this, [this, run] {
        runChanged(run);
    });
    connect(run, &LinkRun::told, this, [this, run](const LinkEvent &event) {
        take(run, event);
    });
    connect(run, &LinkRun::lightened, this, &LinkPrivate::thinElders, Qt::QueuedConnection);
    connect(run, &LinkRun::held, this, [this, run](const Failure &reason) {
        runHeld(run, reason);
    });
    connect(run, &LinkRun::over, this, [this, run](const std::optional<Failure> &reason) {
        runEnded(run, reason);
    });
    return made;
}

void LinkPrivate::take(const LinkRun *run, const LinkEvent &event)
{
    const bool isCurrent = run == current.get();
    std::visit(Overloaded{
                   [&](const StepTiming &step) {
                       if (isCurrent) {
                           steps << step;
                           Q_EMIT q->stepFinished(step);
                       }
                   },
                   [&](const LinkSample &sample) {
                       if (isCurrent) {
                           Q_EMIT q->sampleTaken(sample);
                       }
                   },
                   [&](const LinkPulse &pulse) {
                       if (isCurrent) {
                           Q_EMIT q->pulsed(pulse);
                       }
                   },
                   [this](const HostKeyQuestion &question) {
                       Q_EMIT q->hostKeyQuestion(question);
                   },
                   [this](const SecretQuestion &question) {
                       Q_EMIT q->secretQuestion(question);
                   },
                   [this](QuestionVoid withdrawn) {
                       Q_EMIT q->questionWithdrawn(withdrawn.question);
                   },
                   [this](const SharedFd &channel) {
                       Q_EMIT q->x11Opened(channel);
                   },
                   [](const auto &) {}, // what only the run itself needs
               },
               event);
}

void LinkPrivate::open()
{
    if (state != LinkState::Idle && state != LinkState::Closed) {
        return;
    }
    failure.reset();
    steps.clear();
    facts = {};
    if (next && next->isHeld()) {
        stopRenewal();
    }
    if (next) {
        // The old one ended while it was being made: it is what was wanted anyway.
        current = std::move(next);
        steps = current->steps();
        showCurrent();
        Q_EMIT q->renewalChanged();
        return;
    }
    current = begin({.mayAsk = true, .isReturn = m_wasLive});
    showCurrent();
}

void LinkPrivate::renew(bool mayAsk)
{
    if (!current || !current->isUp() || current->answers()) {
        return;
    }
    if (next && (!mayAsk || next->errand().mayAsk)) {
        return;
    }
    stopRenewal(); // one that may ask takes the place of one that may not
    next = begin({.mayAsk = mayAsk, .isReturn = true});
    Q_EMIT q->renewalChanged();
}

void LinkPrivate::stopRenewal()
{
    if (!next) {
        return;
    }
    auto run = std::move(next);
    if (run->isAsking()) {
        run->stop(); // nobody is to answer any more
    } else {
        run->standDown();
    }
    retire(std::move(run));
    Q_EMIT q->renewalChanged();
}

void LinkPrivate::close()
{
    stopRenewal();
    m_wasLive = false;
    auto old = std::exchange(elders, {});
    for (auto &run : old) {
        LinkRun *ending = run.get();
        retire(std::move(run));
        ending->stop();
    }
    if (state == LinkState::Idle || state == LinkState::Closed) {
        return;
    }
    failure.reset();
    if (current) {
        LinkRun *ending = current.get();
        retire(std::move(current));
        ending->stop();
    }
    showCurrent();
}

void LinkPrivate::lookAgain()
{
    for (LinkRun *run : {current.get(), next.get()}) {
        if (run) {
            run->lookAgain();
        }
    }
    for (const auto &run : elders) {
        run->lookAgain();
    }
}

void LinkPrivate::answer(quint64 question, const LinkCommand &command)
{
    for (LinkRun *run : {current.get(), next.get()}) {
        if (run && run->answer(question, command)) {
            return;
        }
    }
    for (const auto &run : elders) {
        if (run->answer(question, command)) {
            return;
        }
    }
}

bool LinkPrivate::isDone() const
{
    return !current && !next && elders.empty() && std::ranges::all_of(m_retired, [](const auto &run) {
        return run->isDone();
    });
}

/// What the current connection is, the link is.
void LinkPrivate::showCurrent()
{
    const LinkState newState = current ? current->state() : LinkState::Closed;
    const bool newAnswers = current && current->answers();
    if (newState == LinkState::Live && !m_wasLive) {
        m_wasLive = true;
    }
    const bool otherAnswers = std::exchange(answers, newAnswers) != newAnswers;
    if (std::exchange(state, newState) != newState) {
        Q_EMIT q->stateChanged(newState);
    }
    if (otherAnswers && answers == newAnswers) { // a slot may have gone on already
        Q_EMIT q->answersChanged(newAnswers);
    }
}

void LinkPrivate::runChanged(LinkRun *run)
{
    if (run == current.get()) {
        if (run->state() == LinkState::Live) {
            facts = run->facts();
        }
        showCurrent();
    } else if (run == next.get()) {
        if (!run->isUp()) {
            Q_EMIT q->renewalChanged();
        } else if (current && current->answers()) {
            stopRenewal(); // the old one was quicker
        } else {
            moveOver();
        }
    }
}

void LinkPrivate::moveOver()
{
    std::unique_ptr<LinkRun> old = std::move(current);
    current = std::move(next);
    facts = current->facts();
    steps = current->steps();
    failure.reset();
    if (!old) {
        Q_EMIT q->renewalChanged();
        showCurrent();
        return;
    }
    qCInfo(LogLink) << "link" << target.spec.id << "is live by way of a new connection";
    LinkRun *elder = old.get();
    elders.push_back(std::move(old));
    // Set, and told only after renewed(): who waits for it to be live would else open in it first and then move out again.
    const LinkState before = std::exchange(state, LinkState::Live);
    const bool answeredBefore = std::exchange(answers, current->answers());
    elder->growOld();
    Q_EMIT q->renewalChanged();
    Q_EMIT q->renewed();
    if (before != LinkState::Live && state == LinkState::Live) {
        Q_EMIT q->stateChanged(state);
    }
    if (!answeredBefore && answers) {
        Q_EMIT q->answersChanged(true);
    }
    m_sweep.start(1s);
    QMetaObject::invokeMethod(this, &LinkPrivate::thinElders, Qt::QueuedConnection); // when what moves has left it
}

void LinkPrivate::runEnded(LinkRun *run, const std::optional<Failure> &reason)
{
    if (run == current.get()) {
        currentEnded(reason);
    } else if (run == next.get()) {
        retire(std::move(next));
        Q_EMIT q->renewalChanged();
        if (reason) {
            qCInfo(LogLink) << "link" << target.spec.id << "could not be renewed:" << reason->what;
            Q_EMIT q->renewalFailed(*reason);
        }
    } else {
        const auto found = std::ranges::find(elders, run, &std::unique_ptr<LinkRun>::get);
        if (found != elders.end()) {
            auto ended = std::move(*found);
            elders.erase(found);
            retire(std::move(ended));
        }
    }
}

void LinkPrivate::currentEnded(const std::optional<Failure> &reason)
{
    const bool mayAskNow = !current->errand().mayAsk && current->neededPerson();
    retire(std::move(current));
    if (mayAskNow) {
        openAsking();
        return;
    }
    failure = reason;
    if (reason) {
        Q_EMIT q->failed(*reason);
    }
    showCurrent();
}

/// A renewal may ask nobody. It is told of, and waits: what it goes over may come back without us.
void LinkPrivate::runHeld(LinkRun *run, const Failure &reason)
{
    if (run == next.get()) {
        qCInfo(LogLink) << "link" << target.spec.id << "cannot be renewed for now:" << reason.what;
        Q_EMIT q->renewalFailed(reason);
    } else if (run == current.get()) {
        retire(std::move(current));
        run->stop();
        openAsking();
    }
}

/// In place of a connection begun while the old one was still there and nobody was to be asked; now somebody is.
void LinkPrivate::openAsking()
{
    steps.clear();
    current = begin({.mayAsk = true, .isReturn = m_wasLive});
    showCurrent();
}

void LinkPrivate::retire(std::unique_ptr<LinkRun> run)
{
    m_retired.push_back(std::move(run));
    m_sweep.start(m_sweep.isActive() ? std::min(m_sweep.intervalAsDuration(), 100ms) : 100ms);
}

void LinkPrivate::thinElders()
{
    const auto now = std::chrono::steady_clock::now();
    auto all = std::exchange(elders, {});
    qsizetype surplus = static_cast<qsizetype>(all.size()) - ElderJudge::most;
    std::vector<std::unique_ptr<LinkRun>> over;
    for (auto &run : all) {
        const auto silentSince = run->silentSince();
        const auto silent = silentSince ? now - *silentSince : 0ns;
        if (ElderJudge::isWorthKeeping(run->isCarrying(), silent) && surplus <= 0) {
            elders.push_back(std::move(run));
            continue;
        }
        surplus -= run->isCarrying() ? 1 : 0;
        over.push_back(std::move(run));
    }
    for (auto &run : over) {
        LinkRun *ending = run.get();
        retire(std::move(run));
        ending->stop();
    }
}

void LinkPrivate::sweep()
{
    std::erase_if(m_retired, [](const auto &run) {
        return run->isDone();
    });
    thinElders();
    if (!m_retired.empty()) {
        m_sweep.start(100ms);
    } else if (!elders.empty()) {
        m_sweep.start(1s);
    } else {
        m_sweep.stop();
    }
}
}
