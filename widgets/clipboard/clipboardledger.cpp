// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/clipboard/clipboardledger.h"

namespace Nightdesk
{
const ClipboardLedger::Local &ClipboardLedger::local(XSelection which) const
{
    return m_local[selectionIndex(which)];
}

void ClipboardLedger::changed(XSelection which, bool isEmpty)
{
    m_local[selectionIndex(which)] = {++m_number, isEmpty ? std::optional(QString()) : std::nullopt};
}

void ClipboardLedger::read(XSelection which, const QString &text)
{
    m_local[selectionIndex(which)].text = text;
}

bool ClipboardLedger::isUnread(XSelection which) const
{
    return local(which).number != 0 && !local(which).text;
}

QString ClipboardLedger::text(XSelection which) const
{
    return local(which).text.value_or(QString());
}

void ClipboardLedger::arrived(Desktop from, const QString &text)
{
    ++m_number;
    m_local.fill({m_number, text});
    m_remote[from] = {{m_number, m_number}, text, false};
}

void ClipboardLedger::arrivedUntransferred(Desktop there)
{
    ++m_number;
    m_remote[there] = {{m_number, m_number}, QString(), false};
}

bool ClipboardLedger::isHere(const QString &text) const
{
    return local(XSelection::Clipboard).text == text && local(XSelection::Primary).text == text;
}

std::optional<QString> ClipboardLedger::due(XSelection which, Desktop to) const
{
    const Local &here = local(which);
    const Remote there = m_remote.value(to);
    if (!here.text || here.number <= there.seen[selectionIndex(which)] || *here.text == there.holds) {
        return std::nullopt;
    }
    if (here.text->isEmpty() && (!there.isSentFromHere || which == XSelection::Primary)) {
        // Nothing to send: a text copied at the desktop must not be erased from here, and deselecting text does not
        // clear what was sent.
        return std::nullopt;
    }
    return here.text;
}

void ClipboardLedger::settled(XSelection which, Desktop to, const QString &text)
{
    Remote &there = m_remote[to];
    there.seen[selectionIndex(which)] = local(which).number;
    there.holds = text;
    there.isSentFromHere = true;
}

std::optional<QString> ClipboardLedger::dueAfterPaste(Desktop to) const
{
    const Remote there = m_remote.value(to);
    const Local &copied = local(XSelection::Clipboard);
    const bool isMarked = there.isSentFromHere && there.holds == local(XSelection::Primary).text;
    if (!isMarked || !copied.text || copied.text->isEmpty() || *copied.text == there.holds) {
        return std::nullopt;
    }
    return copied.text;
}

void ClipboardLedger::drop(Desktop desktop)
{
    m_remote.remove(desktop);
}

void ClipboardLedger::forget(Desktop desktop)
{
    if (const auto there = m_remote.find(desktop); there != m_remote.end() && there->isSentFromHere) {
        m_remote.erase(there);
    }
}
}
