// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/viewer/keyboardowner.h"

#include <QLabel>

namespace Nightdesk
{
/// Shows in a toolbar who gets typed keys: in a frame like the desktop's if a display of this screen does, or "not here" if a display of another
/// screen does. Without this label, users could expect a lit window of another desktop to get the keys. GUI thread, owned by ViewerToolbar.
class KeyboardIndicator : public QLabel
{
    Q_OBJECT
public:
    explicit KeyboardIndicator(const QString &text = {});

    void setKeyboardTexts(const KeyboardTexts &words);
    /// Session::key() of the displays on this screen.
    void setScreenSessionKeys(const QStringList &keys);
    bool isOutsideDisplays() const; ///< true: the keyboard belongs to no display
    bool isOnOtherScreen() const; ///< true: a display of another screen has the keyboard
    void setKeyboardOnThisScreen(bool isHere); ///< shows or hides the frame

Q_SIGNALS:
    void textChanged(const QString &words); ///< the text changed

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    KeyboardTexts m_keyboardTexts;
    QStringList m_screenSessionKeys;
    bool m_isKeyboardOnThisScreen = false;
};
}
