// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/stage/keyboardowner.h"

#include <QLabel>

namespace Nightdesk
{
/// Says in a toolbar who gets what is typed: in a frame like that of the desktop where that is a display of its screen, and that it is not
/// here where it is one of another. Only so is it plain that a lit window of another desktop gets nothing. GUI thread, owned by StageStrip.
class KeyboardSign : public QLabel
{
    Q_OBJECT
public:
    explicit KeyboardSign(const QString &text = {});

    void setWords(const KeyboardWords &words);
    /// Keys of the displays on this screen.
    void setDisplays(const QStringList &keys);
    bool isOther() const; ///< no display has the keyboard
    bool isElsewhere() const; ///< a display of another screen has it
    void mark(bool isHere); ///< shows its frame

Q_SIGNALS:
    void textChanged(const QString &words); ///< it reads otherwise

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();

    KeyboardWords m_words;
    QStringList m_displays;
    bool m_isMarked = false;
};
}
