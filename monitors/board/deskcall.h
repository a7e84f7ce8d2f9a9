// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/boardwire/boardmessages.h"

#include <chrono>
#include <optional>

namespace Nightdesk
{
/// The call of one desk for a support astronomer (SA), from ringing to its end. There is one call at a time. Pure. After each change and
/// after each connection to the broker, the owner publishes callToRetain() as a retained message.
class DeskCall
{
public:
    /// The retained call of an earlier console process is continued only up to this age. An older one expires at the broker.
    static constexpr std::chrono::hours maxContinuedCallAge{12};

    /// Starts a call. False: a call is open already.
    bool startCall(const QString &id, const QString &caller, const QString &text, const QDateTime &now);
    /// An SA has acknowledged the call; @p sa: the name in the topic. False: @p acknowledgement is about another call, or the
    /// call was acknowledged before.
    bool acknowledge(const BoardWire::Acknowledgement &acknowledgement, const QString &sa);
    /// Ends the call, because it was withdrawn or dealt with. @p hasDeskSignedOff: because the desk closes normally, so nobody waits for an answer
    /// any more. False: no call is open.
    bool endCall(bool hasDeskSignedOff = false);
    /// The broker has received the end of the call, so it need not be published again after the next connection.
    void confirmEndPublished();
    /// Takes over the retained call of this desk: one that was open when an earlier run of this console crashed. True: taken over.
    bool adoptCall(const BoardWire::Call &call, const QDateTime &now);

    bool isOpen() const;
    const std::optional<BoardWire::Call> &call() const; ///< the open call; empty: no call is open
    /// The call that the broker is to retain; its message stamp is not set. Empty: there was no call, or the broker has received its end.
    const std::optional<BoardWire::Call> &callToRetain() const;

private:
    std::optional<BoardWire::Call> m_currentCall;
    std::optional<BoardWire::Call> m_callToRetain;
};
}
