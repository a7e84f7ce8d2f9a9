// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linkreleasedelay.h"

#include "sessions/links/hop/link.h"

#include <QTimer>

namespace Nightdesk
{
LinkReleaseDelay::LinkReleaseDelay(Link *link, std::chrono::milliseconds limit)
    : QObject(link)
{
    QTimer::singleShot(limit, this, &QObject::deleteLater);
}

bool LinkReleaseDelay::isReleaseDelayed(const Link *link)
{
    return link->findChild<LinkReleaseDelay *>(Qt::FindDirectChildrenOnly);
}
}
