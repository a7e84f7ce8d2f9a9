// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/hoplease.h"

#include <QMap>
#include <QSet>
#include <QTimer>

#include <vector>

namespace Nightdesk
{
class LinkSupervisor;

/// The jump hosts that a desk's links use: one link to each place, however many links pass through it, reconnected like every link. A hop is closed a
/// few seconds after its last user has left. GUI thread. Shared by the links of a desk, owned by the desk.
class HopPool : public QObject
{
    Q_OBJECT
public:
    explicit HopPool(const std::shared_ptr<NightSecrets> &secrets = {}, const std::shared_ptr<SharedConnectionRecords> &connectionRecords = {});
    ~HopPool() override;

    /// A lease of the hop @p spec for the link @p linkUsingHop, which will pass through it. Null: the hop's own route already passes through that
    /// link.
    std::unique_ptr<HopLease> createLease(const LinkSpec &spec, const Link *linkUsingHop);
    /// All existing hops, for objects that show or measure them.
    QList<Link *> links() const;
    /// Call when the network changed or the computer woke up: every hop checks at once whether it is still connected.
    void checkConnectivity();

private:
    friend class HopLease;
    struct HopEntry {
        /// Sends @p event to the first lease, whose owner answers the hop's questions; does nothing if there is no lease.
        void forwardEvent(const LinkEvent &event) const;
        LinkSpec spec;
        std::unique_ptr<LinkSupervisor> supervisor;
        QList<HopLease *> leases; ///< questions are sent to the first lease
        QMap<quint64, LinkEvent> openQuestions; ///< open questions, oldest first
        QSet<const Link *> linksInformedOfFailure; ///< links through this hop that were already notified why it is closed
        std::optional<Failure> renewalRefusal; ///< why the last renewal was refused; empty if it was not, and while a new renewal is in progress
        std::chrono::steady_clock::time_point unusedSince;
    };

    HopEntry &findOrCreateEntry(const LinkSpec &spec);
    HopEntry *entryOf(const Link *link);
    bool isHopOnPathOf(const Link *hop, const Link *linkUsingHop) const;
    std::optional<Failure> openHop(HopLease *lease, bool isReconnection);
    void noteQuestionAnswered(const HopLease *lease, quint64 question);
    void releaseLease(HopLease *lease);
    std::optional<Failure> renewalRefusal(const HopLease *lease);
    void repeatQuestions(HopLease *lease, const QList<quint64> &openQuestions);
    void closeUnusedHops();

    const std::shared_ptr<NightSecrets> m_nightSecrets;
    const std::shared_ptr<SharedConnectionRecords> m_connectionRecords;
    std::vector<std::unique_ptr<HopEntry>> m_hopEntries;
    QTimer m_closeUnusedTimer;
};
}
