// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/link.h"
#include "sessions/links/hop/linkrun.h"

#include <QTimer>

#include <vector>

namespace Nightdesk
{
/// What a Link does behind its face: which of its connections is the current one, which is being made beside it, and which
/// old ones are kept for what is in them. GUI thread. Owned by Link.
class LinkPrivate : public QObject
{
public:
    /// @p hops must outlive it; @p keptHops is the same, or empty where somebody else sees to that.
    LinkPrivate(Link *link, const LinkTarget &target, std::shared_ptr<LinkMemory> memory, HopPool *hops, std::shared_ptr<HopPool> keptHops);
    ~LinkPrivate() override;

    void open();
    void renew(bool mayAsk);
    void stopRenewal();
    void close();
    void lookAgain();
    void answer(quint64 question, const LinkCommand &command);
    bool isDone() const; ///< no thread of it runs any more

    Link *const q;
    const LinkTarget target;
    const std::shared_ptr<LinkMemory> memory;
    LinkState state = LinkState::Idle;
    bool answers = false;
    LinkFacts facts;
    QList<StepTiming> steps;
    std::optional<Failure> failure;
    std::unique_ptr<LinkRun> current;
    std::unique_ptr<LinkRun> next; ///< being made beside a silent current one
    std::vector<std::unique_ptr<LinkRun>> elders; ///< kept for what is in them, oldest first

private:
    std::unique_ptr<LinkRun> begin(const LinkErrand &errand);
    void take(const LinkRun *run, const LinkEvent &event);
    void runChanged(LinkRun *run);
    void runEnded(LinkRun *run, const std::optional<Failure> &reason);
    void currentEnded(const std::optional<Failure> &reason);
    void runHeld(LinkRun *run, const Failure &reason);
    void openAsking();
    void showCurrent();
    void moveOver();
    void retire(std::unique_ptr<LinkRun> run);
    void thinElders();
    void sweep();

    const std::shared_ptr<HopPool> m_keptHops;
    HopPool *const m_hops;
    bool m_wasLive = false; ///< since a person last opened it
    /// Ended or on their way there: nobody waits for them before this object goes.
    std::vector<std::unique_ptr<LinkRun>> m_retired;
    QTimer m_sweep;
};
}
