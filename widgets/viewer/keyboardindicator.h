// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/viewer/keyboardowner.h"

#include <QLabel>

namespace Nightdesk
{
/// Names in a toolbar the display that gets typed keys. Has a frame like the desktop's if that display is on this screen, and says "not here" if it
/// is on another screen. Without this label, users could expect a lit window of another desktop to get the keys. GUI thread, owned by ViewerToolbar.
class KeyboardIndicator : public QLabel
{
    Q_OBJECT
public:
    KeyboardIndicator();

    void setKeyboardOwnerTexts(const KeyboardOwnerTexts &words);
    /// @p sessionIds: Session::key() of each display on this screen.
    void setDisplaysOnThisScreen(const QStringList &sessionIds);
    bool isKeyboardOutsideDisplays() const; ///< true: the keyboard belongs to no display
    bool isKeyboardOnOtherScreen() const; ///< true: a display of another screen has the keyboard
    void setKeyboardOnThisScreen(bool isHere); ///< shows or hides the frame

Q_SIGNALS:
    void textChanged(const QString &words); ///< the text changed

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    KeyboardOwnerTexts m_keyboardOwnerTexts;
    QStringList m_sessionIdsOnThisScreen;
    bool m_isKeyboardOnThisScreen = false;
};
}
