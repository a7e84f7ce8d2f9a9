// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>

namespace Nightdesk
{
class Link;

/// Something is still to be said through a link that nobody wants any more: while this child of it lives, the desk does not release
/// it. It goes by itself after a moment, or when it is deleted. GUI thread.
class LinkLinger : public QObject
{
    Q_OBJECT
public:
    explicit LinkLinger(Link *link, std::chrono::milliseconds limit = std::chrono::seconds(1));

    static bool isOn(const Link *link);
};
}
