// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/profiles/profile.h"
#include "sessions/rfbwire/messages.h"

#include <QByteArray>

#include <vector>

namespace Nightdesk
{
/// In which directions text may pass between the local clipboard and a desktop's: those that profile, user and console all allow. Also
/// cuts a text into messages for the worker. Owned by the session. Pure.
class DesktopClipboard
{
public:
    explicit DesktopClipboard(ClipboardPolicy profilePolicy);

    bool allowsToServer() const;
    bool allowsFromServer() const;
    ClipboardPolicy userPolicy() const; ///< the directions that the user allows
    /// Sets the user's choice. True: a direction was opened or closed.
    bool setUserPolicy(bool allowsToServer, bool allowsFromServer);
    /// Sets the console's temporary choice. True: a direction was opened or closed.
    bool setConsolePolicy(bool allowsToServer, bool allowsFromServer);

    /// The chunks of a text; no character is split between two chunks.
    std::vector<RfbWire::ClipboardChunk> splitIntoChunks(const QByteArray &utf8);

private:
    bool allPoliciesAllow(ClipboardPolicy direction) const; ///< @p direction: ToSummit or FromSummit
    bool changePolicy(ClipboardPolicy &policy, bool isToServerAllowed, bool isFromServerAllowed);

    const ClipboardPolicy m_profilePolicy;
    ClipboardPolicy m_userPolicy = ClipboardPolicy::Both;
    ClipboardPolicy m_consolePolicy = ClipboardPolicy::Both;
    quint32 m_lastTransferId = 0;
};
}
