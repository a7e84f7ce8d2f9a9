// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The call of one desk for an SA, from ringing to its end. One at a time. Pure; its owner tells it to the broker as told() has it,
/// retained, after each change and with each connection again.
class DeskCall
{
public:
    /// A call of an earlier run that is older is left to expire.
    static constexpr std::chrono::hours forgotten{12};

    /// False: one is open already.
    bool ring(const QString &id, const QString &caller, const QString &text, const QDateTime &now);
    /// An SA has heard it; @p sa by the topic. False: that is another call, or it was known.
    bool acknowledge(const BoardWire::Acknowledgement &heard, const QString &sa);
    /// Taken back, or done. False: none is open.
    bool end();
    /// The desk goes in order: nobody stands behind its bell any more. False: none is open.
    bool leave();
    /// The broker has heard the end: with the next connection it need not hear it again.
    void endReported();
    /// What the broker still has of us: a call that was open when an earlier run of this console died is ours again.
    bool adopt(const BoardWire::Call &call, const QDateTime &now);

    bool isOpen() const;
    const std::optional<BoardWire::Call> &call() const; ///< empty: none is open
    /// What the broker is to have, without a stamp; empty: nothing was ever said, or it has it.
    const std::optional<BoardWire::Call> &publishedCall() const;

private:
    bool end(bool hasLeft);

    std::optional<BoardWire::Call> m_call;
    std::optional<BoardWire::Call> m_published;
};
}
