// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/base/bootclock.h"
#include "sessions/profiles/profile.h"
#include "sessions/rfbwire/messages.h"

#include <QByteArray>

#include <optional>
#include <vector>

namespace Nightdesk
{
/// In which directions text may pass between the local clipboard and a desktop's: those that profile, user and console all allow. Also
/// cuts a text into messages for the worker, and records whether a cleared clipboard has to be cleared at the desktop again: the text before may be a
/// password. Owned by the session. Pure.
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

    void noteTextSent(bool isEmpty, BootClock::time_point at); ///< @p isEmpty: the desktop's clipboard was cleared
    void noteInputReceived(BootClock::time_point upTo); ///< the server has received the input that was sent before @p upTo
    /// The connection was lost, or the worker discards input that was not sent yet. The server may not have received the last text.
    void noteInputLost();
    void noteTextCopiedThere(); ///< the desktop's clipboard has a text that was copied there
    /// True once after the message that cleared the desktop's clipboard may have been lost: the caller sends it again.
    bool takeLostClear();

private:
    bool allPoliciesAllow(ClipboardPolicy direction) const; ///< @p direction: ToSummit or FromSummit
    bool changePolicy(ClipboardPolicy &policy, bool isToServerAllowed, bool isFromServerAllowed);

    const ClipboardPolicy m_profilePolicy;
    ClipboardPolicy m_userPolicy = ClipboardPolicy::Both;
    ClipboardPolicy m_consolePolicy = ClipboardPolicy::Both;
    quint32 m_lastTransferId = 0;
    std::optional<BootClock::time_point> m_clearSentAt; ///< when the desktop's clipboard was cleared; empty: it was not, or the server has received that
    bool m_isClearLost = false; ///< that message may have been lost, and was not sent again
};
}
