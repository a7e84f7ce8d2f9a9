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

/// The jump hosts on the way of a desk's links: one link to each place, however many go over it, and it comes back as every
/// link does. It is closed a few seconds after the last has left it. GUI thread. Shared by the links of a desk, owned by the desk.
class HopPool : public QObject
{
    Q_OBJECT
public:
    explicit HopPool(const std::shared_ptr<NightSecrets> &secrets = {}, const std::shared_ptr<ReturnMemory> &returns = {});
    ~HopPool() override;

    /// For the link @p user, which goes over it. Null: the way would go in a circle.
    std::unique_ptr<HopLease> lease(const LinkSpec &spec, const Link *user);
    /// Every hop that is there, for whoever looks at them.
    QList<Link *> links() const;
    /// The network changed or the computer woke up.
    void lookAgain();

private:
    friend class HopLease;
    struct Entry {
        void forwardEvent(const LinkEvent &event) const; ///< whoever asks, if there is somebody
        LinkSpec spec;
        std::unique_ptr<LinkSupervisor> keeper;
        QList<HopLease *> leases; ///< the first one asks
        QMap<quint64, LinkEvent> questions; ///< open ones, oldest first
        QSet<const Link *> informed; ///< users that know why it is closed
        std::optional<Failure> refusal; ///< its renewal was refused; empty again while one is being made
        std::chrono::steady_clock::time_point unusedSince;
    };

    Entry &entryFor(const LinkSpec &spec);
    Entry *entryOf(const Link *link);
    bool leadsTo(const Link *hop, const Link *user) const;
    std::optional<Failure> open(HopLease *lease, bool isReturn);
    void answered(const HopLease *lease, quint64 question);
    void giveBack(HopLease *lease);
    std::optional<Failure> refusal(const HopLease *lease);
    void askAgain(HopLease *lease, const QList<quint64> &questions);
    void sweep();

    const std::shared_ptr<NightSecrets> m_secrets;
    const std::shared_ptr<ReturnMemory> m_returns;
    std::vector<std::unique_ptr<Entry>> m_entries;
    QTimer m_sweep;
};
}
