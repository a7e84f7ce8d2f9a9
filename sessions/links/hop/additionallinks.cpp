// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/additionallinks.h"

#include "sessions/links/hop/linkrecords.h"

#include <algorithm>

namespace Nightdesk
{
AdditionalLinks::AdditionalLinks(const LinkTarget &target, std::shared_ptr<LinkSecrets> linkSecrets, HopPool *hops)
    : m_linkTarget(target)
    , m_linkSecrets(std::move(linkSecrets))
    , m_hopPool(hops)
{
}

AdditionalLinks::~AdditionalLinks()
{
    close(); // stop all links before waiting for the first one
}

void AdditionalLinks::close()
{
    m_waitingPrograms.clear();
    for (const auto &link : m_additionalLinks) {
        link->disconnect(this);
        link->close();
    }
    for (const quint64 question : std::exchange(m_openQuestions, {})) {
        Q_EMIT eventReceived(QuestionWithdrawn{question});
    }
}

bool AdditionalLinks::hasThreadEnded() const
{
    return std::ranges::all_of(m_additionalLinks, [](const auto &link) {
        return link->hasThreadEnded();
    });
}

/// Returns a link that is live or being connected, and creates one if needed; a silent link gets no new programs.
Link *AdditionalLinks::findUsableLink()
{
    if (!m_additionalLinks.empty()) {
        Link *last = m_additionalLinks.back().get();
        const LinkState state = last->state();
        if (!isSilent(state) && (state != LinkState::Live || last->isHostAnswering())) {
            return last;
        }
    }
    m_additionalLinks.push_back(Link::createInternalLink(m_linkTarget, m_linkSecrets, m_hopPool));
    Link *link = m_additionalLinks.back().get();
    // The main connection is live, so observers are at work: questions are asked as during a reconnection.
    const auto ask = [this](auto question) {
        question.isReconnection = true;
        m_openQuestions << question.id;
        Q_EMIT eventReceived(question);
    };
    connect(link, &Link::hostKeyQuestionAsked, this, ask);
    connect(link, &Link::secretQuestionAsked, this, ask);
    connect(link, &Link::questionWithdrawn, this, [this](quint64 question) {
        m_openQuestions.removeAll(question);
        Q_EMIT eventReceived(QuestionWithdrawn{question});
    });
    connect(link, &Link::x11ChannelOpened, this, &AdditionalLinks::eventReceived);
    connect(link, &Link::answeringChanged, this, &AdditionalLinks::answeringChanged);
    connect(link, &Link::stateChanged, this, [this, link](LinkState state) {
        if (state == LinkState::Live) {
            startWaitingPrograms(link);
        }
    });
    connect(link, &Link::failed, this, [this, link](const Failure &reason) {
        if (link != m_additionalLinks.back().get()) {
            return; // the programs that wait will run on a newer link
        }
        const auto waiting = std::exchange(m_waitingPrograms, {});
        for (const auto &weak : waiting) {
            if (const auto record = weak.lock()) {
                Q_EMIT programEventReported(ProgramFailed{record->id, reason});
            }
        }
    });
    return link;
}

void AdditionalLinks::startProgram(const std::shared_ptr<ProgramRegistration> &record)
{
    m_waitingPrograms << record;
    Link *link = findUsableLink();
    if (link->isLive()) {
        startWaitingPrograms(link);
    } else {
        link->open();
    }
}

void AdditionalLinks::startWaitingPrograms(Link *link)
{
    const auto waiting = std::exchange(m_waitingPrograms, {});
    for (const auto &weak : waiting) {
        const auto record = weak.lock();
        if (!record) {
            continue;
        }
        record->additionalLinkProgram = link->startProgram(record->spec);
        record->additionalLink = link;
        RemoteProgram *program = record->additionalLinkProgram.get();
        const quint64 id = record->id;
        connect(program, &RemoteProgram::started, this, [this, id] {
            Q_EMIT programEventReported(ProgramStarted{id});
        });
        connect(program, &RemoteProgram::failed, this, [this, id](const Failure &reason) {
            Q_EMIT programEventReported(ProgramFailed{id, reason});
        });
        connect(program, &RemoteProgram::outputReceived, this, [this, id](const QByteArray &bytes, OutputKind kind) {
            Q_EMIT programEventReported(ProgramOutput{id, bytes, kind});
        });
        connect(program, &RemoteProgram::finished, this, [this, id](const ProgramExit &exit) {
            Q_EMIT programEventReported(ProgramFinished{id, exit});
        });
    }
}

bool AdditionalLinks::answerQuestion(quint64 question, const LinkCommand &command)
{
    if (!m_openQuestions.removeOne(question)) {
        return false;
    }
    for (const auto &link : m_additionalLinks) {
        link->answerQuestion(question, command); // question numbers are unique in the process
    }
    return true;
}
}
