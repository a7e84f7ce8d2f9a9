// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopfailure.h"
#include "sessions/links/login/returnrecords.h"
#include "sessions/rfbwire/messages.h"

#include <QSize>

namespace Nightdesk
{
/// What is remembered of a desktop's server between runs, so that a reconnection need not wait for answers that are already known. Owned by
/// DesktopLogin: valid for one link and one address. ReturnMemory stores it for later consoles. Pure.
class ServerRecall
{
public:
    /// @p before: what an earlier console remembered; empty: nothing.
    explicit ServerRecall(const std::optional<RememberedServer> &before = {});
    /// A run begins; returns what its worker may assume. For an unknown server only that it accepts messages sent along with the security type;
    /// nothing any more after that assumption failed.
    RfbWire::ServerMemory begin();
    void noteProgress(const RfbWire::Progress &progress);
    /// An image arrived: what the server reported so far is proved to work.
    void shown(QSize size);
    /// The run ended. True: a wrong assumption was the reason; it is forgotten, and all further runs go step by step. Runs of
    /// later consoles do so only if the server was silent.
    bool ended(const ConnectionEnd &end, bool linkAnswers);
    /// What to remember for later consoles; empty: nothing.
    std::optional<RememberedServer> remembered() const;

private:
    RfbWire::ServerMemory m_memory;
    RfbWire::ServerMemory m_hearing; ///< from this run, until an image proves it
    bool m_newest = false; ///< the protocol is 3.8
    bool m_counted = false; ///< this run sent messages before the server requested them
    bool m_isNew = true; ///< the server is unknown, and sending ahead has not failed yet
    bool m_shown = false; ///< an image arrived in this run
    bool m_wentWrong = false;
    bool m_isUnanswered = false; ///< the server did not answer messages that were sent ahead
};
}
