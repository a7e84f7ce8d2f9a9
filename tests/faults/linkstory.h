// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/links/hop/linksupervisor.h"

#include <QElapsedTimer>

#include <functional>

namespace Nightdesk::Test
{
class Echo;

/// One link kept as a desk keeps it, with everything that was shown of it and when. Event loop's thread.
class LinkStory : public QObject
{
    Q_OBJECT
public:
    explicit LinkStory(const LinkSpec &spec, bool carriesPrograms = false, const SharedLinkObjects &sharedLinkObjects = {});

    LinkSupervisor keeper;
    Link &link;

    /// Connects; true: it is live.
    bool begin();
    /// A fault begins (or ends) now: times count from here, and what was told before is forgotten.
    void mark();
    qint64 sinceMark() const; ///< milliseconds
    bool wait(const std::function<bool()> &condition, std::chrono::milliseconds limit = std::chrono::seconds(60));
    bool waitFor(LinkState state);
    /// Until the host has just answered: silence counts from its last answer, which may be old otherwise.
    bool waitForAnswer();
    /// As a person sees it: until a byte comes back over a stream that is opened anew. Its time since the mark; empty: never.
    std::optional<qint64> waitUntilFresh(Echo &echo, std::chrono::milliseconds limit = std::chrono::seconds(60));

    QList<LinkState> states; ///< since the mark
    QList<Failure> failures;
    QList<Failure> renewalFailures;
    int renewals = 0;
    std::optional<qint64> heldAt; ///< when input was held first, since the mark
    std::optional<qint64> stalledAt;
    std::optional<qint64> deadAt;
    QString report() const;

private:
    QElapsedTimer m_sinceMark;
};
}
