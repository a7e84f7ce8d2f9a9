// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "sessions/links/hop/linklinger.h"

#include "sessions/links/hop/link.h"

#include <QTimer>

namespace Nightdesk
{
LinkLinger::LinkLinger(Link *link, std::chrono::milliseconds limit)
    : QObject(link)
{
    QTimer::singleShot(limit, this, &QObject::deleteLater);
}

bool LinkLinger::isOn(const Link *link)
{
    return link->findChild<LinkLinger *>(Qt::FindDirectChildrenOnly);
}
}
