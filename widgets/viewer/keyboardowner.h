// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>

namespace Nightdesk
{
class Session;

/// Texts for the toolbars that say which window has the keyboard.
struct KeyboardTexts {
    QString ownScreenText; ///< for the toolbar of the display's screen, as "Keyboard: Control 0"
    QString otherScreensText; ///< for all others, as "Keyboard: Control 0, not here"
    QString focusedSessionKey; ///< key() of the display that has the keyboard; empty: none
    bool operator==(const KeyboardTexts &) const = default;
};

/// Determines what has the keyboard: a display of this console, a window of Nightdesk, or another program. Owned by ViewerWindows, GUI thread.
class KeyboardOwner : public QObject
{
    Q_OBJECT
public:
    explicit KeyboardOwner(QObject *parent = nullptr);

    /// The displays that may have the keyboard; each is removed from this list before it is deleted.
    void setSessions(const QList<Session *> &sessions);
    /// The texts for the toolbars; never empty.
    KeyboardTexts keyboardTexts() const;

Q_SIGNALS:
    void keyboardTextsChanged(); ///< keyboardTexts() changed

private:
    void refresh();
    KeyboardTexts ownerTexts() const;

    QList<Session *> m_sessions;
    KeyboardTexts m_keyboardTexts;
    QTimer m_refreshTimer; ///< delays refresh(): while the focus goes from one window to another, no window has it for a moment
};
}
