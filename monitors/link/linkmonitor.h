// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "monitors/link/linkhistory.h"

#include <QObject>

namespace Nightdesk
{
class Link;

/// What is known of one link's connection: round trips, rates, compression and their last minutes. The only one who keeps
/// them: whoever shows, reports or reckons with a figure of a link reads it here, so that all say the same. GUI thread.
class LinkMonitor : public QObject
{
    Q_OBJECT
public:
    /// That of @p link, whose child it is; begins with the first call.
    static LinkMonitor *of(Link *link);

    /// Its figures are empty while the link is not live.
    const LinkHistory &history() const;

Q_SIGNALS:
    void changed(); ///< about once a second while live, and when what was known no longer counts

private:
    explicit LinkMonitor(Link *link);
    void breakOff();

    LinkHistory m_history;
};
}
