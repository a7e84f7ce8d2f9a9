// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/desktops/desktopfailure.h"
#include "sessions/links/login/returnrecords.h"
#include "sessions/rfbwire/messages.h"

#include <QSize>

namespace Nightdesk
{
/// What is remembered of a desktop's server from run to run, so that a return need not wait for answers that are known. Owned by
/// DesktopSession: the memory is for one link and one address. What outlives it is the console's matter (ReturnMemory). Pure.
class ServerRecall
{
public:
    /// @p before: what an earlier console knew of it; empty: nothing.
    explicit ServerRecall(const std::optional<RememberedServer> &before = {});
    /// A run begins; what its worker may count on. Before the first picture only that servers take what follows the type with it;
    /// nothing any more once that went wrong.
    RfbWire::ServerMemory begin();
    void noteProgress(const RfbWire::Progress &progress);
    /// A picture came: what the server said until now leads to pictures.
    void shown(QSize size);
    /// The run ended. True: counting on the memory was the reason; it is forgotten, and all further runs go step by step. Those of
    /// other consoles only if it was silent.
    bool ended(const ConnectionEnd &end, bool linkAnswers);
    /// For those who come later; empty: there is nothing that could be counted on.
    std::optional<RememberedServer> remembered() const;

private:
    RfbWire::ServerMemory m_memory;
    RfbWire::ServerMemory m_hearing; ///< of this run, until a picture proves it
    bool m_newest = false; ///< the protocol is 3.8
    bool m_counted = false; ///< this run sent what the server had not asked for
    bool m_isNew = true; ///< nothing speaks against going ahead though nothing is known
    bool m_shown = false; ///< in this run
    bool m_wentWrong = false;
    bool m_isDeaf = false; ///< what was begun ahead it never answered
};
}
