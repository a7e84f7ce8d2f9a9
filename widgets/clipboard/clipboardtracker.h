// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/selectiontext.h"

#include <QHash>
#include <QString>

#include <array>
#include <optional>

namespace Nightdesk
{
/// Keeps track of the texts in the selections here and at each desktop, and decides what to send to a desktop. A text is not sent twice, and a text
/// from a desktop is never sent back to it, so no text is sent in circles. Pure. Owned by ClipboardBridge.
class ClipboardTracker
{
public:
    using Desktop = const void *; ///< a session's address, used only as its identity

    /// The user copied or selected something here; its text has not been read yet. @p isEmpty: the selection has no
    /// owner any more, so it has no text.
    void noteSelectionChanged(XSelection which, bool isEmpty);
    /// The content of the selection has been read; empty: the content is not a text.
    void noteSelectionText(XSelection which, const QString &text);
    bool isUnread(XSelection which) const;

    /// This text was copied at the desktop @p from, and is in both selections here from now on.
    void noteReceivedText(Desktop from, const QString &text);
    /// Call when a text that was copied at the desktop @p from is not transferred: the older texts of this workstation must not replace it there.
    void markNotTransferred(Desktop from);
    /// True if both selections here already contain this text.
    bool isInBothSelections(const QString &text) const;

    /// The text of this selection that has to be sent to the desktop; empty: the desktop already has it.
    std::optional<QString> textToSend(XSelection which, Desktop to) const;
    /// Call when the text was sent to the desktop, or cannot be sent.
    void markSentOrUnsendable(XSelection which, Desktop to, const QString &text);
    /// Call after the text of the primary selection was sent to the desktop for one paste. Returns the clipboard's text, which must then be sent
    /// again; empty: it is the same text.
    std::optional<QString> copiedTextToResend(Desktop to) const;
    /// Call when the desktop may have lost the text that was sent to it. It may have it still, so an empty text is due when the clipboard is cleared.
    void forgetSentText(Desktop desktop);
    void removeDesktop(Desktop desktop); ///< call when the desktop is closed

private:
    struct LocalSelection {
        quint64 changeNumber = 0; ///< number of the last change of this selection; 0: no change yet
        std::optional<QString> text; ///< text of the selection; empty: not read yet
    };
    struct RemoteDesktop {
        std::array<quint64, 2> lastKnownChangeNumbers{}; ///< by selection: number of the last change whose text the desktop has
        QString knownText;
        bool wasKnownTextSentFromHere = false; ///< the text in `knownText` was sent from here
        bool mayHaveForgottenText = false; ///< forgetSentText() was called, and nothing was sent or copied there since
    };
    const LocalSelection &localSelection(XSelection which) const;

    quint64 m_lastChangeNumber = 0;
    std::array<LocalSelection, 2> m_localSelections;
    QHash<Desktop, RemoteDesktop> m_desktops;
};
}
