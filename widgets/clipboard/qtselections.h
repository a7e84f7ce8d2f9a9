// SPDX-FileCopyrightText: 2026 The Nightdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sessions/xwindows/server/selectiontext.h"

#include <QClipboard>
#include <QObject>

#include <array>

namespace Nightdesk
{
/// The clipboard and the primary selection of a Wayland session, by Qt: the compositor shows them to the window with the keyboard alone, so
/// no connection of our own could read them. Owned by ClipboardBridge. GUI thread; read() waits for the program that was copied in, a second
/// at most for each part that it sends.
class QtSelections : public QObject
{
    Q_OBJECT
public:
    explicit QtSelections(QObject *parent = nullptr);

    /// answered() follows.
    void read(Nightdesk::XSelection which);
    /// It is pasted from now on; changed() is silent about it.
    void put(Nightdesk::XSelection which, const QString &text);

Q_SIGNALS:
    /// Something else than what was put. @p isEmpty: nobody owns it.
    void changed(Nightdesk::XSelection which, bool isEmpty);
    void answered(Nightdesk::XSelection which, const Nightdesk::SelectionText &text);

private:
    void look(XSelection which);

    std::array<QString, 2> m_put;
};
}
