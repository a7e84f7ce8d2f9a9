// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "sessions/rfbwire/messages.h"

#include <QByteArray>

#include <vector>

namespace Nightdesk
{
/// Which ways texts may pass between the clipboards here and a desktop's: those that profile, person and console all allow. And how a
/// text is cut into messages for the worker. Owned by the session. Pure.
class DesktopClipboard
{
public:
    explicit DesktopClipboard(ClipboardPolicy ofProfile);

    bool toServer() const;
    bool fromServer() const;
    ClipboardPolicy choice() const; ///< the person's
    /// The person's choice. True: a way is open or closed that was not.
    bool choose(bool toServer, bool fromServer);
    /// The console's, for now; likewise.
    bool allow(bool toServer, bool fromServer);

    /// No character is in two of them.
    std::vector<RfbWire::ClipboardChunk> cut(const QByteArray &utf8);

private:
    bool mayPass(ClipboardPolicy way) const; ///< ToSummit or FromSummit
    bool change(ClipboardPolicy &policy, bool toServer, bool fromServer);

    const ClipboardPolicy m_ofProfile;
    ClipboardPolicy m_chosen = ClipboardPolicy::Both;
    ClipboardPolicy m_allowed = ClipboardPolicy::Both;
    quint32 m_transfer = 0;
};
}
