// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>

namespace Nightdesk
{
class Link;

/// Keeps a link open that is not needed any more but still has data to send: while this child of the link exists, the desk does not release the
/// link. This object deletes itself after @p limit, unless it is deleted before. GUI thread.
class LinkReleaseDelay : public QObject
{
    Q_OBJECT
public:
    explicit LinkReleaseDelay(Link *link, std::chrono::milliseconds limit = std::chrono::seconds(1));

    static bool isReleaseDelayed(const Link *link);
};
}
