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
struct KeyboardOwnerTexts {
    QString ownScreenText; ///< for the toolbar of the screen with that display, for example "Keyboard: Control 0"
    QString otherScreensText; ///< for the toolbars of all other screens, for example "Keyboard: Control 0, not here"
    QString focusedSessionKey; ///< Session::key() of the display that has the keyboard; empty: no display has it
    bool operator==(const KeyboardOwnerTexts &) const = default;
};

/// Determines what has the keyboard: a display of this console, a window of Nightdesk, or another program. Owned by ViewerWindows, GUI thread.
class KeyboardOwnerTracker : public QObject
{
    Q_OBJECT
public:
    explicit KeyboardOwnerTracker(QObject *parent = nullptr);

    /// The displays that may have the keyboard; each is removed from this list before it is deleted.
    void setSessions(const QList<Session *> &sessions);
    /// The texts for the toolbars; never empty.
    KeyboardOwnerTexts keyboardOwnerTexts() const
    {
        return m_keyboardOwnerTexts;
    }

Q_SIGNALS:
    void keyboardOwnerTextsChanged(); ///< keyboardOwnerTexts() changed

private:
    void refresh();
    KeyboardOwnerTexts currentOwnerTexts() const;

    QList<Session *> m_sessions;
    KeyboardOwnerTexts m_keyboardOwnerTexts;
    QTimer m_refreshTimer; ///< delays refresh(): while the focus goes from one window to another, no window has it for a moment
};
}
