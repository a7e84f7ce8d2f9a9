// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/clipboard/clipboardtracker.h"

namespace Nightdesk
{
const ClipboardTracker::LocalSelection &ClipboardTracker::localSelection(XSelection which) const
{
    return m_localSelections[selectionIndex(which)];
}

void ClipboardTracker::noteSelectionChanged(XSelection which, bool isEmpty)
{
    m_localSelections[selectionIndex(which)] = {++m_lastChangeNumber, isEmpty ? std::optional(QString()) : std::nullopt};
}

void ClipboardTracker::noteSelectionText(XSelection which, const QString &text)
{
    m_localSelections[selectionIndex(which)].text = text;
}

bool ClipboardTracker::isUnread(XSelection which) const
{
    return localSelection(which).changeNumber != 0 && !localSelection(which).text;
}

void ClipboardTracker::noteReceivedText(Desktop from, const QString &text)
{
    ++m_lastChangeNumber;
    m_localSelections.fill({m_lastChangeNumber, text});
    m_desktops[from] = {.lastKnownChangeNumbers = {m_lastChangeNumber, m_lastChangeNumber}, .knownText = text};
}

void ClipboardTracker::markNotTransferred(Desktop from)
{
    ++m_lastChangeNumber;
    m_desktops[from] = {.lastKnownChangeNumbers = {m_lastChangeNumber, m_lastChangeNumber}, .knownText = {}};
}

bool ClipboardTracker::isInBothSelections(const QString &text) const
{
    return localSelection(XSelection::Clipboard).text == text && localSelection(XSelection::Primary).text == text;
}

std::optional<QString> ClipboardTracker::textToSend(XSelection which, Desktop to) const
{
    const LocalSelection &here = localSelection(which);
    const RemoteDesktop there = m_desktops.value(to);
    if (!here.text || here.changeNumber <= there.lastKnownChangeNumbers[selectionIndex(which)]) {
        return std::nullopt;
    }
    if (*here.text == there.knownText && !there.mayHaveForgottenText) {
        return std::nullopt;
    }
    const bool mayHaveTextFromHere = there.wasKnownTextSentFromHere || there.mayHaveForgottenText;
    if (here.text->isEmpty() && (!mayHaveTextFromHere || which == XSelection::Primary)) {
        // The empty text is not sent: it would erase a text that was copied at the desktop, or, when the user only deselects a text, the text
        // that was sent before.
        return std::nullopt;
    }
    return here.text;
}

void ClipboardTracker::markSentOrUnsendable(XSelection which, Desktop to, const QString &text)
{
    RemoteDesktop &there = m_desktops[to];
    there.lastKnownChangeNumbers[selectionIndex(which)] = localSelection(which).changeNumber;
    there.knownText = text;
    there.wasKnownTextSentFromHere = true;
    there.mayHaveForgottenText = false;
}

std::optional<QString> ClipboardTracker::copiedTextToResend(Desktop to) const
{
    const RemoteDesktop there = m_desktops.value(to);
    const LocalSelection &copied = localSelection(XSelection::Clipboard);
    const bool isMarked = there.wasKnownTextSentFromHere && there.knownText == localSelection(XSelection::Primary).text;
    if (!isMarked || !copied.text || copied.text->isEmpty() || *copied.text == there.knownText) {
        return std::nullopt;
    }
    return copied.text;
}

void ClipboardTracker::removeDesktop(Desktop desktop)
{
    m_desktops.remove(desktop);
}

void ClipboardTracker::forgetSentText(Desktop desktop)
{
    if (const auto there = m_desktops.find(desktop); there != m_desktops.end() && there->wasKnownTextSentFromHere) {
        const bool hadText = !there->knownText.isEmpty();
        *there = {};
        there->mayHaveForgottenText = hadText;
    }
}
}
