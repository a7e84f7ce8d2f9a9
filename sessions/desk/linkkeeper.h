// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/display/backoff.h"
#include "sessions/links/link.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace Nightdesk
{
/// Owns one link and decides when it is opened: as soon as a display waits for it, and again by itself after a transient
/// failure (with growing pauses). What a person has to mend is not repeated: a display's Retry asks again. GUI thread.
class LinkKeeper : public QObject
{
    Q_OBJECT
public:
    explicit LinkKeeper(const LinkTarget &target, const LinkSurroundings &surroundings = {}, QObject *parent = nullptr);
    ~LinkKeeper() override;

    Link *link() const;
    /// A display waits for the link: opens it now unless it is open, opening, or sitting out a pause.
    void want();
    /// Opens it now, pause or not (a person pressed Retry).
    void wantNow();
    /// No display wants it any more: closes it and does not come back.
    void release();

private:
    void linkChanged(LinkState state);

    std::unique_ptr<Link> m_link;
    Backoff m_backoff;
    QTimer m_pause;
    std::optional<std::chrono::steady_clock::time_point> m_liveSince;
    bool m_wanted = false;
};
}
