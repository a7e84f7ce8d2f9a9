// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/compressionpolicy.h"
#include "monitors/link/connectionhistory.h"
#include "monitors/link/connectionlevel.h"
#include "monitors/link/encodingshares.h"
#include "monitors/link/linkflow.h"
#include "monitors/link/linkhistory.h"
#include "sessions/links/hop/remotesocket.h"

#include <QHash>
#include <QObject>

namespace Nightdesk
{
/// What is known of one link's connection: round trips, rates, compression and their last minutes. The only one who keeps
/// them: whoever shows, reports or reckons with a figure of a link reads it here, so that all say the same. GUI thread. A child of its Link.
class LinkMonitor : public QObject
{
    Q_OBJECT
public:
    /// That of @p link, whose child it is; begins with the first call.
    static LinkMonitor *of(Link *link);

    /// Its figures are empty while the link is not live.
    const LinkHistory &history() const;
    const LinkFlow &flow() const; ///< what bounds it
    /// Whether its compression fits what it carries, of the last 10 s.
    CompressionAdvice compression() const;
    /// What came for one desktop in it, in the last 10 s; by the desktop's monitor.
    void setPixels(const QObject *desktop, const std::optional<EncodingShares> &shares);
    /// Round trips that an X program in it waited for, seen just now; by who watches the program.
    void addXWaits(const std::vector<XWaitTimes> &waits);
    /// How its round trips are, by what is usual for this link; all its connections count.
    const RoundTripLevel &level() const;
    /// How it is in one word, and why; empty: nobody wants it.
    std::optional<ConnectionLevel::Verdict> verdict() const;
    const ConnectionHistory &past() const;

Q_SIGNALS:
    void changed(); ///< about once a second while live, and when what was known no longer counts

private:
    explicit LinkMonitor(Link *link);
    void breakOff();
    void follow(LinkState state);
    void addSample(const LinkSample &sample);
    bool needsRemote(const LinkSample &sample) const;

    Link *const m_link;
    LinkHistory m_history;
    LinkFlow m_flow;
    RemoteSocket m_remote;
    QHash<const QObject *, EncodingShares> m_pixels;
    std::optional<std::chrono::steady_clock::time_point> m_askedAt; ///< the remote host
    ConnectionLevel m_level;
    ConnectionHistory m_connections;
};
}
