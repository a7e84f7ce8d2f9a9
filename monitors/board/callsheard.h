// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>

namespace Nightdesk
{
/// Which calls SAs have heard, by what the broker keeps of them: so it counts also where the desk is not there to say it, and
/// whichever of the two comes first. Pure. Owned by ConsoleCall or PagerClient.
class CallsHeard
{
public:
    /// Past what one broker carries; the broker's access list lets nobody invent desks, but the board does not rely on it.
    static constexpr qsizetype mostDesks = 5000;

    /// @p sa by the topic. False: that is known, or there are too many.
    bool applyAcknowledgement(const DeskName &desk, const QString &sa, const BoardWire::Acknowledgement &heard);
    /// One that rings is acknowledged where somebody has heard it.
    BoardWire::Call seen(const DeskName &desk, BoardWire::Call call) const;

private:
    QHash<DeskName, QHash<QString, BoardWire::Acknowledgement>> m_heard; ///< the last of each SA
};
}
