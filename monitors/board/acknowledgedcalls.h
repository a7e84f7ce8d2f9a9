// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"
#include "sessions/boardwire/boardtopics.h"

#include <QHash>

namespace Nightdesk
{
/// Which calls support astronomers (SAs) have acknowledged, from messages that the broker retains. So an acknowledgement takes effect even
/// if the desk is offline, and whichever arrives first, the call or the acknowledgement. Pure. Owned by ConsoleCall or PagerClient.
class AcknowledgedCalls
{
public:
    /// Limit of desks. The broker's access list prevents invented desk names, but the board does not rely on that list.
    static constexpr qsizetype maxDesks = 5000;

    /// @p sa: the name of the SA, from the message's topic. False: not added, because it is already known or the limit is reached.
    bool applyAcknowledgement(const DeskName &desk, const QString &sa, const BoardWire::Acknowledgement &acknowledgement);
    /// Returns @p call, but as acknowledged if it is ringing and an SA has acknowledged it.
    BoardWire::Call withAcknowledgement(const DeskName &desk, BoardWire::Call call) const;

private:
    /// each SA's last acknowledgement, by desk and SA
    QHash<DeskName, QHash<QString, BoardWire::Acknowledgement>> m_acknowledgements;
};
}
